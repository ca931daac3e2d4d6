import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonConfig } from '../../src/install/json-config.ts';
import { configText } from './config-text.ts';

const ENTRY = { command: 'ultragit', args: ['mcp', 'start'], cwd: '/a "b"\\c' };
const text = configText.map(t => t.replace(/^\ufeff/, ''));
const readable = (t: string) => {
  try {
    jsonConfig.entry(t, 'mcpServers');
    return true;
  } catch {
    return false;
  }
};

test('json', () => {
  let n = 0,
    bad = 0;
  fc.assert(
    fc.property(text, old => {
      n++;
      if (!readable(old)) {
        bad++;
        if (bad < 5) console.log(JSON.stringify(old));
        return;
      }
      const once = jsonConfig.put(old, 'mcpServers', ENTRY, []);
      expect(jsonConfig.entry(once, 'mcpServers')).toEqual(ENTRY);
      expect(jsonConfig.rest(once, 'mcpServers')).toEqual(jsonConfig.rest(old, 'mcpServers'));
      expect(jsonConfig.put(once, 'mcpServers', ENTRY, [])).toBe(once);
      expect(jsonConfig.take(once, 'mcpServers')).toBe(old);
    }),
    { numRuns: 20000 },
  );
  console.log(n, bad);
});
