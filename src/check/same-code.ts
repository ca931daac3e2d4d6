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

/** An apostrophe in a comment looks like a string up to the end of its line, so that white space counts there. */
function withoutSpace(line: string): string {
  let text = '';
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? '';
    if (quote !== '') {
      text += letter;
      if (letter === '\\') text += line[++at] ?? '';
      else if (letter === quote) quote = '';
    } else if (letter.trim() !== '') {
      text += letter;
      if (letter === '"' || letter === "'" || letter === '`') quote = letter;
    }
  }
  return text.trimEnd().replace(/;$/, '');
}
