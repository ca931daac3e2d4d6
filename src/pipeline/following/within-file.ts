import { type LineMap, mapLines } from '../lines/map-lines.ts';
import { mentions } from '../lines/mentions.ts';
import type { AnnotatedVersion } from '../locate/annotated-version.ts';
import { linesOfVersion, parsedVersion } from '../locate/parsed-version.ts';
import { mapBetween } from '../locate/place-today.ts';
import type { Snapshot } from '../snapshot.ts';
import { bodyOf, type Parsed } from '../units/parsed.ts';
import { place, placeIn } from '../units/place.ts';
import { sameUnit } from '../units/same-unit.ts';
import type { Subject } from '../units/subject.ts';
import { cluesIn, declares, textOf } from './clues.ts';
import type { Made } from './versions.ts';

/** A subject in a version that has it. */
export type Held = { version: AnnotatedVersion; parsed: Parsed; subject: Subject };

/** The last version that has a subject, and the commit after which its file has not; nothing where the file went, too. */
export type Lost = { commit: string; last: Held; after?: Parsed };

/** Each round gets past a version in which the subject could be told only by what stood just before. */
const MOST_ROUNDS = 32;

/**
 * Follows a subject through the versions of its file, in as few comparisons as possible: the version that lost its name
 * is searched by halves, and only the one just before, which is most like it, may say that it got another name there.
 */
export async function followVersions(
  snapshot: Snapshot,
  start: Held,
  versions: readonly Made[],
): Promise<Held | Lost> {
  let held = start;
  let rest = versions;
  for (let round = 0; ; round++) {
    const end = rest.at(-1);
    const atEnd = end ? await stepFar(snapshot, held, end) : held;
    if (atEnd) return atEnd;
    const { last, at } = await lastHeld(snapshot, held, rest);
    const lostBy = rest[at];
    const next = lostBy && (await step(snapshot, last, lostBy));
    if (!next || round >= MOST_ROUNDS) return lostAt(snapshot, last, lostBy);
    held = next;
    rest = rest.slice(at + 1);
  }
}

async function lostAt(snapshot: Snapshot, last: Held, made: Made | undefined): Promise<Lost> {
  const after = made?.blob && (await parsedVersion(snapshot, { ...last.version, blob: made.blob }));
  return { commit: made?.commit ?? '', last, ...(after ? { after } : {}) };
}

/** The last version that has it, of those before the end, which has not; and the place of the next one. */
async function lastHeld(
  snapshot: Snapshot,
  held: Held,
  versions: readonly Made[],
): Promise<{ last: Held; at: number }> {
  for (const isHeld of [seemsHeld, isSurelyHeld]) {
    const at = await firstLost(versions, made => isHeld(snapshot, held, made));
    const before = versions[at - 1];
    const last = before ? await stepFar(snapshot, held, before) : held;
    if (last) return { last, at };
  }
  return { last: held, at: 0 };
}

/** By halves; the last version has lost it. */
async function firstLost(
  versions: readonly Made[],
  isHeld: (made: Made) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [-1, versions.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const made = versions[middle];
    if (made && (await isHeld(made))) low = middle;
    else high = middle;
  }
  return high;
}

/** The line that declares a unit and some of its others nearly always tell, and take no parser. */
async function seemsHeld(snapshot: Snapshot, held: Held, made: Made): Promise<boolean> {
  const { parsed, subject } = held;
  const lines = made.blob === undefined ? undefined : await linesOfVersion(snapshot, made.blob);
  if (!subject.unit || !lines) return isSurelyHeld(snapshot, held, made);
  if (!lines.some(declares(parsed, subject.unit))) return false;
  const clues = cluesIn(bodyOf(parsed, subject.unit).lines);
  const left = new Set(lines.map(textOf).filter(text => clues.has(text)));
  return left.size * SOME >= clues.size;
}

/** Of so many lines one must be left; what was rewritten since is known by a later version of it. */
const SOME = 3;

async function isSurelyHeld(snapshot: Snapshot, held: Held, made: Made): Promise<boolean> {
  return (await stepFar(snapshot, held, made)) !== undefined;
}

/**
 * Over many versions a unit is known by its name alone: one that is like it may have come in between. A version without
 * that name need not be parsed.
 */
async function stepFar(snapshot: Snapshot, held: Held, made: Made): Promise<Held | undefined> {
  const { parsed, subject, version } = held;
  const { unit } = subject;
  if (!unit || made.blob === undefined) return step(snapshot, held, made);
  const next = { path: version.path, blob: made.blob };
  const lines = await linesOfVersion(snapshot, next.blob);
  if (!lines || !mentions(lines, unit.name)) return undefined;
  const now = await parsedVersion(snapshot, next);
  const same = now && sameUnit(parsed, unit, now);
  if (!now || same?.name !== unit.name) return undefined;
  return { version: next, parsed: now, subject: placeIn(parsed, subject, unit, now, same).subject };
}

async function step(
  snapshot: Snapshot,
  { version, parsed, subject }: Held,
  made: Made,
): Promise<Held | undefined> {
  if (made.blob === undefined) return undefined;
  const next = { path: version.path, blob: made.blob };
  const now = await parsedVersion(snapshot, next);
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
