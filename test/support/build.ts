// Once per run: builds the program, unless nothing in src/ is newer than the last build, and the server with test tools;
// makes the directory of the fixtures and the home directory that tests share, and looks at the end whether a fixture
// was changed.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { fingerprint } from './fingerprint.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of mcp-entry.ts. */
    testServer: string;
    /** Where test/support/repository.ts builds each scenario once. */
    fixtures: string;
    /** For test/support/home.ts. */
    home: string;
  }
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Gives what removes it all. */
export async function setup(project: TestProject): Promise<() => void> {
  buildProgram();
  const room = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-tests-')));
  const [server, fixtures, home] = ['server', 'fixtures', 'home'].map(name => join(room, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [server, fixtures, home]) mkdirSync(directory);
  await buildTestServer(server);
  project.provide('testServer', join(server, 'server.js'));
  project.provide('fixtures', fixtures);
  project.provide('home', home);
  return () => {
    const changed = changedFixtures(fixtures);
    rmSync(room, { recursive: true, force: true });
    if (changed.length > 0)
      throw new Error(`A test changed a shared repository:\n${changed.slice(0, 10).join('\n')}`);
  };
}

function changedFixtures(directory: string): string[] {
  const recorded = readdirSync(directory).filter(name => name.endsWith('.fingerprint'));
  return recorded.flatMap(name => {
    const before = new Set<string>(JSON.parse(readFileSync(join(directory, name), 'utf8')));
    const repository = name.slice(0, -'.fingerprint'.length);
    const lines = fingerprint(join(directory, repository)).filter(line => !before.delete(line));
    return [...lines, ...before];
  });
}

function buildProgram(): void {
  const inputs = [
    ...['build.mjs', 'package.json', 'scripts/build-page.mjs'].map(name => join(root, name)),
    ...['src', 'page'].flatMap(name => files(join(root, name))),
  ];
  if (Math.max(...inputs.map(changed)) < changed(join(root, 'dist/cli.js'))) return;
  execFileSync(process.execPath, ['build.mjs'], { cwd: root, stdio: 'inherit' });
}

async function buildTestServer(outdir: string): Promise<void> {
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
  await build({
    entryPoints: {
      server: fileURLToPath(new URL('./mcp-entry.ts', import.meta.url)),
      worker: join(root, 'src/mcp/worker/entry.ts'),
      'test-worker': fileURLToPath(new URL('./test-worker.ts', import.meta.url)),
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    keepNames: true,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
}

function files(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map(name => join(directory, name));
}

function changed(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
