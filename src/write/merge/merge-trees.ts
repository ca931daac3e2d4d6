import { UltragitError } from '../../errors.ts';
import type { Repository } from '../../git/repository.ts';
import { changedObjects, notesOn } from '../../index/notes-tree.ts';
import { shortId } from '../../wording.ts';
import type { NoteContent } from '../notes-ref.ts';
import type { RemovedPlace } from './kept-parts.ts';
import { keepRemoved, mergeNote, type NoteConflict } from './merge-note.ts';

/** Trees of notes; several bases where histories were merged crosswise. */
export type TreeSides = {
  bases: readonly string[];
  ours: string;
  theirs: string;
  /** What theirs was since the base, in order. */
  since?: readonly string[];
};

/** What must change in our tree so that it has what both have, and what was in conflict, by object. */
export type MergedTrees = {
  changes: Map<string, NoteContent | undefined>;
  conflicts: { object: string; conflict: NoteConflict }[];
  /** What theirs removed since the base and ours still has; `changes` take it off, `keeping` does not. */
  removals: Removal[];
  keeping: Map<string, NoteContent | undefined>;
};

/** A whole note, where no places are named. */
export type Removal = { object: string; places: readonly RemovedPlace[]; isWhole: boolean };

/** Takes the trees of two histories of notes; gives what ours lacks. */
export async function mergeTrees(
  repository: Repository,
  { bases, ours, theirs, since = [] }: TreeSides,
): Promise<MergedTrees> {
  const merged: MergedTrees = { changes: new Map(), conflicts: [], removals: [], keeping: new Map() };
  const refused: string[] = [];
  for (const object of await differingNotes(repository, ours, theirs)) {
    const base = (await commonNote(repository, bases, object)) ?? [];
    const [mine, yours] = [
      await blobsOn(repository, ours, object),
      await blobsOn(repository, theirs, object),
    ];
    if (isSame(base, yours)) continue;
    const isOld = base.length > 0 && mine.length > 0;
    const states = isOld ? await statesOf(repository, since, object) : [];
    const problem = await mergeObject(repository, merged, { object, base, mine, yours, states });
    if (problem !== undefined) refused.push(problem);
  }
  if (refused.length > 0) throw unmergeable(refused);
  return merged;
}

type Blobs = {
  object: string;
  base: readonly string[];
  mine: readonly string[];
  yours: readonly string[];
  states: readonly (readonly string[])[];
};

/** Adds what becomes of one note; gives why it can't be merged, where that is so. */
async function mergeObject(
  repository: Repository,
  merged: MergedTrees,
  { object, base, mine, yours, states }: Blobs,
): Promise<string | undefined> {
  const sides = {
    base: await read(repository, base),
    ours: await read(repository, mine),
    theirs: await read(repository, yours),
    since: await Promise.all(states.map(blobs => read(repository, blobs))),
  };
  const isTheirs = isSame(base, mine);
  const result = isTheirs ? undefined : mergeNote(sides);
  if (result && 'reason' in result)
    return `The notes on ${shortId(object)} can't be merged: ${result.reason}.`;
  const isAsTheirs = !result || (result.data && sides.theirs?.equals(result.data));
  const content = isAsTheirs ? await contentOf(repository, yours) : asText(result.data);
  merged.changes.set(object, content);
  merged.conflicts.push(...(result?.conflicts ?? []).map(conflict => ({ object, conflict })));
  const kept = keepRemoved(sides);
  if (kept) merged.removals.push({ object, places: kept.removed, isWhole: yours.length === 0 });
  const isAsBefore = kept && sides.ours?.equals(kept.data);
  if (!isAsBefore) merged.keeping.set(object, kept ? asText(kept.data) : content);
  return undefined;
}

function asText(data: Buffer | undefined): NoteContent | undefined {
  return data && { text: data.toString() };
}

/** The objects that have another note in the second tree than in the first, or one at all, in order. */
export async function differingNotes(
  repository: Repository,
  before: string | undefined,
  after: string,
): Promise<string[]> {
  const changed = await changedObjects(repository, before, after, Number.POSITIVE_INFINITY);
  if (!changed) throw incomplete();
  const differing: string[] = [];
  for (const object of [...changed].sort()) {
    // A note that only got another path, because others came, is the same.
    const isMoved =
      before !== undefined &&
      isSame(await blobsOn(repository, before, object), await blobsOn(repository, after, object));
    if (!isMoved) differing.push(object);
  }
  return differing;
}

/** Those of the objects that have a note in a tree. */
export async function notesIn(
  repository: Repository,
  tree: string,
  objects: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const object of objects) if ((await blobsOn(repository, tree, object)).length > 0) found.push(object);
  return found;
}

/** The blobs of a note: none where there is no note, several where other writers left several. */
async function blobsOn(repository: Repository, tree: string, object: string): Promise<string[]> {
  return (await notesOn(repository, tree, object)).map(({ blob }) => blob);
}

/** The blobs of a note in each of the trees, but not twice in a row. */
async function statesOf(
  repository: Repository,
  trees: readonly string[],
  object: string,
): Promise<string[][]> {
  const states: string[][] = [];
  for (const tree of trees) {
    const blobs = await blobsOn(repository, tree, object);
    if (states.length === 0 || !isSame(states.at(-1), blobs)) states.push(blobs);
  }
  return states;
}

/** Undefined where the bases differ, or there is none: then nothing counts as removed. */
async function commonNote(
  repository: Repository,
  bases: readonly string[],
  object: string,
): Promise<string[] | undefined> {
  const [first, ...others] = await Promise.all(bases.map(tree => blobsOn(repository, tree, object)));
  return others.every(other => isSame(first, other)) ? first : undefined;
}

function isSame(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.join() === b.join();
}

async function contentOf(repository: Repository, blobs: readonly string[]): Promise<NoteContent | undefined> {
  const [blob, ...others] = blobs;
  if (blob === undefined) return undefined;
  if (others.length === 0) return { blob };
  const data = await read(repository, blobs);
  return data && { text: data.toString() };
}

/** As git shows several: one after the other. */
async function read(repository: Repository, blobs: readonly string[]): Promise<Buffer | undefined> {
  const parts = await Promise.all(
    blobs.map(async blob => {
      const data = (await repository.read(blob))?.data;
      if (!data) throw incomplete();
      return data;
    }),
  );
  if (parts.length === 0) return undefined;
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from('\n\n'), part])));
}

function incomplete(): UltragitError {
  return new UltragitError(
    'not_written',
    'Some of the notes are missing from this clone or damaged, so they were not merged.',
    ['In a partial clone run: git fetch --refetch; otherwise run `git fsck`.'],
  );
}

function unmergeable([first = '', ...others]: readonly string[]): UltragitError {
  return new UltragitError('not_written', first, [
    ...others,
    'Nothing was changed. Make one of the two shorter, or JSON, with `git notes edit`, then sync again.',
  ]);
}
