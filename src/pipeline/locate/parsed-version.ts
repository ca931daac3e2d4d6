import { type Split, splitLike } from '../../git/split-lines.ts';
import { LineSet } from '../lines/line-set.ts';
import { remember, slot } from '../memory.ts';
import { isCutShort, outlineOf, type Scope, unitsOf } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Parsed } from '../units/parsed.ts';
import type { AnnotatedVersion } from './annotated-version.ts';

/** By blob. */
const LINES = slot<Promise<Lines | undefined>>(16 * 1024 * 1024);

type Lines = Omit<Split, 'data'> & { bytes: number };

/** The version that was split last. */
const LAST = slot<Split>(4 * 1024 * 1024);

/**
 * The lines of a version, split once however many regions ask at the same time; undefined where this clone lacks it.
 * For `once`, see `Repository.file`.
 */
export async function linesOfVersion(
  { repository, memory }: Snapshot,
  blob: string,
  { once = false } = {},
): Promise<readonly string[] | undefined> {
  const kept = memory.of(LINES);
  const make = async () => {
    const data = await repository.file(blob, { once });
    if (!data) return undefined;
    const last = memory.of(LAST);
    const lines = splitLike(data, last.get(''));
    last.set('', { data, lines }, data.length);
    return { lines, bytes: data.length };
  };
  const split = await remember(kept, blob, make, made => (made?.bytes ?? 0) * 2);
  // A version that this clone does not have may be fetched.
  if (!split) kept.delete(blob);
  return split?.lines;
}

/** Not all units are known, because there was not enough time. */
type InPart = { isCutShort?: true };

/** The lines and units of a version; no units where no grammar can tell. */
export async function parsedVersion(
  snapshot: Snapshot,
  { path, blob }: AnnotatedVersion,
): Promise<(Parsed & InPart) | undefined> {
  const lines = await linesOfVersion(snapshot, blob);
  const data = lines && (await snapshot.repository.file(blob));
  if (!data) return undefined;
  const outline = await outlineOf(snapshot, { path, id: blob, data });
  const units = 'units' in outline ? outline.units : [];
  return { lines, units, ...(isCutShort(outline) ? { isCutShort: true } : {}) };
}

/** A version for what is about no unit: nothing is parsed for that. */
export async function plainVersion(snapshot: Snapshot, blob: string): Promise<Parsed | undefined> {
  const lines = await linesOfVersion(snapshot, blob);
  return lines && { lines, units: [] };
}

/** The same for the file as the caller sees it. */
export async function parsedToday(scope: Scope): Promise<Parsed> {
  return { lines: scope.lines, units: (await unitsOf(scope)) ?? [] };
}

/** By blob; the limit is in bytes. */
const LINE_SETS = slot<Promise<LineSet | undefined>>(16 * 1024 * 1024);

/** The lines of a version, by which they are known in other versions and files; undefined where this clone lacks it. */
export async function lineSetOf(
  { repository, memory }: Snapshot,
  blob: string,
): Promise<LineSet | undefined> {
  const kept = memory.of(LINE_SETS);
  const make = async () => {
    const data = await repository.file(blob, { once: true });
    return data && new LineSet(data);
  };
  const set = await remember(kept, blob, make, made => made?.size ?? 0);
  if (!set) kept.delete(blob);
  return set;
}
