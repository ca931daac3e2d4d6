/** What arrays lack on the oldest Node that is supported. */

export function groupBy<Key, T>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Unlike `push(...items)`, for any number: the arguments of a call have to fit on the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

export function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

/** Items that differ in their JSON; the last of equal ones stays, in the place of the first. */
export function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map(item => [JSON.stringify(item), item])).values()];
}

/** Those that pass a test, and the others. */
export function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const passed = items.filter(test);
  const those = new Set(passed);
  return [passed, items.filter(item => !those.has(item))];
}
