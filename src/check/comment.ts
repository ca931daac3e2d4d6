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
    const end = line[at] === '`' ? endOfCode(line, at) : at + 1;
    text += line[at] === '@' && /\w/.test(line[at + 1] ?? '') ? '@<!-- -->' : line.slice(at, end);
    at = end;
  }
  return text;
}

/** Behind the span of code that begins here, or behind the backticks where none does. */
function endOfCode(line: string, at: number): number {
  let length = 1;
  while (line[at + length] === '`') length++;
  const fence = '`'.repeat(length);
  const close = line.indexOf(fence, at + length);
  return close < 0 ? at + length : close + length;
}
