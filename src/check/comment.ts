/** By this, a bot finds its own comment and replaces it. */
const MARKER = '<!-- ultragit-check -->';

/** Markdown for a comment on a pull request, in which a note can call nobody. */
export function asComment(markdown: string): string {
  return `${MARKER}\n${markdown.split('\n').map(withoutMentions).join('\n')}`;
}

/** An empty HTML comment behind the sign is not shown, and leaves no mention; code has none anyway. */
function withoutMentions(line: string): string {
  let text = '';
  let at = 0;
  while (at < line.length) {
    const end = endOfPiece(line, at);
    text += line[at] === '@' && /\w/.test(line[at + 1] ?? '') ? '@<!-- -->' : line.slice(at, end);
    at = end;
  }
  return text;
}

/** A character, one that is escaped, or a span of code. */
function endOfPiece(line: string, at: number): number {
  if (line[at] === '\\') return at + 2;
  return line[at] === '`' ? endOfCode(line, at) : at + 1;
}

/** Behind the span of code that begins here, or behind the backticks where none does: as many of them close it. */
function endOfCode(line: string, at: number): number {
  const length = backticksAt(line, at);
  let close = line.indexOf('`', at + length);
  while (close >= 0) {
    const found = backticksAt(line, close);
    if (found === length) return close + length;
    close = line.indexOf('`', close + found);
  }
  return at + length;
}

function backticksAt(line: string, at: number): number {
  let end = at;
  while (line[end] === '`') end++;
  return end - at;
}
