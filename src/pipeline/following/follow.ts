import { extname } from 'node:path/posix';
import type { Change } from '../../git/change-calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { isDamage } from '../history/ancestry.ts';
import { MissingTree, versionsSince } from '../history/versions.ts';
import { leave, recallNow, slot } from '../memory.ts';
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
  const { knowledge } = snapshot.repository;
  const keep = ({ key }: Journey, found: Whereabouts) => {
    kept.set(key, found, 'parsed' in found ? 1 + found.parsed.lines.length / 100 : 1);
    if (!('parsed' in found) && found.goneSince !== undefined) leave(knowledge, 'g', key, found);
  };
  const isKnown = ({ key }: Journey) => {
    const known = kept.get(key) ?? recallNow<Whereabouts>(knowledge, 'g', key);
    if (known) kept.set(key, known, 1);
    return known !== undefined;
  };
  const journeys = new Map(departures.map(item => journeyOf(snapshot, item)).map(item => [item.key, item]));
  let open = [...journeys.values()].filter(journey => !isKnown(journey));
  while (open.length > 0) {
    const interrupted = await withinFiles(snapshot, open, keep);
    const lost = interrupted.map(([, end]) => end);
    const changesOf = await changesAround(snapshot, lost);
    open = [];
    const nowhere = new Map<Missing, Journey>();
    for (const [journey, end] of interrupted) {
      const held = journey.moves.length < MOST_MOVES && (await elsewhere(snapshot, end, changesOf(end)));
      const from = held && (await snapshot.repository.commit(end.commit));
      if (from) open.push(movedOn(journey, end, held, from));
      else nowhere.set({ lost: end, since: journey.since }, journey);
    }
    const copies = await copiedBefore(snapshot, [...nowhere.keys()]);
    for (const [missing, journey] of nowhere) {
      const copy = journey.moves.length < MOST_MOVES ? copies.get(missing) : undefined;
      if (copy) open.push(movedOn(journey, missing.lost, copy.held, copy.from));
      else keep(journey, { goneSince: missing.lost.commit });
    }
  }
}

/** From the place in another file on. */
function movedOn(journey: Journey, { commit, last }: Lost, held: Held, from: Commit): Journey {
  const move = { commit, from: last.version.path, to: held.version.path };
  return { ...journey, held, from, moves: [...journey.moves, move] };
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
  keep: (journey: Journey, found: Whereabouts) => void,
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
