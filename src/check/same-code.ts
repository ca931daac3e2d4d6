/** Whether two texts are the same code: what a formatter may change does not count. */

/** In these, single quotes are as good as double ones. */
const QUOTES_ALIKE = /\.([cm]?[jt]sx?|vue|svelte|pyi?|css|scss|less|json5)$/i;

/** White space outside of strings, a comma before a closing bracket and a semicolon at the end of a line are style. */
export function isSameCode(before: readonly string[], after: readonly string[], path: string): boolean {
  return formless(before, path) === formless(after, path);
}

function formless(lines: readonly string[], path: string): string {
  const text = lines
    .map(withoutSpace)
    .join('')
    .replaceAll(/,(?=[)\]}])/g, '');
  return QUOTES_ALIKE.test(path) ? text.replaceAll('"', "'") : text;
}

/** A string, whole or up to the end of its line; or what is between strings. */
const PIECES = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|[^"'`]+/g;

/** An apostrophe in a comment looks like a string, so that white space counts behind it. */
function withoutSpace(line: string): string {
  const pieces = line.match(PIECES) ?? [];
  const text = pieces.map(piece => (/^["'`]/.test(piece) ? piece : piece.replaceAll(/\s/g, ''))).join('');
  return text.trimEnd().replace(/;$/, '');
}
