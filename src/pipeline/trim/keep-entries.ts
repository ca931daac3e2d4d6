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
  if (ranked.length * room > MOST_COMPARISONS) return [...take(cheapestFirst(ranked), room).taken];
  let kept = new Set<Sized>();
  for (let size = 0; ; ) {
    const best = take(ranked, size);
    const grown = take(ranked, size, kept);
    kept = constraintsIn(best.taken) >= constraintsIn(grown.taken) ? best.taken : grown.taken;
    if (size >= room) return [...kept];
    size = Math.min(room, size + Math.max(1, Math.floor(Math.min(best.lacking, grown.lacking))));
  }
}

/** What was taken, and by how much the room must grow at least before anything else can be. */
type Taking = { taken: Set<Sized>; lacking: number };

/** Those that stay in any case, and in their order all others that there is room for. */
function take(ranked: readonly Sized[], room: number, kept: Iterable<Sized> = []): Taking {
  const taken = new Set(kept);
  let used = 0;
  let names = 0;
  for (const item of ranked) {
    if (taken.has(item)) used += item.smallest;
    else names += item.name;
  }
  let lacking = Number.POSITIVE_INFINITY;
  for (const item of ranked) {
    if (taken.has(item)) continue;
    const excess = used + item.smallest + Math.min(names - item.name, room * NAMES) - room;
    if (excess > 0) {
      lacking = Math.min(lacking, excess);
      continue;
    }
    taken.add(item);
    used += item.smallest;
    names -= item.name;
  }
  return { taken, lacking };
}

/** Of a great many, those that leave room for most of the others. */
function cheapestFirst(ranked: readonly Sized[]): Sized[] {
  const isBare = ({ entry }: Sized) => Number(entry.constraints === 0);
  return [...ranked].sort((a, b) => isBare(a) - isBare(b) || a.smallest - b.smallest);
}

function constraintsIn(kept: Iterable<Sized>): number {
  return sum([...kept], ({ entry }) => entry.constraints);
}
