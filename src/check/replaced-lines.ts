import { startOf } from '../pipeline/following/start.ts';
import { versionsSince } from '../pipeline/history/versions.ts';
import { mapLines } from '../pipeline/lines/map-lines.ts';
import { lengthOf } from '../pipeline/lines/range.ts';
import { parsedVersion } from '../pipeline/locate/parsed-version.ts';
import type { FoundRegion } from '../pipeline/notes/find-regions.ts';
import type { FileRegions } from '../pipeline/regions.ts';
import type { Parsed } from '../pipeline/units/parsed.ts';
import { placeIn } from '../pipeline/units/place.ts';
import { sameUnit } from '../pipeline/units/same-unit.ts';
import type { Subject } from '../pipeline/units/subject.ts';
import { gapIn, isNothingLeft } from './gap.ts';

/** Each is parsed; beyond so many, the first is compared with the last. */
const MOST_VERSIONS = 100;

/**
 * Takes some lines of a unit of which nothing is left; follows what replaced them from version to version, up to the one
 * before the change. The first and the last alone have too little in common to tell where they were. Undefined where
 * history does not lead from one to the other.
 */
export async function replacedLines(
  { snapshot, names }: Pick<FileRegions, 'snapshot' | 'names'>,
  found: FoundRegion,
): Promise<Subject | 'gone' | undefined> {
  const start = await startOf(snapshot, found, names);
  if (!start || start.held.subject.isWhole) return undefined;
  const { version } = start.held;
  const versions = await versionsSince(snapshot, [version.path], start.since);
  const made = await versions?.distinct(version.blob, MOST_VERSIONS);
  if (!made) return undefined;
  let { parsed, subject }: { parsed: Parsed; subject: Subject } = start.held;
  for (const { blob } of made) {
    const now = blob === undefined ? undefined : await parsedVersion(snapshot, { path: version.path, blob });
    const next = now && nextOf(parsed, subject, now);
    if (!now || !next || next === 'gone') return next;
    [parsed, subject] = [now, next];
  }
  return subject;
}

function nextOf(then: Parsed, subject: Subject, now: Parsed): Subject | 'gone' | undefined {
  const { unit } = subject;
  const today = unit && sameUnit(then, unit, now);
  if (!unit || !today) return undefined;
  const found = placeIn(then, subject, unit, now, today);
  if (!isNothingLeft(subject, found.followed)) return found.subject;
  const lines = gapIn(mapLines(then.lines, now.lines), subject.lines, today);
  return lengthOf(lines) > 0 ? { lines, unit: today, isWhole: false } : 'gone';
}
