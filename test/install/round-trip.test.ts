import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConfigFormat } from '../../src/install/config/format.ts';
import { jsonConfig } from '../../src/install/config/json-config.ts';
import { tomlConfig } from '../../src/install/config/toml-config.ts';
import { HOSTS } from '../../src/install/hosts.ts';
import { install, uninstall } from '../../src/install/server-entry.ts';
import { runs } from '../support/runs.ts';
import { jsonText, tomlText } from './config-text.ts';
import { sandbox } from './support.ts';

const ENTRY = { command: 'ultragit', args: ['mcp', 'start'], cwd: '/a "b"\\c\u007f' };
const RUNS = runs(3000);

type Removed = (old: string, left: string | undefined) => void;

const property = (format: ConfigFormat, container: string, removed: Removed) => (old: string) => {
  const once = format.writeEntry(old, container, ENTRY, ['cwd']);
  expect(format.readEntry(once, container)).toEqual(ENTRY);
  expect(format.otherContent(once, container)).toEqual(format.otherContent(old, container));
  expect(isSubsequence(withoutSpace(old), withoutSpace(once)), 'install only adds').toBe(true);
  expect(format.writeEntry(once, container, ENTRY, ['cwd']), 'twice equals once').toBe(once);
  const left = format.removeEntry(once, container);
  if (left !== undefined) {
    expect(format.readEntry(left, container)).toBeUndefined();
    expect(format.otherContent(left, container)).toEqual(format.otherContent(old, container));
  }
  removed(old, left);
};

const COMMENT = /"(?:[^"\\]|\\.)*"|(\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)/g;
const comments = (text: string) => [...text.matchAll(COMMENT)].flatMap(match => match[1]?.trimEnd() ?? []);

test('in any JSON config, install and uninstall change nothing but the entry, and comments stay', () => {
  const removed: Removed = (old, left) => {
    expect(comments(left ?? '')).toEqual(comments(old));
    const isEmpty = Object.keys(Object(jsonConfig.otherContent(old, 'mcpServers'))).length === 0;
    if (left === undefined) expect(isEmpty).toBe(true);
    // With another server beside it, the entry is the only text that comes and goes.
    if (/"s-/.test(old)) expect(left).toBe(old);
  };
  fc.assert(fc.property(jsonText, property(jsonConfig, 'mcpServers', removed)), RUNS);
});

test('in any TOML config, install and uninstall change nothing but the entry', () => {
  const removed: Removed = (old, left) => {
    expect((left ?? '').trimEnd()).toBe(old.trimEnd());
    if (left !== undefined && old.endsWith('\n')) expect(left).toBe(old);
  };
  fc.assert(fc.property(tomlText, property(tomlConfig, 'mcp_servers', removed)), RUNS);
});

test.each([
  [
    'the last line of a line comment',
    '{"mcpServers": {"a": 1, // mine\n"ultragit": {}}}',
    '{"mcpServers": {"a": 1 // mine\n}}',
  ],
  [
    'between others',
    '{"mcpServers": {// mine\n"ultragit": {}, "a": 1}}',
    '{"mcpServers": {// mine\n "a": 1}}',
  ],
  [
    'an object with a comment',
    '{"x": 1, "mcpServers": {/* mine */ "ultragit": {}}}',
    '{"x": 1, "mcpServers": {/* mine */}}',
  ],
  [
    'a comment before the object',
    '{"mcpServers": /* mine */ {"ultragit": {}}}',
    '{"mcpServers": /* mine */ {}}',
  ],
  ['a comment outside', '// mine\n{"mcpServers": {"ultragit": {}}}', '// mine\n{}'],
  ['nothing else', '{ "mcpServers": { "ultragit": {} } }', undefined],
])('an entry that a person wrote is removed: %s', (_, text, left) => {
  expect(jsonConfig.removeEntry(text, 'mcpServers')).toBe(left);
});

test.each([
  ['{}', '{\n  "mcpServers": {\n    "ultragit": {\n'],
  ['{\n\t"a": 1,\n\t"mcpServers": {}\n}', '{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"ultragit": {\n'],
])('an empty object is written over several lines: %j', (text, start) => {
  expect(jsonConfig.writeEntry(text, 'mcpServers', ENTRY, []).startsWith(start)).toBe(true);
});

test.each([
  ['JSON', jsonConfig, 'mcpServers'],
  ['TOML', tomlConfig, 'mcp_servers'],
] as const)('a %s file that install made is gone after uninstall', (_, format, container) => {
  const made = format.writeEntry(undefined, container, ENTRY, []);
  expect(made.endsWith('\n') && !made.endsWith('\n\n')).toBe(true);
  expect(format.removeEntry(made, container)).toBeUndefined();
});

test('the same holds for files on the disk, with or without a BOM, whatever their mode', async () => {
  const box = sandbox();
  const path = join(box.repo, '.mcp.json');
  const host = HOSTS[0]!;
  const target = { host, scope: 'project', path, root: box.repo } as const;
  const anyMode = fc.constantFrom(0o600, 0o644, 0o755);
  await fc.assert(
    fc.asyncProperty(jsonText, fc.boolean(), anyMode, async (text, bom, mode) => {
      const bytes = Buffer.from((bom ? '\ufeff' : '') + text);
      writeFileSync(path, bytes);
      chmodSync(path, mode);
      expect((await install(target, ENTRY, { dryRun: false })).state).toBe('updated');
      const once = readFileSync(path);
      expect(once.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(bom);
      expect((await install(target, ENTRY, { dryRun: false })).state).toBe('unchanged');
      expect(readFileSync(path)).toEqual(once);
      const { state } = await uninstall(target, false);
      expect(existsSync(path)).toBe(state !== 'deleted');
      if (state === 'deleted') return;
      const left = readFileSync(path);
      expect(left.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(bom);
      expect(jsonConfig.otherContent(left.toString().replace('\ufeff', ''), 'mcpServers')).toEqual(
        jsonConfig.otherContent(text, 'mcpServers'),
      );
      expect(statSync(path).mode & 0o777).toBe(mode);
    }),
    runs(200),
  );
});

const CWD = { ...ENTRY, cwd: '/elsewhere' };

test('an update keeps the keys that the user added, in any layout of the file', () => {
  fc.assert(
    fc.property(jsonText, old => {
      const once = jsonConfig.writeEntry(old, 'mcpServers', ENTRY, []);
      const env = once.replace('"command": "ultragit"', '"env": {"A": "b"}, /* mine */ "command": "old"');
      const updated = jsonConfig.writeEntry(env, 'mcpServers', CWD, []);
      expect(jsonConfig.readEntry(updated, 'mcpServers')).toEqual({ ...CWD, env: { A: 'b' } });
      expect(updated).toContain('/* mine */');
      expect(jsonConfig.otherContent(updated, 'mcpServers')).toEqual(
        jsonConfig.otherContent(old, 'mcpServers'),
      );
    }),
    runs(500),
  );
});

const withoutSpace = (text: string) => text.replace(/\s/g, '');

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const char of whole) if (char === part[at]) at++;
  return at === part.length;
}
