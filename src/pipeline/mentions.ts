/** Whether lines have the last part of a name in them as a word: what can be told without a grammar. */
export function mentions(lines: readonly string[], name: string): boolean {
  const last = /([\p{L}\p{N}_$]+)[^\p{L}\p{N}_$]*$/u.exec(name.replace(/[(<].*$/s, ''))?.[1];
  if (last === undefined) return false;
  const word = Buffer.from(last).toString('latin1').replace(/[$]/g, '\\$&');
  return new RegExp(`(^|[^\\w$])${word}($|[^\\w$])`).test(lines.join('\n'));
}
