import { oneLine } from '../../annotation/sanitise.ts';
import { distinct, groupBy, partition } from '../../collections.ts';
import { noteId, noteWriters, type Writer } from '../../index/note-writers.ts';
import { MESSAGES } from '../../index/notes-index.ts';
import type { NoteEntry } from '../../index/notes-tree.ts';
import { leave, recallNow, slot } from '../memory.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** How far back the history of a notes ref is followed, at 0.1 to 0.3 ms a commit: who wrote older notes is not said. */
const MOST_COMMITS = 100;

/** A name as one plain line, and whether the notes commit carries a signature. */
export type Recorded = Writer & { name: string };

/** By the ids of the commit of the ref from which it was looked, of the object and of the blob. */
const WRITERS = slot<Writer>(50_000);

/**
 * Takes regions; gives who wrote each down, as git records it: of a note the author of the commit that brought it to its
 * ref as it is, of a commit message the author of its commit. Where that can't be told, nothing. What a region itself
 * says of its author is not looked at.
 */
export async function notedBy(
  snapshot: Snapshot,
  found: readonly FoundRegion[],
  mostCommits = MOST_COMMITS,
): Promise<Map<FoundRegion, Recorded>> {
  const recorded = new Map<FoundRegion, Recorded>();
  const record = (item: FoundRegion, { name = '', ...rest }: Writer) => {
    const plain = oneLine(name);
    if (plain !== '') recorded.set(item, { ...rest, name: plain });
  };
  const [messages, notes] = partition(found, ({ source }) => source === MESSAGES);
  for (const item of messages) record(item, { name: (item.written ?? item.commit).author.name });
  await Promise.all(
    [...groupBy(notes, ({ source }) => source)].map(async ([ref, items]) => {
      const writers = await writersIn(snapshot, ref, entriesOf(items), mostCommits);
      for (const item of items) record(item, (item.note && writers.get(noteId(item.note))) ?? {});
    }),
  );
  return recorded;
}

function entriesOf(items: readonly FoundRegion[]): NoteEntry[] {
  return distinct(items.flatMap(({ note }) => (note ? [{ object: note.object, blob: note.blob }] : [])));
}

async function writersIn(
  { repository, states, memory, signal }: Snapshot,
  ref: string,
  notes: readonly NoteEntry[],
  most: number,
): Promise<Map<string, Writer>> {
  const { tree } = [states.primary, ...states.others].find(state => state.ref === ref) ?? {};
  const tip = tree === undefined ? undefined : await repository.refCommit(ref);
  // A ref that has moved since the snapshot was taken makes the whole query start again.
  if (!tip || tip.tree !== tree) return new Map();
  const kept = memory.of(WRITERS);
  const known = (commit: string, note: NoteEntry) => {
    const key = `${commit} ${noteId(note)}`;
    return kept.get(key) ?? recallNow<Writer>(repository.knowledge, 'w', key);
  };
  const writers = await noteWriters(repository, tip, notes, { most, known, signal });
  for (const [id, writer] of writers) {
    kept.set(`${tip.id} ${id}`, writer, 1);
    leave(repository.knowledge, 'w', `${tip.id} ${id}`, writer);
  }
  return writers;
}
