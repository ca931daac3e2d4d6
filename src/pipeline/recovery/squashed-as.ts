import { mergeBase } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { oldestFirst } from '../history/commit-order.ts';
import { isWordy } from '../lines/recognise.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Successor } from './by-content.ts';
import { changedFiles } from './changed-files.ts';
import { addedLines } from './own-lines.ts';
import { fileLines, type LostLines, traceLines } from './trace-lines.ts';

/** A branch that changed more files than this is not compared: it counts as not merged. */
const MOST_FILES_OF_A_BRANCH = 300;
/** Files of a branch that are blamed to find out who may have merged it, and how many commits are then compared. */
const MOST_FILES_BLAMED = 10;
const MOST_CANDIDATES = 3;

/** By branch, history and shallowness: the commit that merged the branch, or none. */
const MERGED = slot<{ commit?: Commit }>(1_000);

/** The commit that merged a branch by squashing it, where that is plain: its files have every line that the branch added. */
export async function squashedAs(snapshot: Snapshot, tip: string): Promise<Successor> {
  const kept = snapshot.memory.of(MERGED);
  const key = `${tip} ${snapshot.head.id} ${snapshot.repository.shallowness()}`;
  const known = kept.get(key);
  if (known) return known.commit;
  const found = await find(snapshot, tip);
  if (found !== 'not searched') kept.set(key, { commit: found }, 1);
  return found;
}

async function find(snapshot: Snapshot, tip: string): Promise<Successor> {
  const { repository, head, signal } = snapshot;
  const commit = await repository.commit(tip);
  if (!commit) return undefined;
  const fork = await repository.run(mergeBase(head.id, tip), signal);
  const base = fork === '' ? undefined : fork;
  const added = await addedByBranch(snapshot, commit, base);
  const owners = added && (await ownersOf(snapshot, added, base));
  if (!added || !owners || owners === 'not searched') return owners && 'not searched';
  for (const candidate of await candidatesAmong(snapshot, owners)) {
    if (await hasAll(snapshot, added, candidate, commit)) return candidate;
  }
  return undefined;
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
    const lines = await addedLines(snapshot, tip, path, base);
    added.set(
      path,
      lines && { ...lines, own: lines.own.filter(line => isWordy(lines.lines[line - 1] ?? '')) },
    );
  }
  return added;
}

/** By commit: how many of the lines that the branch added it owns today. */
async function ownersOf(
  snapshot: Snapshot,
  added: Added,
  base: string | undefined,
): Promise<Map<string, number> | 'not searched'> {
  const side = { commits: new Set<string>(), forks: base === undefined ? [] : [base], isWhole: true };
  const owners = new Map<string, number>();
  const withLines = [...added].filter(([, lines]) => lines && lines.own.length > 0);
  for (const [path, lines] of withLines.slice(0, MOST_FILES_BLAMED)) {
    const trace = lines && (await traceLines(snapshot, lines, { commit: snapshot.head, path }, side));
    if (trace === 'not searched') return trace;
    for (const [owner, count] of trace?.owners ?? []) owners.set(owner, (owners.get(owner) ?? 0) + count);
  }
  return owners;
}

/** Those that own most, and the newest: where a branch was rebased, that is the one that has all of it. */
async function candidatesAmong(snapshot: Snapshot, owners: ReadonlyMap<string, number>): Promise<Commit[]> {
  const cut = snapshot.repository.shallowBoundaries();
  const most = [...owners]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .flatMap(([id]) => (cut.has(id) ? [] : [id]));
  const commits = await Promise.all(most.map(id => snapshot.repository.commit(id)));
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
