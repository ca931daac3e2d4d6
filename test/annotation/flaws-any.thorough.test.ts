// Whatever happens to the notes of the fixtures: nothing throws, no neighbour is lost, and every place is in the text.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flawsOf } from '../../src/annotation/flaws.ts';
import { findFault } from '../../src/annotation/json-fault.ts';
import { noteKeys } from '../../src/annotation/note-keys.ts';
import { readNote } from '../../src/annotation/read-note.ts';
import { parseNoteText } from '../../src/annotation/repair.ts';
import { allNotes } from '../support/notes.ts';
import { buildRepository, scenarios } from '../support/repository.ts';
import { runs } from '../support/runs.ts';

type Note = { ref: string; data: Buffer };

const NO_NOTES = ['unborn', 'empty-notes', 'entire'];
const repos = await Promise.all(
  scenarios()
    .filter(scenario => !NO_NOTES.includes(scenario))
    .map(scenario => buildRepository(scenario)),
);
const notes: Note[] = repos.flatMap(allNotes);
const anyNote = fc.constantFrom(...notes);

test('there are notes of many dialects to start from', () => {
  const formats = notes.flatMap(({ ref, data }) =>
    readNote(data, ref).annotations.map(({ format }) => format),
  );
  expect(notes.length).toBeGreaterThan(100);
  expect(new Set(formats).size).toBeGreaterThan(8);
});

/** Reads a note in all ways, and checks that each flaw is at a character of its text. */
async function readSoundly({ ref, data }: Note): Promise<void> {
  const reading = readNote(data, ref);
  // The next process reads it as it was kept.
  expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
  const { annotations } = reading;
  const files = new Set(noteKeys(data, ref).files);
  for (const { regions } of annotations) for (const { file } of regions) expect(files).toContain(file);
  const lines = data
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n');
  for (const { line, column, field, problem, done } of await flawsOf(data, ref)) {
    expect([problem, done]).not.toContain('');
    expect(`${field}${problem}${done}`).not.toMatch(/undefined.*undefined|\[object|[\u0000-\u001f\u202e]/);
    if (line === undefined || column === undefined) continue;
    expect(lines[line - 1], `line ${line}`).toBeDefined();
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual([...(lines[line - 1] ?? '')].length + 1);
  }
}

/** Bytes cut out, swapped or put in, one to four times. */
const edit = fc.record({
  at: fc.nat(),
  cut: fc.nat(40),
  put: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', '\n', '\0', '\ufeff', '{}', "'", '//', '\r\n\t'),
  ),
  swap: fc.boolean(),
});

function edited(
  data: Buffer,
  edits: readonly { at: number; cut: number; put: string; swap: boolean }[],
): Buffer {
  let bytes = data;
  for (const { at, cut, put, swap } of edits) {
    const place = at % (bytes.length + 1);
    const [before, middle, after] = [
      bytes.subarray(0, place),
      bytes.subarray(place, place + cut),
      bytes.subarray(place + cut),
    ];
    bytes = swap ? Buffer.concat([middle, before, after]) : Buffer.concat([before, Buffer.from(put), after]);
  }
  return bytes;
}

const edits = fc.array(edit, { minLength: 1, maxLength: 4 });

test('bytes cut out, swapped and put in', async () => {
  await fc.assert(
    fc.asyncProperty(anyNote, edits, async ({ ref, data }, changes) => {
      await readSoundly({ ref, data: edited(data, changes) });
    }),
    runs(1_500),
  );
});

/** All places of a document, as paths. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** A field gets another name: one of its own kind, or any. */
function renamed(value: unknown, path: readonly string[], name: string): unknown {
  const [key = '', ...rest] = path;
  if (rest.length > 0)
    return replaced(value, [key], renamed((value as Record<string, unknown>)[key], rest, name));
  if (Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([old, item]) => [old === key ? name : old, item]),
  );
}

