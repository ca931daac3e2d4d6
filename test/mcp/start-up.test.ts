import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { toolsList } from '../../src/mcp/worker/answer-queries.ts';
import { McpProcess } from '../support/mcp-server.ts';

test.each([[[]], [['--repo', '/nowhere', '--noteref', 'refs/notes/other']]])(
  'starts with the flags %j',
  async flags => {
    const server = new McpProcess({}, flags);
    const { result } = await server.request({ id: 1, method: 'tools/list' });
    expect(result?.tools).toHaveLength(4);
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  },
);

test('an unknown flag is refused before anything is served', async () => {
  const { code, messages, stderr } = await new McpProcess({}, ['--nope']).exited;
  expect([code, messages]).toEqual([1, []]);
  expect(stderr).toContain("unknown option '--nope'");
});

/** What a file of the source loads before it runs: files, packages and modules of node. */
async function loadedBy(file: string): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../../src/${file}`, import.meta.url))],
    outdir: 'unused',
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
  });
  const name = (path: string) => path.replace(/^.*src\//, 'src/');
  const inputs = new Map(Object.entries(metafile.inputs).map(([path, input]) => [name(path), input]));
  const loaded = new Set([`src/${file}`]);
  for (const path of loaded) {
    for (const { kind, path: target } of inputs.get(path)?.imports ?? []) {
      if (kind === 'import-statement') loaded.add(name(target));
    }
  }
  return loaded;
}

const foreign = (loaded: Set<string>) => [...loaded].filter(path => !path.startsWith('src/')).sort();

test('the first reply waits for no package: tools and their schemas load later', async () => {
  const loaded = await loadedBy('mcp/stdio.ts');
  expect(foreign(loaded)).toEqual(['node:buffer', 'node:stream']);
  expect(loaded).not.toContain('src/mcp/tools.ts');
  expect(loaded).not.toContain('src/mcp/call.ts');
});

test('what the first reply says of the repository needs neither git nor anything that loads slowly', async () => {
  const loaded = await loadedBy('index/known-sources.ts');
  expect(foreign(loaded)).toEqual(['env-paths', 'node:fs', 'node:path']);
});

test('the list of tools that the build keeps is the one of the tools', async () => {
  const kept = readFileSync(new URL('../../dist/tools.json', import.meta.url), 'utf8');
  expect(kept).toBe(await toolsList());
});
