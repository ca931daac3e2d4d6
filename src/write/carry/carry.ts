/** A squash merge leaves the commits of a branch behind, and their notes with them: these go onto the squash commit. */
import { UltragitError } from '../../errors.ts';
import { inTopologicalOrder } from '../../git/calls.ts';
import { renamesInEach } from '../../git/change-calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { plural, shortId } from '../../wording.ts';
import type { Writer } from '../git.ts';
import { canonical } from '../merge/canonical.ts';
import { mergeNote } from '../merge/merge-note.ts';
import { partsOf } from '../merge/note-parts.ts';
import { changeNotes, notesTip, noteText } from '../notes-ref.ts';
import { type Passage, placeRegion } from './place-region.ts';
import { type BranchNote, type CarriedRegion, squashNote } from './squash-note.ts';

export type CarryRequest = { base: string; head: string; onto: string; dryRun?: boolean };

export type CarryResult = {
  onto: string;
  /** The commits of the branch that have annotations, oldest first. */
  from: string[];
  /** The regions that came along, and how many of them have no lines there. */
  regions: number;
  unplaced: number;
  /** Notes of the branch that are in other forms, and stay where they are. */
  leftAlone: string[];
  state: 'carried' | 'already there' | 'nothing to carry';
};

export async function carry(
  writer: Writer,
  snapshot: Snapshot,
  ref: string,
  request: CarryRequest,
): Promise<CarryResult> {
  const { passage, commits } = await passageOf(snapshot, request);
  const { notes, leftAlone } = await notesOf(writer, ref, commits);
  const carried = await carriedFrom(passage, notes);
  const result = {
    onto: passage.onto.id,
    from: notes.map(({ commit }) => commit.id),
    regions: carried.length,
    unplaced: carried.filter(({ isPlaced }) => !isPlaced).length,
    leftAlone,
  };
  if (notes.length === 0) return { ...result, state: 'nothing to carry' };
  let isNew = false;
  await changeNotes(writer, ref, async tip => {
    const before = await noteText(writer, tip, passage.onto.id);
    const text = await addedTo(before, passage.onto, notes, carried);
    isNew = text !== undefined;
    if (text === undefined || request.dryRun) return undefined;
    const message = `Annotations of ${plural(notes.length, 'commit')} carried onto ${shortId(passage.onto.id)}`;
    return { notes: new Map([[passage.onto.id, { text }]]), message };
  });
  return { ...result, state: isNew ? 'carried' : 'already there' };
}

async function passageOf(
  snapshot: Snapshot,
  request: CarryRequest,
): Promise<{ passage: Passage; commits: string[] }> {
  const { repository } = snapshot;
  const resolve = (revision: string) => repository.resolve(revision, snapshot.head);
  const [base, head, onto] = [
    await resolve(request.base),
    await resolve(request.head),
    await resolve(request.onto),
  ];
  const commits = (await repository.run(inTopologicalOrder(head.id, [base.id]))).ids();
  if (commits.includes(onto.id)) {
    throw new UltragitError(
      'usage',
      `${shortId(onto.id)} is itself one of the commits ${request.base}..${request.head}.`,
      ['Name the commit that the branch was squashed into, with --onto.'],
    );
  }
  const renames =
    commits.length > 0 ? await repository.run(renamesInEach(commits.map(commit => ({ commit })))) : [];
  const order = new Map(commits.map((id, at) => [id, at]));
  return { passage: { snapshot, head, onto, renames, order }, commits };
}

async function notesOf(
  writer: Writer,
  ref: string,
  commits: readonly string[],
): Promise<{ notes: BranchNote[]; leftAlone: string[] }> {
  const tip = await notesTip(writer, ref);
  const notes: BranchNote[] = [];
  const leftAlone: string[] = [];
  for (const id of commits) {
    const text = await noteText(writer, tip, id);
    const commit = text && (await writer.repository.commit(id));
    if (!text || !commit) continue;
    const parts = partsOf(text);
    if (!parts || parts.others.size > 0) leftAlone.push(id);
    if (parts && parts.regions.size + parts.concerns.size > 0) notes.push({ commit, parts });
  }
  return { notes, leftAlone };
}

async function carriedFrom(passage: Passage, notes: readonly BranchNote[]): Promise<CarriedRegion[]> {
  const carried: CarriedRegion[] = [];
  for (const { commit, parts } of notes) {
    for (const { head, body, corrections } of parts.regions.values()) {
      const placed = await placeRegion(passage, commit, body);
      carried.push({ ...placed, head: parts.heads.get(head) ?? {}, corrections: [...corrections.values()] });
    }
  }
  return carried;
}

/** The note of the squash commit with what it has not yet; undefined where it has all of it. */
async function addedTo(
  before: Buffer | undefined,
  onto: Commit,
  notes: readonly BranchNote[],
  carried: readonly CarriedRegion[],
): Promise<string | undefined> {
  const known = before && partsOf(before);
  const there = new Set(Array.from(known?.regions.values() ?? [], ({ body }) => canonical(body)));
  const missing = carried.filter(({ body }) => !there.has(canonical(body)));
  const concerns = new Map(
    notes.flatMap(({ parts }) =>
      [...parts.concerns.values()].map(({ concern }) => [canonical(concern), concern]),
    ),
  );
  for (const { concern } of known?.concerns.values() ?? []) concerns.delete(canonical(concern));
  if (missing.length + concerns.size === 0) return undefined;
  const added = squashNote(onto, notes, missing, [...concerns.values()]);
  const merged = mergeNote({ ours: before, theirs: added });
  if ('reason' in merged) {
    throw new UltragitError('not_written', `${shortId(onto.id)} has a note already, and ${merged.reason}.`, [
      'Nothing was changed. Look at it with `git notes show`.',
    ]);
  }
  return merged.data?.toString();
}
