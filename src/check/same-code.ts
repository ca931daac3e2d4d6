/** Whether two texts are the same code: what a formatter may change does not count. */

/** In these, single quotes are as good as double ones. */
const QUOTES_ALIKE = /\.([cm]?[jt]sx?|vue|svelte|pyi?|css|scss|less|json5)$/i;
/** Here a number sign begins a comment, and a string in three quotes may have several lines. */
const NUMBER_SIGNS =
  /(\.(pyi?|pyx|rb|sh|bash|zsh|ya?ml|toml|pl|pm|r|jl|exs?|nim|coffee|tcl|mk|cmake)|file)$/i;
/** Here a string in backticks may have several lines. */
const BACKTICKS = /\.([cm]?[jt]sx?|vue|svelte|go)$/i;
/** Here `(a,)` is something else than `(a)`. */
const TUPLES = /\.(pyi?|pyx)$/i;

/** Here a line ends what it says, and white space parts words that are no names. */
const LINES_COUNT =
  /(\.(sh|bash|zsh|ya?ml|toml|ini|cfg|env|properties|mk)|(^|\/)(make|docker|container)file)$/i;
/** Here a command begins with a tab. */
const TABS = /(\.mk|(^|\/)makefile)$/i;
/** Here nothing need stand between two statements but the end of a line; in Rust, a semicolon makes another value. */
const NEWLINE_ENDS = /\.([cm]?[jt]sx?|vue|svelte|go|pyi?|pyx|rb|kts?|swift|scala|lua)$/i;

/**
 * White space outside of strings and at the ends of lines, a comma before a closing bracket and, where none is needed, a
 * semicolon at the end of a line are style. Where a comment ends is not: what comes behind it on its line does nothing.
 */
export function isSameCode(before: readonly string[], after: readonly string[], path: string): boolean {
  return formless(before, path) === formless(after, path);
}

/** Strings, whole or up to the end; comments; and what is between these. */
const WITH_NUMBER_SIGNS =
  /"""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:""")?|'''(?:[^'\\]|\\[\s\S]|'(?!''))*(?:''')?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\\n]|\\.)*`?|#[^\n]*|[^"'`#]+/g;
const WITH_BACKTICKS =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?|(?<!:)\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*|[^"'`/]+|\//g;
const OTHERS = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\\n]|\\.)*`?|(?<!:)\/\/[^\n]*|[^"'`/]+|\//g;

function formless(lines: readonly string[], path: string): string {
  const text = lines.map(line => `${line.trimEnd()}\n`).join('');
  const hasNumberSigns = NUMBER_SIGNS.test(path);
  const others = BACKTICKS.test(path) ? WITH_BACKTICKS : OTHERS;
  const comment = hasNumberSigns ? '#' : '//';
  const pieces = text.match(hasNumberSigns ? WITH_NUMBER_SIGNS : others) ?? [];
  return pieces
    .map(piece => {
      if (/^["'`]/.test(piece)) return stringIn(piece, path);
      return piece.startsWith(comment) ? `${piece.replaceAll(/\s+/g, ' ')}\n` : codeIn(piece, path);
    })
    .join('');
}

/** An apostrophe in a text looks like a string up to the end of its line, so that white space counts behind it. */
function stringIn(piece: string, path: string): string {
  const [quote = ''] = /^(?:"""|'''|["'`])/.exec(piece) ?? [];
  const isWhole = piece.length >= 2 * quote.length && piece.endsWith(quote);
  if (!isWhole) return NEWLINE_ENDS.test(path) ? piece.replace(/;$/, '') : piece;
  if (quote === '`' || !QUOTES_ALIKE.test(path)) return piece;
  return `'${piece.slice(quote.length, -quote.length).replaceAll(/\\(["'])/g, '$1')}'`;
}

function codeIn(piece: string, path: string): string {
  if (LINES_COUNT.test(path)) return linesOfCode(piece, TABS.test(path));
  const ended = NEWLINE_ENDS.test(path) ? piece.replaceAll(';\n', '\n').replaceAll(LEAVES, '$1;') : piece;
  if (TUPLES.test(path)) return withoutSpace(ended.replaceAll(/,(?=\n\s*\)|\s*[\]}])/g, ''));
  return withoutSpace(ended).replaceAll(/,(?=[)\]}])/g, '');
}

/** What stands in the next line is not what these give. */
const LEAVES = /\b(return|throw|break|continue|yield)\n/g;

/** What stands between two names, or makes two signs of what would be one, is no form. */
function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, (space, at: number) => {
    const [before = '', after = ''] = [text[at - 1], text[at + space.length]];
    const isNeeded = (isOfWord(before) && isOfWord(after)) || (before === after && /[+-]/.test(before));
    return isNeeded ? ' ' : '';
  });
}

function isOfWord(character: string): boolean {
  return /[\p{L}\p{N}_$]/u.test(character);
}

function linesOfCode(text: string, hasTabs: boolean): string {
  const indented = hasTabs ? text.replaceAll(/\n\t/g, '\n\u0000') : text;
  return indented.replaceAll(/\n\s*/g, '\n').replaceAll(/[^\S\n]+/g, ' ');
}
