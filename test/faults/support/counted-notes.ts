// Notes in our own format that are well-formed and too many of something: regions, names, lines, dependencies, references, constraints
// with their corrections. Each stays below the size limit of a note, and several may be about one file.
import type { Random } from './random.ts';

export type CountedNotes = {
  what: string;
  file: { name: string; content: string };
  /** Oldest first; each is given the ids of the commits before its own. */
  notes: ((earlier: readonly string[]) => string)[];
};

type Fields = Record<string, unknown>;

const ROOM = 1024 * 1024 - 4_096;
const MANY = [1, 3, 40, 1_000, 5_000, 8_000, 12_000, 50_000];

const FILES = {
  'a small file': { name: 'src/a.js', content: 'function f0() {\n  return 1;\n}\n' },
  'a file of 15,000 functions': {
    name: 'src/a.js',
    content: Array.from({ length: 15_000 }, (_, at) => `function f${at}() { return ${at}; }\n`).join(''),
  },
  'a file of 20,000 lines': {
    name: 'src/a.js',
    content: `function f0() {\n${'  work();\n'.repeat(20_000)}}\n`,
  },
  'a class of 3,000 methods': {
    name: 'src/a.ts',
    content: `class F {\n${Array.from({ length: 3_000 }, (_, at) => `  f${at}() {\n    return ${at};\n  }\n`).join('')}}\n`,
  },
  'functions nested 60 deep': {
    name: 'src/a.js',
    content: `${Array.from({ length: 60 }, (_, at) => `function f${at}() {\n`).join('')}${'}\n'.repeat(60)}`,
  },
  'a file without grammar': { name: 'src/a.xyz', content: 'f0 f1 f2\n'.repeat(5_000) },
  'one line of 500,000 characters': { name: 'src/a.js', content: `const f0 = [${'1,'.repeat(250_000)}];\n` },
} as const;

export function countedNotes(draw: Random): CountedNotes {
  const kind = draw.pick(Object.keys(FILES) as (keyof typeof FILES)[]);
  const file = FILES[kind];
  const count = draw.pick([1, 1, 2, 4, 12]);
  const shape = { named: draw.pick(NAMES), ranged: draw.pick(RANGES), listed: draw.pick(LISTS) };
  const [regions, items] = draw.chance(0.5) ? [draw.pick(MANY), 1] : [draw.pick([1, 4, 40]), draw.pick(MANY)];
  const make = (earlier: readonly string[]) => noteOf(file.name, shape, { regions, items }, earlier);
  const what = `${kind}, ${count} notes of ${regions} regions (${shape.named.name}, ${shape.ranged.name}), ${items} of ${shape.listed.name} each`;
  return { what, file, notes: Array.from({ length: count }, () => make) };
}

type Shape = {
  named: (typeof NAMES)[number];
  ranged: (typeof RANGES)[number];
  listed: (typeof LISTS)[number];
};

const NAMES = [
  function each_its_own(at: number) {
    return { ast_anchor: { unit_type: 'function', name: `f${at}` } };
  },
  function all_the_same() {
    return { ast_anchor: { unit_type: 'function', name: 'f0' } };
  },
  function almost_the_same(at: number) {
    return { ast_anchor: { name: `${'f'.repeat(200)}${at}${'g'.repeat(200)}` } };
  },
  function qualified(at: number) {
    return { ast_anchor: { unit_type: 'method', name: `F::f${at}`, signature: `f${at}()` } };
  },
  function unnamed(_at: number) {
    return {};
  },
];

const RANGES = [
  function all_lines(_at: number) {
    return { lines: { start: 1, end: 20_000 } };
  },
  function one_line(at: number) {
    return { lines: { start: 1 + at, end: 1 + at } };
  },
  function overlapping(at: number) {
    return { lines: { start: 1 + (at % 500), end: 2_000 + at } };
  },
  function no_lines(_at: number) {
    return {};
  },
];

/** The lists of a region; `item` is the number of one in it. */
const LISTS = [
  function equal_dependencies(count: number, file: string) {
    return { semantic_dependencies: times(count, () => ({ file, anchor: 'f0', nature: 'same' })) };
  },
  function dependencies(count: number, file: string) {
    return {
      semantic_dependencies: times(count, at => ({ file, anchor: `f${at}`, nature: `assumes ${at}` })),
    };
  },
  function related(count: number, file: string, earlier: readonly string[]) {
    const commit = earlier.at(-1) ?? 'HEAD';
    return {
      related_annotations: times(count, at => ({ commit, anchor: `${file}:f${at}`, relationship: 'r' })),
    };
  },
  function constraints_and_corrections(count: number) {
    const corrections = times(Math.ceil(count / 4), at => ({
      field: 'constraints',
      correction_type: ['remove', 'flag', 'amend'][at % 3],
      target_value: `c${at}`,
      replacement: `d${at}`,
      reason: 'no',
    }));
    return { constraints: times(count, at => `c${at}`), corrections };
  },
  function rejected_alternatives(count: number) {
    return { rejected_alternatives: times(count, at => ({ approach: `a${at}`, reason: 'slow' })) };
  },
  function tags_and_threads(count: number) {
    return { tags: times(count, at => `t${at}`), open_threads: times(count, at => `o${at}`) };
  },
];

function times<T>(count: number, item: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => item(at));
}

/** As much of it as fits into a note. */
function noteOf(
  file: string,
  { named, ranged, listed }: Shape,
  { regions, items }: { regions: number; items: number },
  earlier: readonly string[],
): string {
  const list = (room: number) => {
    let count = items;
    while (count > 1 && JSON.stringify(listed(count, file, earlier)).length > room)
      count = Math.floor(count * 0.8);
    return listed(count, file, earlier);
  };
  const region = (at: number): Fields => ({ file, ...named(at), ...ranged(at), intent: `i${at}` });
  const lists = list(Math.max(200, Math.floor((ROOM * 0.8) / regions) - 100));
  const parts: Fields[] = [];
  let room = ROOM - 60_000;
  for (let at = 0; at < regions; at++) {
    const part = { ...region(at), ...lists };
    room -= JSON.stringify(part).length + 1;
    if (room < 0) break;
    parts.push(part);
  }
  const concern = { description: 'all', regions: times(1_000, at => `${file}:f${at}`) };
  const provenance = { operation: 'amend', derived_from: earlier.slice(-3) };
  return JSON.stringify({
    schema: 'ultragit/v1',
    context_level: 'enhanced',
    regions: parts,
    cross_cutting: [concern],
    provenance,
  });
}
