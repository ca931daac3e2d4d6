import { expect, test } from 'vitest';
import { flawsOf } from '../../src/annotation/flaws.ts';
import { LIMITS } from '../../src/annotation/limits.ts';
import { readNote } from '../../src/annotation/read-note.ts';

const REF = 'refs/notes/ultragit';
const bytes = (note: unknown) => Buffer.from(JSON.stringify(note));
const read = (regions: unknown[], rest = {}) =>
  readNote(bytes({ schema: 'ultragit/v1', regions, ...rest }), REF);

test('a constraint that is too long is shown shortened, and marked', () => {
  const { annotations, over, mistakes } = read([{ file: 'a.ts', constraints: ['x'.repeat(100_000)] }]);
  const [constraint] = annotations[0]?.regions[0]?.constraints ?? [];
  expect(constraint?.text).toBe(`${'x'.repeat(LIMITS.prose - 1)}…`);
  expect(over).toEqual({ shortened: 1, leftOut: 0 });
  expect(mistakes.list).toEqual([
    {
      document: 0,
      path: ['regions', 0, 'constraints', 0, 'text'],
      problem: 'longer than 65536 characters',
      done: 'shortened',
    },
  ]);
});

test('names and paths have limits of their own, and no character is cut in two', () => {
  const name = `${'n'.repeat(LIMITS.name - 2)}😀😀`;
  const file = 'f'.repeat(5_000);
  const { annotations, over } = read([{ file, ast_anchor: { name, signature: 's'.repeat(4_096) } }]);
  const [region] = annotations[0]?.regions ?? [];
  expect(region?.ast_anchor?.name).toBe(`${'n'.repeat(LIMITS.name - 2)}…`);
  expect(region?.ast_anchor?.signature).toHaveLength(4_096);
  expect(region?.file).toHaveLength(LIMITS.path);
  expect(over).toEqual({ shortened: 2, leftOut: 0 });
});

test('of a list that is too long the first items are read, and the others counted', () => {
  const tags = Array.from({ length: 1_500 }, (_, at) => `t${at}`);
  const { annotations, over } = read([{ file: 'a.ts', tags }]);
  expect(annotations[0]?.regions[0]?.tags).toEqual(tags.slice(0, LIMITS.items));
  expect(over).toEqual({ shortened: 0, leftOut: 500 });
});

test('a note has a number of regions, however many documents they are in', () => {
  const document = JSON.stringify({
    schema: 'ultragit/v1',
    regions: Array.from({ length: 3_000 }, () => ({ file: 'a.ts' })),
  });
  const { annotations, over } = readNote(Buffer.from(`${document}\n${document}`), REF);
  expect(annotations.map(({ regions }) => regions.length)).toEqual([3_000, 2_000]);
  expect(over).toEqual({ shortened: 0, leftOut: 1_000 });
});

test('concerns have limits, too', () => {
  const concern = { description: 'd', regions: Array.from({ length: 1_001 }, () => 'a.ts:x') };
  const { annotations, over } = read([], { cross_cutting: Array.from({ length: 40 }, () => concern) });
  expect(annotations[0]?.cross_cutting).toHaveLength(40);
  expect(annotations[0]?.cross_cutting?.[0]?.regions).toHaveLength(LIMITS.items);
  expect(over).toEqual({ shortened: 0, leftOut: 40 });
});

test('the decision records of a note are linked to a number of commits, all together', () => {
  const record = (first: number) => {
    const linked = Array.from({ length: 700 }, (_, at) => `  - ${(0x1000000 + first + at).toString(16)}`);
    return `---\nid: r\ntitle: t\nstatus: accepted\nlinked_commits:\n${linked.join('\n')}\n---\n\n# t\n`;
  };
  const { annotations, over } = readNote(Buffer.from(`${record(0)}\n${record(700)}`), 'refs/notes/adr');
  expect(annotations.map(({ linked_commits: linked }) => linked?.length)).toEqual([700, 300]);
  expect(over).toEqual({ shortened: 0, leftOut: 400 });
});

test('validate names what is over a limit, with its place', async () => {
  const note = { schema: 'ultragit/v1', regions: [{ file: 'a.ts', tags: Array(1_002).fill('t') }] };
  expect(await flawsOf(bytes(note), REF)).toEqual([
    {
      line: 1,
      column: 58,
      field: 'regions[0].tags',
      problem: '2 items more than are read',
      done: 'left out',
    },
  ]);
});

test('a note within the limits has nothing to report', () => {
  expect(read([{ file: 'a.ts', constraints: ['x'.repeat(LIMITS.prose)] }]).over).toBeUndefined();
});
