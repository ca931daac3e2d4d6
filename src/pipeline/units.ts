import { oneLine } from '../annotation/sanitise.ts';
import type { LineRange } from '../annotation/schema.ts';
import type { Commit } from '../git/parsers.ts';
import { resolveAnchor } from '../syntax/anchor.ts';
import type { Unit } from '../syntax/outline.ts';
import { linesNow, overlaps } from './locate.ts';
import type { Scored } from './score.ts';
import type { View } from './view.ts';

/** What a summary has one line for: a unit of the outline, or what a region calls itself where there is none. */
export type SummaryUnit = {
  anchor: { type?: string; name: string; signature?: string };
  lines?: LineRange;
  unit?: Unit;
};

/** The unit of today's file that a region describes; undefined when it is no longer there. */
export function unitOf(item: Scored, units: readonly Unit[] | undefined): SummaryUnit | undefined {
  const { ast_anchor: anchor, file } = item.found.region;
  const lines = linesNow(item);
  if (!anchor && !item.found.region.lines) return { anchor: { type: 'file', name: oneLine(file) } };
  const unit = units && findUnit(units, anchor?.name, lines);
  if (unit) {
    const { type, name, signature } = unit;
    return { anchor: { type, name, signature }, lines: unit.lines, unit };
  }
  if (!lines && (units || !anchor)) return undefined;
  const own = anchor
    ? { type: anchor.unit_type, name: anchor.name, signature: anchor.signature }
    : { type: 'lines', name: `lines ${lines?.start}–${lines?.end}` };
  return { anchor: own, lines };
}

function findUnit(
  units: readonly Unit[],
  name: string | undefined,
  lines: LineRange | undefined,
): Unit | undefined {
  const resolved = name === undefined ? undefined : resolveAnchor(units, name);
  if (resolved?.match === 'exact' || resolved?.match === 'unqualified') {
    const touching = lines && resolved.units.find(unit => overlaps(unit.lines, lines));
    return touching ?? resolved.units[0];
  }
  if (!lines) return undefined;
  const around = units.filter(unit => unit.lines.start <= lines.start && unit.lines.end >= lines.end);
  return around.sort((a, b) => size(a) - size(b))[0];
}

function size(unit: Unit): number {
  return unit.lines.end - unit.lines.start;
}

/** The newest annotation of each unit, in source order. */
export async function newestPerUnit(
  view: View,
  placed: readonly { item: Scored; unit: SummaryUnit }[],
  known: ReadonlyMap<string, number> = new Map(),
): Promise<{ item: Scored; unit: SummaryUnit }[]> {
  const groups = new Map<string, { item: Scored; unit: SummaryUnit }[]>();
  for (const entry of placed) {
    const { anchor, lines } = entry.unit;
    const key = `${anchor.name}\0${entry.unit.unit ? lines?.start : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const contested = [...groups.values()].filter(group => group.length > 1).flat();
  const commits = contested.map(({ item }) => item.found.commit);
  const position = commits.every(({ id }) => known.has(id)) ? known : await positions(view, commits);
  const at = (item: Scored) => position.get(item.found.commit.id) ?? -1;
  return [...groups.values()]
    .map(group => group.reduce((best, next) => (at(next.item) > at(best.item) ? next : best)))
    .sort((a, b) => (a.unit.lines?.start ?? 0) - (b.unit.lines?.start ?? 0));
}

/** For commits of the history: which of two is the later one. */
export async function positions(view: View, commits: readonly Commit[]): Promise<Map<string, number>> {
  const order = await view.history.order(view.head.id, commits, view.signal);
  return new Map(order.map((id, at) => [id, at]));
}
