import type { Annotation, Region } from '../../annotation/schema.ts';
import type { Commit } from '../../git/parsers.ts';
import type { FileName } from '../history/file-names.ts';
import type { ReadRecord, Snapshot } from '../snapshot.ts';

/** A region of an annotation that names the file, and how it was found. */
export type Found = {
  /** The commit in today's history that it belongs to. */
  commit: Commit;
  /** The commit whose version of the file its lines count in; absent where this clone does not have it. */
  written?: Commit;
  annotation: Annotation;
  region: Region;
  evidence: 'blame' | 'index';
  recovered?: { from: string; by: 'derived_from' | 'patch_id' };
};

export type Notes = {
  found: Found[];
  annotations: number;
  repaired: string[];
  unreachable: string[];
  /** Notes on blobs, trees and tags: they annotate no commit. */
  misplaced: string[];
  charactersRemoved: number;
};

const MOST_PATCHES_COMPARED = 32;

/** Joins what blame and the index know: every region that names the file, under any name it had. */
export async function notes(
  snapshot: Snapshot,
  names: readonly FileName[],
  owners: ReadonlySet<string>,
): Promise<Notes> {
  const records = names.flatMap(({ name }) => snapshot.index.byFile(name));
  const read = await snapshot.notes.read([...new Set(records)]);
  return regionsIn(snapshot, names, owners, await place(snapshot, read, owners));
}

/** The regions about a file among notes that have their place in history. */
export async function regionsIn(
  snapshot: Snapshot,
  names: readonly FileName[],
  owners: ReadonlySet<string>,
  placed: Placement,
): Promise<Notes> {
  const result: Notes = {
    found: [],
    annotations: 0,
    repaired: [],
    unreachable: placed.unreachable,
    misplaced: placed.misplaced,
    charactersRemoved: 0,
  };
  const tooLate = await speaksOfSuccessor(snapshot, names, placed.notes);
  for (const { note, commit, written, recovered } of placed.notes) {
    if (note.reading.repairs.length > 0 || note.reading.skipped.length > 0) {
      result.repaired.push(note.record.object);
    }
    result.charactersRemoved += note.reading.charactersRemoved;
    for (const annotation of note.reading.annotations) {
      const regions = annotation.regions.filter(
        region =>
          names.some(({ name }) => name === region.file) && !tooLate.has(`${region.file}\0${commit.id}`),
      );
      if (regions.length > 0) result.annotations++;
      const evidence = owners.has(commit.id) ? 'blame' : 'index';
      for (const region of regions) {
        result.found.push({ commit, written, annotation, region, evidence, recovered });
      }
    }
  }
  result.found = withoutRepeats(result.found);
  return result;
}

export type Placed = {
  note: ReadRecord;
  commit: Commit;
  written?: Commit;
  recovered?: Found['recovered'];
};

export type Placement = { notes: Placed[]; unreachable: string[]; misplaced: string[] };

/** Which commit of today's history each note belongs to; notes that belong to none are counted. */
export async function place(
  snapshot: Snapshot,
  read: readonly ReadRecord[],
  owners: ReadonlySet<string>,
): Promise<Placement> {
  const objects = new Map<string, 'commit' | 'other' | 'missing'>();
  const commits = new Map<string, Commit>();
  await Promise.all(
    read.map(async ({ record }) => {
      const commit = await snapshot.repository.commit(record.object);
      if (commit) commits.set(record.object, commit);
      const other = commit ? undefined : await snapshot.repository.info(record.object);
      objects.set(record.object, commit ? 'commit' : other ? 'other' : 'missing');
    }),
  );
  const unproven = [...commits.keys()].filter(id => !owners.has(id));
  const proven = await snapshot.history.ancestorsOf(
    snapshot.head.id,
    unproven,
    snapshot.signal,
    snapshot.findings,
  );

  const placed: Placed[] = [];
  const unreachable: string[] = [];
  const misplaced: string[] = [];
  let patchesLeft = MOST_PATCHES_COMPARED;
  for (const note of read) {
    const id = note.record.object;
    const commit = commits.get(id);
    if (commit && (owners.has(id) || proven.has(id))) {
      placed.push({ note, commit, written: commit });
    } else if (objects.get(id) === 'other') {
      misplaced.push(id);
    } else {
      const by = await derivedNote(snapshot, id);
      const same =
        by || !commit || patchesLeft-- <= 0
          ? []
          : await snapshot.history.replacements(snapshot.head.id, commit, snapshot.signal);
      const replacement =
        by ?? (same[0] === undefined ? undefined : await snapshot.repository.commit(same[0]));
      if (!replacement) unreachable.push(id);
      else {
        const recovered = { from: id, by: by ? ('derived_from' as const) : ('patch_id' as const) };
        placed.push({ note, commit: replacement, written: commit, recovered });
      }
    }
  }
  return { notes: placed, unreachable, misplaced };
}

/** A commit in today's history whose note says that it was made from `id`. */
async function derivedNote(snapshot: Snapshot, id: string): Promise<Commit | undefined> {
  const candidates = snapshot.index
    .byOrigin(id)
    .map(record => record.object)
    .filter(object => object !== id);
  const commits = await Promise.all(candidates.map(object => snapshot.repository.commit(object)));
  const existing = commits.filter(commit => commit !== undefined);
  const reachable = await snapshot.history.ancestorsOf(
    snapshot.head.id,
    existing.map(commit => commit.id),
    snapshot.signal,
    snapshot.findings,
  );
  return existing.find(commit => reachable.has(commit.id));
}

/** "name NUL commit" of what was said under an old name after another file had taken that name. */
export async function speaksOfSuccessor(
  snapshot: Snapshot,
  names: readonly FileName[],
  placed: readonly Placed[],
): Promise<Set<string>> {
  const tooLate = new Set<string>();
  for (const { name, until } of names) {
    if (until === undefined) continue;
    for (const { commit } of placed) {
      if (commit.id === until) continue;
      const before = await snapshot.history.ancestorsOf(commit.id, [until], snapshot.signal);
      if (before.has(until)) tooLate.add(`${name}\0${commit.id}`);
    }
  }
  return tooLate;
}

/** A recovered region is left out where the note that replaced it already says all of its constraints. */
function withoutRepeats(found: readonly Found[]): Found[] {
  return found.filter(
    item =>
      !item.recovered ||
      !found.some(
        other =>
          !other.recovered &&
          other.commit.id === item.commit.id &&
          other.region.file === item.region.file &&
          other.region.ast_anchor?.name === item.region.ast_anchor?.name &&
          other.region.intent !== undefined &&
          (item.region.constraints ?? []).every(constraint =>
            other.region.constraints?.some(({ text }) => text === constraint.text),
          ),
      ),
  );
}
