import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConfigFormat } from '../../src/install/format.ts';
import { jsonConfig } from '../../src/install/json-config.ts';
import { tomlConfig } from '../../src/install/toml-config.ts';
import { jsonText, tomlText } from './config-text.ts';

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
] as const)('a %s file that install made is left to nobody after uninstall', (_, format, container) => {
  const made = format.put(undefined, container, ENTRY, []);
  expect(made.endsWith('\n') && !made.endsWith('\n\n')).toBe(true);
  expect(format.take(made, container)).toBeUndefined();
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
