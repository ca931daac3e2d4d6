import { parse, TomlError } from 'smol-toml';

/** What the parser of TOML does not say of itself: where a value is. */

type Parsed = { value: unknown } | { problem: string; line: number; column: number };

/** Beyond this, a wrong value is named without its line: each line of the file is tried. */
const MOST_LINES = 500;
/** Keys and tables in one another; no setting has more than three. */
export const MOST_LEVELS = 100;
const MOST_CHARACTERS = 50_000;

export function parseToml(text: string): Parsed {
  try {
    const value = parse(text);
    if (isDeeperThan(MOST_LEVELS, value)) return { problem: 'nested too deeply', line: 1, column: 1 };
    return { value };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = 'invalid TOML'] = error.message.split('\n');
    const problem = first.replace(/^Invalid TOML document: /, '');
    return { problem, line: error.line, column: error.column };
  }
}

/** Whether tables and lists are nested deeper than anybody writes them: what walks through them would not come back. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(levels - 1, inner));
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
