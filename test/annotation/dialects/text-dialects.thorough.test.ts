import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHANGED_FILES } from '../../../src/annotation/changed-files.ts';
import type { NoteReading } from '../../../src/annotation/note-reading.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { runs } from '../../support/runs.ts';

const COMMITS = 'refs/notes/commits';
const read = (text: string, ref: string) => readNote(Buffer.from(text), ref);
const regionsOf = ({ annotations }: NoteReading) => annotations.flatMap(({ regions }) => regions);
const regionOf = (text: string, ref = COMMITS) => regionsOf(read(text, ref))[0];
const adr = (matter: string, body = '') =>
  regionOf(`---\nid: A\ntitle: T\n${matter}\n---\n${body}`, 'refs/notes/adr');

describe('plain text', () => {
  test.each([
    ['a diff of the gateway was lost', 'a diff of the gateway was lost'],
    ['[deploy] The old host is gone.', '[deploy] The old host is gone.'],
    ['Warning: it deletes the whole table', 'Warning: it deletes the whole table'],
    ['古い端末は空の配列を返すので、ここでは確認しない', '古い端末は空の配列を返すので、ここでは確認しない'],
    ['# Why\n\nBecause of v1.2. Nothing else.', 'Why'],
    ['Works with e.g. v1.2 and older. The rest is new.', 'Works with e.g. v1.2 and older.'],
    ['\ufeffA byte order mark, and NULs\0\0\n', 'A byte order mark, and NULs'],
    ['It breaks (badly!) on\nWindows', 'It breaks (badly!) on Windows'],
  ])('%j is what somebody wrote', (text, intent) => {
    expect(regionOf(text)).toMatchObject({ file: CHANGED_FILES, intent });
    expect(read(text, COMMITS).problem).toBeUndefined();
  });

  test.each([
    [
      'a review',
      'Code-Review+2: A <a@b.c>\nVerified+1: B <b@b.c>\nReviewed-on: https://r.example/1\n  folded\n',
    ],
    ['a label', 'Backport: bugfix\n'],
    ['a label in brackets', '[git-p4: depot-paths = "//depot/main/": change = 12]'],
    ['an address', 'https://ci.example.com/builds/12345\n'],
    ['an id', '8d2f1c7b8d2f1c7b8d2f1c7b8d2f1c7b8d2f1c7b\n'],
    ['a word', 'LGTM\n'],
    ['a log', 'the build says something\n'.repeat(201)],
    ['colours of a terminal', '\u001b[31mtests failed in two places\u001b[0m\n'],
    ['bytes', 'a text with \0 and \u0001 in it\n'],
    ['markup', '<?xml version="1.0"?>\n<report>all tests pass here</report>\n'],
    ['a signature', '-----BEGIN PGP SIGNATURE-----\n\niQEzBAABCAAdFiEE and so on\n'],
    ['an unknown front matter', '---\nkey: value\n---\nsome text here\n'],
  ])('%s is left alone, and is no problem', (_name, text) => {
    expect(read(text, COMMITS)).toMatchObject({ annotations: [], mistakes: { list: [], more: 0 } });
    expect(read(text, COMMITS).problem).toBeUndefined();
  });

  test.each(['', ' \n', '{"a": "b"}', '[1, 2]', '{', '["a"]'])('%j is not for it', text => {
    expect(read(text, COMMITS).annotations).toEqual([]);
    expect(read(text, COMMITS).problem).toBeDefined();
  });

  test('prose in another ref is not an annotation', () => {
    for (const ref of ['refs/notes/ultragit', 'refs/notes/commits/x', 'refs/notes/review']) {
      expect(read('We tried floats for a year.', ref)).toMatchObject({
        annotations: [],
        problem: 'the note is not JSON (line 1, column 1: it should begin with {)',
      });
    }
  });

  test('an annotation in the same ref is read as one', () => {
    const note = { schema: 'ultragit/v1', regions: [{ file: 'a.ts', intent: 'I' }] };
    expect(read(JSON.stringify(note), COMMITS).annotations[0]?.format).toBe('ultragit/v1');
  });

  test('a long text is cut, and says so', () => {
    const sentence = `${'word '.repeat(100)}end.`;
    const paragraphs = Array.from({ length: 30 }, (_, n) => `Paragraph ${n} has some words.`);
    const region = regionOf(`${sentence}\n\n${paragraphs.join('\n\n').repeat(3)}`);
    expect(region?.intent).toMatch(/^word .{250,300} …$/);
    expect(region?.reasoning?.length).toBeLessThanOrEqual(2_002);
    expect(region?.reasoning).toMatch(/^word [\s\S]*\.( …)$/);
  });
});

