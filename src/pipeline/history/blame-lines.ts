import type { LineRange } from '../../annotation/schema.ts';
import { append } from '../../collections.ts';
import { blameCall } from '../../git/calls.ts';
import type { BlameSpan, Commit } from '../../git/parsers.ts';
import { intersection, lengthOf } from '../lines/range.ts';
import { leave, recallNow, remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { ancestorsOf, isDamage, knownParents } from './ancestry.ts';
import { historyGraph } from './history-graph.ts';

type Question = {
  commit: Commit;
  path: string;
  length: number;
  ignoreRevsFile?: string;
  /** Also lines that are older than every annotation. */
  everyLine?: boolean;
};

/** The newest whole-file blame by path and by how far it looks back: what no later commit touched is not blamed again. */
const BLAMES = slot<KeptBlame>(64);

type KeptBlame = { commit: string; spans: OwnedSpan[] };

const KIND = 'b';

/** By index: the parents of the oldest annotated commit. */
const STOPS = slot<Promise<string[]>>(8);

const MOST_NOTES_LOOKED_AT = 256;

/** Where `isOld`, the commit is not the owner, but one that every annotation is newer than. */
export type OwnedSpan = BlameSpan & { isOld?: true };

/**
 * Blames lines of a commit. Who owns those that are older than every annotation is not looked for, unless that is wanted:
 * nothing leads from them to a note, and finding who wrote them is most of what blame costs in a long history.
 */
export async function blameLines(
  snapshot: Snapshot,
  question: Question,
  lines: LineRange[],
): Promise<OwnedSpan[]> {
  const { commit, path, length, ignoreRevsFile, everyLine = false } = question;
  const before = everyLine ? [] : await stopsBefore(snapshot);
  const stops = before.includes(commit.id) ? [] : before;
  const isWhole = lines.length === 1 && lines[0]?.start === 1 && lines[0]?.end === length;
  const ask = async (until: readonly string[]): Promise<BlameSpan[]> => {
    const call = blameCall(commit.id, path, { lines, ignoreRevsFile, stops: until });
    const spans = await snapshot.repository.run(call, snapshot.signal);
    // Before the first annotation, blame would stop where it starts.
    const isStuck = until.length > 0 && spans.some(span => span.boundary && span.commit === commit.id);
    return isStuck ? ask([]) : spans;
  };
  const marked = (spans: readonly BlameSpan[]): OwnedSpan[] =>
    spans.map(span => (stops.includes(span.commit) ? { ...span, isOld: true } : span));
  const whole = isWhole ? undefined : await recallWhole(snapshot, question, stops);
  if (whole) return marked(whole.flatMap(span => lines.flatMap(range => clip(span, range))));
  if (!isWhole || ignoreRevsFile !== undefined) return marked(await ask(stops));

  const key = [snapshot.repository.shallowness(), ...stops, path].join(' ');
  const blames = snapshot.memory.of(BLAMES);
  const { knowledge } = snapshot.repository;
  const known = blames.get(key) ?? recallNow<KeptBlame>(knowledge, KIND, key);
  if (known?.commit === commit.id) return known.spans;
  const carried = known && (await recallWhole(snapshot, question, stops));
  const isLater = known && !carried && (await isBehind(snapshot, known.commit, commit));
  const continuing = isLater ? continued(await ask([known.commit]), known, path) : undefined;
  const spans = continuing ?? marked(carried ?? (await ask(stops)));
  blames.set(key, { commit: commit.id, spans }, 1);
  leave(knowledge, KIND, key, { commit: commit.id, spans });
  return spans;
}

async function isBehind(snapshot: Snapshot, older: string, newer: Commit): Promise<boolean> {
  const behind = await ancestorsOf(snapshot, newer.id, [older]);
  return behind.has(older);
}

/** The blame of all lines, where it is known: what it says of each is the same. */
async function recallWhole(
  { repository }: Snapshot,
  { commit, path, length, ignoreRevsFile }: Question,
  stops: readonly string[],
): Promise<BlameSpan[] | undefined> {
  const lines = [{ start: 1, end: length }];
  const spans = await repository.recall(blameCall(commit.id, path, { lines, ignoreRevsFile, stops }));
  const isStuck = spans?.some(span => span.boundary && span.commit === commit.id);
  return isStuck ? undefined : spans;
}

/** The part of a span that is within a range of lines. */
export function clip(span: BlameSpan, range: LineRange): BlameSpan[] {
  const part = intersection({ start: span.final, end: span.final + span.count - 1 }, range);
  if (!part) return [];
  return [
    { ...span, original: span.original + part.start - span.final, final: part.start, count: lengthOf(part) },
  ];
}

/** A blame that stopped at a known commit, followed on with what is known of it; undefined if it stopped elsewhere. */
function continued(
  newer: readonly BlameSpan[],
  known: { commit: string; spans: readonly OwnedSpan[] },
  path: string,
): OwnedSpan[] | undefined {
  const spans: OwnedSpan[] = [];
  for (const span of newer) {
    if (!span.boundary) spans.push(span);
    else if (span.commit !== known.commit || span.path !== path) return undefined;
    else
      append(
        spans,
        known.spans.flatMap(older => overlap(older, span)),
      );
  }
  return spans.sort((a, b) => a.final - b.final);
}

/** The part of an older span that a newer one hands on, in the line numbers of today. */
function overlap(older: OwnedSpan, newer: BlameSpan): OwnedSpan[] {
  const start = Math.max(older.final, newer.original);
  const end = Math.min(older.final + older.count, newer.original + newer.count);
  if (start >= end) return [];
  const original = older.original + start - older.final;
  return [{ ...older, original, final: newer.final + start - newer.original, count: end - start }];
}

/** The parents of the oldest annotated commit; none where looking for it would cost more than it saves. */
export function stopsBefore(snapshot: Snapshot): Promise<string[]> {
  const { index, states, repository } = snapshot;
  const key = `${index.id} ${states.authorship} ${repository.shallowness()}`;
  return remember(snapshot.memory.of(STOPS), key, () => findStops(snapshot));
}

async function findStops(snapshot: Snapshot): Promise<string[]> {
  const { index, states, repository, head } = snapshot;
  if (states.authorship !== undefined || index.size === 0 || index.size > MOST_NOTES_LOOKED_AT) return [];
  const linked = index.linkedCommits();
  if (linked.length > MOST_NOTES_LOOKED_AT) return [];
  const objects = index.byObjectPrefix('').map(record => record.object);
  const commits = await repository.commitsNamed([...objects, ...linked]);
  const [oldest] = [...commits.values()].sort((a, b) => a.committer.time - b.committer.time);
  const stops = oldest ? await knownParents(repository, oldest) : [];
  if (stops.length === 0) return [];
  // Clocks may be equal or wrong: the oldest by the clock may build on another annotated commit.
  try {
    const graph = await historyGraph(snapshot, head.id);
    const rows = stops.map(stop => graph.rowOf(stop));
    if (!rows.every(row => row !== undefined)) return [];
    const behind = graph.behind(...rows);
    const isBehind = (id: string) => behind[graph.rowOf(id) ?? -1] === 1;
    return [...commits.values()].some(({ id }) => isBehind(id)) ? [] : stops;
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}
