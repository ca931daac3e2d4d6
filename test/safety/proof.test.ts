// What is promised has its test: each that the list of faults or SECURITY.md names is there, by its name.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

const list = text('test/faults/README.md');
const lines = list.split('\n');
const entries = lines.flatMap(line => {
  const { file, name } = /^- `(?<file>[^`]+)`: (?<name>.+)$/.exec(line)?.groups ?? {};
  return file && name ? [{ file, name }] : [];
});

test('every fault and every promise has a test', () => {
  const titles = lines.flatMap((line, at) => (line.startsWith('**') ? [at] : []));
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.filter(at => !lines[at + 1]?.startsWith('- `test/'))).toEqual([]);
  expect(lines.filter(line => line.startsWith('- '))).toHaveLength(entries.length);
});

test('every test in the list of faults exists', () => {
  const missing = entries.filter(
    ({ file, name }) => !existsSync(`${root}/${file}`) || !text(file).includes(name),
  );
  expect(missing).toEqual([]);
});

test('every test that SECURITY.md names exists', () => {
  const named = [...text('SECURITY.md').matchAll(/`(test\/[^`]*)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(path => !existsSync(`${root}/${path}`))).toEqual([]);
});
