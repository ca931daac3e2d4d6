import type { Made, Versions } from '../history/versions.ts';
import { type LineMap, mapLines } from '../lines/map-lines.ts';
import { mentions } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import type { AnnotatedVersion } from '../locate/annotated-version.ts';
import { lineSetOf, linesOfVersion, parsedVersion, plainVersion } from '../locate/parsed-version.ts';
import { mapBetween } from '../locate/place-today.ts';
import type { Snapshot } from '../snapshot.ts';
import { bodyOf, type Parsed } from '../units/parsed.ts';
import { place, placeIn } from '../units/place.ts';
import { sameUnit } from '../units/same-unit.ts';
import type { Subject } from '../units/subject.ts';
import { type Clues, cluesIn, countIn, declares } from './clues.ts';

/** A subject in a version that has it. */
export type Held = { version: AnnotatedVersion; parsed: Parsed; subject: Subject };

/** The last version that has a subject, and the commit after which its file has not, or is not there itself. */
export type Lost = { commit: string; last: Held; isThere: boolean; after?: Parsed };

/** Each round gets past a version in which the subject could be told only by what stood just before. */
const MOST_ROUNDS = 32;

/** Ways that merges end are looked at one by one. */
const MOST_SIDES = 16;

/**
 * Follows a subject through the versions of its file, in as few comparisons as possible: the last version first, then by
 * halves to the one that lost its name. Only the one just before, which is most like it, may say that it got another name
 * there. What a merge lost was lost on one of the ways that it ends, where one of them had it.
 */
export function followVersions(snapshot: Snapshot, start: Held, versions: Versions): Promise<Held | Lost> {
  return followOn({ snapshot, sidesLeft: MOST_SIDES }, start, versions);
}

type Search = { snapshot: Snapshot; sidesLeft: number };

async function followOn(search: Search, start: Held, versions: Versions): Promise<Held | Lost> {
  const { snapshot } = search;
  let held = start;
  let from = 0;
  for (let round = 0; from < versions.length; round++) {
    const atEnd = await stepFar(snapshot, held, await versions.at(versions.length - 1));
    if (atEnd) return atEnd;
    const { last, at } = await lastHeld(snapshot, held, versions, from);
    const lostBy = await versions.at(at);
    const next =
      (await step(snapshot, last, lostBy)) ?? (await lostBeside(search, start, versions, at, lostBy));
    if (!next || round >= MOST_ROUNDS) return lostAt(snapshot, last, lostBy);
    if ('commit' in next) return next;
    held = next;
    from = at + 1;
  }
  return held;
}

/** On another way that ends in the same merge: where it was lost there, or its place in the merge. */
async function lostBeside(
  search: Search,
  start: Held,
  versions: Versions,
  at: number,
  merge: Made,
): Promise<Held | Lost | undefined> {
  for (const side of versions.besides(at)) {
    if (search.sidesLeft-- <= 0) return undefined;
    const end = await followOn(search, start, side);
    const found = 'commit' in end ? end : await step(search.snapshot, end, merge);
    if (found) return found;
  }
  return undefined;
}

async function lostAt(snapshot: Snapshot, last: Held, made: Made): Promise<Lost> {
  const { unit, units } = last.subject;
  const isParsed = made.blob !== undefined && (unit ?? units) !== undefined;
  const after = isParsed && (await parsedVersion(snapshot, { ...last.version, blob: made.blob ?? '' }));
  return { commit: made.commit, last, isThere: made.blob !== undefined, ...(after ? { after } : {}) };
}

/** The last version that has it, of those before the end, which has not; and the place of the next one. */
async function lastHeld(
  snapshot: Snapshot,
  held: Held,
  versions: Versions,
  from: number,
): Promise<{ last: Held; at: number }> {
  const signs = signsOf(held);
  const seems = (made: Made) => seemsHeld(snapshot, held, signs, made);
  const surely = async (made: Made) => (await stepFar(snapshot, held, made)) !== undefined;
  for (const isHeld of [seems, surely]) {
    const at = await firstLost(versions, from, isHeld);
    const last = at > from ? await stepFar(snapshot, held, await versions.at(at - 1)) : held;
    if (last) return { last, at };
  }
  return { last: held, at: from };
}

/** By halves; the last version has lost it. */
async function firstLost(
  versions: Versions,
  from: number,
  isHeld: (made: Made) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [from - 1, versions.length - 1];
  while (high - low > 1) {
    const middle = versions.between(low, high);
    if (await isHeld(await versions.at(middle))) low = middle;
    else high = middle;
  }
  return high;
}

/** What tells without a parser whether a version has a subject. */
type Signs = { clues: Clues; isDeclared?: (line: string) => boolean };

function signsOf({ parsed, subject }: Held): Signs {
  const { unit, lines } = subject;
  if (!unit) return { clues: cluesIn(linesIn(parsed.lines, lines)) };
  return { clues: cluesIn(bodyOf(parsed, unit).lines), isDeclared: declares(parsed, unit) };
}

/** The line that declares a unit and some of its others nearly always tell. */
async function seemsHeld(
  snapshot: Snapshot,
  held: Held,
  { clues, isDeclared }: Signs,
  { commit, blob }: Made,
): Promise<boolean> {
  if (blob === undefined || blob === held.version.blob) return blob !== undefined;
  if (clues.size === 0 && !isDeclared) return (await stepFar(snapshot, held, { commit, blob })) !== undefined;
  const lines = await lineSetOf(snapshot, blob);
  if (!lines || countIn(clues, lines) * SOME < clues.size) return false;
  return !isDeclared || (await linesOfVersion(snapshot, blob, { once: true }))?.some(isDeclared) === true;
}

/** Of so many lines one must be left; what was rewritten since is known by a later version of it. */
const SOME = 3;

/**
 * Over many versions a unit is known by its name alone: one that is like it may have come in between. A version without
 * that name need not be parsed.
 */
async function stepFar(snapshot: Snapshot, held: Held, made: Made): Promise<Held | undefined> {
  const { parsed, subject, version } = held;
  const { unit } = subject;
  if (!unit || made.blob === undefined || made.blob === version.blob) return step(snapshot, held, made);
  const next = { path: version.path, blob: made.blob };
  const lines = await linesOfVersion(snapshot, next.blob);
  if (!lines || !mentions(lines, unit.name)) return undefined;
  const now = await parsedVersion(snapshot, next);
  const same = now && sameUnit(parsed, unit, now);
  if (!now || same?.name !== unit.name) return undefined;
  return { version: next, parsed: now, subject: placeIn(parsed, subject, unit, now, same).subject };
}

async function step(snapshot: Snapshot, held: Held, made: Made): Promise<Held | undefined> {
  const { version, parsed, subject } = held;
  if (made.blob === undefined) return undefined;
  if (made.blob === version.blob) return held;
  const next = { path: version.path, blob: made.blob };
  const isOfUnits = (subject.unit ?? subject.units) !== undefined;
  const now = await (isOfUnits ? parsedVersion(snapshot, next) : plainVersion(snapshot, next.blob));
  if (!now) return undefined;
  const before = { blob: version.blob, lines: parsed.lines };
  const map = mapBetween(snapshot, before, { blob: made.blob, lines: now.lines });
  return placed(parsed, subject, next, now, map);
}

/** A subject in another version of its file. */
export function placed(
  then: Parsed,
  subject: Subject,
  version: AnnotatedVersion,
  now: Parsed,
  map: LineMap = mapLines(then.lines, now.lines),
): Held | undefined {
  const found = place(then, subject, now, map);
  return found && { version, parsed: now, subject: found.subject };
}
