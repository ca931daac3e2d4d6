/**
 * Models send values that are plain enough in another JSON type than the declared one: "500", 42 for lines, "true". Each
 * function takes what can only mean one thing, an empty text as nothing given, and leaves the rest for the schema to refuse.
 */

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const LINE = /^\d+$/;

export function asNumber(value: unknown): unknown {
  const text = trimmed(value);
  return typeof text === 'string' && NUMBER.test(text) ? Number(text) : text;
}

export function asSwitch(value: unknown): unknown {
  const text = trimmed(value);
  if (typeof text !== 'string' || !/^(true|false)$/i.test(text)) return text;
  return text.toLowerCase() === 'true';
}

/** A line, or the first and the last one, as "42" or "42:67". */
export function asRange(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  const ends = endsOf(value).map(lineOf);
  const isPlain = ends.length > 0 && ends.length <= 2 && ends.every(end => end !== undefined);
  return isPlain ? ends.join(':') : value;
}

function endsOf(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const { start, end, ...others } = value as Record<string, unknown>;
  return Object.keys(others).length === 0 && end !== undefined ? [start, end] : [];
}

function lineOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : trimmed(value);
  return typeof text === 'string' && LINE.test(text) ? text : undefined;
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() || undefined : value;
}
