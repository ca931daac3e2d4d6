import type { LineRange, Region } from '../annotation/schema.ts';
import { innermost, lengthOf, lineNumbers, overlaps, rangesOf } from '../pipeline/lines/range.ts';
import { type Located, linesNow } from '../pipeline/locate/locate.ts';
import type { FileRegions } from '../pipeline/regions.ts';
import { codeOf } from '../pipeline/units/parsed.ts';
import { type Subject, subjectIn, unitsFor } from '../pipeline/units/subject.ts';
import { isUntouched, type Versions } from './after-change.ts';
import { gapIn, isNothingLeft } from './gap.ts';
import { replacedLines } from './replaced-lines.ts';

type Anchor = NonNullable<Region['ast_anchor']>;

/** Of lines that were gone before the change, their unit is left: only what becomes of all of it concerns them. */
type Concerned = { subject: Subject | 'file'; isGone?: true };

/** Takes an annotation; gives what it is about in the version before the change, as far as the change may concern it. */
export async function subjectsBefore(
  regions: FileRegions,
  versions: Versions,
  item: Located,
): Promise<Concerned[]> {
  const { ast_anchor: anchor, lines: noted } = item.found.region;
  if (item.owned) return item.owned.ranges.flatMap(range => ownedSubjects(versions, range));
  if (anchor ? anchor.unit_type === 'file' : !noted) return [{ subject: 'file' }];
  const lines = linesNow(item);
  const isLost = (item.followed?.changed ?? 0) > 0;
  if (!lines && anchor && !isLost) return namesakes(versions, anchor);
  const subject = lines && subjectIn(versions.then, lines, undefined);
  if (!subject) return [];
  const concerned = (await inTheirPlace(regions, item, subject)) ?? { subject: withoutComment(subject) };
  return isUntouched(versions, concerned.subject) ? [] : [concerned];
}

/** A name that several units have, and no lines that say which: overloads are one thing to whoever annotates them. */
function namesakes(versions: Versions, anchor: Anchor): Concerned[] {
  return unitsFor(versions.then, anchor)
    .map(unit => ({ subject: { lines: codeOf(unit), unit, isWhole: true } }))
    .filter(({ subject }) => !isUntouched(versions, subject));
}

/** A whole unit is its code, with what is declared above it, however the note counted its lines. */
function withoutComment(subject: Subject): Subject {
  return subject.unit && subject.isWhole ? { ...subject, lines: codeOf(subject.unit) } : subject;
}

/** For some lines of a unit that were all replaced since: what stands in their place. */
async function inTheirPlace(
  regions: FileRegions,
  { found, subject: noted, followed, mapping }: Located,
  { unit, isWhole }: Subject,
): Promise<{ subject: Subject; isGone?: true } | undefined> {
  if (!noted || noted.isWhole || !followed || !unit || !isWhole) return undefined;
  if (followed.lostLines.length < lengthOf(noted.lines)) return undefined;
  const gone = { subject: { lines: codeOf(unit), unit, isWhole: true }, isGone: true } as const;
  const replaced = await replacedLines(regions, found);
  if (replaced) return replaced === 'gone' ? gone : { subject: replaced };
  const map = isNothingLeft(noted, followed) ? await mapping?.() : undefined;
  if (!map) return undefined;
  const gap = gapIn(map, noted.lines, unit);
  return lengthOf(gap) > 0 ? { subject: { lines: gap, unit, isWhole: false } } : gone;
}

/** Of the lines that a commit owns, those that are no longer there, by the unit that they are in. */
function ownedSubjects({ then, map }: Versions, range: LineRange): Concerned[] {
  const lost = lineNumbers(range).filter(
    line => map.unchanged[line] === 0 && then.lines[line - 1]?.trim() !== '',
  );
  return rangesOf(lost).map(lines => {
    const [unit] = innermost(then.units.filter(other => overlaps(other.lines, lines)));
    return { subject: { lines, isWhole: false, ...(unit ? { unit } : {}) } };
  });
}
