import type { LineRange } from '../annotation/schema.ts';
import type { Change } from '../git/change-calls.ts';
import { moveOfLines } from '../pipeline/following/move-of-lines.ts';
import { moveOfUnit } from '../pipeline/following/move-of-unit.ts';
import { filesGaining } from '../pipeline/following/other-files.ts';
import type { Held } from '../pipeline/following/within-file.ts';
import { INDENTATION_MATTERS } from '../pipeline/judge/freshness.ts';
import type { Followed } from '../pipeline/lines/follow-range.ts';
import { type LineMap, mapLines } from '../pipeline/lines/map-lines.ts';
import { lengthOf, lineNumbers, linesIn, overlaps, rangesOf } from '../pipeline/lines/range.ts';
import { parsedVersion } from '../pipeline/locate/parsed-version.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { compareLines } from '../pipeline/units/compare-lines.ts';
import { codeOf, type Parsed } from '../pipeline/units/parsed.ts';
import { place, placeIn } from '../pipeline/units/place.ts';
import type { Subject } from '../pipeline/units/subject.ts';
import type { Unit } from '../syntax/unit.ts';
import type { ChangedFile } from './changed-files.ts';
import { gapIn, isNothingLeft } from './gap.ts';
import { isSameCode } from './same-code.ts';
import { isSameSignature } from './same-signature.ts';

/** A file before and after the change, with its lines paired; no `now` where it went. Units may be missing where it is cut short. */
export type Versions = {
  then: Held['parsed'];
  now?: Parsed;
  map: LineMap;
  file: ThereBefore;
  isCutShort: boolean;
};
type ThereBefore = ChangedFile & Required<Pick<ChangedFile, 'before'>>;

/** What a change made of some code: nothing, or where it is now and which lines of it are new, or that it is gone. */
export type Outcome =
  | { change: 'none'; place: Place }
  | ({ change: 'edited' | 'signature'; place: Place; near?: number | undefined } & Extent)
  | { change: 'deleted'; near?: number };

type Place = { path: string; lines: LineRange; unit?: Unit };
type Extent = { changed: number; total: number; hunks: LineRange[] };

export async function versionsOf(snapshot: Snapshot, file: ChangedFile): Promise<Versions | undefined> {
  const { before } = file;
  const then = before && (await parsedVersion(snapshot, before));
  const now = file.after && (await parsedVersion(snapshot, file.after));
  if (!then || (file.after && !now)) return undefined;
  const isCutShort = [then, now].some(version => version?.isCutShort);
  return { then, now, map: mapLines(then.lines, now?.lines ?? []), file: { ...file, before }, isCutShort };
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
  if (!unit || !isWhole) return true;
  // Lines at its end, where only their indentation says so, and attributes above it may be new.
  const named = now.units.filter(({ name }) => name === unit.name);
  if (named.length > 0) return named.some(other => isAt(other, first, lengthOf(lines)));
  return !isInNewComment(map, first);
}

/** An outline lacks what can't be parsed, too; what was put into a comment is gone. */
function isInNewComment({ after, origin }: LineMap, first: number): boolean {
  const mark = lineNumbers({ start: 1, end: first - 1 }).findLast(
    line => origin[line] === 0 && /\/\*|\*\//.test(after.lines[line - 1] ?? ''),
  );
  const text = mark === undefined ? '' : (after.lines[mark - 1] ?? '');
  return text.lastIndexOf('/*') > text.lastIndexOf('*/');
}

function isAt(unit: Unit, first: number, length: number): boolean {
  const { start, end } = codeOf(unit);
  return start === first && end === first + length - 1;
}

/** Takes a subject of the version before; follows it to the one after, or into another file of the same change. */
export async function afterChange(
  snapshot: Snapshot,
  versions: Versions,
  subject: Subject,
  changes: readonly Change[],
): Promise<Outcome> {
  const { then } = versions;
  const here = inSameFile(versions, subject);
  const isUnitLost = subject.isWhole && subject.unit && !here?.held.subject.unit;
  if (here && !isUnitLost) return judgeHere(versions, subject, here);
  const moved = await elsewhere(snapshot, versions, subject, changes);
  if (moved) return judgeMoved(versions, subject, moved);
  if (here && isWithoutOutline(versions, here.held.subject.lines))
    return judge(then, { ...subject, isWhole: false }, here.held, here.followed);
  return { change: 'deleted', ...nearest(versions, subject.lines) };
}

/** In another file, some lines of a unit are looked for as they are in its own. */
function judgeMoved(versions: Versions, subject: Subject, held: Held): Outcome {
  const { then } = versions;
  const { parsed, subject: today } = held;
  if (subject.isWhole || !subject.unit || !today.unit)
    return judge(then, subject, held, compareLines(then.lines, subject.lines, parsed.lines, today.lines));
  const { followed } = placeIn(then, subject, subject.unit, parsed, today.unit);
  const map = mapLines(then.lines, parsed.lines);
  return judgeHere({ ...versions, now: parsed, map }, subject, { held, followed });
}

type Here = { held: Held; followed: Followed };

function inSameFile({ then, now, map, file: { after } }: Versions, subject: Subject): Here | undefined {
  const found = now && place(then, subject, now, map);
  if (!found || !after) return undefined;
  return { held: { version: after, parsed: now, subject: found.subject }, followed: found.followed };
}

function judgeHere(versions: Versions, subject: Subject, { held, followed }: Here): Outcome {
  const outcome = judge(versions.then, subject, held, followed);
  if (outcome.change !== 'edited' && outcome.change !== 'signature') return outcome;
  const { unit } = held.subject;
  const isLost = !subject.isWhole && isNothingLeft(subject, followed);
  if (isLost && unit && outcome.change === 'edited')
    return { ...outcome, ...inGap(gapIn(versions.map, subject.lines, unit), outcome) };
  const [lost] = followed.lostLines;
  if (outcome.hunks.length > 0 || lost === undefined) return outcome;
  return { ...outcome, ...nearest(versions, { start: lost, end: lost }) };
}

/** Lines of a unit that are still there, and in no unit that is new: they can't be parsed, or not in time. */
function isWithoutOutline({ then, now, map }: Versions, lines: LineRange): boolean {
  const known = new Set(then.units.map(({ name }) => name));
  const isNew = (unit: Unit) => !known.has(unit.name) && overlaps(unit.lines, lines);
  return !now?.units.some(isNew) && !isInNewComment(map, lines.start);
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
    subject.isWhole && subject.unit && unit && !isSameSignature(subject.unit.signature, unit.signature);
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
  const lost = { commit: '', last, isThere: now !== undefined, ...(now ? { after: now } : {}) };
  const others = changes.filter(({ path }) => path !== file.after?.path);
  const files = await filesGaining(snapshot, last, others);
  const unit = await moveOfUnit(snapshot, lost, files, others);
  return unit ?? (subject.isWhole ? undefined : moveOfLines(snapshot, lost, files));
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
