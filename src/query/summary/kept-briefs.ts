import { createHash } from 'node:crypto';
import type { Seen } from '../../git/witness.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { ignoredRevisions } from '../../pipeline/history/ignored-revisions.ts';
import type { AnnotatedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import { slot } from '../../pipeline/memory.ts';
import type { FoundRegion } from '../../pipeline/notes/find-regions.ts';
import type { FileRegions } from '../../pipeline/regions.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnnotatedFile } from './annotated-files.ts';
import type { FileBrief } from './brief.ts';
import type { NotesOfFile } from './join-notes.ts';
import { plainFiles } from './plain-files.ts';

/** A file as a summary of a directory has it, before what moved from file to file is followed. */
export type BriefedFile = {
  brief: FileBrief;
  notes: NotesOfFile;
  /** Regions that a direct comparison did not find. */
  lost: readonly FoundRegion[];
};

/** All that a brief follows from. */
type Basis = {
  /** What is the same for all files. */
  world: string;
  names: string;
  blob: string | undefined;
  onDisk: string | undefined;
  records: readonly NoteRecord[];
  /** The state of the repository, where more of it counts than the file and the notes that name it. */
  state: string | undefined;
};

/** By path; each is checked before it is used. The limit is in bytes. */
const BRIEFS = slot<{ made: BriefedFile; basis: Basis }>(96 * 1024 * 1024);
const BYTES_OF_REGION = 8_000;
const BYTES_OF_BASIS = 1_000;

/** A brief, and what it was made of. */
export type Source = {
  made: BriefedFile;
  file: AnnotatedFile;
  found: FileRegions;
  units: readonly AnnotatedUnit[];
};

export type KeptBriefs = Awaited<ReturnType<typeof keptBriefs>>;

/**
 * What earlier summaries made of these files, where all that it follows from is the same: the file on disk and at HEAD,
 * its names, and the notes that name it, all on commits of this history. Most follow from nothing else, and hold after a
 * commit elsewhere; the others hold for one state of the repository.
 */
export async function keptBriefs(snapshot: Snapshot) {
  const { repository, head, memory, states, settings } = snapshot;
  const kept = memory.of(BRIEFS);
  const ignored = [...((await snapshot.once(ignoredRevisions))?.commits ?? [])];
  const world = JSON.stringify([settings, repository.shallowness(), ignored]);
  const state = `${head.id} ${states.key}`;
  const basisOf = ({ names, all }: AnnotatedFile, content: Content): Omit<Basis, 'state'> => ({
    world,
    names: JSON.stringify(names),
    blob: content.blob,
    onDisk: content.data && createHash('sha256').update(content.data).digest('base64'),
    records: all,
  });
  const read = plainFiles(repository);

  return {
    recall(file: AnnotatedFile): BriefedFile | undefined {
      const known = file.isHere ? kept.get(file.path) : undefined;
      const onDisk = known && read(file.path);
      if (!known || !onDisk) return undefined;
      const basis = basisOf(file, { blob: file.blob, data: onDisk.data });
      const holds = isSame(known.basis, basis) && (known.basis.state ?? state) === state;
      return holds ? known.made : undefined;
    },

    /** Whether all its notes are on commits of this history: then nothing is to be brought back. */
    isPlain({ records, all, isHere }: AnnotatedFile): boolean {
      return isHere && all.length === records.length;
    },

    /** `seen` is what was looked at while the briefs of `all` were made. */
    keep({ made, file, found, units }: Source, all: readonly AnnotatedFile[], seen: Seen): void {
      const { path, data, committed, source } = found.scope;
      const isOfAll = (other: string) => all.some(item => item.path === other);
      const isSure = !seen.objects && !seen.unsure && [...seen.paths].every(isOfAll);
      const { unreachable, misplaced, over } = found.notes;
      if (!isSure || [unreachable, misplaced, over].some(list => list.length > 0)) return;
      const basis = basisOf(file, {
        blob: committed?.blob,
        data: source === 'worktree' ? data : undefined,
      });
      if (!file.isHere || !found.notes.found.every(isOnItsCommit)) return;
      const weight = made.brief.bytes + made.lost.length * BYTES_OF_REGION + BYTES_OF_BASIS;
      // That these notes gave something, nobody asks: all of them are in this history.
      const notes = { ...made.notes, gave: [] };
      const ofState = isLasting(found, units) ? undefined : state;
      kept.set(path, { made: { ...made, notes }, basis: { ...basis, state: ofState } }, weight);
    },
  };
}

/** The blob at HEAD, and what is on disk. */
type Content = { blob?: string; data?: Buffer };

function isSame(a: Omit<Basis, 'state'>, b: Omit<Basis, 'state'>): boolean {
  return (
    a.world === b.world &&
    a.names === b.names &&
    a.blob === b.blob &&
    a.onDisk === b.onDisk &&
    areSameNotes(a.records, b.records)
  );
}

function areSameNotes(some: readonly NoteRecord[], others: readonly NoteRecord[]): boolean {
  if (some === others) return true;
  return some.length === others.length && some.every((record, at) => isSameNote(record, others[at]));
}

function isSameNote(a: NoteRecord, b: NoteRecord | undefined): boolean {
  return a === b || (a.object === b?.object && a.blob === b.blob && a.source === b.source);
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