describe('decision records', () => {
  test.each([
    ['accepted', 'T'],
    ['Accepted', 'T'],
    ['proposed', 'Proposed: T'],
    ['draft', 'Draft: T'],
    ['deprecated', 'Deprecated: T'],
    ['SUPERSEDED', 'Superseded: T'],
    ['rejected', 'Rejected: T'],
    ['under review', 'T'],
  ])('the status %s is told before the intent', (status, intent) => {
    const region = adr(`status: ${status}`, '## Alternatives\n- Y: slow\n');
    expect(region?.intent).toBe(intent);
    expect(region?.constraints).toBeUndefined();
    const expected = intent === 'T' ? [{ approach: 'Y', reason: 'slow' }] : undefined;
    expect(region?.rejected_alternatives).toEqual(status === 'rejected' ? [{ approach: 'T' }] : expected);
  });

  const options =
    '## Considered Options\n\n* Option 1: Use Redis\n* Option 2: Use a file\n  - Pro: no server\n* Use memory — lost at a restart\n\n';

  test.each([
    ['a quoted name', 'Chosen option: "Use a file", because it is there', ['Use Redis', 'Use memory']],
    ['a label', '**Chosen option**: Option 1 with a small cache', ['Use a file', 'Use memory']],
    ['the next line', 'Chosen option:\n\nUse memory for now.', ['Use Redis', 'Use a file']],
    ['nothing', 'We take what is there.', undefined],
    ['what is not listed', 'Chosen option: Use a queue', undefined],
    ['only the beginning of a word', 'Chosen option: Use memoryless things', undefined],
  ])('the options that were not chosen are told by %s', (_name, outcome, expected) => {
    const region = adr('status: accepted', `${options}## Decision Outcome\n\n${outcome}\n`);
    expect(region?.rejected_alternatives?.map(({ approach }) => approach)).toEqual(expected);
  });

  test('only what is bad about the consequences is a risk', () => {
    const risks = (text: string) => adr('status: accepted', `## Consequences\n\n${text}\n`)?.risk_notes;
    expect(risks('All in all it is slower.')).toBe('All in all it is slower.');
    expect(risks('### Positive\n\n- a\n\n### Negative\n\n- b\n\n### Neutral\n\n- c')).toBe('- b');
    expect(risks('**Positive:**\n- a\n**Negative:**\n- b')).toBe('- b');
    expect(risks('Good\n- a\n\nBad\n- b\n\nNeutral\n- c')).toBe('- b');
    expect(risks('* Good, because a\n* Bad, because b')).toBe('* Bad, because b');
    expect(risks('### Positive\n\n- a')).toBeUndefined();
  });

  test('an unknown heading belongs to the known one above it, unless it stands beside it', () => {
    const body = '## Context\n\na\n\n### Details\n\nb\n\n## Links\n\nc\n\n## Decision\n\nd\n';
    expect(adr('status: accepted', body)?.reasoning).toBe('a\n\n#### Details\nb\n\nd');
  });

  test('a record without known headings is kept in its own words', () => {
    expect(adr('status: accepted', '# T\n\nWe decided for X and against Y.\n')?.reasoning).toBe(
      'We decided for X and against Y.',
    );
  });

  test('a record is told by its shape, or by its ref', () => {
    const text = '---\nid: A\ntitle: T\nstatus: accepted\n---\n';
    expect(regionOf(text, 'refs/notes/decisions')?.intent).toBe('T');
    expect(regionOf('# T\n', 'refs/notes/adr/platform')?.intent).toBe('T');
    expect(regionOf('# T\n', 'refs/notes/adr-index')).toBeUndefined();
    expect(regionOf('---\ntitle: T\n---\n', 'refs/notes/other')).toBeUndefined();
    expect(read('{"adrs": []}', 'refs/notes/adr').problem).toBe('the note has no schema');
  });

  test('long parts are cut at a paragraph', () => {
    const long = Array.from(
      { length: 40 },
      () => 'Some sixty characters of context, all of them quite the same.',
    ).join('\n\n');
    const reasoning = adr('status: accepted', `## Context\n${long}\n## Decision\n${long}\n`)?.reasoning ?? '';
    expect(reasoning.length).toBeLessThan(2_410);
    expect(reasoning.split('same. …')).toHaveLength(3);
  });
});

