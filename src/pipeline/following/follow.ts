import { extname } from 'node:path/posix';
import type { Change } from '../../git/change-calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { isDamage } from '../history/ancestry.ts';
import { MissingTree, versionsSince } from '../history/versions.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { copiedBefore, type Missing } from './copied-before.ts';
import { moveOfLines } from './move-of-lines.ts';
import { moveOfUnit } from './move-of-unit.ts';
import { changesAround, filesGaining } from './other-files.ts';
import { followVersions, type Held, type Lost } from './within-file.ts';

/** Code went from one file to another in a commit. */
export type Move = { commit: string; from: string; to: string };

/** Where a subject is in the commit that the snapshot looks at; or that it is gone, and since when, where that is known. */
export type Whereabouts = (Held & { moves: readonly Move[] }) | { goneSince?: string };

const MOST_MOVES = 8;

/** By what is followed and up to which commit: all are named by their content. */
const FOLLOWED = slot<Whereabouts>(20_000);

/** A subject in the version of a commit, from which it is followed. */
export type Departure = { held: Held; since: Commit };

/** How far one of them was followed, and from which commit it goes on. */
type Journey = { key: string; since: Commit; held: Held; from: Commit; moves: readonly Move[] };

/** Where a subject is that was followed: within its file, through renames, and into other files. */
export async function follow(snapshot: Snapshot, departure: Departure): Promise<Whereabouts> {
  const { key } = journeyOf(snapshot, departure);
  const kept = snapshot.memory.of(FOLLOWED);
  if (!kept.get(key)) await followAll(snapshot, [departure]);
  return kept.get(key) ?? {};
}

/** Follows many together, from file to file, so that git is asked for all at once. */
export async function followAll(snapshot: Snapshot, departures: readonly Departure[]): Promise<void> {
  const kept = snapshot.memory.of(FOLLOWED);
  const keep = ({ key }: Journey, found: Whereabouts) =>
    kept.set(key, found, 'parsed' in found ? 1 + found.parsed.lines.length / 100 : 1);
  const journeys = new Map(departures.map(item => journeyOf(snapshot, item)).map(item => [item.key, item]));
  let open = [...journeys.values()].filter(({ key }) => !kept.get(key));
  while (open.length > 0) {
    const interrupted = await withinFiles(snapshot, open, keep);
    open = await onwards(snapshot, interrupted, keep);
  }
}

type Keep = (journey: Journey, found: Whereabouts) => unknown;

/** From where they were lost on into other files; keeps those that are in none. */
async function onwards(
  snapshot: Snapshot,
  interrupted: readonly (readonly [Journey, Lost])[],
  keep: Keep,
): Promise<Journey[]> {
  const next: Journey[] = [];
  const open = interrupted.filter(([{ moves }]) => moves.length < MOST_MOVES);
  for (const [journey, lost] of interrupted) keep(journey, { goneSince: lost.commit });
  const changesOf = await changesAround(
    snapshot,
    open.map(([, lost]) => lost),
  );
  const nowhere = new Map<Missing, Journey>();
  for (const [journey, lost] of open) {
    const held = await elsewhere(snapshot, lost, changesOf(lost));
    if (held) next.push(...(await movedOn(snapshot, journey, lost, held)));
    else nowhere.set({ lost, since: journey.since }, journey);
  }
  for (const [missing, copy] of await copiedBefore(snapshot, [...nowhere.keys()])) {
    const journey = nowhere.get(missing);
    if (journey) next.push(...(await movedOn(snapshot, journey, missing.lost, copy)));
  }
  return next;
}

/** From the place in another file on. */
async function movedOn(
  { repository }: Snapshot,
  journey: Journey,
  { commit: id, last }: Lost,
  held: Held,
): Promise<Journey[]> {
  const commit = await repository.commit(id);
  const move = { commit: id, from: last.version.path, to: held.version.path };
  return commit ? [{ ...journey, held, from: commit, moves: [...journey.moves, move] }] : [];
}

function journeyOf({ head, repository }: Snapshot, { held, since }: Departure): Journey {
  const { version, subject } = held;
  const { lines, unit } = subject;
  const what = [version.path, version.blob, lines.start, lines.end, unit?.name, unit?.lines.start, since.id];
  const key = JSON.stringify([...what, head.id, repository.shallowness()]);
  return { key, since, held, from: since, moves: [] };
}

/** Each as far as its file has it: keeps those that are there today, and gives where the others were lost. */
async function withinFiles(
  snapshot: Snapshot,
  journeys: readonly Journey[],
  keep: Keep,
): Promise<[Journey, Lost][]> {
  const ends = await Promise.all(
    journeys.map(async journey => [journey, await withinFile(snapshot, journey)] as const),
  );
  const lost: [Journey, Lost][] = [];
  for (const [journey, end] of ends) {
    if (end && 'last' in end) lost.push([journey, end]);
    else keep(journey, end ? { ...end, moves: journey.moves } : {});
  }
  return lost;
}

/** Undefined where history does not connect the two, or this clone lacks a part of it. */
async function withinFile(snapshot: Snapshot, { held, from }: Journey): Promise<Held | Lost | undefined> {
  try {
    const versions = await versionsSince(snapshot, [held.version.path], from);
    return versions && (await followVersions(snapshot, held, versions));
  } catch (error) {
    if (error instanceof MissingTree || isDamage(error)) return undefined;
    throw error;
  }
}

/** The place in another file that a subject went to in the commit that removed it. */
async function elsewhere(
  snapshot: Snapshot,
  lost: Lost,
  changes: readonly Change[],
): Promise<Held | undefined> {
  const same = changes.filter(({ after }) => after === lost.last.version.blob);
  const [renamed] = same.filter(({ path }) => extname(path) === extname(lost.last.version.path));
  if (!lost.isThere && renamed && same.length === 1) {
    return { ...lost.last, version: { ...lost.last.version, path: renamed.path } };
  }
  const files = await filesGaining(snapshot, lost.last, changes);
  if (!lost.last.subject.unit) return moveOfLines(snapshot, lost, files);
  return moveOfUnit(snapshot, lost, files, changes);
}
