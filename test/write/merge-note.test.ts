// Two notes of one commit become one: nothing that either side said is lost, whoever merges.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_NOTE_BYTES } from '../../src/annotation/note-reading.ts';
import { readNote } from '../../src/annotation/read-note.ts';
import type { Region } from '../../src/annotation/schema.ts';
import { type MergedNote, mergeNote, type NoteSides } from '../../src/write/merge/merge-note.ts';

type Draft = { file: string; unit?: string; intent: string; corrections?: string[] };

const correction = (reason: string) => ({ field: 'region', correction_type: 'flag', reason });

function region({ file, unit, intent, corrections = [] }: Draft) {
  return {
    file,
    ...(unit ? { ast_anchor: { unit_type: 'function', name: unit } } : {}),
    intent,
    ...(corrections.length > 0 ? { corrections: corrections.map(correction) } : {}),
  };
}

function note(regions: readonly Draft[], head: object = {}): Buffer {
  const document = { schema: 'ultragit/v1', ...head, regions: regions.map(region) };
  return Buffer.from(JSON.stringify(document, null, 2));
}

function merged(sides: NoteSides): MergedNote {
  const result = mergeNote(sides);
  if ('reason' in result) throw new Error(result.reason);
  return result;
}

function regionsIn(data: Buffer | undefined): Region[] {
  return data ? readNote(data, 'refs/notes/ultragit').annotations.flatMap(({ regions }) => regions) : [];
}

const said = (data: Buffer | undefined) => regionsIn(data).map(({ intent }) => intent);