describe('memories', () => {
  const memory = (matter: string, body: string) =>
    `---\ntype: decisions\nsummary: S\n${matter}---\n\n${body}\n`;

  test.each([
    ['a tag', memory('tags:\n- x\n- Auto-Captured\n', 'text')],
    ['a tag in a line', memory('tags: [auto-captured]\n', 'text')],
    ['a cut at its start', memory('', '...of a sentence')],
    ['a cut at its end', memory('', 'the begin...')],
  ])('what %s shows to be captured is counted, not read', (_name, text) => {
    expect(read(`${text}\n${memory('', 'written')}`, 'refs/notes/mem/decisions')).toMatchObject({
      annotations: [{ regions: [{ reasoning: 'written' }] }],
      captured: 1,
    });
  });

  test('what people wrote is not counted', () => {
    expect(read(memory('', 'written'), 'refs/notes/mem/decisions').captured).toBeUndefined();
  });

  test.each([
    ['`src/a.py:3-9` (why)', { file: 'src/a.py', lines: { start: 3, end: 9 } }],
    ['./src/a.py:3', { file: 'src/a.py', lines: { start: 3, end: 3 } }],
    ['src/a.py:3,9-12', { file: 'src/a.py' }],
    ['src/a.py:9-3', { file: 'src/a.py' }],
    ['src/deep/', { file: 'src/deep/' }],
    ['.gitignore (modified)', { file: '.gitignore' }],
    ['/etc/passwd', { file: CHANGED_FILES }],
    ['/*', { file: CHANGED_FILES }],
    ['~/notes.md', { file: CHANGED_FILES }],
    ['../other/a.py', { file: CHANGED_FILES }],
    ['.github/ISSUE_TEMPLATE/*.yml', { file: CHANGED_FILES }],
    ['https://example.com/issues/12', { file: CHANGED_FILES }],
    ['PR: https://example.com/12', { file: CHANGED_FILES }],
    ['GitHub issue 12', { file: CHANGED_FILES }],
  ])('the related file %j', (item, place) => {
    const regions = regionsOf(read(memory('', `## Related Files\n- ${item}`), 'refs/notes/mem/decisions'));
    expect(regions).toEqual([{ ...place, intent: 'S' }]);
  });

  test('it is told by its shape, or by its ref', () => {
    const text = '---\ntype: learnings\ntimestamp: 2025-01-01\nsummary: S\n---\n';
    expect(regionOf(text, 'refs/notes/memory')?.intent).toBe('S');
    expect(regionOf('---\ntype: learnings\nsummary: S\n---\n', 'refs/notes/memory')).toBeUndefined();
    expect(read('{"memories": []}', 'refs/notes/mem/decisions').problem).toBe('the note has no schema');
    expect(read('---\ntype: learnings\n---\n', 'refs/notes/mem/learnings').problem).toBe(
      'the note has no summary and no text',
    );
  });
});

