// Where a declaration begins, and what belongs to it above: attributes, decorators, comments.

type Marks = { comment: RegExp; attribute: RegExp };

const C_LIKE: Marks = {
  comment: /^(?:\/\/|\/\*|\*)|\*\/$/,
  attribute: /^(?:@(?!interface\b)\w|\[[\w.]+.*\]$|#!?\[)/,
};
const HASH: Marks = { comment: /^#/, attribute: /^@/ };
const PREPROCESSOR = /^#\s*(?:if|ifdef|ifndef|else|elif|endif|define|include|undef|pragma|error)\b/;

const marksOf = (language: string): Marks => (language === 'python' || language === 'ruby' ? HASH : C_LIKE);

/** The first line of the declaration whose name stands in this line: a return type may stand above it. */
export function declarationStart(lines: readonly string[], nameLine: number, language: string): number {
  if (language === 'go' || language === 'ruby') return nameLine;
  const { comment } = marksOf(language);
  let top = nameLine;
  while (top > 1) {
    const above = (lines[top - 2] ?? '').trim();
    if (
      above === '' ||
      /[;{}:,]$|\*\/$|^[)\]]+$/.test(above) ||
      comment.test(above) ||
      PREPROCESSOR.test(above)
    )
      break;
    if (/\/\/.*$/.test(above) && /[;{}]\s*\/\//.test(above)) break;
    top--;
  }
  // Attributes that stand in lines of their own are not yet the declaration.
  while (top < nameLine) {
    const length = attributeLength(lines, top, nameLine, language);
    if (length === 0) break;
    top += length;
  }
  return top;
}

/** How many lines the attribute that begins in this line has, if it has those for itself. */
function attributeLength(lines: readonly string[], from: number, before: number, language: string): number {
  if (!marksOf(language).attribute.test((lines[from - 1] ?? '').trim())) return 0;
  let depth = 0;
  for (let at = from; at < before; at++) {
    const line = lines[at - 1] ?? '';
    for (const char of line) depth += '([{'.includes(char) ? 1 : ')]}'.includes(char) ? -1 : 0;
    if (depth > 0) continue;
    return /^(?:@[\w.]+\s*(?:\(.*\))?|.*\)|.*\])\s*$/.test(line.trim()) || at > from ? at - from + 1 : 0;
  }
  return 0;
}

/** The first line of the attributes and comments directly above a declaration. */
export function topOf(lines: readonly string[], start: number, language: string): number {
  const { comment, attribute } = marksOf(language);
  let top = start;
  let closing = 0;
  for (let at = start - 1; at >= 1; at--) {
    const line = (lines[at - 1] ?? '').trim();
    if (closing > 0) {
      // Inside of a block comment, up to where it opens.
      if (line.includes('/*')) {
        top = at;
        closing = 0;
        if (!line.startsWith('/*')) return start;
      } else if (++closing > 400) return top;
      continue;
    }
    if (line === '' || PREPROCESSOR.test(line)) break;
    if (language !== 'python' && language !== 'ruby' && line.endsWith('*/')) {
      if (line.startsWith('/*')) top = at;
      else if (line.includes('/*')) break;
      else closing = 1;
    } else if (comment.test(line) || attribute.test(line)) top = at;
    else if (/^[)\]]+,?$|^\)\]$/.test(line)) {
      const opened = openingOf(lines, at, attribute);
      if (!opened) break;
      at = opened;
      top = opened;
    } else break;
  }
  return top;
}

/** Where the attribute begins that this line closes. */
function openingOf(lines: readonly string[], from: number, attribute: RegExp): number | undefined {
  for (let at = from - 1; at >= Math.max(1, from - 40); at--) {
    const line = (lines[at - 1] ?? '').trim();
    if (line === '' || /[;{}]$/.test(line)) return undefined;
    if (attribute.test(line)) return at;
  }
  return undefined;
}
