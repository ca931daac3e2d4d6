/** What is wrong with a note: as a text, and where the commit has no such file, unit or lines. */

import { type Flaw, flawsOf } from '../annotation/flaws.ts';
import { asObject } from '../annotation/json.ts';
import type { Mistake, Mistakes } from '../annotation/mistake.ts';
import { openNote } from '../annotation/open-note.ts';
import { createSanitiser, oneLine } from '../annotation/sanitise.ts';
import { type Region, regionSchema } from '../annotation/schema.ts';
import { tolerant } from '../annotation/tolerant.ts';
import { hintsFor, UltragitError } from '../errors.ts';
import type { Commit } from '../git/parsers.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { resolveAnchor } from '../syntax/anchor.ts';
import { plural, shortId } from '../wording.ts';
import { type FileAtCommit, fileAtCommit } from './file-at-commit.ts';
import { isLost, remedyFor } from './lost.ts';

/** A flaw, whether something is lost by it, and what to write instead. */
export type CheckedFlaw = Flaw & { lost: boolean; remedy?: string };

const OWN_FORMATS = ['ultragit/v1', 'chronicle/v1'];
const MOST_REGIONS = 2_000;

/** `commit` is the one that the note hangs on; what it says of files is judged there. */
export async function checkNote(snapshot: Snapshot, data: Buffer, commit: Commit): Promise<CheckedFlaw[]> {
  const { noteref } = snapshot.settings;
  const remedies = new Map<string, string>();
  const further: Mistakes['list'] = [];
  const { documents } = openNote(data, noteref, createSanitiser());
  for (const { format, candidate, document, path } of documents) {
    if (!OWN_FORMATS.includes(format)) continue;
    for (const [at, value] of candidate.regions.slice(0, MOST_REGIONS).entries()) {
      const region = tolerant(regionSchema, value).value;
      const found = region ? await mistakesIn(snapshot, commit, region) : [];
      for (const { remedy, ...mistake } of found) {
        if (remedy !== undefined) remedies.set(mistake.problem, remedy);
        further.push({ ...mistake, path: [...path, 'regions', at, ...mistake.path], document });
      }
    }
  }
  const flaws = await flawsOf(data, noteref, further);
  return flaws.map(flaw => {
    const remedy = remedies.get(flaw.problem) ?? remedyFor(flaw);
    return { ...flaw, lost: isLost(flaw), ...(remedy === undefined ? {} : { remedy }) };
  });
}

type Misplaced = Mistake & { remedy?: string };

async function mistakesIn(snapshot: Snapshot, commit: Commit, region: Region): Promise<Misplaced[]> {
  const found: Misplaced[] = [];
  const file = await fileOf(snapshot, commit, region.file, ['file'], found);
  if (file) found.push(...misplacedIn(file, region));
  for (const [at, { file: path, anchor }] of (region.semantic_dependencies ?? []).entries()) {
    const place = ['semantic_dependencies', at];
    const other = await fileOf(snapshot, commit, path, [...place, 'file'], found);
    if (other && anchor !== undefined) found.push(...unknownUnit(other, anchor, [...place, 'anchor']));
  }
  return found;
}

/** A region may name a directory, or another kind of thing that is there. */
async function fileOf(
  snapshot: Snapshot,
  commit: Commit,
  path: string,
  place: Mistake['path'],
  found: Misplaced[],
): Promise<FileAtCommit | undefined> {
  if (path.endsWith('/')) return undefined;
  try {
    return await fileAtCommit(snapshot, commit, path);
  } catch (error) {
    if (!(error instanceof UltragitError)) throw error;
    const [remedy] = hintsFor('terminal', error);
    const problem = oneLine(error.message).replace(/\.$/, '');
    found.push({ path: place, problem, done: 'not found there', remedy });
    return undefined;
  }
}

function misplacedIn(file: FileAtCommit, { ast_anchor: anchor, lines }: Region): Misplaced[] {
  const isFile = anchor?.unit_type === 'file';
  const unknown = anchor && !isFile ? unknownUnit(file, anchor.name, ['ast_anchor']) : [];
  if (!lines || lines.end <= file.lines) return unknown;
  const problem = `${file.path} has ${plural(file.lines, 'line')} at commit ${shortId(file.commit.id)}`;
  const remedy = 'Leave the lines out where there is a unit, or count in the file as the commit has it.';
  return [...unknown, { path: ['lines'], problem, done: 'the lines are not known', remedy }];
}

function unknownUnit(
  { path, units, commit }: FileAtCommit,
  name: string,
  place: Mistake['path'],
): Misplaced[] {
  if (!units) return [];
  const { match, units: named, nearest } = resolveAnchor(units, name);
  if (match === 'exact' || match === 'unqualified') return [];
  const names = match === 'fuzzy' ? named.map(unit => unit.name) : nearest;
  const remedy =
    names.length > 0 ? `Nearest names: ${[...new Set(names)].map(oneLine).join(', ')}` : undefined;
  const done = match === 'fuzzy' ? 'read as the nearest' : 'found by no name';
  return [
    { path: place, problem: `no ${oneLine(name)} in ${path} at commit ${shortId(commit.id)}`, done, remedy },
  ];
}

/** The commit that a note says it is about, where it says one. */
export function commitIn(data: Buffer): string | undefined {
  try {
    const commit = asObject(JSON.parse(data.toString('utf8')))?.commit;
    return typeof commit === 'string' && /^[0-9a-f]{7,64}$/.test(commit) ? commit : undefined;
  } catch {
    return undefined;
  }
}
