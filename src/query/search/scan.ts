import { MAX_NOTE_BYTES, type NoteReading } from '../../annotation/note-reading.ts';
import { readCommitMessage, readNote } from '../../annotation/read-note.ts';
import { sanitise } from '../../annotation/sanitise.ts';
import type { Annotation, Region } from '../../annotation/schema.ts';
import { IdTable } from '../../git/id-table.ts';
import { MESSAGES, type NoteRecord } from '../../index/notes-index.ts';
import { readingOrder } from '../../index/reading-order.ts';
import { VanishedNote } from '../../index/source-reader.ts';
import type { ReadRecord } from '../../pipeline/placing/read-records.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnswerOptions } from '../define.ts';
import { match } from './match.ts';
import { concernsOf, type SaidText, saidIn } from './said-in.ts';
import { fold, isPlain, type Term } from './terms.ts';

/** A region whose texts have what is looked for; of a concern that spans files, its text. */
export type Candidate = {
  note: ReadRecord;
  annotation: Annotation;
  region: Region;
  concern?: SaidText;
  quality: number;
};

export type Wanted = { terms: readonly Term[]; kind?: string; tags?: readonly string[] };

type Scan = {
  /** The best of them, as far as their texts tell. */
  candidates: Candidate[];
  matched: number;
  /** Notes and messages that were looked through. */
  searched: number;
  /** Annotations that have the words, but not in the kind of text, or with the tags, that were asked for. */
  others: number;
  /** Words that are nowhere, in no note that was looked through. */
  absent: string[];
};

const AT_ONCE = 1_000;
/** To find a place in history for more than anybody looks at would take long; the best matches get one. */
const MOST_KEPT = 2_000;

/** One pass over all notes. Most do not have the words at all, and are not parsed to find that out. */
export async function scan(
  snapshot: Snapshot,
  wanted: Wanted,
  progress: AnswerOptions['progress'],
): Promise<Scan> {
  const records = snapshot.index.byObjectPrefix('').filter(({ problem }) => problem === undefined);
  const fragments = fragmentsOf(wanted.terms);
  let kept: Ranked[] = [];
  let [matched, others, searched] = [0, 0, 0];
  for await (const batch of rawNotes(snapshot, records)) {
    for (const { at, record, raw } of batch) {
      if (!raw || !mayMatch(raw.toString(), fragments)) continue;
      const note = { record, reading: readRaw(record, raw) };
      const found = candidatesIn(note, wanted);
      for (const candidate of found.matching) kept.push({ candidate, at, time: timeOf(candidate) });
      matched += found.matching.length;
      others += found.others;
    }
    kept = bestOf(kept);
    searched += batch.length;
    progress?.(searched, records.length, 'Searching the notes');
  }
  if (matched <= MOST_KEPT) kept.sort((a, b) => a.at - b.at);
  const absent = fragments.filter(({ isSeen }) => !isSeen).map(({ word }) => word);
  return { candidates: kept.map(({ candidate }) => candidate), matched, searched, others, absent };
}

type RawNote = { at: number; record: NoteRecord; raw: Buffer | undefined };

/** Many at a time, in the order in which git reads them fastest; it reads the next ones while these are looked at. */
async function* rawNotes(snapshot: Snapshot, records: readonly NoteRecord[]): AsyncGenerator<RawNote[]> {
  const { repository, head, signal } = snapshot;
  const blobs = IdTable.of(
    records.map(({ blob }) => blob),
    head.id.length / 2,
  );
  const order = await readingOrder(repository, blobs, signal);
  const read = (from: number) => {
    const batch = Array.from(order.subarray(from, from + AT_ONCE), async (at): Promise<RawNote[]> => {
      const record = records[at];
      return record ? [{ at, record, raw: await rawNote(snapshot, record) }] : [];
    });
    const coming = Promise.all(batch);
    // It is waited for later, or not at all.
    coming.catch(() => undefined);
    return coming;
  };
  let next = read(0);
  for (let from = AT_ONCE; from - AT_ONCE < order.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    const batch = await next;
    next = read(from);
    yield batch.flat();
  }
}

