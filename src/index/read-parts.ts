import { CHANGED_FILES } from '../annotation/changed-files.ts';
import { MARKS, type NamedInNote } from '../annotation/note-keys.ts';
import type { Repository } from '../git/repository.ts';
import { cancelled } from '../git/run/failures.ts';
import { filesChangedBy } from './changed-files.ts';
import { knownTexts } from './known-texts.ts';
import type { Part } from './merge-packed.ts';
import { NOWHERE, type NoteList } from './note-list.ts';
import { Packer } from './pack.ts';
import { PackedNotes } from './packed-notes.ts';
import { readingOrder } from './reading-order.ts';
import { isAbsent, NOTHING_NAMED, type SourceReader } from './source-reader.ts';
import { findRow, listAt } from './text-table.ts';

export type BuildOptions = {
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
  /** Told each part of a long reading when it is done, so that it need not be read again after an interruption. */
  keepPart?: (bytes: Buffer) => void;
  notesPerPart?: number;
};

/** Several batches at once, so that git works on the next ones while this process parses one. */
const BATCH = 250;
const BATCHES_AT_ONCE = 4;

/** What a part holds: few seconds of work, and little memory while it is put together. */
const NOTES_PER_PART = 50_000;

type Wanted = {
  notes: NoteList;
  /** Packed notes of other states, which are not read again. */
  known: readonly PackedNotes[];
  tree: string;
  stamp: number;
};

/** All notes of a list, in parts; `allThere` unless a note, or the commit that it is about, was missing from the clone. */
export async function readParts(
  repository: Repository,
  reader: SourceReader,
  { notes, known, tree, stamp }: Wanted,
  { progress, signal, keepPart, notesPerPart = NOTES_PER_PART }: BuildOptions,
): Promise<{ parts: Part[]; allThere: boolean }> {
  const isKnown = new Uint8Array(notes.length);
  const parts = known.map(packed => ({ packed, numbers: takeOver(packed, notes, isKnown) }));
  const order = isKnown.every(Boolean)
    ? new Uint32Array(0)
    : (await readingOrder(repository, notes.blobs(), signal)).filter(note => !isKnown[note]);
  const texts = knownTexts(known, notes, order);
  let allThere = true;
  let done = notes.length - order.length;
  for (let start = 0; start < order.length; start += notesPerPart) {
    const some = order.subarray(start, start + notesPerPart);
    const numbers = some.slice().sort();
    const list = notes.pick(numbers);
    const packer = new Packer(list);
    const placeOf = new Map(Array.from(numbers, (note, at) => [note, at]));
    const places = Array.from(some, note => placeOf.get(note) ?? 0);
    const isWhole = await readPart(repository, reader, { list, places, texts, packer, signal }, count => {
      if (signal?.aborted) throw cancelled();
      done += count;
      progress?.(done, notes.length);
    });
    allThere &&= isWhole;
    const bytes = packer.finish({ source: reader.source, tree, stamp: isWhole ? 0 : stamp });
    const packed = PackedNotes.open(bytes);
    if (packed) parts.push({ packed, numbers });
    if (order.length > notesPerPart) keepPart?.(bytes);
  }
  return { parts, allThere };
}

/** The numbers that packed notes have in a list, unless they are known from elsewhere, or must be read again. */
function takeOver(packed: PackedNotes, notes: NoteList, isKnown: Uint8Array): Uint32Array {
  const { list, problems, names, files } = packed.contents();
  const numbers = list.numbersIn(notes);
  for (const [note, problem] of problems) if (isAbsent(problem)) numbers[note] = NOWHERE;
  // The files that a commit changed may have been missing.
  const row = packed.stamp === 0 ? -1 : findRow(names, CHANGED_FILES);
  for (const note of row < 0 ? [] : listAt(files, row)) numbers[note] = NOWHERE;
  for (const [note, number] of numbers.entries()) {
    if (number === NOWHERE) continue;
    if (isKnown[number]) numbers[note] = NOWHERE;
    isKnown[number] = 1;
  }
  return numbers;
}

type Reading = {
  list: NoteList;
  /** The notes, in the order in which they are read. */
  places: readonly number[];
  texts: ReadonlyMap<string, NamedInNote>;
  packer: Packer;
  signal?: AbortSignal;
};

/** `onRead` is told after each batch how many notes it had; it may throw. */
async function readPart(
  repository: Repository,
  reader: SourceReader,
  { list, places, texts, packer, signal }: Reading,
  onRead: (count: number) => void,
): Promise<boolean> {
  let allThere = true;
  let next = 0;
  const unscoped = new Map<number, string[]>();
  const readOne = async (note: number) => {
    const entry = list.at(note);
    const keys = texts.get(entry.blob) ?? (await reader.keysOf(entry));
    if (isAbsent(keys.problem)) allThere = false;
    if (keys.files.includes(CHANGED_FILES) && !keys.isExpanded)
      unscoped.set(note, [entry.object, ...linkedIn(keys)]);
    packer.add(note, keys, keys.problem);
  };
  const readBatches = async () => {
    while (next < places.length) {
      const some = places.slice(next, next + BATCH);
      next += some.length;
      onRead(0);
      await Promise.all(some.map(readOne));
      onRead(some.length);
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, readBatches));
  if (unscoped.size === 0) return allThere;
  const changed = await filesChangedBy(repository, [...unscoped.values()].flat(), signal);
  for (const [note, ids] of unscoped) {
    const files = ids.flatMap(id => changed.get(id) ?? []);
    if (files.length > 0) packer.add(note, { ...NOTHING_NAMED, files });
    else allThere = false;
  }
  return allThere;
}

function linkedIn({ marks }: NamedInNote): string[] {
  const linked = marks.filter(mark => mark.startsWith(MARKS.linked));
  return linked.map(mark => mark.slice(MARKS.linked.length));
}
