import { isFlawed } from '../../annotation/note-reading.ts';
import type { Region } from '../../annotation/schema.ts';
import { groupBy, partition, sum } from '../../collections.ts';
import { MESSAGES } from '../../index/notes-index.ts';
import type { FileNotes, FoundRegion } from '../../pipeline/notes/find-regions.ts';
import { inForce } from '../../pipeline/notes/in-force.ts';
import { placeMessages } from '../../pipeline/notes/place-messages.ts';
import { standingRegions } from '../../pipeline/notes/standing.ts';
import { withoutRepeats } from '../../pipeline/notes/without-repeats.ts';
import { placedRegions, placeRegions } from '../../pipeline/placing/place-regions.ts';
import { overLimits } from '../../pipeline/placing/read-records.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { Candidate } from './scan.ts';

/** A candidate that belongs to today's history. */
export type PlacedCandidate = { found: FoundRegion; candidate: Candidate };

/** Takes what has the words; gives what of it belongs to this history, each once, with what is still in force. */
export async function placeCandidates(
  snapshot: Snapshot,
  candidates: readonly Candidate[],
): Promise<{ placed: PlacedCandidate[]; notes: FileNotes }> {
  const byRegion = new Map<Region, Candidate>(candidates.map(item => [item.region, item]));
  const perAnnotation = groupBy(candidates, ({ annotation }) => annotation);
  const read = [...new Set(candidates.map(({ note }) => note))];
  const [messages, noted] = partition(read, ({ record }) => record.source === MESSAGES);
  const { standing, others } = await standingRegions(snapshot, noted);
  const wanted = (annotation: Candidate['annotation']) =>
    (perAnnotation.get(annotation) ?? []).map(({ region }) => region);
  const onCommits = await placeRegions(snapshot, others, wanted);
  const inMessages = placedRegions(await placeMessages(snapshot, messages), wanted);
  const all = [...onCommits.regions, ...inMessages, ...standing].filter(({ region }) => byRegion.has(region));
  const found = all.map(
    ({ note, annotation, region, commit, written, recovered }): FoundRegion => ({
      ...{ commit, written, annotation, region, said: region, recovered, note: note.record },
      ...{ source: note.record.source, evidence: 'index' },
    }),
  );
  const placed = (await inForce(snapshot, withoutRepeats(found))).flatMap(item => {
    const candidate = byRegion.get(item.said);
    return candidate ? [{ found: item, candidate }] : [];
  });
  return {
    placed,
    notes: {
      found: [],
      repaired: read.filter(({ reading }) => isFlawed(reading)).map(({ record }) => record),
      unreachable: onCommits.unreachable,
      misplaced: onCommits.misplaced,
      over: overLimits(read),
      charactersRemoved: sum(read, ({ reading }) => reading.charactersRemoved),
      captured: 0,
    },
  };
}
