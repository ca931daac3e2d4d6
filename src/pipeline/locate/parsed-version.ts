import { splitLines } from '../lines/map-lines.ts';
import { slot } from '../memory.ts';
import { outlineOf, type Scope, unitsOf } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Parsed } from '../units/parsed.ts';
import type { AnnotatedVersion } from './annotated-version.ts';

/** By blob. */
const LINES = slot<string[]>(16 * 1024 * 1024);

/** The lines of a version; undefined where this clone does not have it. For `once`, see `Repository.file`. */
export async function linesOfVersion(
  { repository, memory }: Snapshot,
  blob: string,
  { once = false } = {},
): Promise<readonly string[] | undefined> {
  const kept = memory.of(LINES);
  const known = kept.get(blob);
  if (known) return known;
  const data = await repository.file(blob, { once });
  if (!data) return undefined;
  const lines = splitLines(data);
  kept.set(blob, lines, data.length * 2);
  return lines;
}

/** The lines and units of a version; no units where no grammar can tell. */
export async function parsedVersion(
  snapshot: Snapshot,
  { path, blob }: AnnotatedVersion,
): Promise<Parsed | undefined> {
  const lines = await linesOfVersion(snapshot, blob);
  const data = lines && (await snapshot.repository.file(blob));
  if (!data) return undefined;
  const outline = await outlineOf(snapshot, { path, id: blob, data });
  return { lines, units: 'units' in outline ? outline.units : [] };
}

/** The same for the file as the caller sees it. */
export async function parsedToday(scope: Scope): Promise<Parsed> {
  return { lines: scope.lines, units: (await unitsOf(scope)) ?? [] };
}
