// Random, mutated and hostile messages: nothing throws, nothing is lost, and work grows with the message.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { mayHaveDecisions, readDecisions } from '../../../src/annotation/decisions/decisions.ts';
import { recordsOf } from '../../../src/annotation/decisions/records.ts';
import { sectionsOf } from '../../../src/annotation/decisions/sections.ts';
import { readCommitMessage, readNote } from '../../../src/annotation/read-note.ts';
import { annotationSchema, type Region } from '../../../src/annotation/schema.ts';
import { runs } from '../../support/runs.ts';

const KEYS = [
  'Constraint',
  'Rejected',
  'Directive',
  'Not-tested',
  'Tested',
  'Confidence',
  'Scope-risk',
  'Lore-id',
  'Related',
  'Limit',
  'Ruled-out',
  'Warn',
  'Blast',
  'Record-Id',
  'Expires',
  'Provenance',
  'Supersedes',
];
const key = fc.constantFrom(...KEYS);
const action = fc.constantFrom('intent', 'decision', 'rejected', 'constraint', 'learned', 'fix');
const value = fc.oneof(
  fc.constantFrom(
    'high',
    'low',
    'broad',
    'permanent',
    'r-abc123',
    '3fa90c12',
    '[until:2020-01-01] x',
    '',
    '|',
  ),
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.tuple(fc.lorem(), fc.constantFrom(' | ', ' — ', ' - ', '|'), fc.lorem()).map(parts => parts.join('')),
);
const trailer = fc.oneof(
  fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`),
  fc
    .tuple(action, fc.lorem({ maxCount: 1 }), value)
    .map(([name, scope, text]) => `${name}(${scope}): ${text}`),
);
const line = fc.oneof(
  { weight: 4, arbitrary: trailer },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 20 }) },
  fc.constantFrom(
    '',
    '',
    '',
    '---------',
    '* A subject',
    '- an item',
    '```',
    '  folded',
    'Signed-off-by: A <a@b.c>',
  ),
  fc.string({ maxLength: 40 }),
);
const newline = fc.constantFrom('\n', '\n', '\n', '\n\n', '\r\n', '\\n', '\\n\\n', '\r');
const message = fc
  .oneof(
    fc.array(fc.tuple(line, newline), { maxLength: 5 }),
    fc.array(fc.tuple(line, newline), { maxLength: 40 }),
  )
  .map(lines => lines.map(parts => parts.join('')).join(''));

/** A message with a cut, a repeated piece and an odd piece put into it. */
const mutated = fc
  .tuple(message, fc.nat(), fc.nat(20), fc.nat(), fc.string({ unit: 'binary', maxLength: 5 }))
  .map(([text, at, length, again, odd]) => {
    const start = text.length === 0 ? 0 : at % text.length;
    const cut = text.slice(0, start) + text.slice(start + length);
    return cut.slice(0, again % (cut.length + 1)) + odd + cut.slice(start);
  });

test('no message throws, and what is read fits the schema', () => {
  fc.assert(
    fc.property(fc.oneof(message, mutated, fc.string({ unit: 'binary' })), text => {
      for (const reading of [readCommitMessage(text), readNote(Buffer.from(text), 'refs/notes/commitlore')]) {
        expect(z.array(annotationSchema).safeParse(reading.annotations).success).toBe(true);
      }
    }),
    runs(500),
  );
});

test('a message that is not worth a look never has a decision', () => {
  fc.assert(
    fc.property(fc.oneof(message, mutated), text => {
      // Without the filter, which readDecisions starts with.
      if (!mayHaveDecisions(text)) expect(sectionsOf(text).flatMap(recordsOf)).toEqual([]);
    }),
    runs(3000),
  );
});

test('random messages have decisions often enough to prove something', () => {
  const messages = fc.sample(message, 300);
  expect(messages.filter(text => readDecisions(text).length > 0).length).toBeGreaterThan(60);
  expect(messages.filter(text => !mayHaveDecisions(text)).length).toBeGreaterThan(60);
});

const proseLine = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('* One of a list', '---', '> quoted', '  indented', '- an item', '# A heading'),
  trailer,
);
/** Not with a fence or a written newline, which may well join it to what follows. */
const paragraph = fc
  .array(proseLine, { minLength: 1, maxLength: 5 })
  .map(lines => lines.map(text => text.replaceAll('```', '').replaceAll('\\n', '')).join('\n'));

