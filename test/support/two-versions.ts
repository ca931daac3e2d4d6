// Two versions of a file with several similar functions, made by chance from a seed, and where one of them is in each.
import type { LineRange } from '../../src/annotation/schema.ts';

export type Language = 'braces' | 'indented';

/** What happened around the function, or to all of it. */
export const EVENTS = [
  'nothing else',
  'a function put above',
  'a function put below',
  'functions put on both sides',
  'the function above removed',
  'the function below removed',
  'a near copy put above',
  'a near copy put below',
  'moved to the end',
] as const;
export type Event = (typeof EVENTS)[number];

export type TwoVersions = {
  before: string[];
  after: string[];
  range: LineRange;
  /** Where the function is in the new version. */
  truth: LineRange;
  /** Lines that were kept and that no other line of either version looks like. */
  distinctive: number;
  /** Whether the function has its header and half of its lines yet, or more of its lines than a copy of it has. */
  isMoreThanCopy: boolean;
};

/** Lines of a function that have words: these can be edited. */
export const WORDY_LINES = 10;

type Line = { text: string; isDistinctive?: boolean };

/** The same numbers for the same seed, from 0 to below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const TEXTS = {
  braces: {
    header: (name: string) => `function ${name}(input) {`,
    common: [
      '  const result = [];',
      '  if (!input) return result;',
      '  input.sort();',
      '  log(input);',
      '  return result;',
    ],
    distinctive: (name: string) => `  const ${name} = measure(input, '${name}');`,
    fresh: (name: string) => `  emit${name}(${name}a, ${name}b);`,
    freshHeader: (name: string) => `export class ${name} extends ${name}Base {`,
    end: ['}'],
  },
  indented: {
    header: (name: string) => `def ${name}(input):`,
    common: [
      '    result = []',
      '    if not input: return result',
      '    input.sort()',
      '    log(input)',
      '    return result',
    ],
    distinctive: (name: string) => `    ${name} = measure(input, "${name}")`,
    fresh: (name: string) => `    emit${name}(${name}a, ${name}b)`,
    freshHeader: (name: string) => `class ${name}(${name}Base):`,
    end: [],
  },
};

/** Takes what is to happen; `edited` lines of the function are replaced where they are. */
export function twoVersions(language: Language, event: Event, edited: number, seed: number): TwoVersions {
  const texts = TEXTS[language];
  const chance = numbersFrom(seed);
  let names = 0;
  const nextName = () => `v${(names++).toString(36)}x${Math.floor(chance() * 900 + 100)}`;

  /** A function of ten lines with words: its header, four of its own, and five that all of them have. */
  const newFunction = (): Line[] => {
    const own = Array.from({ length: 4 }, () => ({
      text: texts.distinctive(nextName()),
      isDistinctive: true,
    }));
    const body: Line[] = texts.common.map(text => ({ text }));
    for (const line of own) body.splice(1 + Math.floor(chance() * (body.length - 1)), 0, line);
    return [{ text: texts.header(nextName()), isDistinctive: true }, ...body];
  };
  const edit = (lines: readonly Line[], count: number): Line[] => {
    const order = lines.map((_, at) => ({ at, key: chance() })).sort((a, b) => a.key - b.key);
    const chosen = new Set(order.slice(0, count).map(({ at }) => at));
    return lines.map((line, at) => {
      if (!chosen.has(at)) return line;
      return { text: at === 0 ? texts.freshHeader(nextName()) : texts.fresh(nextName()) };
    });
  };
  const nearCopy = (lines: readonly Line[]): Line[] =>
    lines.map((line, at) => {
      if (at === 0) return { text: texts.header(nextName()) };
      return line.isDistinctive && chance() < 0.5 ? { text: texts.distinctive(nextName()) } : line;
    });

  const target = newFunction();
  const old = [newFunction(), newFunction(), target, newFunction(), newFunction()];
  const changed = edit(target, edited);
  const copy = nearCopy(target);
  const now = after(event, old, changed, { newFunction, nearCopy: () => copy });
  const sharedBy = (lines: readonly Line[]) => lines.filter(line => target.includes(line)).length;

  const before = fileOf(old, texts.end);
  const made = fileOf(now, texts.end);
  const inAfter = (line: Line) => made.lines.filter(text => text === line.text).length;
  const kept = changed.filter(line => line.isDistinctive && inAfter(line) === 1);
  return {
    before: before.lines,
    after: made.lines,
    range: before.rangeOf(target),
    truth: made.rangeOf(changed),
    distinctive: kept.length,
    isMoreThanCopy:
      (changed[0] === target[0] && 2 * edited <= WORDY_LINES) || sharedBy(changed) > sharedBy(copy),
  };
}

type Makers = { newFunction: () => Line[]; nearCopy: () => Line[] };

function after(event: Event, old: readonly Line[][], target: Line[], make: Makers): Line[][] {
  const [first = [], above = [], , below = [], last = []] = old;
  switch (event) {
    case 'nothing else':
      return [first, above, target, below, last];
    case 'a function put above':
      return [first, above, make.newFunction(), target, below, last];
    case 'a function put below':
      return [first, above, target, make.newFunction(), below, last];
    case 'functions put on both sides':
      return [first, above, make.newFunction(), target, make.newFunction(), below, last];
    case 'the function above removed':
      return [first, target, below, last];
    case 'the function below removed':
      return [first, above, target, last];
    case 'a near copy put above':
      return [first, above, make.nearCopy(), target, below, last];
    case 'a near copy put below':
      return [first, above, target, make.nearCopy(), below, last];
    case 'moved to the end':
      return [first, above, below, last, target];
  }
}

function fileOf(functions: readonly (readonly Line[])[], end: readonly string[]) {
  const lines: string[] = ['# made by chance'];
  const ranges = new Map<readonly Line[], LineRange>();
  for (const one of functions) {
    lines.push('');
    const start = lines.length + 1;
    lines.push(...one.map(({ text }) => text), ...end);
    ranges.set(one, { start, end: lines.length });
  }
  const rangeOf = (one: readonly Line[]) => ranges.get(one) ?? { start: 0, end: 0 };
  return { lines, rangeOf };
}
