/** A line without white space, by which it is known again in another file. */
export function textOf(line: string): string {
  return line.replace(/\s+/g, '');
}
