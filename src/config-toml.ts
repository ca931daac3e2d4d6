import { parse, TomlError } from 'smol-toml';

/** What the parser of TOML does not say of itself: where a value is. */

type Parsed = { value: unknown } | { problem: string; line: number; column: number };

/** Beyond this, a wrong value is named without its line: each line of the file is tried. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 50_000;

export function parseToml(text: string): Parsed {
  try {
    return { value: parse(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = 'invalid TOML'] = error.message.split('\n');
    const problem = first.replace(/^Invalid TOML document: /, '');
    return { problem, line: error.line, column: error.column };
  }
}

/** Each value that is no table, with the keys that lead to it. */
export function* leaves(value: unknown, path: readonly string[] = []): Generator<[string[], unknown]> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)) {
    for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, key]);
  } else {
    yield [[...path], value];
  }
}

/**
 * The line on which the value at a path starts, counted from 1: the one after the longest beginning of the file that
 * can be parsed and does not have it yet.
 */
export function lineOf(text: string, path: readonly string[]): number | undefined {
  const lines = text.split('\n');
  if (lines.length > MOST_LINES || text.length > MOST_CHARACTERS) return undefined;
  let start = 1;
  for (let count = 1; count <= lines.length; count++) {
    const parsed = parseToml(lines.slice(0, count).join('\n'));
    if (!('value' in parsed)) continue;
    if (has(parsed.value, path)) return start;
    start = count + 1;
  }
  return undefined;
}

function has(value: unknown, path: readonly string[]): boolean {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return false;
    inner = (inner as Record<string, unknown>)[key];
  }
  return true;
}
