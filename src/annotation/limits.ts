import { clip } from './excerpt.ts';

/**
 * How much of a note is read. What compares or searches texts may rely on it; a note above 1 MiB is not read at all.
 * What is over a limit is shortened or left out, named by `validate`, and counted in a notice.
 */
export const LIMITS = {
  /** Characters of a name: of a unit, a person, a commit, a tag. */
  name: 512,
  /** Characters of a path or a signature; no file that can be opened has a longer path. */
  path: 4_096,
  /** Characters of any other text. */
  prose: 64 * 1024,
  /** Items of a list, such as the constraints of one region. */
  items: 1_000,
  /** Regions of a note, in all of its documents. */
  regions: 5_000,
  /** Concerns that span files, of a note. */
  concerns: 1_000,
  /** Commits that the records of a note say they are about, of all of them together. */
  linked: 1_000,
} as const;

const NAMES: ReadonlySet<string> = new Set([
  ...['name', 'anchor', 'unit_type', 'commit', 'author', 'field', 'timestamp', 'tags', 'until', 'expires'],
  ...['record_id', 'supersedes', 'linked_commits', 'derived_from'],
]);
const PATHS: ReadonlySet<string> = new Set(['file', 'signature']);

/** How many characters the text of a field may have. */
export function longestOf(field: string): number {
  if (NAMES.has(field)) return LIMITS.name;
  return PATHS.has(field) ? LIMITS.path : LIMITS.prose;
}

/** The beginning of a text that is too long for its field, marked as that. */
export function shortened(text: string, field: string): string {
  const longest = longestOf(field);
  if (text.length <= longest) return text;
  return `${clip(text, longest - 1)}…`;
}

/** What was over a limit, counted. */
export type OverLimit = { shortened: number; leftOut: number };

export function addOverLimit(all: Iterable<OverLimit>): OverLimit {
  const sum = { shortened: 0, leftOut: 0 };
  for (const one of all) {
    sum.shortened += one.shortened;
    sum.leftOut += one.leftOut;
  }
  return sum;
}
