import type { LineRange } from '../annotation/schema.ts';
import type { Change } from '../git/change-calls.ts';
import { moveOfLines } from '../pipeline/following/move-of-lines.ts';
import { moveOfUnit } from '../pipeline/following/move-of-unit.ts';
import { filesGaining } from '../pipeline/following/other-files.ts';
import type { Held } from '../pipeline/following/within-file.ts';
import { INDENTATION_MATTERS } from '../pipeline/judge/freshness.ts';
import type { Followed } from '../pipeline/lines/follow-range.ts';
import { type LineMap, mapLines } from '../pipeline/lines/map-lines.ts';
import { lengthOf, lineNumbers, linesIn, rangesOf } from '../pipeline/lines/range.ts';
import { parsedVersion } from '../pipeline/locate/parsed-version.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { compareLines } from '../pipeline/units/compare-lines.ts';
import { codeOf, type Parsed } from '../pipeline/units/parsed.ts';
import { place } from '../pipeline/units/place.ts';
import type { Subject } from '../pipeline/units/subject.ts';
import { signatureKey } from '../syntax/signature.ts';
import type { Unit } from '../syntax/unit.ts';
import type { ChangedFile } from './changed-files.ts';
import { gapIn, isNothingLeft } from './gap.ts';
import { isSameCode } from './same-code.ts';

/** A file before and after the change, with its lines paired; no `now` where it went. */
export type Versions = { then: Held['parsed']; now?: Parsed; map: LineMap; file: ThereBefore };
type ThereBefore = ChangedFile & Required<Pick<ChangedFile, 'before'>>;

/** What a change made of some code: nothing, or where it is now and which lines of it are new, or that it is gone. */
export type Outcome =
  | { change: 'none'; place: Place }
  | ({ change: 'edited' | 'signature'; place: Place; near?: number } & Extent)
  | { change: 'deleted'; near?: number };

type Place = { path: string; lines: LineRange; unit?: Unit };
type Extent = { changed: number; total: number; hunks: LineRange[] };

export async function versionsOf(snapshot: Snapshot, file: ChangedFile): Promise<Versions | undefined> {
  const { before } = file;
  const then = before && (await parsedVersion(snapshot, before));
  const now = file.after && (await parsedVersion(snapshot, file.after));
  if (!then || (file.after && !now)) return undefined;
  return { then, now, map: mapLines(then.lines, now?.lines ?? []), file: { ...file, before } };
}

/** Whether all lines are as they were, stand together as they did, and are all of their unit if they were: most are. */
export function isUntouched({ map, now }: Versions, { lines, unit, isWhole }: Subject): boolean {
  const first = map.unchanged[lines.start] ?? 0;
  if (!now || first === 0) return false;
  const isSame = (line: number) => {
    const today = map.unchanged[line] ?? 0;
    return today === first + line - lines.start && now.lines[today - 1] === map.before.lines[line - 1];
  };
  if (!lineNumbers(lines).every(isSame)) return false;
  // Lines at its end, where only their indentation says so, and attributes above it may be new.
  return !unit || !isWhole || now.units.some(other => isAt(other, unit.name, first, lengthOf(lines)));
}

function isAt(unit: Unit, name: string, first: number, length: number): boolean {
  const { start, end } = codeOf(unit);
  return unit.name === name && start === first && end === first + length - 1;
}

/** Takes a subject of the version before; follows it to the one after, or into another file of the same change. */
export async function afterChange(
  snapshot: Snapshot,
  versions: Versions,
  subject: Subject,
  changes: readonly Change[],
): Promise<Outcome> {
  const { then, now, map, file } = versions;
  const found = now && place(then, subject, now, map);
  const isFound = found && (!subject.isWhole || !subject.unit || found.subject.unit !== undefined);
  if (now && file.after && isFound) {
    const held = { version: file.after, parsed: now, subject: found.subject };
    const isLost = !subject.isWhole && isNothingLeft(subject, found.followed);
    const gap = isLost && held.subject.unit ? gapIn(map, subject.lines, held.subject.unit) : undefined;
    const outcome = judge(then, subject, held, found.followed);
    return gap && outcome.change === 'edited' ? { ...outcome, ...inGap(gap, outcome) } : outcome;
  }
  const moved = await elsewhere(snapshot, versions, subject, changes);
  if (moved) {
    const lines = moved.subject.lines;
    return judge(then, subject, moved, compareLines(then.lines, subject.lines, moved.parsed.lines, lines));
  }
  return { change: 'deleted', ...nearest(versions, subject.lines) };
}

/** Lines that were replaced are where the new ones are; those that were taken out, somewhere in their unit. */
function inGap(gap: LineRange, { place, total }: { place: Place; total: number }) {
  if (lengthOf(gap) < 1) return { near: Math.min(gap.start, place.lines.end) };
  const changed = Math.max(total, lengthOf(gap));
  return { place: { ...place, lines: gap }, changed, total: changed, hunks: [gap] };
}

function judge(then: Parsed, subject: Subject, held: Held, followed: Followed): Outcome {
  const { path } = held.version;
  const { lines, unit } = held.subject;
  const at = { path, lines, ...(unit ? { unit } : {}) };
  const isResigned =
    subject.isWhole &&
    subject.unit &&
    unit &&
    signatureKey(subject.unit.signature) !== signatureKey(unit.signature);
  const isSame = isSameCode(linesIn(then.lines, subject.lines), linesIn(held.parsed.lines, lines), path);
  const isShifted = INDENTATION_MATTERS.test(path) && followed.reindented.length > 0;
  if (isSame && !isShifted && !isResigned) return { change: 'none', place: at };
  const newLines = isShifted
    ? [...followed.newLines, ...followed.reindented.map(([, line]) => line)]
    : followed.newLines;
  const changed = Math.max(followed.changed, newLines.length);
  const hunks = rangesOf([...new Set(newLines)].sort((a, b) => a - b));
  return { change: isResigned ? 'signature' : 'edited', place: at, changed, total: followed.total, hunks };
}

async function elsewhere(
  snapshot: Snapshot,
  { then, now, file }: Versions,
  subject: Subject,
  changes: readonly Change[],
): Promise<Held | undefined> {
  const last = { version: file.before, parsed: then, subject };
  const lost = { commit: '', last, ...(now ? { after: now } : {}) };
  const others = changes.filter(({ path }) => path !== file.after?.path);
  const files = await filesGaining(snapshot, last, others);
  return subject.unit && subject.isWhole
    ? moveOfUnit(snapshot, lost, files, others)
    : moveOfLines(snapshot, lost, files);
}

/** The line of the version after that stands where the lines were. */
function nearest({ now, map }: Versions, { start }: LineRange): { near?: number } {
  if (!now || now.lines.length === 0) return {};
  for (let line = start; line > 0; line--) {
    const today = map.unchanged[line] ?? 0;
    if (today > 0) return { near: Math.min(now.lines.length, line === start ? today : today + 1) };
  }
  return { near: 1 };
}
