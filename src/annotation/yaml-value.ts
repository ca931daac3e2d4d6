const ITEM = /^[ \t]*-(?:[ \t](.*))?$/;
/** Before these begins what is neither a text nor a list of texts. */
const OTHER_KINDS = /^[&*!|>{%@`?]/;

/** The value of a key, from the rest of its line and the lines that continue it. */
export function readYamlValue(rest: string, more: readonly string[]): string | string[] | undefined {
  const first = rest.trim();
  if (first === '' || first.startsWith('#')) {
    return more.some(line => line.trim() !== '') ? blockList(more) : undefined;
  }
  if (first.startsWith('[')) return inlineList(fold([first, ...more]));
  return scalar([first, ...more]);
}

function blockList(lines: readonly string[]): string[] | undefined {
  const items: string[][] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    const open = items.at(-1);
    if (item) items.push([item[1]?.trimStart() ?? '']);
    else if (open) open.push(line);
    else if (line.trim() !== '') return undefined;
  }
  return items
    .map(item => (isMap(item[0] ?? '') ? undefined : scalar(item)))
    .filter(text => text !== undefined);
}

function isMap(item: string): boolean {
  return /^[\w-]+:(?:[ \t]|$)/.test(item);
}

function scalar(lines: readonly string[]): string | undefined {
  const [first = '', ...more] = lines;
  const start = first.trim();
  const quote = start[0];
  if (quote === '"' || quote === "'") return quoted(fold([start, ...more], quote === '"'), quote);
  if (OTHER_KINDS.test(start)) return undefined;
  const text = fold([withoutComment(start), ...more]);
  return text === '' || text === '~' || text === 'null' ? undefined : text;
}

function withoutComment(text: string): string {
  const at = text.search(/[ \t]#/);
  return at < 0 ? text : text.slice(0, at);
}

/** Lines of one value: a line break is a space, an empty line is a line break. */
function fold(lines: readonly string[], escapes = false): string {
  const pieces: string[] = [];
  let breaks = 0;
  for (const line of lines.map(item => item.trim())) {
    const last = pieces.at(-1);
    if (line === '') breaks++;
    else if (last !== undefined && escapes && endsInEscape(last))
      pieces.push(pieces.pop()?.slice(0, -1) ?? '', line);
    else pieces.push(last === undefined ? '' : '\n'.repeat(breaks) || ' ', line);
    if (line !== '') breaks = 0;
  }
  return pieces.join('');
}

function endsInEscape(text: string): boolean {
  let count = 0;
  while (text[text.length - 1 - count] === '\\') count++;
  return count % 2 === 1;
}

/** A quoted text; undefined where it does not end, or where more than a comment follows it. */
function quoted(text: string, quote: string): string | undefined {
  const end = closingQuote(text, 0);
  const after = text.slice(end + 1).trim();
  if (end < 0 || (after !== '' && !after.startsWith('#'))) return undefined;
  const inner = text.slice(1, end);
  return quote === '"' ? unescaped(inner) : inner.replaceAll("''", "'");
}

function closingQuote(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (text[at] === quote && quote === "'" && text[at + 1] === "'") at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', N: '\n', _: ' ' };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (_all, two?: string, four?: string, eight?: string, one = '') => {
      const digits = two ?? four ?? eight;
      if (digits === undefined) return ESCAPES[one] ?? one;
      const code = Number.parseInt(digits, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}

/** Texts between brackets and commas; undefined where one of them is a list or a map itself. */
function inlineList(text: string): string[] | undefined {
  const items: string[] = [];
  let start = 1;
  while (start < text.length) {
    const end = itemEnd(text, start);
    const item = scalar([text.slice(start, end)]);
    if (item !== undefined) items.push(item);
    if (text[end] === ']') return items;
    if (text[end] !== ',') return undefined;
    start = end + 1;
  }
  return undefined;
}

function itemEnd(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at++;
  if (text[at] === '"' || text[at] === "'") at = Math.max(at, closingQuote(text, at)) + 1;
  while (at < text.length && !',[]{}'.includes(text.charAt(at))) at++;
  return at;
}
