// A plain name is taken apart as any other: in quotes, which mean nothing, it goes the long way.
import { expect, test } from 'vitest';
import { lastWord } from '../../src/pipeline/lines/mentions.ts';
import { parseName } from '../../src/syntax/name.ts';

const PARTS = [
  'a',
  'Client',
  '_x',
  '$',
  'operator',
  'operators',
  'myoperator',
  'impl',
  'extension',
  'get',
  'b2',
];
const SEPARATORS = ['::', '.', '', '.operator::', '::new.', '#', '->', '\\', ':', ' '];

test('plain names have the parts that the long way finds', () => {
  let plain = 0;
  for (const first of PARTS) {
    for (const separator of SEPARATORS) {
      for (const last of [...PARTS, '9', 'é', '', 'x'.repeat(600)]) {
        const name = `${first}${separator}${last}`;
        expect(parseName(name), name).toEqual(parseName(`\`${name}\``));
        if (/^[\w$.:]+$/.test(name)) plain++;
      }
    }
  }
  expect(plain).toBeGreaterThan(500);
});

test.each([
  ['Client::connect', 'connect'],
  ['(*Queue).Push', 'Push'],
  ['parse(a, b)', 'parse'],
  ['List<String>', 'List'],
  ['a.b$', 'b$'],
  ['Klasse::größe', Buffer.from('größe').toString('latin1')],
  ['naïve.plain', 'plain'],
  ['x?', 'x'],
  ['::', undefined],
])('the last word of %s', (name, word) => {
  expect(lastWord(name)).toBe(word);
});
