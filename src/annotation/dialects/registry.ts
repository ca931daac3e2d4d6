import type { Dialect } from './dialect.ts';
import { readUltragitV1 } from './ultragit-v1.ts';

/** The dialects that are read, one row each; a new one is a file beside this one and a row here. */
const DIALECTS: readonly Dialect[] = [
  { name: 'ultragit/v1', read: readUltragitV1 },
  { name: 'chronicle/v1', read: readUltragitV1 },
];

/** What this program can read; an index that was made without one of them does not know its notes. */
export const DIALECT_NAMES = DIALECTS.map(({ name }) => name);

const byName = new Map(DIALECTS.map(dialect => [dialect.name, dialect]));

export function dialectNamed(name: string): Dialect | undefined {
  return byName.get(name);
}
