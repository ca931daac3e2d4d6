/** From a file's path and bytes to its units, in source order. Any input gets an answer: it never throws. */

import { PARSE_DEADLINE } from '../deadlines.ts';
import { isBinary } from './binary.ts';
import { parse } from './grammar.ts';
import { languageOf } from './languages.ts';
import type { Unit } from './unit.ts';
import { walk } from './walk.ts';

export type { Unit };

export type Outline =
  | { language: string; units: Unit[]; truncated?: boolean }
  | { language?: string; unsupported: 'language' | 'too_large' | 'binary' | 'timeout' };

const MAX_BYTES = 2 * 1024 * 1024;

export async function outline(
  path: string,
  source: Uint8Array,
  { deadlineMs = PARSE_DEADLINE }: { deadlineMs?: number } = {},
): Promise<Outline> {
  const row = languageOf(path, source);
  if (!row) return { unsupported: 'language' };
  const language = row.name;
  if (source.byteLength > MAX_BYTES) return { language, unsupported: 'too_large' };
  if (isBinary(source)) return { language, unsupported: 'binary' };
  // A lexer takes NUL for the end of the input.
  const text = new TextDecoder().decode(source).replaceAll('\0', ' ');
  const prepared = row.prepare?.(text) ?? text;
  const parsed = await parse(row, prepared, deadlineMs, (tree, deadline) => walk(tree, row, text, deadline));
  if ('failed' in parsed) {
    return parsed.failed === 'grammar' ? { unsupported: 'language' } : { language, unsupported: 'timeout' };
  }
  const { units, truncated } = parsed.value;
  return truncated ? { language, units, truncated } : { language, units };
}
