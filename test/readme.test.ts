import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { TOOL_TEXTS } from '../src/mcp/texts.ts';

const readme = readFileSync('README.md', 'utf8');

test('the README opens with the two commands that do all the set-up, and CI runs them', () => {
  const [, first = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const commands = first.split('\n').map(line => line.replace(/\s*#.*/, ''));
  expect(commands.filter(Boolean)).toEqual(['npm install && npm run demo', 'npm install && npm test']);
  const ci = readFileSync('.ci/run', 'utf8');
  for (const step of ['npm install', 'npm run demo', 'npm test']) expect(ci).toContain(step);
});

test('the README names every tool, with the command that asks the same', () => {
  for (const tool of Object.keys(TOOL_TEXTS)) {
    expect(readme).toContain(`\`ultragit ${tool.replace('ultragit_', '')} <path`);
    expect(readme).toContain(`| \`${tool}\` |`);
  }
});

test.each(['README.md', 'docs/ARCHITECTURE.md', 'docs/hosts.md', 'docs/languages.md', 'docs/note-format.md'])(
  '%s links to files that are there',
  page => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(match => match[1]);
    for (const link of links) expect(existsSync(join(dirname(page), link ?? '')), link).toBe(true);
  },
);
