import { oneLine } from '../../annotation/sanitise.ts';
import { groupBy, sum } from '../../collections.ts';
import type { SummaryAnswer } from './answer.ts';

/** An annotated file: how many units it has, where a grammar can tell, and how many of them are annotated. */
export type FileCoverage = { file: string; units?: number; annotated: number; others: number };

export type TreeRow = NonNullable<SummaryAnswer['tree']>[number];

/** A file or, with a slash at its end, a directory: all files in it, and those that are annotated. */
type Part = { path: string; files: readonly string[]; covered: readonly FileCoverage[] };

/** More is no overview. */
const MOST_ROWS = 40;

/** What is annotated where, as deep as an overview may be, those directories opened first that have most. */
export function cover(
  directory: string,
  files: readonly string[],
  covered: readonly FileCoverage[],
): TreeRow[] {
  if (covered.length === 0) return [];
  const base = directory === '' || directory === '.' ? '' : `${directory}/`;
  const shown = partsOf({ path: base, files, covered });
  const closed = shown.filter(isDirectory);
  for (;;) {
    closed.sort((a, b) => a.covered.length - b.covered.length);
    const next = closed.pop();
    if (!next) break;
    const parts = partsOf(next);
    if (shown.length + parts.length > MOST_ROWS) continue;
    shown.push(...parts);
    closed.push(...parts.filter(isDirectory));
  }
  return shown.map(rowOf).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a directory has that is annotated, and its directories that have nothing. */
function partsOf({ path: base, files, covered }: Part): Part[] {
  const nameIn = (file: string) => `${base}${/^[^/]*\/?/.exec(file.slice(base.length))?.[0]}`;
  const all = groupBy(files, nameIn);
  const known = groupBy(covered, ({ file }) => nameIn(file));
  return [...all]
    .map(([path, inside]) => ({ path, files: inside, covered: known.get(path) ?? [] }))
    .filter(part => isDirectory(part) || part.covered.length > 0)
    .map(alone);
}

/** A directory that has but one directory in it shares its row with it. */
function alone(part: Part): Part {
  if (!isDirectory(part) || part.covered.length === 0) return part;
  const parts = partsOf(part);
  const [only] = parts;
  const isOnly = parts.length === 1 && only !== undefined && only.files.length === part.files.length;
  return isOnly && isDirectory(only) ? only : part;
}

function isDirectory({ path }: Part): boolean {
  return path.endsWith('/');
}

function rowOf(part: Part): TreeRow {
  const { path, files, covered } = part;
  const units = covered.some(file => file.units !== undefined)
    ? `${sum(covered, file => file.annotated)} of ${sum(covered, file => file.units ?? 0)}`
    : undefined;
  return {
    path: oneLine(path),
    files: isDirectory(part) ? `${covered.length} of ${files.length}` : undefined,
    units,
    other_regions: sum(covered, file => file.others) || undefined,
  };
}
