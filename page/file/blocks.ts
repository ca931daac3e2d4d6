/** Lines that are drawn together, both ends inclusive. */
export type Block = { first: number; last: number };

const MOST_LINES = 80;

/** All lines in blocks; one begins at each of `breaks`. */
export function blocks(lines: number, breaks: ReadonlySet<number>): Block[] {
  const found: Block[] = [];
  for (let first = 1; first <= lines; ) {
    let last = first;
    while (last < lines && last - first + 1 < MOST_LINES && !breaks.has(last + 1)) last++;
    found.push({ first, last });
    first = last + 1;
  }
  return found;
}
