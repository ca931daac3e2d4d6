import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConfigFormat } from '../../src/install/format.ts';
import { HOSTS } from '../../src/install/hosts.ts';
import { jsonConfig } from '../../src/install/json-config.ts';
import { install, uninstall } from '../../src/install/merge.ts';
import { tomlConfig } from '../../src/install/toml-config.ts';
import { jsonText, tomlText } from './config-text.ts';
import { sandbox } from './support.ts';

const ENTRY = { command: 'ultragit', args: ['mcp', 'start'], cwd: '/a "b"\\c\u007f' };
const runs = { numRuns: 3000 };

const property = (format: ConfigFormat, container: string) => (old: string) => {
  const once = format.put(old, container, ENTRY, ['cwd']);
  expect(format.entry(once, container)).toEqual(ENTRY);
  expect(format.rest(once, container)).toEqual(format.rest(old, container));
  expect(isSubsequence(old, once), 'install only adds').toBe(true);
  expect(format.put(once, container, ENTRY, ['cwd']), 'twice equals once').toBe(once);
  expect(format.take(once, container), 'uninstall restores the bytes').toBe(old);
};

test('in any JSON config, install changes nothing but its entry, and uninstall restores the bytes', () => {
  fc.assert(fc.property(jsonText, property(jsonConfig, 'mcpServers')), runs);
});

test('in any TOML config, install changes nothing but its entry, and uninstall restores the bytes', () => {
  fc.assert(fc.property(tomlText, property(tomlConfig, 'mcp_servers')), runs);
});

test.each([
  ['JSON', jsonConfig, 'mcpServers'],
  ['TOML', tomlConfig, 'mcp_servers'],
] as const)('a %s file that install made is gone after uninstall', (_, format, container) => {
  const made = format.put(undefined, container, ENTRY, []);
  expect(made.endsWith('\n') && !made.endsWith('\n\n')).toBe(true);
  expect(format.take(made, container)).toBeUndefined();
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
      expect((await install(target, ENTRY, false)).state).toBe('updated');
      const once = readFileSync(path);
      expect(once.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(bom);
      expect((await install(target, ENTRY, false)).state).toBe('unchanged');
      expect(readFileSync(path)).toEqual(once);
      await uninstall(target, false);
      expect(readFileSync(path)).toEqual(bytes);
      expect(statSync(path).mode & 0o777).toBe(mode);
    }),
    { numRuns: 200 },
  );
});

const CWD = { ...ENTRY, cwd: '/elsewhere' };

test('an update keeps the keys that the user added, in any layout of the file', () => {
  fc.assert(
    fc.property(jsonText, old => {
      const once = jsonConfig.put(old, 'mcpServers', ENTRY, []);
      const env = once.replace('"command": "ultragit"', '"env": {"A": "b"}, /* mine */ "command": "old"');
      const updated = jsonConfig.put(env, 'mcpServers', CWD, []);
      expect(jsonConfig.entry(updated, 'mcpServers')).toEqual({ ...CWD, env: { A: 'b' } });
      expect(updated).toContain('/* mine */');
      expect(jsonConfig.rest(updated, 'mcpServers')).toEqual(jsonConfig.rest(old, 'mcpServers'));
    }),
    { numRuns: 500 },
  );
});

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const char of whole) if (char === part[at]) at++;
  return at === part.length;
}
