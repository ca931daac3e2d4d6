import { groupBy } from '../../collections.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import type { CommitOrder } from '../history/commit-order.ts';
import type { Scored } from './score.ts';
import type { SummaryUnit } from './unit-of.ts';

/** A region and the unit of today's file that it describes. */
export type PlacedUnit = { item: Scored; unit: SummaryUnit };

/** A unit, its newest annotation, and the older ones, newer first. */
export type AnnotatedUnit = PlacedUnit & { older: Scored[] };

/**
 * The annotations of each unit, newest first, those of this history before one whose commit is not in this clone. In
 * source order; the files stay in the order in which they come.
 */
export async function newestPerUnit(
  placed: readonly PlacedUnit[],
  orderOf: (commits: readonly Commit[]) => Promise<CommitOrder>,
): Promise<AnnotatedUnit[]> {
  const groups = groupBy(placed, ({ unit }) => keyOf(unit));
  const files = new Map<string, number>();
  for (const { unit } of placed) if (!files.has(unit.file)) files.set(unit.file, files.size);
  const contested = [...groups.values()].filter(group => group.length > 1).flat();
  const position = await orderOf(contested.map(({ item }) => item.found.commit));
  const isNewer = ({ item: a }: PlacedUnit, { item: b }: PlacedUnit) =>
    Number(isAbsent(b.found.commit)) - Number(isAbsent(a.found.commit)) ||
    position(a.found.commit) - position(b.found.commit) ||
    Number(!a.found.recovered) - Number(!b.found.recovered);
  return [...groups.values()]
    .flatMap(group => {
      const [newest, ...older] = [...group].sort((a, b) => isNewer(b, a));
      return newest ? [{ ...newest, older: older.map(({ item }) => item) }] : [];
    })
    .sort(
      ({ unit: a }, { unit: b }) =>
        (files.get(a.file) ?? 0) - (files.get(b.file) ?? 0) ||
        (a.lines?.start ?? 0) - (b.lines?.start ?? 0) ||
        (b.lines?.end ?? 0) - (a.lines?.end ?? 0),
    );
}

function keyOf({ file, anchor, lines, unit }: SummaryUnit): string {
  return JSON.stringify([file, anchor.name, unit ? lines?.start : undefined]);
}
