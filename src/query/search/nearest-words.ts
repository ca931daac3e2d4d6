import { MAX_NOTE_BYTES } from '../../annotation/note-reading.ts';
import { MESSAGES, type NoteRecord } from '../../index/notes-index.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { editDistance } from '../../syntax/typos.ts';
import { fold } from './terms.ts';

/** A word that no annotation has, and words that are like it. */
export type Absent = { word: string; nearest: string[] };

const AT_ONCE = 1_000;
/** Enough to know the words that are used; to read all of a large repository again would take long. */
const MOST_NOTES = 10_000;
const MOST_WORDS = 100_000;
const LONGEST_WORD = 40;
const SHORTEST_WORD = 4;
const MOST_NEAREST = 3;

/** Words that are nowhere, with words of the notes that may have been meant. */
export async function withNearest(snapshot: Snapshot, words: readonly string[]): Promise<Absent[]> {
  if (words.length === 0) return [];
  const known = await vocabulary(snapshot);
  return words.map(word => ({ word, nearest: nearest(word.toLowerCase(), known) }));
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of the notes as they are written, but for the names of fields. */
async function vocabulary(snapshot: Snapshot): Promise<Set<string>> {
  const words = new Set<string>();
  const all = snapshot.index.byObjectPrefix('');
  const records = all.filter(({ problem }) => problem === undefined).slice(0, MOST_NOTES);
  for (let at = 0; at < records.length && words.size < MOST_WORDS; at += AT_ONCE) {
    snapshot.signal?.throwIfAborted();
    const texts = await Promise.all(records.slice(at, at + AT_ONCE).map(record => textOf(snapshot, record)));
    for (const text of texts) addWords(words, text);
  }
  return words;
}

async function textOf({ repository }: Snapshot, { source, blob }: NoteRecord): Promise<string> {
  if (source === MESSAGES) return (await repository.commit(blob))?.message ?? '';
  const raw = (await repository.read(blob, MAX_NOTE_BYTES))?.data?.toString() ?? '';
  return raw.replace(/"\w{1,40}"\s*:/g, ' ').replace(/\\[nrtbf]/g, ' ');
}

function addWords(words: Set<string>, text: string): void {
  for (const [word] of fold(text).matchAll(WORD)) {
    if (words.size >= MOST_WORDS) return;
    if (word.length <= LONGEST_WORD) words.add(word.toLowerCase());
  }
}

function nearest(word: string, known: ReadonlySet<string>): string[] {
  if (word.length < SHORTEST_WORD || word.length > LONGEST_WORD) return [];
  const most = word.length < 6 ? 1 : 2;
  const near = [...known]
    .filter(other => Math.abs(other.length - word.length) <= most)
    .map(other => ({ other, distance: editDistance(word, other) }))
    .filter(({ distance }) => distance <= most);
  return near
    .sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
    .slice(0, MOST_NEAREST)
    .map(({ other }) => other);
}
