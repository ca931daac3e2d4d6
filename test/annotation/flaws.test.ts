// What a note got wrong is named with its place, its field and what was done about it.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Flaw, flawsOf } from '../../src/annotation/flaws.ts';
import { readNote } from '../../src/annotation/read-note.ts';
import type { Region } from '../../src/annotation/schema.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { sharedRepository } from '../support/repository.ts';

const REF = 'refs/notes/ultragit';

const flaws = (text: string, ref = REF) => flawsOf(Buffer.from(text), ref);
const reading = (text: string) => readNote(Buffer.from(text), REF);
const regionsOf = (text: string): Region[] => reading(text).annotations.flatMap(({ regions }) => regions);

/** `12:7 regions[0].lines — problem; done` */
const shown = ({ line, column, field, problem, done }: Flaw) =>
  [line && `${line}:${column}`, field, '—', `${problem};`, done].filter(Boolean).join(' ');

/** A note of one region, whose last line is given: that is line 6, and begins in column 7. */
const region = (last: string, lineEnd = '\n') =>
  [
    '{',
    '  "schema": "ultragit/v1",',
    '  "regions": [',
    '    {',
    '      "file": "a.ts",',
    `      ${last}`,
    '    }',
    '  ]',
    '}',
    '',
  ].join(lineEnd);

describe('a note as it should be has no flaws', () => {
  test.each([
    '"intent": "I"',
    '"intent": "", "reasoning": null, "tags": []',
    '"lines": { "start": 0, "end": 0 }',
    '"lines": null, "ast_anchor": null',
    '"ast_anchor": { "unit_type": "file", "name": "" }',
    '"ast_anchor": "f", "constraints": ["c"], "rejected_alternatives": ["a"]',
    '"ast_anchor": { "type": "fn", "name": "f", "signature": null }',
    '"corrections": [{ "field": "region", "correction_type": "flag", "correction_text": "r" }]',
    '"semantic_dependencies": [{ "path": "b.ts", "anchor": "g", "nature": "n", "since": "v2" }]',
  ])('%s', async last => {
    expect(await flaws(region(last))).toEqual([]);
  });

  test('whatever its other fields are, and without those that are not needed', async () => {
    const note = { schema: 'ultragit/v1', commit: 'HEAD', author: 'A', session: 7, regions: [{ path: 'a' }] };
    expect(await flaws(JSON.stringify(note))).toEqual([]);
    const concern = {
      description: 'd',
      nature: 'convention',
      regions: ['a.ts:f', { file: 'b', anchor: 'g' }],
    };
    expect(await flaws(JSON.stringify({ schema: 'chronicle/v1', cross_cutting: [concern] }))).toEqual([]);
  });

  test.each(['mqtt-client', 'polyglot', 'rewritten', 'skewed', 'names'])(
    'in the fixture %s',
    async scenario => {
      const repo = sharedRepository(scenario);
      for (const entry of repo.git('ls-tree', '-r', '--format=%(objectname)', REF).split('\n')) {
        expect(await flawsOf(repo.gitBytes(['cat-file', 'blob', entry]), REF)).toEqual([]);
      }
    },
  );
});

describe('lines in another form are read, and named', () => {
  test.each([
    ['"2075-2117"', { start: 2075, end: 2117 }],
    ['"2075:2117"', { start: 2075, end: 2117 }],
    ['"L2075..L2117"', { start: 2075, end: 2117 }],
    ['" 2075 – 2117 "', { start: 2075, end: 2117 }],
    ['[2075, 2117]', { start: 2075, end: 2117 }],
    ['{ "start": "2075", "end": "2117" }', { start: 2075, end: 2117 }],
    ['{ "from": 2075, "to": 2117 }', { start: 2075, end: 2117 }],
  ])('%s', async (lines, read) => {
    const text = region(`"lines": ${lines}`);
    expect(regionsOf(text)).toEqual([{ file: 'a.ts', lines: read }]);
    expect((await flaws(text)).map(shown)).toEqual([
      '6:16 regions[0].lines — not of the form {start, end}; read as lines 2075 to 2117',
    ]);
  });

  test.each([
    ['"all of it"', 'not of the form {start, end}'],
    ['7', 'not of the form {start, end}'],
    ['[7]', 'not of the form {start, end}'],
    ['[9, 2]', 'it ends before it starts'],
    ['"9-2"', 'it ends before it starts'],
    ['{ "start": 9, "end": 2 }', 'it ends before it starts'],
    ['{ "start": 9 }', 'it has no end'],
  ])('%s is left out, once', async (lines, problem) => {
    const text = region(`"lines": ${lines}`);
    expect(regionsOf(text)).toEqual([{ file: 'a.ts' }]);
    expect((await flaws(text)).map(shown)).toEqual([`6:16 regions[0].lines — ${problem}; left out`]);
  });
});