const parsed = notes.flatMap(({ ref, data }) => {
  try {
    return [{ ref, document: JSON.parse(data.toString()) as unknown }];
  } catch {
    return [];
  }
});
const places = parsed.flatMap(({ ref, document }) =>
  placesOf(document).map(place => ({ ref, document, place })),
);
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('1-2', [1, 2], { start: 2, end: 1 }, '', null, [], {}, [null], [[]], 1e9, '\u202e'),
);
const anyName = fc.oneof(
  fc.constantFrom(
    'constraint',
    'reason',
    'anchor',
    'risks',
    'related',
    'path',
    'type',
    'regions',
    '__proto__',
  ),
  fc.string(),
);

test('values of any type in the place of any other, and fields of any name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), anyValue, anyName, async (seed, value, name) => {
      const { ref, document, place } = seed;
      await readSoundly({ ref, data: Buffer.from(JSON.stringify(replaced(document, place, value))) });
      if (place.length === 0) return;
      await readSoundly({ ref, data: Buffer.from(JSON.stringify(renamed(document, place, name), null, 1)) });
    }),
    runs(1_500),
  );
});

type Document = { regions: unknown[] };

const severalRegions = parsed.filter(({ ref, document }): boolean => {
  const count = (document as Partial<Document>)?.regions?.length ?? 0;
  return count > 1 && regionsIn(ref, document).length === count;
}) as { ref: string; document: Document }[];

function regionsIn(ref: string, document: unknown) {
  return readNote(Buffer.from(JSON.stringify(document)), ref).annotations.flatMap(({ regions }) => regions);
}

test('a region of ultragit/v1 that is changed in any way does not change what the others give', () => {
  expect(severalRegions.length).toBeGreaterThan(5);
  const change = fc.record({
    region: fc.nat(),
    place: fc.nat(),
    value: anyValue,
    name: anyName,
    rename: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...severalRegions),
      change,
      ({ ref, document }, { region, place, ...how }) => {
        const at = region % document.regions.length;
        const inside = placesOf(document.regions[at]);
        const path = inside[place % inside.length] ?? [];
        const changed =
          how.rename && path.length > 0
            ? renamed(document.regions[at], path, how.name)
            : replaced(document.regions[at], path, how.value);
        const given = regionsIn(ref, { ...document, regions: document.regions.with(at, changed) });
        const others = regionsIn(ref, document).toSpliced(at, 1);
        expect(given.length > others.length ? given.toSpliced(at, 1) : given).toEqual(others);
      },
    ),
    runs(1_500),
  );
});

test('a document that is broken, between others or beside them, does not change what they give', () => {
  const [first = '', second = ''] = ['a', 'b'].map(file =>
    JSON.stringify({ schema: 'ultragit/v1', regions: [{ file, intent: 'I' }] }),
  );
  const unit = fc.constantFrom('a', ' ', ',', ':', '1', "'", '\n', '"', '\\"', '[', '}', ' {', '"x": ""');
  const broken = fc
    .string({ unit, maxLength: 12 })
    .filter(text => !isJson(`{${text}`) && !isJson(`{${text}}`));
  fc.assert(
    fc.property(broken, fc.nat(2), (inner, at) => {
      const text = [first, second].toSpliced(at, 0, `{${inner}`).join('\n');
      const { annotations } = readNote(Buffer.from(text), 'refs/notes/ultragit');
      expect(annotations.flatMap(({ regions }) => regions.map(({ file }) => file))).toEqual(['a', 'b']);
    }),
    runs(1_000),
  );
});

test('a fault is found in every text that is beyond mending, and in none that JSON.parse takes', () => {
  const token = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-0.5e3',
    'true',
    'nul',
    ' ',
    '\n',
    '\\',
    'é',
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), tokens => {
      const text = `[${tokens.join('')}]`;
      const fault = findFault(text);
      if (fault) expect(fault.offset).toBeLessThan(text.length);
      else expect(parseNoteText(text).documents.every(({ value }) => value !== undefined)).toBe(true);
      if (isJson(text)) expect(fault).toBeUndefined();
    }),
    runs(5_000),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