test.each([COMMITS, 'refs/notes/memento-full-audit'])('a transcript is named in %s, and not read', ref => {
  for (const text of ['# Git Memento Session\n\n### User\n\nHi.', '<!-- git-memento-full-audit:v1 -->\n']) {
    expect(read(text, ref)).toMatchObject({
      annotations: [],
      problem: 'a session transcript (git-memento), which is not read',
    });
  }
});

const REFS = [COMMITS, 'refs/notes/adr', 'refs/notes/mem/decisions', 'refs/notes/other'];

test('no text makes the reader throw, or gives a region without a place', () => {
  const lines = fc.constantFrom(
    '---',
    '',
    'type: a',
    'id: b',
    'title: "c',
    "summary: 'd",
    'status: rejected',
    'tags:',
    '- e',
    '  - f',
    '  g',
    'tags: [h, "i',
    '# J',
    '## Considered Options',
    '## Context',
    '### Consequences',
    'Bad',
    'Chosen option: e',
    '## Related Files',
    '- src/a.py:1-2',
    '```',
    '\u0000',
    '\ud800',
    '...',
    'k: &l m',
    '__proto__: n',
    '\r',
  );
  const text = fc.oneof(
    fc
      .array(fc.oneof({ weight: 4, arbitrary: lines }, fc.string()), { maxLength: 30 })
      .map(all => all.join('\n')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...REFS), (note, ref) => {
      for (const region of regionsOf(read(note, ref))) expect(region.file).not.toBe('');
    }),
    runs(2_000),
  );
});

test('damage to one document of a note leaves its neighbours whole', () => {
  const documents = ['one', 'two', 'three'].map(
    name => `---\ntype: decisions\nsummary: ${name}\n---\n\nBecause of ${name}.\n`,
  );
  const junk = fc.string({
    unit: fc.constantFrom('a', ':', '"', "'", '[', ']', '{', '#', ' ', '\n', '|', '&', '`'),
  });
  fc.assert(
    fc.property(fc.nat({ max: documents[1]?.length }), junk, (at, inserted) => {
      const middle = documents[1]?.slice(0, at) + inserted + documents[1]?.slice(at);
      const text = `${documents[0]}\n${middle}\n${documents[2]}`;
      const intents = regionsOf(read(text, 'refs/notes/mem/decisions')).map(region => region.intent);
      expect(intents).toContain('one');
      expect(intents).toContain('three');
    }),
    runs(1_000),
  );
});

test.each([
  ['rules', '---\na: b\n'],
  ['quotes', 'a: "b\n'],
  ['wrapped quotes', '  "b \\\n'],
  ['list items', '- a\n'],
  ['brackets', '['],
  ['inline items', "'a, "],
  ['headings', '# a\n'],
  ['options', '* Option 1: ( (chosen\n'],
  ['hashes', '#'],
  ['spaces', ' '],
  ['letters', 'a'],
  ['line breaks', '\n'],
  ['sentences', 'a. '],
  ['files', '## Related Files\n- src/a.py\n'],
])('many %s take no more than their share of time', (_name, piece) => {
  const filler = piece.repeat(Math.floor(200_000 / piece.length));
  const starts: [string, string][] = [
    ['', COMMITS],
    ['x\n---\n', COMMITS],
    ['# T\n\n## Consequences\n', 'refs/notes/adr'],
    ['---\nid: a\ntitle: b\nstatus: c\nkey: ', 'refs/notes/adr'],
    ['---\nid: a\ntitle: b\nstatus: c\n---\n## Considered Options\n', 'refs/notes/adr'],
    ['---\ntype: a\nsummary: "', 'refs/notes/mem/a'],
    ['---\ntype: a\nsummary: b\ntags: [', 'refs/notes/mem/a'],
    ['---\ntype: a\nsummary: b\n---\n', 'refs/notes/mem/a'],
  ];
  for (const [start, ref] of starts) {
    const began = cpuTime();
    read(start + filler, ref);
    expect(cpuTime() - began, start).toBeLessThan(1_000);
  }
});
