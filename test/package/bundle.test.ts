// The bundle for Claude Desktop, before the official packer zips it: `npm run bundle` does that, and checks it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleCommand, stageBundle } from '../../scripts/stage-bundle.mjs';
import { QUERIES } from '../../src/query/registry.ts';
import { ultragit } from '../support/cli.ts';
import { RealServer } from '../support/real-server.ts';
import { sharedRepository, temporaryDirectory } from '../support/repository.ts';

const staged = join(temporaryDirectory(), 'bundle');
stageBundle(staged);
const manifest = JSON.parse(readFileSync('mcpb/manifest.json', 'utf8'));

test('the bundle has the version of the package, and the tools of the server', () => {
  const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(manifest.version).toBe(version);
  expect(manifest.compatibility.runtimes.node).toBe(`${engines.node}.0.0`);
  const tools = QUERIES.map(({ name, tool }) => ({ name: `ultragit_${name}`, description: tool.title }));
  expect(manifest.tools).toEqual(tools);
});

test('the server in the bundle answers for the directory that the user chose, wherever it is started', async () => {
  const { path } = sharedRepository('mqtt-client');
  const server = new RealServer('/', { program: bundleCommand(staged, path) });
  const { scope, regions } = await server.answer('read', { path: 'src/mqtt/client.ts', anchor: 'connect' });
  expect(scope.anchor.name).toBe('MqttClient::connect');
  expect(regions).toHaveLength(2);
  server.child.stdin.end();
  expect((await server.exited).code).toBe(0);
});

test('the bundle has the files that run, and no others', () => {
  const files = readdirSync(staged, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(staged.length + 1));
  const kinds = new Set(files.map(file => file.replace(/^.*?([^/.]*)$|^.*\./, '$1')));
  expect(files).toContain('node_modules/web-tree-sitter/LICENSE');
  expect([...kinds].sort()).toEqual(['LICENSE', 'cjs', 'js', 'json', 'txt', 'wasm']);
});

test('the program has nothing of what its schemas could say in other languages', () => {
  const maps = readdirSync('dist').filter(name => /^program-.*\.js\.map$/.test(name));
  expect(maps).toHaveLength(2);
  for (const map of maps) {
    const { sources } = JSON.parse(readFileSync(join('dist', map), 'utf8')) as { sources: string[] };
    expect(sources.filter(source => source.includes('/zod/'))).not.toEqual([]);
    expect(sources.filter(source => /\/locales\/(?!index\.)/.test(source))).toEqual([]);
  }
});

test('what asks is a bundle without what writes, installs and serves', () => {
  const [map = ''] = readdirSync('dist').filter(name => /^program-queries-.*\.js\.map$/.test(name));
  const { sources } = JSON.parse(readFileSync(join('dist', map), 'utf8')) as { sources: string[] };
  expect(sources).toContain('../src/pipeline/regions.ts');
  expect(sources.filter(source => /src\/(write|install|mcp\/http)\//.test(source))).toEqual([]);
});

test('simple-git logs nothing of what git says, whatever DEBUG is', () => {
  const repo = sharedRepository('mqtt-client');
  const args = ['read', '--no-cache', 'src/mqtt/client.ts'];
  const usual = ultragit(repo, args);
  expect(usual).toMatchObject({ status: 0, stderr: '' });
  expect(ultragit(repo, args, { env: { DEBUG: '*' } })).toEqual(usual);
});
