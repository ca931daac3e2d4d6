// The README's links and snippets for hosts give what `mcp install` would write.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUERIES } from '../../src/query/registry.ts';
import { sharedEntry } from './shared-entry.ts';

const readme = readFileSync('docs/plugin.md', 'utf8');
const snippet = readFileSync('docs/agents-snippet.md', 'utf8');

/** The one link of the README to this page. */
function link(page: string): URL {
  const found = [...readme.matchAll(/\]\((https:[^)]+)\)/g)].map(match => new URL(match[1]!));
  const ours = found.filter(url => `${url.origin}${url.pathname}` === page);
  expect(ours).toHaveLength(1);
  return ours[0]!;
}

test('the link for Cursor registers what install writes', () => {
  const { searchParams } = link('https://cursor.com/en/install-mcp');
  expect(searchParams.get('name')).toBe('ultragit');
  const config = Buffer.from(searchParams.get('config') ?? '', 'base64').toString();
  expect(JSON.parse(config)).toEqual(sharedEntry('cursor', 'user'));
});

test('the link for VS Code registers what install writes', () => {
  const { searchParams } = link('https://vscode.dev/redirect/mcp/install');
  expect(searchParams.get('name')).toBe('ultragit');
  expect(JSON.parse(searchParams.get('config') ?? '')).toEqual(sharedEntry('vscode', 'user'));
});

test('the paragraph for AGENTS.md names every tool, and the README quotes it', () => {
  const named = new Set(snippet.match(/ultragit_\w+/g));
  expect([...named].sort()).toEqual(QUERIES.map(({ name }) => `ultragit_${name}`).sort());
  const [, quoted = ''] = /^> (.*)\.$/m.exec(readme) ?? [];
  expect(snippet.replace(/\s+/g, ' ')).toContain(quoted);
});
