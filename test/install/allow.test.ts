// The names by which hosts allow our tools, as the documentation has them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUERIES } from '../../src/query/registry.ts';

const hosts = readFileSync('docs/hosts.md', 'utf8');
const tools = QUERIES.map(({ name }) => `mcp__ultragit__ultragit_${name}`);

test('the settings that allow our tools in Claude Code name all of them, and none that there is not', () => {
  const [, example = '{}'] = /```json\n(\{[^`]*"permissions"[^`]*)```/.exec(hosts) ?? [];
  expect(JSON.parse(example)).toEqual({ permissions: { allow: tools } });
  expect(hosts).toContain('`mcp__ultragit__*`');
});

test('the plugin brings its server under a name of its own', () => {
  const [plugin] = JSON.parse(readFileSync('.claude-plugin/marketplace.json', 'utf8')).plugins;
  const [server] = Object.keys(JSON.parse(readFileSync('plugin/.mcp.json', 'utf8')).mcpServers);
  expect(readFileSync('docs/plugin.md', 'utf8')).toContain(`\`mcp__plugin_${plugin.name}_${server}__*\``);
});

test('the skill says that a host may put its own words before the names', () => {
  expect(readFileSync('plugin/gemini/skills/read-why/SKILL.md', 'utf8')).toContain('`mcp__ultragit__`');
});
