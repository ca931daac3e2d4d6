// Builds the program before the tests that spawn it, unless nothing in src/ is newer than the last build, and once for
// all tests the server with test tools.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of mcp-entry.ts. */
    testServer: string;
  }
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Gives what removes it all. */
export async function setup(project: TestProject): Promise<() => void> {
  buildProgram();
  const directory = mkdtempSync(join(tmpdir(), 'ultragit-mcp-'));
  await buildTestServer(directory);
  project.provide('testServer', join(directory, 'server.js'));
  return () => rmSync(directory, { recursive: true, force: true });
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
