/** Valid TOML in, the offsets of its headers and key-value pairs out. */

import { parse } from 'smol-toml';

export type Statement = {
  kind: 'table' | 'pair';
  /** Full path from the root for a header; relative to its header for a pair. */
  path: readonly string[];
  start: number;
  /** Where the value starts, for a pair. */
  value: number;
  /** After the last character, before white space, comment and line end. */
  end: number;
};

export function statements(text: string): Statement[] {
  const found: Statement[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (/\s/.test(char)) at++;
    else if (char === '#') at = lineEnd(text, at);
    else {
      const end = statementEnd(text, at);
      found.push(describe(text, at, end));
      at = end;
    }
  }
  return found;
}

export function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  if (found < 0) return text.length;
  return text.charAt(found - 1) === '\r' ? found - 1 : found;
}

const NESTING: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

function statementEnd(text: string, start: number): number {
  let depth = 0;
  let end = start;
  for (let at = start; at < text.length; ) {
    const char = text.charAt(at);
    if (depth === 0 && (char === '\n' || char === '#')) break;
    depth += NESTING[char] ?? 0;
    at = tokenEnd(text, at);
    if (!/[\s#]/.test(char)) end = at;
  }
  return end;
}

/** The end of the string or comment that starts here, else of the character. */
function tokenEnd(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === '#') return lineEnd(text, at);
  return char === '"' || char === "'" ? stringEnd(text, at) : at + 1;
}

function stringEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  const long = text.startsWith(quote.repeat(3), start);
  const close = long ? quote.repeat(3) : quote;
  for (let at = start + close.length; at < text.length; at++) {
    if (quote === '"' && text.charAt(at) === '\\') at++;
    else if (text.startsWith(close, at)) {
      let end = at + close.length;
      // Up to two quotes may stand right before the closing three.
      while (long && text.charAt(end) === quote) end++;
      return end;
    }
  }
  return text.length;
}

function describe(text: string, start: number, end: number): Statement {
  if (text.charAt(start) === '[') {
    return { kind: 'table', path: onlyPath(parse(text.slice(start, end))), start, value: end, end };
  }
  let equals = start;
  while (equals < end && text.charAt(equals) !== '=') {
    equals = /["']/.test(text.charAt(equals)) ? stringEnd(text, equals) : equals + 1;
  }
  const value = equals + 1 + (/^[ \t]*/.exec(text.slice(equals + 1, end))?.[0].length ?? 0);
  return { kind: 'pair', path: onlyPath(parse(`${text.slice(start, equals)}= 0`)), start, value, end };
}

/** `{a: {b: 0}}` gives `['a', 'b']`; an array of tables counts as a table. */
function onlyPath(value: unknown): string[] {
  const inner = Array.isArray(value) ? value[0] : value;
  if (typeof inner !== 'object' || inner === null) return [];
  const [first] = Object.entries(inner);
  return first ? [first[0], ...onlyPath(first[1])] : [];
}
