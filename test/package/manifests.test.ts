// What registries and hosts are told of the package, in their own files, agrees with package.json and with the program.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HOOK_HOSTS, hookCommand, hookEntries } from '../../src/hook/hosts.ts';
import { sharedEntry } from './shared-entry.ts';

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest = json('package.json');
const repository = 'https://github.com/ultragit/ultragit';

test('package.json has what registries ask for', () => {
  expect(manifest).toMatchObject({
    mcpName: 'io.github.ultragit/ultragit',
    homepage: `${repository}#readme`,
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: { url: `${repository}/issues` },
  });
});

/** The parts of the registry's schema, 2025-12-11, that our file uses. Strict, so that a part it does not use fails. */
const input = {
  description: z.string().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
};
const argument = z.discriminatedUnion('type', [
  z.strictObject({ ...input, type: z.literal('positional'), value: z.string() }),
  z.strictObject({ ...input, type: z.literal('named'), name: z.string().startsWith('--') }),
]);
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
const serverFile = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
  websiteUrl: z.url(),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: exactVersion,
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(argument),
    }),
  ),
});

test('server.json is what the MCP registry takes, for this version of the package', () => {
  const { name, version, repository: source, packages } = serverFile.parse(json('server.json'));
  expect({ name, version, url: source.url }).toEqual({
    name: manifest.mcpName,
    version: manifest.version,
    url: repository,
  });
  expect(packages.map(({ identifier, version: which }) => [identifier, which])).toEqual([
    [manifest.name, manifest.version],
  ]);
  const words = packages[0]?.packageArguments.flatMap(word =>
    word.type === 'positional' ? [word.value] : [],
  );
  expect(words).toEqual(['mcp', 'start']);
});

test.each([
  ['claude-code', 'plugin/.mcp.json'],
  ['gemini', 'plugin/gemini/gemini-extension.json'],
  ['claude-code', '.mcp.json.example'],
])('the server of %s in %s is the one that install writes', (id, file) => {
  expect(json(file).mcpServers).toEqual({ ultragit: sharedEntry(id, 'user') });
});

test.each([
  ['claude-code', 'plugin/hooks/hooks.json'],
  ['codex', 'plugin/hooks/codex.json'],
  ['gemini', 'plugin/gemini/hooks/hooks.json'],
])('the hooks of %s in %s are those of the table of hosts', (id, file) => {
  const host = HOOK_HOSTS.find(one => one.id === id)!;
  const entries = hookEntries(host, hookCommand(['ultragit'], id), { reminder: false });
  const hooks = Object.fromEntries(entries.map(({ event, entry }) => [event, [entry]]));
  expect(json(file)).toEqual({ hooks });
});

const PLUGINS = [
  'plugin/.claude-plugin/plugin.json',
  'plugin/.codex-plugin/plugin.json',
  'plugin/gemini/gemini-extension.json',
];

test.each(PLUGINS)('%s has the name and the version of the package', file => {
  expect(json(file)).toMatchObject({ name: manifest.name, version: manifest.version });
});

test('the marketplace offers the plugin', () => {
  const { plugins } = json('.claude-plugin/marketplace.json');
  expect(plugins).toHaveLength(1);
  expect(plugins[0].name).toBe(json(PLUGINS[0]!).name);
  expect(existsSync(join(plugins[0].source, '.claude-plugin/plugin.json'))).toBe(true);
});

test('what the manifests of the plugin point to is there', () => {
  const pointers = PLUGINS.slice(0, 2).flatMap(file => {
    const { skills, mcpServers, hooks } = json(file);
    return [skills, mcpServers, hooks].filter(Boolean);
  });
  expect(pointers.length).toBeGreaterThan(3);
  for (const path of pointers) expect(existsSync(join('plugin', path)), path).toBe(true);
});

test('each skill says its name and when to use it, and names tools and commands that there are', () => {
  const skills = 'plugin/gemini/skills';
  const names = readdirSync(skills);
  expect(names.sort()).toEqual(['annotate-commit', 'read-why']);
  for (const name of names) {
    const text = readFileSync(join(skills, name, 'SKILL.md'), 'utf8');
    const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    expect(head).toMatch(new RegExp(`^name: ${name}$`, 'm'));
    expect(/^description: (.*)$/m.exec(head)?.[1]?.length).toBeGreaterThan(80);
    expect(/^description: (.*)$/m.exec(head)?.[1]?.length).toBeLessThan(1024);
    expect(text.length).toBeLessThan(3_000);
  }
});