describe('two sides', () => {
  const base = note([{ file: 'a.ts', unit: 'f', intent: 'one' }]);

  test('that annotated different units are both there, in one document', () => {
    const ours = note([
      { file: 'a.ts', unit: 'f', intent: 'one' },
      { file: 'a.ts', unit: 'g', intent: 'two' },
    ]);
    const theirs = note([
      { file: 'a.ts', unit: 'f', intent: 'one' },
      { file: 'b.ts', intent: 'three' },
    ]);
    const { data, conflicts } = merged({ base, ours, theirs });
    expect(said(data)).toEqual(['one', 'two', 'three']);
    expect(conflicts).toEqual([]);
    expect(JSON.parse(String(data)).regions).toHaveLength(3);
  });

  test('of which one has a field twice stay as they were written, one after the other', () => {
    const twice = Buffer.from(
      '{"schema":"ultragit/v1","regions":[{"file":"a.ts","intent":"hidden"}],"regions":[{"file":"a.ts","intent":"seen"}]}',
    );
    const theirs = note([{ file: 'b.ts', intent: 'three' }]);
    const { data } = merged({ base, ours: twice, theirs });
    expect(String(data)).toContain('hidden');
    expect(said(data).sort()).toEqual(['seen', 'three']);
  });

  test('that changed the same unit keep both texts, and that is told', () => {
    const ours = note([{ file: 'a.ts', unit: 'f', intent: 'ours' }]);
    const theirs = note([{ file: 'a.ts', unit: 'f', intent: 'theirs' }]);
    const { data, conflicts } = merged({ base, ours, theirs });
    expect(said(data)).toEqual(['ours', 'theirs']);
    expect(conflicts).toEqual([{ kind: 'both changed', file: 'a.ts', unit: 'f' }]);
  });

  test('of which one took a region off lose it, unless the other changed it', () => {
    const two = note([
      { file: 'a.ts', unit: 'f', intent: 'one' },
      { file: 'b.ts', intent: 'other' },
    ]);
    const without = note([{ file: 'b.ts', intent: 'other' }]);
    const further = note([
      { file: 'a.ts', unit: 'f', intent: 'one' },
      { file: 'b.ts', intent: 'other' },
      { file: 'c.ts', intent: 'new' },
    ]);
    expect(said(merged({ base: two, ours: without, theirs: further }).data)).toEqual(['other', 'new']);
    const changed = note([
      { file: 'a.ts', unit: 'f', intent: 'changed' },
      { file: 'b.ts', intent: 'other' },
    ]);
    const result = merged({ base: two, ours: without, theirs: changed });
    expect(said(result.data)).toEqual(['changed', 'other']);
    expect(result.conflicts).toEqual([{ kind: 'changed and removed', file: 'a.ts', unit: 'f' }]);
  });

  test('of which one took the whole note off keep it only where the other changed it', () => {
    expect(merged({ base, ours: undefined, theirs: base })).toEqual({ data: undefined, conflicts: [] });
    const theirs = note([{ file: 'a.ts', unit: 'f', intent: 'changed' }]);
    expect(merged({ base, theirs })).toEqual({
      data: theirs,
      conflicts: [{ kind: 'note changed and removed' }],
    });
  });

  test('that corrected the same region have both corrections on one region', () => {
    const ours = note([{ file: 'a.ts', unit: 'f', intent: 'one', corrections: ['x'] }]);
    const theirs = note([{ file: 'a.ts', unit: 'f', intent: 'one', corrections: ['y'] }]);
    const { data, conflicts } = merged({ base, ours, theirs });
    expect(regionsIn(data)).toHaveLength(1);
    expect(regionsIn(data)[0]?.corrections?.map(({ reason }) => reason)).toEqual(['x', 'y']);
    expect(conflicts).toEqual([]);
  });

  test('of which one corrected what the other rewrote have the correction on what is there now', () => {
    const ours = note([{ file: 'a.ts', unit: 'f', intent: 'one', corrections: ['x'] }]);
    const theirs = note([{ file: 'a.ts', unit: 'f', intent: 'rewritten' }]);
    const { data } = merged({ base, ours, theirs });
    expect(regionsIn(data)).toMatchObject([{ intent: 'rewritten', corrections: [{ reason: 'x' }] }]);
  });

  test('of which one corrected what the other removed keep the region', () => {
    const ours = note([{ file: 'a.ts', unit: 'f', intent: 'one', corrections: ['x'] }]);
    const { data, conflicts } = merged({ base, ours, theirs: note([]) });
    expect(regionsIn(data)).toMatchObject([{ intent: 'one', corrections: [{ reason: 'x' }] }]);
    expect(conflicts).toEqual([{ kind: 'changed and removed', file: 'a.ts', unit: 'f' }]);
  });

  test('that each corrected what the other removed keep both, whoever merges', () => {
    const [one, two] = [
      { file: 'a.ts', unit: 'f', intent: 'one' },
      { file: 'a.ts', unit: 'f', intent: 'two' },
    ];
    const sides = {
      base: note([one, two]),
      ours: note([{ ...one, corrections: ['x'] }]),
      theirs: note([{ ...two, corrections: ['y'] }]),
    };
    const { data } = merged(sides);
    expect(regionsIn(data)).toMatchObject([
      { intent: 'one', corrections: [{ reason: 'x' }] },
      { intent: 'two', corrections: [{ reason: 'y' }] },
    ]);
    expect(String(merged({ ...sides, ours: sides.theirs, theirs: sides.ours }).data)).toBe(String(data));
  });

  test('of thousands of corrected regions are merged in one go', () => {
    const drafts = Array.from({ length: 4_000 }, (_, at) => ({ file: 'a.ts', unit: `f${at}`, intent: 'x' }));
    const corrected = drafts.map(draft => ({ ...draft, corrections: ['y'] }));
    const rewritten = drafts.map(draft => ({ ...draft, intent: 'z' }));
    const compact = (data: Buffer) => Buffer.from(JSON.stringify(JSON.parse(String(data))));
    const { data } = merged({
      base: note(drafts),
      ours: compact(note(corrected)),
      theirs: compact(note(rewritten)),
    });
    expect(regionsIn(data)).toHaveLength(4_000);
    expect(regionsIn(data)[7]).toMatchObject({ intent: 'z', corrections: [{ reason: 'y' }] });
  });

  test('with different summaries stay two documents, which readers see without a flaw', () => {
    const ours = note([{ file: 'a.ts', intent: 'one' }], {
      summary: 'Mine',
      timestamp: '2026-01-02T00:00:00Z',
    });
    const theirs = note([{ file: 'b.ts', intent: 'two' }], {
      summary: 'Yours',
      timestamp: '2026-01-01T00:00:00Z',
    });
    const { data = Buffer.alloc(0) } = merged({ ours, theirs });
    const { annotations, repairs } = readNote(data, 'refs/notes/ultragit');
    expect(annotations.map(({ summary }) => summary)).toEqual(['Yours', 'Mine']);
    expect(repairs).toEqual([]);
  });

  test('that differ in their time only are one document of the later time', () => {
    const ours = note([{ file: 'a.ts', intent: 'one' }], { timestamp: '2026-01-02T00:00:00Z' });
    const theirs = note([{ file: 'b.ts', intent: 'two' }], { timestamp: '2026-01-01T23:00:00-02:00' });
    const { annotations } = readNote(merged({ ours, theirs }).data ?? Buffer.alloc(0), '');
    expect(annotations.map(({ timestamp }) => timestamp)).toEqual(['2026-01-01T23:00:00-02:00']);
  });

  test('of which one added a region while the other changed the summary keep both', () => {
    const before = note([{ file: 'a.ts', intent: 'one' }], { summary: 'Old' });
    const ours = note(
      [
        { file: 'a.ts', intent: 'one' },
        { file: 'b.ts', intent: 'two' },
      ],
      { summary: 'Old' },
    );
    const theirs = note([{ file: 'a.ts', intent: 'one' }], { summary: 'New' });
    const { data = Buffer.alloc(0) } = merged({ base: before, ours, theirs });
    expect(said(data).sort()).toEqual(['one', 'two']);
    expect(String(data)).toContain('"New"');
  });
});

