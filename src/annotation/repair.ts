/** Turns the text of a note into JSON documents, mending only what can be mended without guessing. */

import type { JsonObject } from './json.ts';

export type Repair =
  | 'byte order mark'
  | 'trailing NUL'
  | 'raw control characters'
  | 'trailing comma'
  | 'several documents';

export type Parsed = { documents: unknown[]; repairs: Repair[]; problem?: string };

const MAX_DEPTH = 64;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export function parseNoteText(raw: string): Parsed {
  const repairs: Repair[] = [];
  let text = raw;
  if (text.startsWith('\ufeff')) {
    text = text.slice(1);
    repairs.push('byte order mark');
  }
  if (text.includes('\0')) {
    const trimmed = text.replace(/\0+\s*$/, '');
    if (trimmed !== text) repairs.push('trailing NUL');
    text = trimmed;
  }
  text = text.trim();
  if (text === '') return { documents: [], repairs, problem: 'the note is empty' };

  const sole = parseSole(text);
  if (sole) return { documents: [sole], repairs };
  const cut = cutDocuments(text);
  if (typeof cut === 'string') return { documents: [], repairs, problem: cut };
  if (cut.documents.length > 1) repairs.push('several documents');

  const documents: unknown[] = [];
  for (const document of cut.documents) {
    const value = parseOne(document, repairs);
    if (value === undefined) return { documents, repairs, problem: 'the note is not valid JSON' };
    documents.push(value);
  }
  return { documents, repairs };
}

/** The one document that nearly every note is; looked at no further where it is anything else. */
function parseSole(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !isDeeperThan(MAX_DEPTH, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeperThan(levels - 1, (value as JsonObject)[key])) return true;
  return false;
}

function parseOne(text: string, repairs: Repair[]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseMended(text, repairs);
  }
}

function parseMended(text: string, repairs: Repair[]): unknown {
  const tries: [string, Repair[]][] = [];
  const escaped = escapeControlsInStrings(text);
  if (escaped !== text) tries.push([escaped, ['raw control characters']]);
  const uncommaed = dropTrailingCommas(text);
  if (uncommaed !== text) tries.push([uncommaed, ['trailing comma']]);
  const both = dropTrailingCommas(escaped);
  if (both !== escaped && both !== uncommaed)
    tries.push([both, ['raw control characters', 'trailing comma']]);
  for (const [candidate, needed] of tries) {
    try {
      const value: unknown = JSON.parse(candidate);
      repairs.push(...needed.filter(repair => !repairs.includes(repair)));
      return value;
    } catch {
      // The next, more thoroughly mended text may parse.
    }
  }
  return undefined;
}

/** Splits top-level objects that a notes merge wrote one after the other; a reason where there is none. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass, one branch a kind of character; in parts, its state would be handed around.
function cutDocuments(text: string): { documents: string[] } | string {
  const documents: string[] = [];
  let depth = 0;
  let start = -1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      inString = !inString;
    } else if (inString) {
      if (code === BACKSLASH) at++;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (depth === 0) start = at;
      if (++depth > MAX_DEPTH) return `the note is nested deeper than ${MAX_DEPTH} levels`;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (--depth < 0) return 'the note is not valid JSON';
      if (depth === 0) documents.push(text.slice(start, at + 1));
    } else if (depth === 0 && code > SPACE) {
      return 'the note is not JSON';
    }
  }
  return depth === 0 && documents.length > 0 ? { documents } : 'the note is not valid JSON';
}

function escapeControlsInStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, string =>
    string.replace(/[\u0000-\u001f]/g, char => {
      if (char === '\n') return '\\n';
      if (char === '\t') return '\\t';
      if (char === '\r') return '\\r';
      return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
    }),
  );
}

function dropTrailingCommas(text: string): string {
  return text.replace(/("(?:[^"\\]|\\[\s\S])*")|,(\s*[}\]])/g, (_all, string?: string, close?: string) =>
    string === undefined ? (close ?? '') : string,
  );
}
