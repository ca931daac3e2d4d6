import type { Network } from './network.ts';

/** Which nodes of a network are shown, and how many more there would be. */
export type Chosen = { ids: ReadonlySet<string>; left: number };

/** The most connected first, each with what it is connected to: a node without its edges tells nothing. */
export function mostConnected({ beside }: Network, most: number): Chosen {
  const ids = new Set<string>();
  const take = (id: string) => ids.size < most && ids.add(id);
  for (const id of inOrder(beside.keys(), beside)) {
    if (ids.size >= most) break;
    take(id);
    for (const other of inOrder(beside.get(id) ?? [], beside)) take(other);
  }
  return { ids, left: beside.size - ids.size };
}

/** What is asked about, what it relies on and who relies on it, and the same of those. */
export function around({ beside }: Network, focus: Iterable<string>, most: number): Chosen {
  const wanted = new Set(focus);
  let last = [...wanted];
  for (let hop = 0; hop < HOPS; hop++) {
    const next = [...new Set(last.flatMap(id => [...(beside.get(id) ?? [])]))];
    last = inOrder(
      next.filter(id => !wanted.has(id)),
      beside,
    );
    for (const id of last) wanted.add(id);
  }
  const ids = new Set([...wanted].slice(0, most));
  return { ids, left: wanted.size - ids.size };
}

const HOPS = 2;

function inOrder(ids: Iterable<string>, beside: Network['beside']): string[] {
  const counted = [...ids].map(id => ({ id, connections: beside.get(id)?.size ?? 0 }));
  return counted.sort((a, b) => b.connections - a.connections || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}