describe('what is not an annotation of ours', () => {
  test('unknown fields and other dialects stay as they are', () => {
    const ours = Buffer.from('{"schema":"chronicle/v3","summary":"x","wisdom":[],"own":{"deep":[1]}}');
    const theirs = note([{ file: 'a.ts', intent: 'one' }], { 'x-tool': { kept: true } });
    const text = String(merged({ ours, theirs }).data);
    expect(JSON.parse(text)).toEqual([JSON.parse(String(theirs)), JSON.parse(String(ours))]);
  });

  test('two texts stand one after the other, once', () => {
    const [ours, theirs] = [Buffer.from('Reviewed by Ada\n'), Buffer.from('Do not touch\n')];
    const { data, conflicts } = merged({ ours, theirs });
    expect(String(data)).toBe('Do not touch\n\nReviewed by Ada\n');
    expect(conflicts).toEqual([{ kind: 'both texts' }]);
    expect(merged({ ours: data, theirs })).toEqual({ data, conflicts: [] });
  });

  test('a text beside JSON becomes the summary of a document, so that both can be read', () => {
    const json = note([{ file: 'a.ts', intent: 'one' }]);
    const { data = Buffer.alloc(0), conflicts } = merged({
      ours: json,
      theirs: Buffer.from('plain words\n'),
    });
    expect(said(data)).toEqual(['one']);
    expect(readNote(data, '').annotations.map(({ summary }) => summary)).toContain('plain words\n');
    expect(conflicts).toEqual([{ kind: 'text beside JSON' }]);
  });

  test('documents of which one is torn are kept one after the other, and the whole one is still read', () => {
    const torn = Buffer.from('{\n  "schema": "ultragit/v1",\n  "regions": [ {"file" "x.ts"} ]\n');
    const { data } = merged({ ours: note([{ file: 'a.ts', intent: 'one' }]), theirs: torn });
    expect(String(data)).toContain(String(torn).trimEnd());
    expect(said(data)).toEqual(['one']);
  });

  test('bytes that are no text are not rewritten', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00]);
    expect(mergeNote({ ours: bytes, theirs: note([]) })).toEqual({ reason: 'one of them is not text' });
  });

  test('two notes that are too large together are not merged', () => {
    const large = (intent: string) => note([{ file: 'a.ts', intent: intent.repeat(MAX_NOTE_BYTES * 0.6) }]);
    expect(mergeNote({ ours: large('a'), theirs: large('b') })).toHaveProperty('reason');
  });
});

const draft = fc.record({
  file: fc.constantFrom('a.ts', 'b.ts'),
  unit: fc.constantFrom('f', 'g', undefined),
  intent: fc.constantFrom('one', 'two', 'three'),
  corrections: fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 2 }),
});
const head = fc.constantFrom({}, { summary: 'S' }, { summary: 'T', timestamp: '2026-01-01T00:00:00Z' });
const someNote = fc.option(
  fc.tuple(fc.array(draft, { maxLength: 4 }), head).map(([drafts, fields]) => note(drafts, fields)),
  { nil: undefined },
);
const sides = fc.record({ base: someNote, ours: someNote, theirs: someNote });

const bodies = (data: Buffer | undefined) =>
  new Set(regionsIn(data).map(({ corrections: _, ...body }) => JSON.stringify(body)));

describe('whatever the notes are', () => {
  test('both sides get the same bytes and hear the same conflicts', () => {
    fc.assert(
      fc.property(sides, ({ base, ours, theirs }) => {
        const [here, there] = [merged({ base, ours, theirs }), merged({ base, ours: theirs, theirs: ours })];
        expect(String(here.data)).toBe(String(there.data));
        expect(here.conflicts).toEqual(there.conflicts);
      }),
    );
  });

  test('what a side said anew is there, and nothing is that nobody said', () => {
    fc.assert(
      fc.property(sides, ({ base, ours, theirs }) => {
        const [before, mine, yours] = [bodies(base), bodies(ours), bodies(theirs)];
        const result = bodies(merged({ base, ours, theirs }).data);
        for (const body of [...mine, ...yours]) if (!before.has(body)) expect(result).toContain(body);
        for (const body of mine) if (yours.has(body)) expect(result).toContain(body);
        for (const body of result) expect(mine.has(body) || yours.has(body)).toBe(true);
      }),
    );
  });

  test('every correction that a side added is there', () => {
    const reasons = (data: Buffer | undefined) =>
      new Set(
        regionsIn(data).flatMap(({ file, ast_anchor: anchor, corrections = [] }) =>
          corrections.map(({ reason }) => `${file} ${anchor?.name} ${reason}`),
        ),
      );
    fc.assert(
      fc.property(sides, ({ base, ours, theirs }) => {
        const before = reasons(base);
        const result = reasons(merged({ base, ours, theirs }).data);
        for (const side of [ours, theirs])
          for (const reason of reasons(side)) if (!before.has(reason)) expect(result).toContain(reason);
      }),
    );
  });

  test('merging again with either side changes nothing', () => {
    fc.assert(
      fc.property(someNote, someNote, (ours, theirs) => {
        const { data } = merged({ ours, theirs });
        expect(String(merged({ base: ours, ours: data, theirs: ours }).data)).toBe(String(data));
        expect(bodies(merged({ ours: data, theirs }).data)).toEqual(bodies(data));
      }),
    );
  });
});
