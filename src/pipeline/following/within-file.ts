import { mapLines } from '../lines/map-lines.ts';
import type { AnnotatedVersion } from '../locate/annotated-version.ts';
import { parsedVersion } from '../locate/parsed-version.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Parsed } from '../units/parsed.ts';
import { place } from '../units/place.ts';
import type { Subject } from '../units/subject.ts';
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
  let last = held;
  let [low, high] = [-1, versions.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const found = versions[middle] && (await stepFar(snapshot, held, versions[middle]));
    if (found) [low, last] = [middle, found];
    else high = middle;
  }
  return { last, at: high };
}

/** Over many versions a unit is known by its name alone: one that is like it may have come in between. */
async function stepFar(snapshot: Snapshot, held: Held, made: Made): Promise<Held | undefined> {
  const found = await step(snapshot, held, made);
  const { unit } = held.subject;
  return !unit || found?.subject.unit?.name === unit.name ? found : undefined;
}

async function step(
  snapshot: Snapshot,
  { version, parsed, subject }: Held,
  made: Made,
): Promise<Held | undefined> {
  if (made.blob === undefined) return undefined;
  const next = { path: version.path, blob: made.blob };
  const now = await parsedVersion(snapshot, next);
  return now && placed(parsed, subject, next, now);
}

/** A subject in another version of its file. */
export function placed(
  then: Parsed,
  subject: Subject,
  version: AnnotatedVersion,
  now: Parsed,
): Held | undefined {
  const found = place(then, subject, now, mapLines(then.lines, now.lines));
  return found && { version, parsed: now, subject: found.subject };
}
