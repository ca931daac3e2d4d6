import type { Commit } from '../../git/parsers.ts';
import { freshness } from '../../pipeline/judge/freshness.ts';
import type { Matched } from '../../pipeline/judge/match-scope.ts';
import { newerAnnotations } from '../../pipeline/judge/newer-annotations.ts';
import { ANCHOR, byConfidence, score, weigh } from '../../pipeline/judge/score.ts';
import { compareOpen } from '../../pipeline/locate/locate.ts';
import { followLost, isDoubtful, MOST_FOLLOWED } from '../../pipeline/moves/follow-lost.ts';
import { timestampOf } from '../../pipeline/notes/timestamp-of.ts';
import type { FileRegions } from '../../pipeline/regions.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { Judged } from './assemble-regions.ts';

/** A region, what is known of it so far, and the best score that it could have, while more can be found out. */
type Entry = { readonly of: Matched; known: Judged; best?: number };

/** Each round asks git again, so that the next ones are looked at along. */
const WIDER = 4;

/**
 * Takes the regions that concern the scope; gives each with its score. Where their places are left open, only those are
 * compared with today's file, and followed where it does not have them, that may be among the `most` that are shown: that
 * is told by the best score that each could have. The others have a score that is too low for that.
 */
export async function judgeRegions(snapshot: Snapshot, file: FileRegions, most: number): Promise<Judged[]> {
  const newer = await newerAnnotations(snapshot, file.matched);
  const judge = async (item: Matched, of: Matched): Promise<Judged> => {
    // Who changed it is asked for what is shown: the score does not depend on it.
    const judgement = {
      freshness: await freshness(file, item, { nameCommits: false }),
      isOvertaken: newer.has(of),
    };
    return { ...(await score(snapshot, file.scope, item, judgement)), newer: newer.get(of) };
  };
  const entries: Entry[] = [];
  for (const of of file.matched) {
    const known = of.isOpen ? await atWorst(snapshot, of, newer.get(of)) : await judge(of, of);
    const isOpen = file.isOpen && (of.isOpen || isDoubted(file, known));
    entries.push({ of, known, best: isOpen ? bestScore(snapshot, known) : undefined });
  }

  const compare = async (batch: readonly Entry[]) => {
    const compared = await compareOpen(
      file,
      batch.map(({ of }) => of),
    );
    for (const [nth, entry] of batch.entries()) {
      entry.known = await judge(compared[nth] ?? entry.of, entry.of);
      if (!isDoubted(file, entry.known)) entry.best = undefined;
    }
  };
  let left = MOST_FOLLOWED;
  const follow = async (batch: readonly Entry[]) => {
    const items = batch.slice(0, left).map(({ known }) => known);
    const followed = await followLost(file, items);
    left -= items.length;
    for (const [nth, entry] of batch.entries()) {
      entry.known = await judge(followed[nth] ?? { ...entry.known, isBeyondLimit: true }, entry.of);
      entry.best = undefined;
    }
  };

  const wide = { compare: most * WIDER, follow: most * WIDER };
  for (;;) {
    const next = likeliest(entries, most);
    if (next.length === 0) return entries.map(({ known }) => known);
    if (next.some(isUncompared)) {
      await compare(likeliest(entries, wide.compare).filter(isUncompared));
      wide.compare *= WIDER;
    } else {
      await follow(likeliest(entries, wide.follow).filter(isLost));
      wide.follow *= WIDER;
    }
  }
}

function isUncompared({ known }: Entry): boolean {
  return known.isOpen === true;
}

/** Compared, and not found. */
function isLost(entry: Entry): boolean {
  return entry.best !== undefined && !isUncompared(entry);
}

function isDoubted(file: FileRegions, item: Judged): boolean {
  return item.found.evidence !== 'moved' && isDoubtful(file, item);
}

/** If it were found as it was. */
function bestScore(snapshot: Snapshot, { found, timestamp, newer }: Judged): number {
  const anchor = found.region.ast_anchor ? ANCHOR.signature : ANCHOR.lines;
  const isOvertaken = newer !== undefined;
  return weigh(snapshot, found, { timestamp, anchor, isOvertaken, freshness: { state: 'intact' } })
    .confidence;
}

/** If nothing of it were found. */
async function atWorst(snapshot: Snapshot, item: Matched, newer: Commit | undefined): Promise<Judged> {
  const timestamp = await timestampOf(snapshot, item.found.annotation, item.found.commit);
  const freshness = { state: 'gone' } as const;
  const isOvertaken = newer !== undefined;
  const weighed = weigh(snapshot, item.found, { timestamp, anchor: ANCHOR.gone, isOvertaken, freshness });
  return { ...item, ...weighed, timestamp, freshness, newer };
}

/** Those that are open, and among the first where each has the best score that it could have. */
function likeliest(entries: readonly Entry[], most: number): Entry[] {
  return entries
    .map(entry => ({ entry, item: { ...entry.known, confidence: entry.best ?? entry.known.confidence } }))
    .sort((a, b) => byConfidence(a.item, b.item))
    .slice(0, most)
    .flatMap(({ entry }) => (entry.best === undefined ? [] : [entry]));
}
