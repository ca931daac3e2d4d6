import { groupBy } from '../../collections.ts';
import { remember, slot } from '../../pipeline/memory.ts';
import { excludedBy } from '../../pipeline/scope/excluded-by.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { type Declared, declared, type End } from './declared.ts';
import { namesInNotes } from './name-units.ts';

/** Files and units by id, what relies on what, and both by node. */
export type Network = {
  nodes: ReadonlyMap<string, End>;
  /** The nodes of a file. */
  inFile: ReadonlyMap<string, readonly End[]>;
  /** The nodes at the other ends of a node's edges. */
  beside: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those that it relies on. */
  from: ReadonlyMap<string, readonly Declared[]>;
};

/** The limit is a number of edges. */
const NETWORKS = slot<Promise<Network>>(400_000);

/**
 * All dependencies of the repository. It follows from the sources, from HEAD and from the branches, which tell what is
 * brought back from lost commits, and from the settings that leave files out.
 */
export function wholeNetwork(snapshot: Snapshot): Promise<Network> {
  const { states, head, memory, settings } = snapshot;
  const { include, exclude, recoverByName } = settings;
  const key = JSON.stringify([
    ...[states.key, head.id, snapshot.once(stateOfHistory)],
    ...[include, exclude, recoverByName],
  ]);
  const make = async () => {
    const isShown = ({ file }: End) => !excludedBy(file, settings);
    const all = (await declared(snapshot)).filter(({ from, to }) => isShown(from) && isShown(to));
    const nameOf = namesInNotes(all.flatMap(({ from, to }) => [from, to]));
    return network(all.map(item => renamed(item, nameOf)));
  };
  const kept = memory.of(NETWORKS);
  const isOthers = kept.get(key) !== undefined;
  const made = remember(kept, key, make, ({ from }) => [...from.values()].flat().length + 1);
  // Who began it may have gone away; then it is made again.
  return isOthers ? made.catch(() => make()) : made;
}

/** Read once for all units of a report, each of which asks for what is around it. */
function stateOfHistory({ repository }: Snapshot): [shallow: string, tips: readonly string[]] {
  return [repository.shallowness(), repository.branchTips()];
}

export function network(all: readonly Declared[]): Network {
  const nodes = new Map<string, End>();
  const beside = new Map<string, Set<string>>();
  const edges = new Map<string, Declared[]>();
  for (const item of all) {
    const [from, to] = [idOf(item.from), idOf(item.to)];
    if (from === to) continue;
    nodes.set(from, item.from).set(to, item.to);
    beside.set(from, (beside.get(from) ?? new Set()).add(to));
    beside.set(to, (beside.get(to) ?? new Set()).add(from));
    const known = edges.get(from);
    if (known) known.push(item);
    else edges.set(from, [item]);
  }
  const inFile = groupBy(nodes.values(), ({ file }) => file);
  return { nodes, inFile, beside, from: edges };
}

export function renamed(item: Declared, nameOf: (end: End) => string | undefined): Declared {
  const name = (end: End) => ({ file: end.file, unit: nameOf(end) });
  return { ...item, from: name(item.from), to: name(item.to) };
}

export function idOf({ file, unit }: End): string {
  return unit === undefined ? file : `${file}::${unit}`;
}