describe('a wrong name is read as the right one, and named', () => {
  test.each<[string, string, Partial<Region>]>([
    ['"constraint": "c"', 'constraints', { constraints: [{ text: 'c', source: 'author' }] }],
    ['"reason": "r"', 'reasoning', { reasoning: 'r' }],
    ['"anchor": "f"', 'ast_anchor', { ast_anchor: { name: 'f' } }],
    ['"anchor": { "name": "f" }', 'ast_anchor', { ast_anchor: { name: 'f' } }],
    ['"risks": ["r", { "description": "s" }]', 'risk_notes', { risk_notes: 'r\ns' }],
    ['"alternatives": ["a"]', 'rejected_alternatives', { rejected_alternatives: [{ approach: 'a' }] }],
    [
      '"rejected": [{ "approach": "a", "reason": "r" }]',
      'rejected_alternatives',
      { rejected_alternatives: [{ approach: 'a', reason: 'r' }] },
    ],
    [
      '"dependencies": [{ "file": "b" }]',
      'semantic_dependencies',
      { semantic_dependencies: [{ file: 'b' }] },
    ],
    ['"related": [{ "commit": "c" }]', 'related_annotations', { related_annotations: [{ commit: 'c' }] }],
    ['"purpose": "p"', 'intent', { intent: 'p' }],
    ['"line_range": { "start": 1, "end": 2 }', 'lines', { lines: { start: 1, end: 2 } }],
  ])('%s', async (last, name, read) => {
    const text = region(last);
    const wrong = /"(\w+)"/.exec(last)?.[1];
    expect(regionsOf(text)).toEqual([{ file: 'a.ts', ...read }]);
    expect((await flaws(text)).map(shown)).toEqual([
      `6:7 regions[0].${wrong} — not the name of this field; read as ${name}`,
    ]);
  });

  test('in the items of a list', async () => {
    const text = region(
      '"constraints": ["a", { "rule": "b" }], "rejected_alternatives": [{ "option": "o" }]',
    );
    expect(regionsOf(text)).toMatchObject([
      { constraints: [{ text: 'a' }, { text: 'b' }], rejected_alternatives: [{ approach: 'o' }] },
    ]);
    expect((await flaws(text)).map(shown)).toEqual([
      '6:30 regions[0].constraints[1].rule — not the name of this field; read as text',
      '6:74 regions[0].rejected_alternatives[0].option — not the name of this field; read as approach',
    ]);
  });

  test('unless the right one is there, too', async () => {
    const text = region('"constraint": "lost", "constraints": ["kept"]');
    expect(regionsOf(text)).toMatchObject([{ constraints: [{ text: 'kept' }] }]);
    expect((await flaws(text)).map(shown)).toEqual([
      '6:7 regions[0].constraint — not the name of this field; ignored, constraints is given otherwise',
    ]);
  });

  test('and what is wrong inside of it is found under the name that it has', async () => {
    const text = region('"constraint": ["c", 7]');
    expect((await flaws(text)).map(shown).at(-1)).toBe(
      '6:27 regions[0].constraint[1] — not an object; left out',
    );
  });
});

test('a field that no region has is named, whatever its name', async () => {
  const text = region('"konstraint": "c", "a b\u202e": 1, "__proto__": {}');
  expect(regionsOf(text)).toEqual([{ file: 'a.ts' }]);
  expect((await flaws(text)).map(shown)).toEqual([
    '6:7 regions[0].konstraint — unknown field; ignored',
    '6:26 regions[0]["a b"] — unknown field; ignored',
    '6:37 regions[0].__proto__ — unknown field; ignored',
  ]);
});

