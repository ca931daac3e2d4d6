// How alike two texts are, and whether one is the other.

/** Enough of a line to recognise it by. */
const isWordy = (line: string): boolean => line.replace(/\W/g, '').length >= 4 && /[a-z]{2}/i.test(line);

const folded = (line: string): string => line.trim().replace(/\s+/g, ' ');

/** The lines of a text that have words in them, with its own name taken out. */
export function wordyLines(text: readonly string[], name: string): string[] {
  const own = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`, 'g');
  return text
    .filter(isWordy)
    .map(line => folded(line).replace(own, '\u0001'))
    .filter(line => !/^(?:\/\/|\/?\*|#(?!\[))/.test(line));
}

/** The share of the first list's lines that the second has, each counted as often as it is there. */
export function shareKept(before: readonly string[], after: readonly string[]): number {
  if (before.length === 0) return 0;
  const left = new Map<string, number>();
  for (const line of after) left.set(line, (left.get(line) ?? 0) + 1);
  let kept = 0;
  for (const line of before) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    kept++;
    left.set(line, count - 1);
  }
  return kept / before.length;
}

export type Sameness = 'unchanged' | 'changed' | 'unclear';

/**
 * Unchanged: equal line by line, apart from white space at the ends of lines and one indentation for all lines that was
 * added or taken away. Unclear: equal without white space, quotes, commas, semicolons, brackets
 * and the marks of comments. Else changed.
 */
export function sameness(before: readonly string[], after: readonly string[]): Sameness {
  if (outdented(before) === outdented(after)) return 'unchanged';
  return bones(before) === bones(after) ? 'unclear' : 'changed';
}

export function outdented(text: readonly string[]): string {
  const lines = text.map(line => line.trimEnd());
  const indents = lines.filter(Boolean).map(line => /^\s*/.exec(line)?.[0] ?? '');
  const shared = indents.reduce((a, b) => {
    let length = 0;
    while (length < a.length && length < b.length && a[length] === b[length]) length++;
    return a.slice(0, length);
  }, indents[0] ?? '');
  return lines.map(line => line.slice(shared.length)).join('\n');
}

/** What is left of a text when a formatter's freedom is taken out of it, comments that it wraps anew included. */
export const bones = (text: readonly string[]): string =>
  text
    .map(line => line.trim().replace(/^(?:\/\/+!?|\/\*+|\*+(?!\/)|#(?![![]))/, ''))
    .join('\n')
    .replace(/\*+\/\s*$/gm, '')
    .replace(/[\s'"`,;()\\]/g, '');
