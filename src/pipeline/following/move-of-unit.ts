import type { Change } from '../../git/change-calls.ts';
import type { Unit } from '../../syntax/unit.ts';
import { lineHash } from '../lines/line-set.ts';
import { lastWord } from '../lines/mentions.ts';
import { wordsOf } from '../lines/sides.ts';
import { CLEARLY_MORE_ALIKE, LEAST_ALIKE, LEAST_ALIKE_BY_NAME, LEAST_WORDS } from '../lines/thresholds.ts';
import type { AnnotatedVersion } from '../locate/annotated-version.ts';
import { parsedVersion } from '../locate/parsed-version.ts';
import type { Snapshot } from '../snapshot.ts';
import { alike, type Body } from '../units/alike.ts';
import { bodyOf, mayBeOfSort, type Parsed } from '../units/parsed.ts';
import { placeIn } from '../units/place.ts';
import { sameUnit } from '../units/same-unit.ts';
import { type Clues, cluesIn, declares } from './clues.ts';
import { linesUnlessLarge, type OtherFile } from './other-files.ts';
import type { Held, Lost } from './within-file.ts';

/** A unit of a version, and how much it is like another. */
type Candidate = { unit: Unit; version: AnnotatedVersion; parsed: Parsed; rank: number };

/** What a name is worth beside a body: all of it, with its owners, or its last part. */
const SAME_NAME = 0.2;
const SAME_LAST_NAME = 0.1;

/** Bodies that are so much alike that no other unit of the commit need be compared. */
const NEARLY_SAME = 0.9;

const MOST_CLAIMANTS_READ = 100;

/** The unit of the other files that a lost one became in the commit that removed it; undefined where that is not plain. */
export async function moveOfUnit(
  snapshot: Snapshot,
  lost: Lost,
  files: readonly OtherFile[],
  changes: readonly Change[],
): Promise<Held | undefined> {
  const { parsed, subject } = lost.last;
  const { unit } = subject;
  if (!unit) return undefined;
  const body = bodyOf(parsed, unit);
  const candidates = (await Promise.all(files.map(file => newUnits(snapshot, file, unit, body)))).flat();
  const best = likest(candidates);
  if (!best || (await isOfAnother(snapshot, lost, unit, best, changes))) return undefined;
  const found = placeIn(parsed, subject, unit, best.parsed, best.unit);
  return { version: best.version, parsed: best.parsed, subject: found.subject };
}

/**
 * The units that a commit brought into a file, under a name that it did not have, or with quite another body; those that
 * may be the lost one.
 */
async function newUnits(
  snapshot: Snapshot,
  { path, blob, before: old }: OtherFile,
  unit: Unit,
  body: Body,
): Promise<Candidate[]> {
  const version = { path, blob };
  const now = await parsedVersion(snapshot, version);
  const likely = (now?.units ?? [])
    .filter(other => mayBeOfSort(other.type, unit.type))
    .flatMap(other => {
      const rank = now ? rankOf(unit, body, other, now) : 0;
      return now && rank > 0 ? [{ unit: other, version, parsed: now, rank }] : [];
    });
  if (likely.length === 0 || old === undefined) return likely;
  const before = await parsedVersion(snapshot, { path, blob: old });
  return likely.filter(({ unit: other, parsed }) => !before || isNew(before, parsed, other));
}

function isNew(before: Parsed, now: Parsed, unit: Unit): boolean {
  const was = sameUnit(now, unit, before);
  return !was || alike(bodyOf(before, was), bodyOf(now, unit)) < LEAST_ALIKE_BY_NAME;
}

/** How likely a unit is the lost one; 0 where its body is too different for its name. */
function rankOf(lost: Unit, body: Body, unit: Unit, parsed: Parsed): number {
  const like = likeness(body, bodyOf(parsed, unit));
  if (unit.name === lost.name) return like < LEAST_ALIKE_BY_NAME ? 0 : like + SAME_NAME;
  if (lastWord(unit.name) === body.name) return like < LEAST_ALIKE_BY_NAME ? 0 : like + SAME_LAST_NAME;
  const isTelling = body.lines.flatMap(wordsOf).length >= LEAST_WORDS;
  return isTelling && like >= LEAST_ALIKE ? like : 0;
}

/** A renamed function may still have its old name in its body, where that is a word like any other. */
function likeness(one: Body, other: Body): number {
  return Math.max(alike(one, other), alike({ ...one, name: '' }, { ...other, name: '' }));
}

/** The likest, if it is clearly more so than the next. */
function likest(candidates: readonly Candidate[]): Candidate | undefined {
  const [best, second] = [...candidates].sort((a, b) => b.rank - a.rank);
  if (!best || best.rank === 0) return undefined;
  return best.rank - (second?.rank ?? 0) >= CLEARLY_MORE_ALIKE ? best : undefined;
}

/** Whether another unit that the same commit removed, from this file or another, has a better claim to what was found. */
async function isOfAnother(
  snapshot: Snapshot,
  { last, after }: Lost,
  unit: Unit,
  found: Candidate,
  changes: readonly Change[],
): Promise<boolean> {
  const wanted = bodyOf(found.parsed, found.unit);
  const claim = (parsed: Parsed, other: Unit) => rankOf(found.unit, wanted, other, parsed);
  const own = claim(last.parsed, unit);
  const siblings = lostUnits(last.parsed, after).filter(
    other => other !== unit && mayBeOfSort(other.type, unit.type),
  );
  if (siblings.some(other => claim(last.parsed, other) >= own)) return true;
  if (likeness(bodyOf(last.parsed, unit), wanted) >= NEARLY_SAME) return false;
  const clues = cluesIn(wanted.lines);
  const shared = sharedWith(clues, bodyOf(last.parsed, unit).lines);
  const others = await lostElsewhere(
    snapshot,
    [last.version.path, found.version.path],
    changes,
    lines => lines.some(declares(found.parsed, found.unit)) && sharedWith(clues, lines) >= shared,
  );
  return others.some(({ parsed, units }) => units.some(other => claim(parsed, other) >= own));
}

function sharedWith(clues: Clues, lines: readonly string[]): number {
  return new Set(lines.map(lineHash).filter(hash => clues.has(hash))).size;
}

function lostUnits(before: Parsed, after: Parsed | undefined): Unit[] {
  return after ? before.units.filter(unit => !sameUnit(before, unit, after)) : [...before.units];
}

/** Units that other files lost in the same commit, of those whose text may have a better claim. */
async function lostElsewhere(
  snapshot: Snapshot,
  paths: readonly string[],
  changes: readonly Change[],
  mayClaim: (lines: readonly string[]) => boolean,
): Promise<{ parsed: Parsed; units: Unit[] }[]> {
  const others = changes.filter(({ path, before }) => before !== undefined && !paths.includes(path));
  const read = others.slice(0, MOST_CLAIMANTS_READ).map(async ({ path, before = '', after }) => {
    const lines = await linesUnlessLarge(snapshot, before);
    if (!lines || !mayClaim(lines)) return [];
    const parsed = await parsedVersion(snapshot, { path, blob: before });
    const now = after === undefined ? undefined : await parsedVersion(snapshot, { path, blob: after });
    return parsed ? [{ parsed, units: lostUnits(parsed, now) }] : [];
  });
  return (await Promise.all(read)).flat();
}
