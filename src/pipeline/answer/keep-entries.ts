import { sum } from '../../collections.ts';
import type { Entry } from './shrink.ts';

/** An entry, what its smallest form costs, and what its name does where it is left out. */
export type Sized = { entry: Entry; smallest: number; name: number };

/** The names of what is left out take no more than this part of the room. */
const NAMES = 1 / 3;
const MOST_COMPARISONS = 1_000_000;

/**
 * Which entries stay where not all of them can, in their order as far as possible. A larger room never has fewer
 * constraints, and none is left out that there is room for; so an entry that was kept in a smaller room gives way
 * to a better one only where that does not cost constraints.
 */
export function keepEntries(ranked: readonly Sized[], room: number): Sized[] {
  const all = sum(ranked, ({ smallest }) => smallest);
  if (all <= room) return [...ranked];
  if (ranked.length * room > MOST_COMPARISONS) return take(cheapestFirst(ranked), room, []);
  let kept: Sized[] = [];
  const least = Math.min(...ranked.map(({ smallest }) => smallest));
  for (let size = least; size <= room; size++) {
    const best = take(ranked, size, []);
    const grown = take(ranked, size, kept);
    kept = constraintsIn(best) >= constraintsIn(grown) ? best : grown;
  }
  return kept;
}

/** Those that stay in any case, and in their order all others that there is room for. */
function take(ranked: readonly Sized[], room: number, kept: readonly Sized[]): Sized[] {
  const taken = new Set(kept);
  let used = sum(kept, ({ smallest }) => smallest);
  let names = sum(ranked, ({ name }) => name) - sum(kept, ({ name }) => name);
  for (const item of ranked) {
    const { smallest, name } = item;
    if (taken.has(item) || used + smallest + Math.min(names - name, room * NAMES) > room) continue;
    taken.add(item);
    used += smallest;
    names -= name;
  }
  return [...taken];
}

/** Of a great many, those that leave room for most of the others. */
function cheapestFirst(ranked: readonly Sized[]): Sized[] {
  const isBare = ({ entry }: Sized) => Number(entry.constraints === 0);
  return [...ranked].sort((a, b) => isBare(a) - isBare(b) || a.smallest - b.smallest);
}

function constraintsIn(kept: readonly Sized[]): number {
  return sum(kept, ({ entry }) => entry.constraints);
}
