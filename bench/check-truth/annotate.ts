// Notes as an agent writes them: about the units that a commit changed, in words, with lines that are mostly right.
import { wordyLines } from '../truth/alike.ts';
import type { History } from '../truth/git.ts';
import type { At } from '../truth/match.ts';
import type { Parser } from '../truth/parsers/parse.ts';
import type { Random } from '../truth/random.ts';
import { type Lines, textOf, type Unit, type Version } from '../truth/unit.ts';
import { placeIn, type Variant } from '../truth/variants.ts';

/** A unit that a note is about, or, for `relied`, that it declares to rely on. */
export type Promised = {
  id: string;
  commit: string;
  at: At;
  /** Where a note is about some lines of the unit only. */
  part?: Lines;
  variant: Variant;
  /** The one that declares to rely on this unit. */
  by?: string;
};

const UNITS_OF_A_COMMIT = 5;
const WAYS: Variant[] = ['good', 'good', 'good', 'good', 'anchor', 'anchor', 'part', 'part', 'doc', 'off3'];

/** Annotates units that these commits changed; every other one declares to rely on a unit of another file. */
export function annotate(
  history: History,
  parser: Parser,
  commits: readonly string[],
  random: Random,
): Promised[] {
  const promised: Promised[] = [];
  const parts = [
    'commit refs/notes/ultragit\ncommitter Truth <truth@example.com> 1700000000 +0000\ndata 5\nTruth\n',
  ];
  for (const commit of commits) {
    const regions: object[] = [];
    for (const at of random.shuffle(changedUnits(history, parser, commit)).slice(0, UNITS_OF_A_COMMIT)) {
      const id = `truth-${String(promised.length + 1).padStart(4, '0')}`;
      const place = placeOf(commit, at, random);
      if (!place) continue;
      const relied = random.next() < 0.5 ? unitElsewhere(history, parser, commit, at, random) : undefined;
      promised.push({ id, commit, at, variant: place.variant, ...(place.part ? { part: place.part } : {}) });
      if (relied) promised.push({ id: `relied-${id}`, commit, at: relied, variant: 'anchor', by: id });
      regions.push(regionOf(id, at, place, relied, random));
    }
    if (regions.length === 0) continue;
    const note = JSON.stringify({ schema: 'ultragit/v1', context_level: 'enhanced', regions });
    parts.push(`N inline ${commit}\ndata ${Buffer.byteLength(note)}\n${note}\n`);
  }
  history.git(['fast-import', '--quiet', '--force'], `${parts.join('')}done\n`);
  return promised;
}

type Placed = { variant: Variant; lines?: Lines; anchored: boolean; part?: Lines };

function placeOf(commit: string, { path, version, unit }: At, random: Random): Placed | undefined {
  for (const variant of [random.pick(WAYS) ?? 'good', 'good'] as const) {
    const place = placeIn(variant, { id: '', commit, path, blob: '', version, unit }, random);
    if (place && isWordy(version, place.lines))
      return { ...place, variant, ...(variant === 'part' && place.lines ? { part: place.lines } : {}) };
  }
  return undefined;
}

/** Nobody annotates closing brackets. */
function isWordy(version: Version, lines: Lines | undefined): boolean {
  return !lines || wordyLines(textOf(version, lines), '').length > 1;
}

/** The units with lines that a commit added. */
export function changedUnits(history: History, parser: Parser, commit: string): At[] {
  const touched = new Set(history.changedFiles([commit]).get(commit));
  const files = history
    .files(commit)
    .filter(({ path, size }) => touched.has(path) && parser.reads(path, size));
  parser.prepare(files);
  return files.flatMap(file => {
    const version = parser.version(file);
    const added = addedLines(history, commit, file.path);
    const units = version?.units?.filter(({ start, end }) =>
      added.some(line => line >= start && line <= end),
    );
    return version ? (units ?? []).map(unit => ({ path: file.path, version, unit })) : [];
  });
}

function addedLines(history: History, commit: string, path: string): number[] {
  const diff = history.git(['diff-tree', '-p', '-U0', '-m', '--first-parent', '--root', commit, '--', path]);
  return [...diff.matchAll(/^@@ .* \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, start, count = '1']) =>
    Array.from({ length: Number(count) }, (_, at) => Number(start) + at),
  );
}

function unitElsewhere(
  history: History,
  parser: Parser,
  commit: string,
  { path }: At,
  random: Random,
): At | undefined {
  const others = history
    .files(commit)
    .filter(file => file.path !== path && parser.reads(file.path, file.size));
  const files = random.shuffle(others).slice(0, 4);
  parser.prepare(files);
  const units = files.flatMap(file => {
    const version = parser.version(file);
    return version ? uniqueUnits(version).map(unit => ({ path: file.path, version, unit })) : [];
  });
  return random.pick(units);
}

function uniqueUnits({ units = [] }: Version): Unit[] {
  return units.filter(unit => units.filter(({ name }) => name === unit.name).length === 1);
}

function regionOf(
  id: string,
  { path, unit, version }: At,
  { lines, anchored }: Placed,
  relied: At | undefined,
  random: Random,
): object {
  const signature = textOf(version, { start: unit.start, end: unit.start })[0]
    ?.trim()
    .replace(/\s*[{:]?$/, '');
  const said = [
    { constraints: [{ text: `${id}: callers rely on the order of what it returns`, source: 'author' }] },
    { rejected_alternatives: [{ approach: `${id}: to cache the result`, reason: 'it went stale in tests' }] },
    { risk_notes: `${id}: slow for large input` },
  ];
  return {
    file: path,
    ast_anchor: anchored ? { unit_type: unit.kind, name: unit.name, signature } : undefined,
    lines,
    intent: `${id}: what ${unit.name} is for`,
    ...random.pick(said),
    semantic_dependencies: relied && [
      { file: relied.path, anchor: relied.unit.name, nature: `${id}: that it never throws` },
    ],
  };
}
