import { createHash } from 'node:crypto';
import type { Seen } from '../../git/witness.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { ancestorsOf } from '../../pipeline/history/ancestry.ts';
import type { FileName } from '../../pipeline/history/file-names.ts';
import { ignoredRevisions } from '../../pipeline/history/ignored-revisions.ts';
import type { AnnotatedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import { slot } from '../../pipeline/memory.ts';
import type { FoundRegion } from '../../pipeline/notes/find-regions.ts';
import { lookUp } from '../../pipeline/notes/look-up.ts';
import type { FileRegions } from '../../pipeline/regions.ts';
import { findPlace } from '../../pipeline/scope/find-place.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { FileBrief } from './brief.ts';
import type { NotesOfFile } from './join-notes.ts';

/** A file that annotations name, by any of its names. */
export type AnnotatedFile = { path: string; names: readonly FileName[] };

/** A file as a summary of a directory has it, before what moved from file to file is followed. */
export type BriefedFile = {
  brief: FileBrief;
  notes: NotesOfFile;
  /** Regions that a direct comparison did not find. */
  lost: readonly FoundRegion[];
};

/** By what they were made of. */
const BRIEFS = slot<BriefedFile>(48 * 1024 * 1024);
const BYTES_OF_REGION = 8_000;

/** What a brief was made of, and what was looked at meanwhile. */
type Source = { found: FileRegions; units: readonly AnnotatedUnit[]; seen: Seen };

export type KeptBriefs = Awaited<ReturnType<typeof keptBriefs>>;

/**
 * What earlier summaries made of these files, where all that it follows from is the same: the file on disk and at HEAD,
 * its names, and the notes that name it, all on commits of this history. Most follow from nothing else, and hold after a
 * commit elsewhere; the others hold for one state of the repository.
 */
export async function keptBriefs(snapshot: Snapshot, files: readonly AnnotatedFile[]) {
  const { repository, head, index, memory, states, settings } = snapshot;
  const kept = memory.of(BRIEFS);
  const records = new Map(files.map(({ path, names }) => [path, [...lookUp(index, names).keys()]]));
  const objects = [...records.values()].flatMap(all => all.map(({ object }) => object));
  const here = await ancestorsOf(snapshot, head.id, objects);
  const ignored = [...((await snapshot.once(ignoredRevisions))?.commits ?? [])];
  const world = JSON.stringify([settings, repository.shallowness(), ignored]);
  const keysOf = (file: AnnotatedFile, content: Content) => {
    const notes = records.get(file.path) ?? [];
    if (notes.some(({ object }) => !here.has(object))) return undefined;
    const lasting = nameOf(world, file, notes, content);
    return { lasting, passing: `${lasting} ${head.id} ${states.key}` };
  };

  return {
    async recall(file: AnnotatedFile): Promise<BriefedFile | undefined> {
      const place = await findPlace(repository, head, file.path, true).catch(() => undefined);
      const keys = place?.path === file.path ? keysOf(file, contentOf(place)) : undefined;
      return keys && (kept.get(keys.lasting) ?? kept.get(keys.passing));
    },

    keep(made: BriefedFile, { found, units, seen }: Source): void {
      const { path, data, committed, source } = found.scope;
      const isSure = !seen.objects && !seen.unsure && [...seen.paths].every(other => other === path);
      const { unreachable, misplaced, over } = found.notes;
      if (!isSure || [unreachable, misplaced, over].some(list => list.length > 0)) return;
      if (!found.notes.found.every(isOnItsCommit)) return;
      const content = { blob: committed?.blob, data: source === 'worktree' ? data : undefined };
      const keys = keysOf({ path, names: found.names }, content);
      if (!keys) return;
      const weight = made.brief.bytes + made.lost.length * BYTES_OF_REGION + 2_000;
      // That these notes gave something, nobody asks: all of them are in this history.
      const notes = { ...made.notes, gave: [] };
      kept.set(isLasting(found, units) ? keys.lasting : keys.passing, { ...made, notes }, weight);
    },
  };
}

/** The blob at HEAD, and what is on disk. */
type Content = { blob?: string; data?: Buffer };

function contentOf({ entry, data }: Awaited<ReturnType<typeof findPlace>>): Content {
  return { blob: entry?.id, data };
}

function nameOf(
  world: string,
  { path, names }: AnnotatedFile,
  records: readonly NoteRecord[],
  { blob, data }: Content,
): string {
  const notes = records.map(({ source, object, blob: note }) => `${source} ${object} ${note}`);
  const hash = createHash('sha256').update(JSON.stringify([world, path, names, blob, data?.length, notes]));
  return (data ? hash.update(data) : hash).digest('base64');
}

/**
 * Whether nothing of it depends on what else the history or the notes have: which annotation supersedes another, which
 * day it is, what commits are to be ignored, which of two branches comes first.
 */
function isLasting({ notes, blame }: FileRegions, units: readonly AnnotatedUnit[]): boolean {
  return !blame.ignoresRevisions && notes.found.every(standsAlone) && units.every(isInOrder);
}

/** What is agreed for a directory, and what was brought back, is told by more than the note. */
function isOnItsCommit({ commit, note, recovered }: FoundRegion): boolean {
  return !recovered && commit.id === note?.object;
}

function standsAlone({ annotation, region, said }: FoundRegion): boolean {
  const { record_id: name, expires, provenance } = annotation;
  if (name !== undefined || expires !== undefined || provenance.operation !== 'initial') return false;
  return region.file === said.file && !region.constraints?.some(({ until }) => until !== undefined);
}

/** By the clock, too. */
function isInOrder({ item, older }: AnnotatedUnit): boolean {
  const commits = [item, ...older].map(({ found }) => found.commit);
  return commits.every(({ id, committer: { time } }, at) => {
    const next = commits[at + 1];
    return !next || next.id === id || next.committer.time < time;
  });
}
