/** Writes annotations of one commit into its note. */
import { MAX_NOTE_BYTES } from '../annotation/note-reading.ts';
import type { Region } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import type { Commit } from '../git/parsers.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { plural, shortId } from '../wording.ts';
import { whoWrites } from './calls.ts';
import { completeRegion, nameOf } from './complete-region.ts';
import type { Writer } from './git.ts';
import { addToNote, type Head } from './note-document.ts';
import { changeNotes, type NotesChange, type NotesTip, noteText, tryChange } from './notes-ref.ts';
import { findSecret } from './secrets.ts';

export type Annotating = {
  commit: Commit;
  regions: readonly Region[];
  head: Head;
  /** Regions may be about code that the commit did not change. */
  about: boolean;
  /** In the place of what is said of the same units already. */
  replace: boolean;
  allowSecret: boolean;
  now: Date;
};

/** Takes what somebody says of parts of a commit; gives it with what a program knows better, or refuses all of it. */
export async function completeRegions(
  snapshot: Snapshot,
  { commit, regions, head, about, allowSecret }: Annotating,
): Promise<Region[]> {
  if (regions.length === 0 && !head.cross_cutting) {
    throw new UltragitError('bad_annotation', 'There is nothing to write: no region says anything.', [
      'Fill in at least "intent" of one region.',
    ]);
  }
  if (!allowSecret) refuseSecrets([...regions, head]);
  const complete: Region[] = [];
  const failures: UltragitError[] = [];
  for (const region of regions) {
    try {
      complete.push(await completeRegion(snapshot, commit, region, { about }));
    } catch (error) {
      if (!(error instanceof UltragitError)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first && failures.length === 1) throw first;
  if (first) {
    const hints = failures.map(
      ({ message, hints: [hint] }) => `${message}${typeof hint === 'string' ? ` ${hint}` : ''}`,
    );
    throw new UltragitError(
      first.code,
      `${failures.length} of ${plural(regions.length, 'region')} can't be written; nothing was.`,
      hints,
    );
  }
  return complete;
}

export function refuseSecrets(values: readonly unknown[]): void {
  for (const value of values) {
    const secret = findSecret(value);
    if (!secret) continue;
    throw new UltragitError(
      'secret',
      `What is in ${secret.field} looks like ${secret.kind}; nothing was written.`,
      ['Notes are shared: take it out, and revoke it if it was real. If it is none: --allow-secret'],
    );
  }
}

/** Merges complete regions, each signed, into the note of their commit as it is at that moment. */
export async function annotate(
  writer: Writer,
  ref: string,
  annotating: Annotating,
  { dryRun }: { dryRun: boolean },
): Promise<NotesTip> {
  const { name } = await writer.run(whoWrites());
  const regions = annotating.regions.map(region => ({ ...region, author: region.author ?? name }));
  const decide = async (tip: NotesTip): Promise<NotesChange> => {
    const { commit, now } = annotating;
    const before = await noteText(writer, tip, commit.id);
    const text = addToNote(before, { ...annotating, regions }, { commit: commit.id, ref, now });
    if (Buffer.byteLength(text) > MAX_NOTE_BYTES) throw tooLarge(commit);
    const [only, ...others] = annotating.regions;
    const what = only && others.length === 0 ? nameOf(only) : plural(annotating.regions.length, 'region');
    return { notes: new Map([[commit.id, { text }]]), message: `Annotate ${shortId(commit.id)}: ${what}` };
  };
  return dryRun ? tryChange(writer, ref, decide) : changeNotes(writer, ref, decide);
}

function tooLarge({ id }: Commit): UltragitError {
  return new UltragitError('bad_annotation', `The note on ${shortId(id)} would be larger than 1 MiB.`, [
    'Readers skip such notes: say it shorter, or annotate another commit with --about.',
  ]);
}
