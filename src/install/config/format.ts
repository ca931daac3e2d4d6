/** The operations that install needs of a config format, from text to text. */

type Value = string | boolean | readonly string[] | Readonly<Record<string, string>>;

/** One server as a host's file spells it. Key order is the order written. */
export type Entry = Readonly<Record<string, Value>>;

export const SERVER_NAME = 'ultragit';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type ConfigFormat = {
  /** The present entry as plain data. */
  readEntry(text: string, container: string): unknown;
  /** Adds our entry, or sets the keys of `entry` in it and removes those of `drop`. */
  writeEntry(text: string | undefined, container: string, entry: Entry, drop: readonly string[]): string;
  /** The text without our entry; undefined when there is nothing else in it. */
  removeEntry(text: string, container: string): string | undefined;
  /** Parsed content but for our entry: equal for two texts that differ in nothing else. */
  otherContent(text: string, container: string): unknown;
  /** The smallest valid file. */
  emptyFile: string;
  /** The entry alone, for a person to paste. */
  snippet(container: string, entry: Entry): string;
};

/** A config that can't be edited safely; `line` and `column` are 1-based. */
export class Unreadable extends Error {
  readonly line: number;
  readonly column: number;

  constructor(reason: string, line: number, column: number) {
    super(reason);
    this.line = line;
    this.column = column;
  }
}

export function unreadableAt(text: string, offset: number, reason: string): Unreadable {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return new Unreadable(reason, before.length, (before.at(-1)?.length ?? 0) + 1);
}

export type Edit = { start: number; end: number; text: string };

/** Edits may come in any order and must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => b.start - a.start || b.end - a.end);
  return ordered.reduce((out, edit) => out.slice(0, edit.start) + edit.text + out.slice(edit.end), text);
}

export function endOfLine(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}
