import type { Network } from './network.ts';

/** Which nodes of a network are shown, and how many more there would be. */
export type Chosen = { ids: ReadonlySet<string>; left: number };

/** The most connected first, each with what it is connected to: a node without its edges tells nothing. */
export function mostConnected({ beside }: Network, most: number): Chosen {
  const order = [...beside.keys()].sort(byConnections(beside));
  const ids = new Set<string>();
  const take = (id: string) => ids.size < most && ids.add(id);
  for (const id of order) {
    if (ids.size >= most) break;
    take(id);
    for (const other of [...(beside.get(id) ?? [])].sort(byConnections(beside))) take(other);
  }
  return { ids, left: beside.size - ids.size };
}

/** What is asked about, what it relies on and who relies on it, and the same of those. */
export function around({ beside }: Network, focus: Iterable<string>, most: number): Chosen {
  const wanted = new Set(focus);
  let last = [...wanted];
  for (let hop = 0; hop < HOPS; hop++) {
    const next = [...new Set(last.flatMap(id => [...(beside.get(id) ?? [])]))];
    last = next.filter(id => !wanted.has(id)).sort(byConnections(beside));
    for (const id of last) wanted.add(id);
  }
  const ids = new Set([...wanted].slice(0, most));
  return { ids, left: wanted.size - ids.size };
}

const HOPS = 2;

function byConnections(beside: Network['beside']): (a: string, b: string) => number {
  const connections = (id: string) => beside.get(id)?.size ?? 0;
  return (a, b) => connections(b) - connections(a) || (a < b ? -1 : 1);
}
