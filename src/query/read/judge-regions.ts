import { isAbsent } from '../../git/parsers.ts';
import { readTouches } from '../../pipeline/following/versions.ts';
import { freshness } from '../../pipeline/judge/freshness.ts';
import type { Matched } from '../../pipeline/judge/match-scope.ts';
import { newerAnnotations } from '../../pipeline/judge/newer-annotations.ts';
import { ANCHOR, byConfidence, score, weigh } from '../../pipeline/judge/score.ts';
import { followLost, isDoubtful, MOST_FOLLOWED } from '../../pipeline/moves/follow-lost.ts';
import type { FileRegions } from '../../pipeline/regions.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { Judged } from './assemble-regions.ts';

/**
 * Takes the regions that concern the scope; gives each with its score. What a direct comparison did not find is followed
 * only where it may be among the `most` that are shown: that is told by the best score that it could have.
 */
export async function judgeRegions(snapshot: Snapshot, file: FileRegions, most: number): Promise<Judged[]> {
  const { matched } = file;
  const newer = await newerAnnotations(snapshot, matched);
  const judge = async (item: Matched, of = item): Promise<Judged> => {
    // Who changed it is asked for what is shown: the score does not depend on it.
    const judgement = {
      freshness: await freshness(file, item, { nameCommits: false }),
      isOvertaken: newer.has(of),
    };
    return { ...(await score(snapshot, file.scope, item, judgement)), newer: newer.get(of) };
  };
  const judged: Judged[] = [];
  for (const item of matched) judged.push(await judge(item));
  if (!file.hasOpenMoves) return judged;

  const open = new Map<number, number>();
  for (const [at, item] of judged.entries()) {
    const isOwn = item.found.evidence !== 'moved';
    if (isOwn && isDoubtful(file, item)) open.set(at, bestScore(snapshot, item));
  }
  let left = MOST_FOLLOWED;
  for (let wide = most * WIDER; likeliest(judged, open, most).length > 0; wide *= WIDER) {
    await readVersions(file, open.keys());
    const batch = likeliest(judged, open, wide);
    const followed = await followLost(
      file,
      batch.slice(0, left).flatMap(at => matched[at] ?? []),
    );
    for (const [nth, at] of batch.entries()) {
      open.delete(at);
      const [item, of] = [followed[nth], matched[at]];
      if (of) judged[at] = await judge(item ?? { ...of, isBeyondLimit: true }, of);
    }
    left = Math.max(0, left - batch.length);
  }
  return judged;
}

/** Each round asks git again, so that the next ones are followed along. */
const WIDER = 4;

/** Asks git for the versions since the oldest of these regions, once for all rounds. */
async function readVersions(
  { snapshot, names, matched }: FileRegions,
  open: Iterable<number>,
): Promise<void> {
  const commits = [...open]
    .flatMap(at => matched[at]?.found.commit ?? [])
    .filter(commit => !isAbsent(commit));
  const [oldest] = commits.sort((a, b) => a.committer.time - b.committer.time);
  const paths = names.map(({ name }) => name);
  if (oldest) await readTouches(snapshot, paths, oldest);
}

/** If it were found as it was. */
function bestScore(snapshot: Snapshot, { found, timestamp, newer }: Judged): number {
  const anchor = found.region.ast_anchor ? ANCHOR.signature : ANCHOR.lines;
  const best = { timestamp, anchor, isOvertaken: newer !== undefined };
  return weigh(snapshot, found, { ...best, freshness: { state: 'intact' } }).confidence;
}

/** Those open ones, by place, that are among the first where each has the best score that it could have. */
function likeliest(judged: readonly Judged[], open: ReadonlyMap<number, number>, most: number): number[] {
  return judged
    .map((item, at) => ({ at, item: { ...item, confidence: open.get(at) ?? item.confidence } }))
    .sort((a, b) => byConfidence(a.item, b.item))
    .slice(0, most)
    .flatMap(({ at }) => (open.has(at) ? [at] : []));
}
