import { sum } from '../../collections.ts';
import { mergeBase } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { oldestFirst } from '../history/commit-order.ts';
import { isWordy } from '../lines/recognise.ts';
import { isProvenByMostLines } from '../lines/thresholds.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Branch } from './alive-branches.ts';
import type { Successor } from './by-content.ts';
import { changedFiles } from './changed-files.ts';
import { addedLines } from './own-lines.ts';
import { fileLines, type LostLines, ownersOf, type Trace, traceLines } from './trace-lines.ts';

/** A branch that changed more files than this is not compared: it counts as not merged. */
const MOST_FILES_OF_A_BRANCH = 300;
/** Files of a branch that are blamed to find out who may have merged it, and how many commits are then compared. */
const MOST_FILES_BLAMED = 3;
const MOST_CANDIDATES = 3;

/** By branch, history and shallowness: the commit that merged the branch, or none. */
const MERGED = slot<{ commit?: Commit }>(1_000);

/** The commit that merged a branch by squashing it, where that is plain: its files have every line that the branch added. */
export async function squashedAs(snapshot: Snapshot, branch: Branch): Promise<Successor> {
  const kept = snapshot.memory.of(MERGED);
  const key = `${branch.tip} ${snapshot.head.id} ${snapshot.repository.shallowness()}`;
  const known = kept.get(key);
  if (known) return known.commit;
  const found = await find(snapshot, branch);
  if (found !== 'not searched') kept.set(key, { commit: found }, 1);
  return found;
}

async function find(snapshot: Snapshot, branch: Branch): Promise<Successor> {
  const tip = await snapshot.repository.commit(branch.tip);
  const base = await baseOf(snapshot, branch);
  const added = tip && (await addedByBranch(snapshot, tip, base));
  if (!added) return undefined;
  const candidates = await candidatesFor(snapshot, added, base);
  if (candidates === 'not searched') return candidates;
  for (const candidate of candidates) {
    if (await hasAll(snapshot, added, candidate, tip)) return candidate;
  }
  return undefined;
}

/** The commit that a branch began at; none where it shares nothing with this history. */
async function baseOf(
  { repository, head, signal }: Snapshot,
  { tip, forks }: Branch,
): Promise<string | undefined> {
  if (forks.length < 2) return forks[0];
  return (await repository.run(mergeBase(head.id, tip), signal)) || undefined;
}

/** By file, the lines that a branch added; none of a file that it has but that can't be read as lines. */
type Added = ReadonlyMap<string, LostLines | undefined>;

async function addedByBranch(
  snapshot: Snapshot,
  tip: Commit,
  base: string | undefined,
): Promise<Added | undefined> {
  const before = base === undefined ? undefined : await snapshot.repository.commit(base);
  const files = await changedFiles(snapshot.repository, before, tip, MOST_FILES_OF_A_BRANCH);
  if (!files || files.length > MOST_FILES_OF_A_BRANCH) return undefined;
  const added = new Map<string, LostLines | undefined>();
  for (const path of files) {
    const found = await addedLines(snapshot, tip, path, base);
    const isOwn = (line: number) => isWordy(found?.lines[line - 1] ?? '');
    added.set(path, found && { ...found, own: found.own.filter(isOwn) });
  }
  return added;
}

/** The commits that own most of what the branch added, as far as most of that is there today. */
async function candidatesFor(
  snapshot: Snapshot,
  added: Added,
  base: string | undefined,
): Promise<Commit[] | 'not searched'> {
  const traces: Trace[] = [];
  for (const [path, lines] of added) {
    if (lines) traces.push(await traceLines(snapshot, lines, { commit: snapshot.head, path }));
  }
  const kept = sum(traces, trace => trace.kept.length);
  if (
    !isProvenByMostLines(
      kept,
      sum(traces, trace => trace.own),
    )
  )
    return [];
  const largest = traces.sort((a, b) => b.kept.length - a.kept.length).slice(0, MOST_FILES_BLAMED);
  const owners = await ownersOf(snapshot, largest, base === undefined ? [] : [base]);
  return owners === 'not searched'
    ? owners
    : candidatesAmong(
        snapshot,
        owners.map(([id]) => id),
      );
}

/** Those that own most, and the newest: where a branch was rebased, that is the one that has all of it. */
async function candidatesAmong(snapshot: Snapshot, owners: readonly string[]): Promise<Commit[]> {
  const cut = snapshot.repository.shallowBoundaries();
  const certain = owners.filter(id => !cut.has(id));
  const commits = await Promise.all(certain.map(id => snapshot.repository.commit(id)));
  const known = commits.filter(commit => commit !== undefined);
  const newest = (await oldestFirst(snapshot, known)).at(-1);
  return known.filter((commit, at) => at < MOST_CANDIDATES || commit.id === newest);
}

/** Whether a commit has every line with words that the branch added, in the same file. */
async function hasAll(snapshot: Snapshot, added: Added, candidate: Commit, tip: Commit): Promise<boolean> {
  for (const [path, lines] of added) {
    if (lines?.own.length === 0) continue;
    const [there, wanted] = await Promise.all(
      [candidate, tip].map(commit => snapshot.repository.entryAt(commit, path)),
    );
    if (there?.id === wanted?.id) continue;
    const found = lines && (await fileLines(snapshot, { commit: candidate, path }));
    const texts = new Set(found?.map(withoutSpace));
    if (!lines?.own.every(line => texts.has(withoutSpace(lines.lines[line - 1] ?? '')))) return false;
  }
  return true;
}

function withoutSpace(line: string): string {
  return line.replace(/\s+/g, '');
}
