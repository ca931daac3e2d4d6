/** A path, and what was written behind it to name a part of the file. */
export type Place = { path: string; lines?: string; anchor?: string };

const LINES = /^(?<path>.+?):(?<start>\d+)(?:-(?<end>\d+)|:\d+)?:?$/s;

/**
 * The ways to read a word, first as a path and no more: a file may have such a name. Then as editors and compilers
 * print places: `path:42`, `path:42:7` (line and column), `path:42-67`, `path::Class::method`.
 */
export function readingsOf(word: string): [Place, ...Place[]] {
  const { path, start, end } = LINES.exec(word)?.groups ?? {};
  if (path !== undefined && !path.endsWith(':')) {
    return [{ path: word }, { path, lines: end === undefined ? start : `${start}:${end}` }];
  }
  const splits = [...word.matchAll(/(?<=[^:])::(?=[^:])/g)].map(({ index }) => ({
    path: word.slice(0, index),
    anchor: word.slice(index + 2),
  }));
  return [{ path: word }, ...splits];
}

/** The path that a word most likely means, without a look at which files there are. */
export function pathIn(word: string): string {
  const [whole, likely = whole] = readingsOf(word);
  return likely.path;
}