/** A candidate, the place of its note among all, and when it was written by its own word. */
type Ranked = { candidate: Candidate; at: number; time: number };

function timeOf({ annotation }: Candidate): number {
  return Date.parse(annotation.timestamp ?? '') || 0;
}

/** What has most of the words together, then what is newest. */
function bestOf(ranked: Ranked[]): Ranked[] {
  if (ranked.length <= MOST_KEPT) return ranked;
  const byQuality = (a: Ranked, b: Ranked) =>
    b.candidate.quality - a.candidate.quality || b.time - a.time || a.at - b.at;
  return ranked.sort(byQuality).slice(0, MOST_KEPT);
}

/** A piece of what is looked for, and whether any note has it. */
type Fragment = { word: string; pattern: RegExp; isSeen: boolean };

/** The letters and digits of the terms, whose order and surroundings a note's own writing may hide. */
function fragmentsOf(terms: readonly Term[]): Fragment[] {
  const words = terms.flatMap(({ text }) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
  return [...new Set(words)].map(word => ({ word, pattern: new RegExp(word, 'iu'), isSeen: false }));
}

/** The bytes of a note, or of the message that stands for one; none where it is too large to be read. */
async function rawNote({ repository }: Snapshot, { source, blob }: NoteRecord): Promise<Buffer | undefined> {
  if (source === MESSAGES) return Buffer.from((await repository.commit(blob))?.message ?? '');
  const object = await repository.read(blob, MAX_NOTE_BYTES);
  if (!object) throw new VanishedNote(source);
  return object.data;
}

function readRaw({ source }: NoteRecord, raw: Buffer): NoteReading {
  return source === MESSAGES ? readCommitMessage(raw.toString()) : readNote(raw, source);
}

/** False only where the text of the note can't have all words, in whatever way it is written. */
function mayMatch(raw: string, fragments: readonly Fragment[]): boolean {
  // A letter may be written as \u0061.
  const written = raw.includes('\\u') ? raw.replace(/\\u([0-9a-f]{4})/gi, letterOf) : raw;
  const text = isPlain(written) ? written : fold(sanitise(written));
  const has = fragments.map(fragment => {
    const isHere = fragment.pattern.test(text);
    fragment.isSeen ||= isHere;
    return isHere;
  });
  return has.every(isHere => isHere);
}

function letterOf(_escape: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function candidatesIn(note: ReadRecord, wanted: Wanted): { matching: Candidate[]; others: number } {
  const matching: Candidate[] = [];
  let others = 0;
  for (const annotation of note.reading.annotations) {
    const concerns = concernsOf(annotation);
    const said = [
      ...annotation.regions.map(region => ({
        region,
        texts: saidIn(annotation, region),
        concern: undefined,
      })),
      ...[...concerns].map(([region, concern]) => ({ region, texts: [concern], concern })),
    ];
    for (const { region, texts, concern } of said) {
      const found = isTagged(region, wanted) && match(wanted.terms, ofKind(texts, wanted), region);
      if (found) matching.push({ note, annotation, region, concern, quality: found.quality });
      else if (isNarrowed(wanted) && match(wanted.terms, texts, region)) others++;
    }
  }
  return { matching, others };
}

export function ofKind(texts: readonly SaidText[], { kind }: Pick<Wanted, 'kind'>): readonly SaidText[] {
  return kind === undefined ? texts : texts.filter(said => said.kind === kind);
}

function isTagged(region: Region, { tags }: Wanted): boolean {
  return tags === undefined || tags.some(tag => region.tags?.includes(tag));
}

function isNarrowed({ kind, tags }: Wanted): boolean {
  return kind !== undefined || tags !== undefined;
}
