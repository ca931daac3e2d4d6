import type { Settings } from '../config.ts';
import { blameCall } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import { splitLines } from '../git/split-lines.ts';
import type { NotesIndex } from '../index/notes-index.ts';
import { stopsOf } from '../pipeline/history/blame-lines.ts';
import { ignoredRevisions } from '../pipeline/history/ignored-revisions.ts';

type Expected = {
  repository: Repository;
  settings: Settings;
  head: Commit;
  /** What is known of the notes so far. */
  index: NotesIndex;
  /** The file that is asked about, all of it. */
  path: string;
};

/**
 * Starts the blame that an answer about a whole file needs most likely, while the messages of a long history are still
 * read: who needs the same waits for this one. Where a message says something of an older commit than every note, it
 * is for nothing; it stops at the notes, so that this costs little.
 */
export async function earlyBlame(
  { repository, settings, head, index, path }: Expected,
  signal: AbortSignal,
): Promise<void> {
  const stops = await stopsOf(repository, index);
  const entry = stops.length > 0 ? await repository.entryAt(head, path) : undefined;
  if (!entry?.mode.startsWith('100') || stops.includes(head.id)) return;
  const data = await repository.file(entry.id);
  const length = data ? splitLines(data).length : 0;
  if (length === 0) return;
  const ignored = await ignoredRevisions({ repository, settings });
  const lines = [{ start: 1, end: length }];
  await repository.run(blameCall(head.id, path, { lines, ignoreRevsFile: ignored?.file, stops }), signal);
}
