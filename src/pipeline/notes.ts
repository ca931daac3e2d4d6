import type { Annotation, Region } from '../annotation/schema.ts';
import type { Commit } from '../git/parsers.ts';
import type { FileName } from './names.ts';
import type { ReadRecord, View } from './view.ts';

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
  view: View,
  names: readonly FileName[],
  owners: ReadonlySet<string>,
): Promise<Notes> {
  const records = names.flatMap(({ name }) => view.index.byFile(name));
  const read = await view.notes.read([...new Set(records)]);
  return regionsIn(view, names, owners, await place(view, read, owners));
}

/** The regions about a file among notes that have their place in history. */
export async function regionsIn(
  view: View,
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
  const tooLate = await speaksOfSuccessor(view, names, placed.notes);
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
  view: View,
  read: readonly ReadRecord[],
  owners: ReadonlySet<string>,
): Promise<Placement> {
  const objects = new Map<string, 'commit' | 'other' | 'missing'>();
  const commits = new Map<string, Commit>();
  await Promise.all(
    read.map(async ({ record }) => {
      const commit = await view.repository.commit(record.object);
      if (commit) commits.set(record.object, commit);
      const other = commit ? undefined : await view.repository.info(record.object);
      objects.set(record.object, commit ? 'commit' : other ? 'other' : 'missing');
    }),
  );
  const unproven = [...commits.keys()].filter(id => !owners.has(id));
  const proven = await view.history.ancestorsOf(view.head.id, unproven, view.signal, view.findings);

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
      const by = await derivedNote(view, id);
      const same =
        by || !commit || patchesLeft-- <= 0
          ? []
          : await view.history.replacements(view.head.id, commit, view.signal);
      const replacement = by ?? (same[0] === undefined ? undefined : await view.repository.commit(same[0]));
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
async function derivedNote(view: View, id: string): Promise<Commit | undefined> {
  const candidates = view.index
    .byOrigin(id)
    .map(record => record.object)
    .filter(object => object !== id);
  const commits = await Promise.all(candidates.map(object => view.repository.commit(object)));
  const existing = commits.filter(commit => commit !== undefined);
  const reachable = await view.history.ancestorsOf(
    view.head.id,
    existing.map(commit => commit.id),
    view.signal,
    view.findings,
  );
  return existing.find(commit => reachable.has(commit.id));
}

/** "name NUL commit" of what was said under an old name after another file had taken that name. */
export async function speaksOfSuccessor(
  view: View,
  names: readonly FileName[],
  placed: readonly Placed[],
): Promise<Set<string>> {
  const tooLate = new Set<string>();
  for (const { name, until } of names) {
    if (until === undefined) continue;
    for (const { commit } of placed) {
      if (commit.id === until) continue;
      const before = await view.history.ancestorsOf(commit.id, [until], view.signal);
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