test('a paragraph of prose above a block takes no decision from it', () => {
  const block = fc.array(
    fc.tuple(fc.constantFrom('Constraint', 'Directive'), fc.stringMatching(/^[a-z]{9,30}$/)),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(paragraph, block, (prose, trailers) => {
      const text = trailers.map(([name, what]) => `${name}: ${what}\n`).join('');
      const read = readDecisions(`Subject\n\n${prose}\n\n${text}Confidence: high\n`);
      const constraints = read.flatMap(({ regions }) => (regions[0] as Region).constraints ?? []);
      const texts = constraints.map(({ text: own }) => own);
      expect(texts).toEqual(expect.arrayContaining(trailers.map(([, what]) => what)));
    }),
    runs(500),
  );
});

type Piece = string | ((index: number) => string);
type Fill = (piece: Piece) => string;

const hostile = (size: number) => hostileMessages(piece => filled(piece, size));

function filled(piece: Piece, size: number): string {
  const make = typeof piece === 'string' ? () => piece : piece;
  const count = Math.ceil(size / make(0).length);
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

const hostileMessages = (fill: Fill): Record<string, string> => ({
  'one trailer over and over': fill('Constraint: a\n'),
  'many trailers': fill(index => `Constraint: number ${index}\n`),
  'many paragraphs': fill(index => `Limit: number ${index}\n\n`),
  'many records': fill(index => `Limit: a\nRecord-Id: r-${index}abcdef\n\n`),
  'many records in a paragraph': fill(index => `Limit: a\nRecord-Id: r-${index}abcdef\n`),
  'many ids': fill(index => `Record-Id: r-${index}abcdef\n`),
  'many wrapped lines': `Constraint: ${fill(`${'word '.repeat(14)}\n`)}`,
  'many folded lines': `Constraint: ${fill('\n  word')}`,
  'many squashed subjects': fill('* a\n\nConstraint: a\nTested: b\n\n'),
  'many rules': `* a\n\n${fill('---\n\nWarn: a\n\n')}`,
  'many fences': fill('```\nConstraint: a\n'),
  'many written newlines': `Constraint: ${fill('\\n')}`,
  'many trailers after written newlines': fill('\\nConstraint: a'),
  'many backslashes': fill('\\'),
  bars: `Rejected: ${fill('|')}`,
  'spaced bars': `Rejected: ${fill(' |')}`,
  dashes: `Rejected: ${fill(' -')}`,
  spaces: `${fill(' ')}Constraint: a\nTested: b`,
  'tabs behind a key': `Constraint:${fill('\t')}a`,
  'an open until': `Directive: [until:${fill(' ')}`,
  'an open scope': `decision(${fill('x')}`,
  'many open scopes': fill('decision('),
  'a long key': `${fill('A-')}: x`,
  'a long reference': `refs ${fill('x#')}`,
  'a long id': `Related: ${fill('0a')}`,
  'many related ids': `Related: ${fill('0a1b2c3d, ')}`,
  'one endless word': fill('a'),
  'endless sentences': `${fill('A. ')}\n\nConstraint: a\nTested: b\n`,
  'blank lines': fill('\n'),
});

const END = '\n\nConstraint: last\nTested: last\n';

test.each(Object.entries(hostile(1024 * 1024)))('1 MiB can be read: %s', (_kind, text) => {
  expect(() => readCommitMessage(`Subject\n\n${text}${END}`)).not.toThrow();
});

/** The characters that regular expressions were taken over, which is where nearly all of the time goes. */
function scannedBy(run: () => void): number {
  const { exec } = RegExp.prototype;
  let scanned = 0;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.lastIndex;
    const match = exec.call(this, text);
    scanned += match ? match.index + match[0].length - from : this.sticky ? 1 : text.length - from;
    return match;
  };
  try {
    run();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return scanned;
}

// Last, because expressions stay slow once they were watched; a part of the size shows as well how the work grows.
test.each(Object.entries(hostile(32 * 1024)))(
  'work grows with the message, and not faster: %s',
  (_kind, text) => {
    expect(scannedBy(() => readDecisions(`Subject\n\n${text}${END}`))).toBeLessThan(40 * text.length);
  },
);