describe('the document as a whole', () => {
  test.each<[string, string[], number]>([
    [
      '{ "schema": "ultragit/v1", "regions": { "file": "a.ts" } }',
      ['1:39 regions — not a list; read as one region'],
      1,
    ],
    ['{ "schema": "ultragit/v1", "summary": "S" }', ['1:1 — there are no regions; nothing to read'], 0],
    [
      '{ "schema": "ultragit/v1", "regions": [] }',
      ['1:39 regions — there are no regions; nothing to read'],
      0,
    ],
    [
      '{ "schema": "ultragit/v1", "region": [{ "file": "a" }] }',
      ['1:28 region — not the name of this field; read as regions'],
      1,
    ],
    [
      '{ "schema": "ultragit/v1", "context_level": "enhance", "regions": [{ "file": "a" }] }',
      ['1:45 context_level — none of enhanced, inferred; counts as inferred'],
      1,
    ],
    [
      '{ "schema": "ultragit/v1", "timestamp": "last Tuesday", "regions": [{ "file": "a" }] }',
      ['1:41 timestamp — not a date; the date of the commit counts'],
      1,
    ],
    [
      '{ "schema": "ultragit/v1", "regions": ["a.ts", { "intent": "I" }, { "file": "b.ts" }, { "file": 3 }] }',
      [
        '1:40 regions[0] — not an object; left out',
        '1:48 regions[1] — it has no file; left out',
        '1:97 regions[3].file — not a text; left out with its entry',
      ],
      1,
    ],
  ])('%s', async (text, expected, count) => {
    expect((await flaws(text)).map(shown)).toEqual(expected);
    expect(regionsOf(text)).toHaveLength(count);
  });

  test('of several documents each flaw has its own place, and one that is broken does not lose the other', async () => {
    const good = '{"schema":"ultragit/v1","regions":[{"file":"a","note":1}]}';
    const text = `${good}\n{"schema":"ultragit/v1" "regions":[]}\n  ${good}\n{"schema":"ultragit/v9"}`;
    expect(regionsOf(text)).toEqual([{ file: 'a' }, { file: 'a' }]);
    expect((await flaws(text)).map(shown)).toEqual([
      '1:48 regions[0].note — unknown field; ignored',
      '2:1 — 4 documents in one note; each was read that could be',
      '2:25 — not valid JSON: a comma is missing before this; not read',
      '3:50 regions[0].note — unknown field; ignored',
      '4:11 schema — written in ultragit/v9; this version reads v1; not read',
    ]);
  });

  test('a document without its end does not lose the one that was appended to it', async () => {
    const text = `${region('"intent": "I"').slice(0, -2)}\n${region('"intent": "I", "x": 1')}`;
    expect(regionsOf(text)).toEqual([{ file: 'a.ts', intent: 'I' }]);
    expect((await flaws(text)).map(shown)).toEqual([
      '1:1 — not valid JSON: this { is never closed; not read',
      '10:1 — 2 documents in one note; each was read that could be',
      '15:22 regions[0].x — unknown field; ignored',
    ]);
  });

  test('a document that is nested too deeply is not read, beside one that is', async () => {
    const deep = `{"schema":"ultragit/v1","regions":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
    const text = `{\n${region('"intent": "I"')}${deep}`;
    expect(regionsOf(text)).toEqual([{ file: 'a.ts', intent: 'I' }]);
    expect((await flaws(text)).map(shown)).toEqual([
      '1:1 — not valid JSON: this { is never closed; not read',
      '2:1 — 3 documents in one note; each was read that could be',
      '11:98 — nested deeper than 64 levels; not read',
    ]);
  });

  test('documents in a list', async () => {
    const text =
      '[{"schema":"ultragit/v1","regions":[{"file":"a","lines":"1-2"}]},\n {"schema":"other/v1"}, 7]';
    expect((await flaws(text)).map(shown)).toEqual([
      '1:57 [0].regions[0].lines — not of the form {start, end}; read as lines 1 to 2',
      expect.stringMatching(
        /^2:12 \[1\]\.schema — unknown schema "other\/v1"; known are ultragit\/v1.*; not read$/,
      ),
      '2:25 [2] — the note has no schema; not read',
    ]);
  });
});

describe('values that do not fit are named by their first place', () => {
  test('items that were taken out before do not shift those after them', async () => {
    const text = region(
      '"tags": [1, "t", 2], "related_annotations": [7, { "commit": 3 }, { "anchor": "x" }]',
    );
    expect((await flaws(text)).map(shown)).toEqual([
      '6:16 regions[0].tags[0] — not a text; left out',
      '6:24 regions[0].tags[2] — not a text; left out',
      '6:52 regions[0].related_annotations[0] — not an object; left out',
      '6:67 regions[0].related_annotations[1].commit — not a text; left out with its entry',
      '6:72 regions[0].related_annotations[2] — it has no commit; left out',
    ]);
  });

  test('the last one of two fields of a name counts', async () => {
    expect((await flaws(region('"tags": ["t"], "tags": 7'))).map(shown)).toEqual([
      '6:30 regions[0].tags — not a list; read as a list of one',
      '6:30 regions[0].tags — not a text; left out',
    ]);
  });

  test('a dialect of other names gives a place where it can', async () => {
    const note = '{"schema":"chronicle/v3","summary":7,"wisdom":[{"content":"c","file":"f","lines":"x"},{}]}';
    expect((await flaws(note)).map(shown)).toEqual([
      '1:36 summary — not a text; left out',
      '1:82 wisdom[0].lines — not of the form {start, end}; left out',
      '1:87 wisdom[1] — it says nothing; left out',
    ]);
  });
});

describe('what was mended', () => {
  test.each<[string, string, string[]]>([
    ['a byte order mark', `\ufeff${region('"intent": "I"')}`, ['1:1 — a byte order mark; ignored']],
    ['NULs', `${region('"intent": "I"')}\0\0\n`, ['10:1 — NUL at the end; ignored']],
    [
      'a trailing comma',
      region('"tags": ["a", "b", ]'),
      ['6:24 regions[0].tags — a comma before a closing bracket; ignored'],
    ],
    [
      'raw line breaks',
      region('"intent": "one\ntwo\n\tthree"'),
      ['6:21 regions[0].intent — a raw line break in a text, the first of 3; read as if escaped'],
    ],
    [
      'a raw tab',
      region('"intent": "one\ttwo"'),
      ['6:21 regions[0].intent — a raw tab in a text; read as if escaped'],
    ],
    [
      'a raw bell',
      region('"intent": "one\u0007two"'),
      ['6:21 regions[0].intent — a raw control character in a text; read as if escaped'],
    ],
  ])('%s', async (_name, text, expected) => {
    expect((await flaws(text)).map(shown)).toEqual(expected);
    expect(regionsOf(text)).toHaveLength(1);
  });
});

describe('places are counted as an editor counts', () => {
  const expected = ['6:16 regions[0].lines — not of the form {start, end}; read as lines 1 to 2'];
  const last = '"lines": "1-2"';

  test('with CR LF, and with a byte order mark', async () => {
    expect((await flaws(region(last, '\r\n'))).map(shown)).toEqual(expected);
    expect((await flaws(`\ufeff${region(last)}`)).map(shown)).toEqual([
      '1:1 — a byte order mark; ignored',
      ...expected,
    ]);
    const oneLine = `\ufeff${JSON.stringify({ schema: 'ultragit/v1', regions: [{ file: 'a', x: 1 }] })}`;
    expect((await flaws(oneLine)).map(shown)[1]).toMatch(/^1:48 regions\[0\]\.x/);
  });

  test('a tab is one column, and so is a character of two units or three bytes', async () => {
    const text = region(`\t"intent": "ä漢😀e\u0301", ${last}`);
    expect((await flaws(text)).map(shown)).toEqual([
      '6:36 regions[0].lines — not of the form {start, end}; read as lines 1 to 2',
    ]);
  });

  test('after raw line breaks, trailing commas and empty lines', async () => {
    const text = `\n\n${region(`"tags": ["t",], "intent": "one\n  two", ${last}`)}`;
    expect((await flaws(text)).map(shown)).toEqual([
      '8:19 regions[0].tags — a comma before a closing bracket; ignored',
      '8:37 regions[0].intent — a raw line break in a text; read as if escaped',
      '9:18 regions[0].lines — not of the form {start, end}; read as lines 1 to 2',
    ]);
  });
});

const UNREADABLE: [string, string, string, string][] = [
  ['a missing comma', region('"intent": "I" "tags": []'), '6:21', 'a comma is missing before this'],
  [
    'a missing comma at the end of a line',
    region('"a": 1\n      "b": 2'),
    '7:7',
    'a comma is missing before this',
  ],
  ['single quotes', region("'intent': 'I'"), '6:7', 'texts are in double quotes'],
  ['typographic quotes', region('“intent”: “I”'), '6:7', 'texts are in double quotes'],
  ['a name without quotes', region('intent: "I"'), '6:7', 'names are in double quotes'],
  [
    'a quote that is not escaped',
    region('"intent": "the "fast" path"'),
    '6:23',
    'the quote before this is not escaped',
  ],
  [
    'a text without its last quote',
    region('"intent": "I,\n      "tags": []'),
    '6:17',
    'this text is not closed',
  ],
  ['a missing colon', region('"intent" "I"'), '6:16', 'a colon is missing before this'],
  ['a missing value', region('"intent": , "tags": []'), '6:17', 'a value is missing before this'],
  ['a value of another language', region('"tags": None'), '6:15', 'this is no value in JSON'],
  ['a comment', region('"tags": [] // none'), '6:18', 'JSON has no comments'],
  [
    'a wrong escape',
    region('"intent": "C:\\dir"'),
    '6:20',
    'JSON has no such escape; a backslash is written as two',
  ],
  ['a wrong bracket', region('"tags": ["a"}'), '6:19', '] is missing before this'],
  ['an end that is missing', region('"tags": []').slice(0, -6), '3:14', 'this [ is never closed'],
  [
    'raw line breaks before it',
    region('"intent": "a\nb", "tags": [],, "x": 1'),
    '7:16',
    'a name is missing before this',
  ],
];

describe('a note that is not JSON says where', () => {
  test.each(UNREADABLE)('%s', async (_name, text, place, reason) => {
    const [line, column] = place.split(':');
    expect(reading(text).problem).toBe(
      `the note is not valid JSON (line ${line}, column ${column}: ${reason})`,
    );
    expect((await flaws(text)).map(shown)).toEqual([`${place} — not valid JSON: ${reason}; not read`]);
  });

  test.each([
    ['schema: ultragit/v1\nregions:\n  - file: a.ts\n', '1:1', 'this looks like YAML'],
    ['\n---\nschema: ultragit/v1\n', '2:1', 'this looks like YAML'],
    ['```json\n{}\n```\n', '1:1', 'this is Markdown'],
    ['<<<<<<< ours\n{}\n=======\n', '1:1', 'a conflict of a merge was left'],
    ['Looks good to me.', '1:1', 'it should begin with {'],
    ['{"schema":"ultragit/v1"}\nand more', '2:1', 'this stands outside of the braces'],
  ])('%j', async (text, place, reason) => {
    const [line, column] = place.split(':');
    expect(reading(text).problem).toBe(`the note is not JSON (line ${line}, column ${column}: ${reason})`);
    expect((await flaws(text)).map(shown)).toEqual([`${place} — not JSON: ${reason}; not read`]);
  });

  test('an empty note has no place', async () => {
    expect(await flaws(' \n')).toEqual([{ problem: 'the note is empty', done: 'not read' }]);
  });
});

describe('the place does not come from the words of JSON.parse', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('which differ between versions of Node, and may have none', () => {
    const expected = UNREADABLE.map(([, text]) => reading(text).problem);
    const parse = JSON.parse;
    vi.spyOn(JSON, 'parse').mockImplementation(text => {
      try {
        return parse(text);
      } catch {
        throw new SyntaxError('JSON Parse error');
      }
    });
    expect(UNREADABLE.map(([, text]) => reading(text).problem)).toEqual(expected);
  });
});

describe('hostile notes', () => {
  test('a name of any length and any characters is shortened and cleaned', async () => {
    const [flaw] = await flaws(region(`"${'\\u202e\\u0007x'.repeat(10_000)}": 1`));
    expect(flaw?.field?.length).toBeLessThanOrEqual(120);
    expect(flaw?.field).toMatch(/^[\x20-\x7e…]+$/);
  });

  test('flaws beyond a bound are counted, and looked up in time', async () => {
    const fields = Array.from({ length: 40_000 }, (_, at) => `"x${at}": 1`).join(',');
    const found = await flaws(region(fields));
    expect(found).toHaveLength(1_001);
    expect(found.at(-1)).toEqual({ problem: '39000 more flaws', done: 'not listed' });
  });

  test.each([
    ['many documents', '{}'.repeat(200_000)],
    ['many unknown documents in a list', `[${'{"schema":"x"},'.repeat(50_000)}1]`],
    ['NULs and a letter', `${'\0'.repeat(900_000)}x`],
    ['NULs', `{}${'\0'.repeat(900_000)}`],
    ['white space and NULs', `{}${' \0'.repeat(400_000)}`],
    ['raw line breaks', region(`"intent": "${'\n'.repeat(900_000)}"`)],
    ['commas', region(`"tags": [${',]'.repeat(200_000)}`)],
    ['quotes', `{${'"'.repeat(900_001)}}`],
    ['escaped quotes', `{"a":"${'\\"'.repeat(400_000)}}`],
    ['an open text of many lines', `{"a":"${'x\n'.repeat(400_000)}`],
    ['deep nesting', '['.repeat(900_000)],
  ])('%s take time in proportion', async (_name, text) => {
    const start = cpuTime();
    await flaws(text);
    expect(cpuTime() - start).toBeLessThan(5_000);
  });
});

test('a note that is not JSON has flaws without a place; a transcript has none', async () => {
  expect(await flaws('# Title\n', 'refs/notes/adr')).toEqual([]);
  expect(await flaws('---\nstatus: proposed\n---\nno title\n', 'refs/notes/adr')).toEqual([
    { problem: 'the decision record has no title', done: 'not read' },
  ]);
  expect(await flaws('# Git Memento Session\n', 'refs/notes/commits')).toEqual([]);
});
