import type { LineRange } from '../annotation/schema.ts';
import type { Change } from '../git/change-calls.ts';
import { contains, lineNumbers, rangesOf, span } from '../pipeline/lines/range.ts';
import type { Located } from '../pipeline/locate/locate.ts';
import { type FileRegions, regions } from '../pipeline/regions.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { codeOf } from '../pipeline/units/parsed.ts';
import type { Subject } from '../pipeline/units/subject.ts';
import type { Unit } from '../syntax/unit.ts';
import { afterChange, isUntouched, type Outcome, type Versions, versionsOf } from './after-change.ts';
import type { ChangedFile } from './changed-files.ts';
import { isSameCode } from './same-code.ts';
import { subjectsBefore } from './subjects-before.ts';

/** Code that a change touches: a unit, some lines or a whole file, and what is annotated of it. */
export type Touched = {
  /** As it was before the change. */
  path: string;
  unit?: Unit;
  /** Absent for a whole file. */
  lines?: LineRange;
  outcome: Exclude<Outcome, { change: 'none' }>;
  annotations: Located[];
};

/** What one file gave: what is annotated and touched, and the units that others can no longer rely on. */
export type FileTouched = {
  regions: FileRegions;
  /** All of the version before. */
  units: readonly Unit[];
  touched: Touched[];
  unreliable: Touched[];
  /** There was not enough time to know all of its units. */
  isCutShort: boolean;
};

/** Takes a changed file; gives what of it is annotated and changed, as it was at the commit of the snapshot. */
export async function touchedIn(
  snapshot: Snapshot,
  file: ChangedFile,
  changes: readonly Change[],
): Promise<FileTouched | undefined> {
  const { before } = file;
  if (!before) return undefined;
  const found = await regions(snapshot, { path: before.path, rev: snapshot.head });
  const versions = found.excluded ? undefined : await versionsOf(snapshot, file);
  if (!versions) return undefined;
  const outcomeOf = outcomesIn(snapshot, versions, changes);
  const annotations = found.matched.filter(isHere);
  const touched = await Promise.all(annotations.map(item => touchedOf(found, item, versions, outcomeOf)));
  return {
    regions: found,
    units: versions.then.units,
    touched: joined(touched.flat()),
    unreliable: await unreliable(found, versions, outcomeOf),
    isCutShort: versions.isCutShort,
  };
}

async function touchedOf(
  regions: FileRegions,
  annotation: Located,
  versions: Versions,
  outcomeOf: OutcomeOf,
): Promise<Touched[]> {
  const touched: Touched[] = [];
  for (const { subject, isGone } of await subjectsBefore(regions, versions, annotation)) {
    const outcome = subject === 'file' ? ofFile(versions) : await outcomeOf(subject);
    if (outcome.change === 'none' || (isGone && outcome.change === 'edited')) continue;
    const { unit, lines } = subject === 'file' ? {} : subject;
    touched.push({ path: versions.file.before.path, unit, lines, outcome, annotations: [annotation] });
  }
  return touched;
}

type OutcomeOf = (subject: Subject) => Promise<Outcome>;

/** Several annotations may be about the same lines. */
function outcomesIn(snapshot: Snapshot, versions: Versions, changes: readonly Change[]): OutcomeOf {
  const outcomes = new Map<string, Promise<Outcome>>();
  return subject => {
    const key = JSON.stringify([subject.lines, subject.unit?.name, subject.isWhole]);
    const known = outcomes.get(key) ?? afterChange(snapshot, versions, subject, changes);
    outcomes.set(key, known);
    return known;
  };
}

/** Of this file, and neither of one that it moved to nor of a whole directory. */
function isHere({ moved, found }: Located): boolean {
  return !moved && !found.region.file.endsWith('/');
}

/** A file that only got another name, or another form, is what it was. */
function ofFile({ then, now, file }: Versions): Outcome {
  const lines = { start: 1, end: Math.max(1, now?.lines.length ?? 1) };
  if (!now || !file.after) return { change: 'deleted' };
  const { path } = file.after;
  if (isSameCode(then.lines, now.lines, path)) return { change: 'none', place: { path, lines } };
  return { change: 'edited', place: { path, lines }, changed: 0, total: 0, hunks: [] };
}

/** One for each unit or range of lines, with all that is annotated of it. */
function joined(touched: readonly Touched[]): Touched[] {
  const byPlace = new Map<string, Touched>();
  for (const item of touched) {
    const key = placeKey(item);
    const known = byPlace.get(key);
    byPlace.set(key, known ? together(known, item) : item);
  }
  return [...byPlace.values()];
}

/** Names the unit, the lines or the file, among all that one file has. */
export function placeKey({ unit, lines }: Touched): string {
  return JSON.stringify(unit ? [unit.name, unit.lines.start] : (lines ?? 'file'));
}

/** Of a unit that is gone, or has another signature, that is said; of some of its lines and all of it, all. */
function together(one: Touched, other: Touched): Touched {
  const annotations = [...new Set([...one.annotations, ...other.annotations])];
  const [first, second] = weightOf(other) > weightOf(one) ? [other, one] : [one, other];
  if (isAround(first, second)) return { ...first, annotations };
  if (isAround(second, first) && weightOf(first) === weightOf(second)) return { ...second, annotations };
  return {
    ...first,
    lines: widest(first.lines, second.lines),
    outcome: both(first.outcome, second.outcome),
    annotations,
  };
}

const WEIGHT = { edited: 0, signature: 1, deleted: 2 };

function weightOf({ outcome }: Touched): number {
  return WEIGHT[outcome.change];
}

function isAround(one: Touched, other: Touched): boolean {
  return !one.lines || (other.lines !== undefined && contains(one.lines, other.lines));
}

/** Two parts of a unit, from the first line to the last. */
function both(one: Touched['outcome'], other: Touched['outcome']): Touched['outcome'] {
  if (one.change === 'deleted' || other.change === 'deleted') return one;
  const lines = widest(one.place.lines, other.place.lines) ?? one.place.lines;
  const hunks = rangesOf(
    [...new Set([...one.hunks, ...other.hunks].flatMap(lineNumbers))].sort((a, b) => a - b),
  );
  const [changed, total] = [one.changed + other.changed, one.total + other.total];
  const near = hunks.length > 0 ? undefined : (one.near ?? other.near);
  return { ...one, place: { ...one.place, lines }, hunks, changed, total, near };
}

function widest(one: LineRange | undefined, other: LineRange | undefined): LineRange | undefined {
  if (!one || !other) return one ?? other;
  return span(one, other);
}

/** The units that are gone or have another signature, where annotations of other code rely on something in the file. */
async function unreliable(
  { snapshot, names, scope }: FileRegions,
  versions: Versions,
  outcomeOf: OutcomeOf,
): Promise<Touched[]> {
  if (!names.some(({ name }) => snapshot.index.byDependency(name).length > 0)) return [];
  const found: Touched[] = [];
  for (const unit of versions.then.units) {
    const subject = { lines: codeOf(unit), unit, isWhole: true };
    if (isUntouched(versions, subject)) continue;
    const outcome = await outcomeOf(subject);
    if (outcome.change !== 'deleted' && outcome.change !== 'signature') continue;
    found.push({ path: scope.path, unit, lines: unit.lines, outcome, annotations: [] });
  }
  return found;
}
