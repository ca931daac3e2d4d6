/** Names of several lists, each in the order of its bytes, as one such list without repeats; none is read further than asked. */
export function* mergedNames(lists: readonly Iterable<string>[]): Generator<string> {
  const open = lists.flatMap(list => headOf(list[Symbol.iterator]()) ?? []);
  while (open.length > 0) {
    const least = open.reduce((a, b) => (Buffer.compare(b.bytes, a.bytes) < 0 ? b : a));
    yield least.name;
    for (const head of open.filter(({ name }) => name === least.name)) {
      const next = headOf(head.rest);
      open.splice(open.indexOf(head), 1, ...(next ? [next] : []));
    }
  }
}

/** The next name of a list, and what comes after it. */
type Head = { name: string; bytes: Buffer; rest: Iterator<string> };

function headOf(rest: Iterator<string>): Head | undefined {
  const { done, value: name } = rest.next();
  return done ? undefined : { name, bytes: Buffer.from(name), rest };
}
