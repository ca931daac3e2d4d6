import { oneLine } from '../../annotation/sanitise.ts';
import type { LineRange } from '../../annotation/schema.ts';
import { unitsNamed } from '../../syntax/anchor.ts';
import type { Unit } from '../../syntax/outline.ts';
import { signatureKey } from '../../syntax/signature.ts';
import { shortId } from '../../wording.ts';
import { beginningIn, innermost, inOrder, likeness, overlaps } from '../lines/range.ts';
import { LEAST_LIKENESS, mayBeRenamed } from '../lines/thresholds.ts';
import { linesNow } from '../locate/locate.ts';
import { isByName } from '../recovery/recover-regions.ts';
import type { Scored } from './score.ts';

/** What a summary has one line for: a unit of the outline, or what a region calls itself where there is none. */
export type SummaryUnit = {
  file: string;
  anchor: { type?: string; name: string; signature?: string };
  lines?: LineRange;
  unit?: Unit;
};

/** Beyond so many units, what is said of a commit is about the file. */
const MOST_UNITS = 5;

/** The units of today's file that a region describes; none when they are no longer there. */
export function unitsDescribedBy(
  item: Scored,
  file: string,
  units: readonly Unit[] | undefined,
): SummaryUnit[] {
  if (!item.owned) return [unitOf(item, file, units)].filter(unit => unit !== undefined);
  const { ranges } = item.owned;
  if (ranges.length === 0) return [];
  const touched = innermost((units ?? []).filter(unit => ranges.some(range => overlaps(unit.lines, range))));
  const isNarrow = touched.length > 0 && touched.length <= MOST_UNITS;
  return isNarrow ? touched.map(unit => asSummaryUnit(file, unit)) : [wholeFile(file)];
}

function wholeFile(file: string): SummaryUnit {
  return { file, anchor: { type: 'file', name: oneLine(file) } };
}

/** What a directory's own annotation is shown as. */
export function ofDirectory(file: string, directory: string): SummaryUnit {
  return { file, anchor: { type: 'directory', name: oneLine(directory) } };
}

function asSummaryUnit(file: string, unit: Unit): SummaryUnit {
  const { type, name, signature } = unit;
  return { file, anchor: { type, name, signature }, lines: unit.lines, unit };
}

/** The unit of today's file that a region describes; undefined when it is no longer there. */
export function unitOf(
  item: Scored,
  file: string,
  units: readonly Unit[] | undefined,
): SummaryUnit | undefined {
  const { ast_anchor: anchor, lines: noted, file: named } = item.found.region;
  if (named.endsWith('/')) return ofDirectory(file, named);
  if (anchor ? anchor.unit_type === 'file' : !noted) return wholeFile(file);
  const lines = linesNow(item);
  const unit = units && (unitByName(units, item, lines) ?? unitByLines(units, item, lines));
  if (unit) return asSummaryUnit(file, unit);
  if (item.freshness.state === 'gone') return undefined;
  if (!anchor) return linesOf(item, file, lines);
  if (units && (!lines || !mostlySurvives(item))) return undefined;
  const { unit_type: type, name, signature } = anchor;
  return { file, anchor: { type, name, signature }, lines };
}

/** Where the lines of a version that this clone does not have are now can't be told, nor that they are gone. */
function linesOf({ found }: Scored, file: string, lines: LineRange | undefined): SummaryUnit | undefined {
  const range = lines ?? (isByName(found) ? found.region.lines : undefined);
  if (!range) return undefined;
  const { start, end } = range;
  const name = start === end ? `line ${start}` : `lines ${start}–${end}`;
  const version = lines ? '' : ` at ${shortId(found.commit.id)}`;
  return { file, anchor: { type: 'lines', name: `${name}${version}` }, lines };
}

/** Of several units of one name, the one in the region's lines, else the one with its signature. */
function unitByName(
  units: readonly Unit[],
  { found }: Scored,
  lines: LineRange | undefined,
): Unit | undefined {
  const anchor = found.region.ast_anchor;
  const named = anchor ? unitsNamed(units, anchor.name) : [];
  const touching = lines ? named.filter(unit => overlaps(unit.lines, lines)) : [];
  const same = named.filter(
    ({ signature }) => anchor?.signature && signatureKey(signature) === signatureKey(anchor.signature),
  );
  return (lines && closest(touching, lines)) ?? same[0] ?? named[0];
}

/** The unit that has much the same lines: for a region without a name, or whose unit has another name today. */
function unitByLines(units: readonly Unit[], item: Scored, lines: LineRange | undefined): Unit | undefined {
  if (!lines || (item.found.region.ast_anchor && !mostlySurvives(item))) return undefined;
  const best = closest(unitsNear(units, lines), lines);
  return best && likeness(best.lines, lines) >= LEAST_LIKENESS ? best : undefined;
}

/** Each region of a file asks for the units near its lines; nobody changes them. */
const IN_ORDER = new WeakMap<readonly Unit[], Unit[]>();

/** All units that may be alike: those that share half of all lines begin at most the length of the range before it. */
function unitsNear(units: readonly Unit[], { start, end }: LineRange): Unit[] {
  const known = IN_ORDER.get(units) ?? inOrder(units);
  IN_ORDER.set(units, known);
  return beginningIn(known, { start: 2 * start - end - 1, end });
}

function mostlySurvives({ followed }: Scored): boolean {
  return followed?.lines !== undefined && mayBeRenamed(followed.changed, followed.total);
}

function closest(units: readonly Unit[], lines: LineRange): Unit | undefined {
  return units.reduce<Unit | undefined>(
    (best, unit) => (best && likeness(best.lines, lines) >= likeness(unit.lines, lines) ? best : unit),
    undefined,
  );
}
