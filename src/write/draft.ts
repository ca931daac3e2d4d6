/** The units that a commit changed, as a note to fill in. */
import type { JsonObject } from '../annotation/json.ts';
import type { Region } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import { changesOfEach } from '../git/change-calls.ts';
import type { Commit } from '../git/parsers.ts';
import { excludedBy } from '../pipeline/scope/excluded-by.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { Unit } from '../syntax/unit.ts';
import { shortId } from '../wording.ts';
import { type FileAtCommit, fileAtCommit, hasChanges } from './file-at-commit.ts';
import { FORMAT, isSameRegion, openOwnNote } from './note-document.ts';

const MOST_FILES = 200;

/** What a writer is asked for; all but the intent may stay empty. */
const TO_FILL_IN = { intent: '', constraints: [], reasoning: '', rejected_alternatives: [], risk_notes: '' };

export type Draft = {
  document: JsonObject;
  regions: number /** Left out: annotated on this commit already. */;
  annotated: number;
};

export async function draft(
  snapshot: Snapshot,
  commit: Commit,
  ref: string,
  note: Buffer | undefined,
): Promise<Draft> {
  const there = note === undefined ? [] : knownRegions(note, commit, ref);
  const drafts: Region[] = [];
  for (const path of await changedFiles(snapshot, commit)) {
    const file = await textAt(snapshot, commit, path);
    if (file) drafts.push(...draftsOf(file));
  }
  const left = drafts.filter(region => !there.some(known => isSameRegion(known, region)));
  return {
    document: {
      schema: FORMAT,
      commit: commit.id,
      regions: left.map(region => ({ ...region, ...TO_FILL_IN })),
    },
    regions: left.length,
    annotated: drafts.length - left.length,
  };
}

function knownRegions(note: Buffer, commit: Commit, ref: string): Region[] {
  const documents = openOwnNote(note, commit.id, ref);
  return documents.flatMap(document => document.regions.flatMap(({ region }) => region ?? []));
}

async function changedFiles(snapshot: Snapshot, commit: Commit): Promise<string[]> {
  const { repository, settings, signal } = snapshot;
  const changes = await repository.run(changesOfEach([{ commit: commit.id }]), signal);
  const files = (changes.get(commit.id) ?? []).filter(
    ({ path, after }) => after && !excludedBy(path, settings),
  );
  if (files.length <= MOST_FILES) return files.map(({ path }) => path);
  throw new UltragitError(
    'bad_annotation',
    `The commit ${shortId(commit.id)} changes ${files.length} files: too many to draft.`,
    ['Annotate the units that matter by name: ultragit annotate <path> <unit> --intent "…"'],
  );
}

/** Nothing where there is no text to annotate. */
async function textAt(snapshot: Snapshot, commit: Commit, path: string): Promise<FileAtCommit | undefined> {
  try {
    return await fileAtCommit(snapshot, commit, path);
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}

function draftsOf(file: FileAtCommit): Region[] {
  if (!hasChanges(file.changes)) return [];
  const units = changedUnits(file);
  if (units.length === 0) return [{ file: file.path }];
  const names = units.map(({ name }) => name);
  return units.map(({ type, name, lines }) => ({
    file: file.path,
    ast_anchor: { unit_type: type, name },
    // Where several have the same name, only their lines tell them apart.
    ...(names.indexOf(name) === names.lastIndexOf(name) ? {} : { lines }),
  }));
}

/** The innermost units that changed: a class only where something of it changed that is in none of its members. */
function changedUnits({ units = [], lines, changes: { added, removedAfter } }: FileAtCommit): Unit[] {
  const smallestFirst = [...units].sort((a, b) => sizeOf(a) - sizeOf(b));
  const owners: (Unit | undefined)[] = Array.from({ length: lines + 2 });
  for (const unit of smallestFirst.toReversed()) owners.fill(unit, unit.lines.start, unit.lines.end + 1);
  const around = (line: number) =>
    smallestFirst.find(unit => unit.lines.start <= line && line < unit.lines.end);
  const changed = new Set([...added.map(line => owners[line]), ...removedAfter.map(around)]);
  return units.filter(unit => changed.has(unit));
}

function sizeOf({ lines }: Unit): number {
  return lines.end - lines.start;
}
