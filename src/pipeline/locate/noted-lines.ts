import type { LineRange, Region } from '../../annotation/schema.ts';
import { unitsMeant } from '../../syntax/anchor.ts';
import type { Outline, Unit } from '../../syntax/outline.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { LineMap } from '../lines/map-lines.ts';
import { lengthOf, lineNumbers } from '../lines/range.ts';
import { remember, slot } from '../memory.ts';
import { outlineOf } from '../scope/scope.ts';
import type { AnnotatedVersion } from './annotated-version.ts';

/** By the version and the name: to parse each version that a note was written for takes long. */
const UNIT_LINES = slot<Promise<{ lines?: LineRange } | undefined>>(65_536);

/** The lines that a note says; where it names a unit and no lines, those that the unit has in the annotated version. */
export async function notedLines(
  file: FileHistory,
  { lines, ast_anchor: anchor }: Region,
  version: AnnotatedVersion,
  mapping: () => Promise<LineMap | undefined>,
): Promise<LineRange | undefined> {
  if (lines || !anchor || anchor.unit_type === 'file') return lines;
  const { snapshot, scope } = file;
  const kept = snapshot.memory.of(UNIT_LINES);
  const key = JSON.stringify([version.blob, version.path, scope.id, anchor.name, anchor.signature]);
  const found = await remember(kept, key, async () => {
    const map = await mapping();
    const today = map && onlyUnit(await scope.outline(), anchor);
    const same = today && sameThen(map, today.lines);
    return map && { lines: same ?? (await unitThen(file, anchor, version)) };
  });
  // A version that this clone does not have may be fetched.
  if (!found) kept.delete(key);
  return found?.lines;
}

type Anchor = NonNullable<Region['ast_anchor']>;

function onlyUnit(outline: Outline, anchor: Anchor): Unit | undefined {
  const [unit, ...others] = 'units' in outline ? unitsMeant(outline.units, anchor) : [];
  return others.length === 0 ? unit : undefined;
}

/** A unit that is the same today, between the same lines, was there then: no need to parse the old version. */
function sameThen({ origin, before, after }: LineMap, unit: LineRange): LineRange | undefined {
  const start = origin[unit.start] ?? 0;
  if (start === 0) return undefined;
  const then = (line: number) => line - unit.start + start;
  const isSame = lineNumbers(unit).every(line => origin[line] === then(line));
  const isBetween =
    (origin[unit.start - 1] ?? 0) === start - 1 &&
    (unit.end === after.lines.length
      ? then(unit.end) === before.lines.length
      : origin[unit.end + 1] === then(unit.end) + 1);
  return isSame && isBetween ? { start, end: start + lengthOf(unit) - 1 } : undefined;
}

async function unitThen(
  { snapshot }: FileHistory,
  anchor: Anchor,
  { path, blob }: AnnotatedVersion,
): Promise<LineRange | undefined> {
  const data = await snapshot.repository.file(blob);
  return data && onlyUnit(await outlineOf(snapshot, { path, id: blob, data }), anchor)?.lines;
}
