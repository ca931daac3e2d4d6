import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
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

test('the first reply waits for no package: tools and their schemas load later', async () => {
  const entry = fileURLToPath(new URL('../../src/mcp/stdio.ts', import.meta.url));
  const { metafile } = await build({
    entryPoints: [entry],
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
  const loaded = new Set(['src/mcp/stdio.ts']);
  for (const path of loaded) {
    for (const { kind, path: target } of inputs.get(path)?.imports ?? []) {
      if (kind === 'import-statement') loaded.add(name(target));
    }
  }
  expect([...loaded].filter(path => !path.startsWith('src/')).sort()).toEqual(['node:buffer', 'node:stream']);
  expect(loaded).not.toContain('src/mcp/tools.ts');
  expect(loaded).not.toContain('src/mcp/call.ts');
});
