import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { QUERIES } from '../src/query/registry.ts';

const readme = readFileSync('README.md', 'utf8');

test('the README opens with the two commands that do all the set-up, and CI runs them', () => {
  const [, first = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const commands = first.split('\n').map(line => line.replace(/\s*#.*/, ''));
  expect(commands.filter(Boolean)).toEqual(['npm install && npm run demo', 'npm install && npm test']);
  const ci = readFileSync('.ci/run', 'utf8');
  for (const step of ['npm install', 'npm run demo', 'npm test']) expect(ci).toContain(step);
});

test('the README has at most 700 words and a transcript of at most 12 lines', () => {
  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(700);
  const transcript = /```console\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(transcript.trim().split('\n').length).toBeLessThanOrEqual(12);
  expect(readme).toMatch(/not on the npm registry yet/);
});

test('the index of the documentation has every page', () => {
  const index = readFileSync('docs/README.md', 'utf8');
  const pages = readdirSync('docs').filter(name => name.endsWith('.md') && name !== 'README.md');
  expect(pages.filter(name => !index.includes(`(${name})`))).toEqual([]);
});

test('the table of the README is that of the registry', () => {
  const rows = QUERIES.map(({ name, answers, command }) => {
    const words = (command.usage ?? command.arguments.map(([word]) => word).join(' '))
      .replace('[options] ', '')
      .replace('...', '…');
    return `| \`ultragit ${name} ${words}\` | \`ultragit_${name}\` | ${answers} |`;
  });
  expect(readme).toContain(rows.join('\n'));
});

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/ARCHITECTURE.md',
  'docs/command-line.md',
  'docs/hosts.md',
  'docs/languages.md',
  'docs/plugin.md',
  'docs/release.md',
  'docs/settings.md',
  'docs/sharing.md',
  'docs/sources.md',
  'docs/writing.md',
])('%s links to files that are there', page => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(match => match[1]);
  for (const link of links) expect(existsSync(join(dirname(page), link ?? '')), link).toBe(true);
});

test('the page of settings has all of them, each under both its names', () => {
  const page = readFileSync('docs/settings.md', 'utf8').toLowerCase();
  const source = readFileSync('src/config.ts', 'utf8');
  const names = [...source.matchAll(/git: '(?<git>[\w.]+)',\s+toml: \[(?<toml>[^\]]+)\]/g)];
  const missing = names.filter(({ groups }) => {
    const [git = '', toml = ''] = [groups?.git, groups?.toml?.split(',').at(-1)?.replace(/[' ]/g, '')];
    return !page.includes(`\`${git}\``) || !page.includes(toml);
  });
  expect(names.length).toBeGreaterThan(10);
  expect(missing.map(([row]) => row)).toEqual([]);
});
