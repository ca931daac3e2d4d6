import type { LineRange } from '../../annotation/schema.ts';
import { groupBy } from '../../collections.ts';
import { filesChangedBy } from '../../index/changed-files.ts';
import type { Freshness } from '../../pipeline/judge/freshness.ts';
import { type Dated, recent } from '../../pipeline/judge/narrow.ts';
import type { Moved } from '../../pipeline/locate/locate.ts';
import { isOfWholeCommit } from '../../pipeline/notes/find-regions.ts';
import { timestampOf } from '../../pipeline/notes/timestamp-of.ts';
import { namesToday } from '../../pipeline/placing/names-today.ts';
import { type Elsewhere, freshnessElsewhere } from '../../pipeline/relations/freshness-elsewhere.ts';
import { excludedBy } from '../../pipeline/scope/excluded-by.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { type Match, match } from './match.ts';
import type { PlacedCandidate } from './place-candidates.ts';
import { saidIn } from './said-in.ts';
import { ofKind, type Wanted } from './scan.ts';

/** An annotation that has the words, with the files that it is about, by their names of today. */
export type Result = PlacedCandidate &
  Dated & {
    match: Match;
    /** One, or those that its commit changed. */
    files: string[];
    isThere: boolean;
  };

/** With what became of its code, and where that is. */
export type JudgedResult = Result & { freshness: Freshness; lines?: LineRange; moved?: Moved };

type Narrowing = { since?: string; isInPath: (file: string) => boolean };

/** Takes what has the words; gives what is wanted of it, the best first, without a look at the code. */
export async function rankResults(
  snapshot: Snapshot,
  placed: readonly PlacedCandidate[],
  wanted: Wanted,
  { since, isInPath }: Narrowing,
): Promise<Result[]> {
  const filesOf = await filesNoted(snapshot, placed);
  const today = await namesToday(snapshot, placed.flatMap(filesOf));
  const isShown = (file: string) =>
    isInPath(file) && (file.endsWith('/') || !excludedBy(file, snapshot.settings));
  const results: Result[] = [];
  for (const item of placed) {
    const { found, candidate } = item;
    const named = filesOf(item).map(file => ({ file, now: today(file) }));
    const files = named.filter(({ file, now }) => isShown(file) || (now !== undefined && isShown(now)));
    const texts = candidate.concern ? [candidate.concern] : saidIn(found.annotation, found.region);
    const matched = match(wanted.terms, ofKind(texts, wanted), found.region) ?? { hits: [], quality: 0 };
    // A merge, or the commit that ends a shallow clone, changed no file that is known.
    const isLeftOut = files.length === 0 && (named.length > 0 || !isInPath(''));
    if (isLeftOut || matched.hits.length === 0) continue;
    results.push({
      ...{ ...item, commit: found.commit, match: matched },
      timestamp: await timestampOf(snapshot, found.annotation, found.commit),
      files: files.map(({ file, now }) => now ?? file),
      isThere: files.some(({ now }) => now !== undefined),
    });
  }
  const isRecent = since === undefined ? () => true : await recent(snapshot, results, since);
  return results.filter(isRecent).sort(byRank(({ isThere }) => isThere));
}

/** The files that each is about: one, or those that its commit changed, of which git is asked for all at once. */
async function filesNoted(
  { repository, signal }: Snapshot,
  placed: readonly PlacedCandidate[],
): Promise<(item: PlacedCandidate) => string[]> {
  const ids = placed.filter(({ found }) => isOfWholeCommit(found)).map(({ found }) => found.commit.id);
  const changed = ids.length === 0 ? undefined : await filesChangedBy(repository, [...new Set(ids)], signal);
  return ({ found }) =>
    isOfWholeCommit(found) ? (changed?.get(found.commit.id) ?? []).slice(0, MOST_FILES) : [found.region.file];
}

/** Takes the best results; says whether their code is still there, and puts what lives before what is gone. */
export async function judgeResults(snapshot: Snapshot, results: readonly Result[]): Promise<JudgedResult[]> {
  const places = results.flatMap(result => perFile(result));
  const states = await freshnessElsewhere(
    snapshot,
    places.map(({ found }) => found),
    { blamesCommits: true },
  );
  const perResult = groupBy(
    states.map((state, at) => ({ state, of: places[at]?.of })),
    ({ of }) => of,
  );
  const judged = results.map(result => {
    const best = (perResult.get(result) ?? []).map(({ state }) => state).sort(byLife)[0];
    return { ...result, ...(best ?? { freshness: { state: 'unknown' as const } }) };
  });
  return judged.sort(byRank(({ freshness }) => freshness.state !== 'gone'));
}

/** Beyond so many files, what is said of a whole commit says little about each. */
const MOST_FILES = 20;

/** What is said of a whole commit lives where one of its files still has its lines; the first ones tell enough. */
const MOST_FILES_JUDGED = 3;

function perFile(of: Result) {
  if (!isOfWholeCommit(of.found)) return [{ of, found: of.found }];
  return of.files.slice(0, MOST_FILES_JUDGED).map(file => ({
    of,
    found: { ...of.found, region: { ...of.found.region, file } },
  }));
}

const LIFE = ['intact', 'edited', 'moved', 'unknown', 'gone'];

function byLife(a: Elsewhere, b: Elsewhere): number {
  return LIFE.indexOf(a.freshness.state) - LIFE.indexOf(b.freshness.state);
}

/** In force before taken back, living before gone, the better match first, then the newer one. */
function byRank<T extends Result>(isLiving: (result: T) => boolean): (a: T, b: T) => number {
  const isHeld = ({ match: { hits } }: T) => hits.some(({ takenBack }) => !takenBack);
  return (a, b) =>
    Number(isHeld(b)) - Number(isHeld(a)) ||
    Number(isLiving(b)) - Number(isLiving(a)) ||
    b.match.quality - a.match.quality ||
    b.timestamp.getTime() - a.timestamp.getTime() ||
    (a.commit.id < b.commit.id ? -1 : a.commit.id > b.commit.id ? 1 : 0);
}
