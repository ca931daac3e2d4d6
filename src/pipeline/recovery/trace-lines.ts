import { blameCall } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { isDamage } from '../history/ancestry.ts';
import { ignoredRevisions } from '../history/ignored-revisions.ts';
import { type LineMap, mapLines, splitLines } from '../lines/map-lines.ts';
import { lineNumbers } from '../lines/range.ts';
import { hasWords, sameWords } from '../lines/recognise.ts';
import type { Snapshot } from '../snapshot.ts';
import type { SideHistory } from './side-history.ts';

/** A file of this history: where annotated lines are looked for. */
export type FileNow = { commit: Commit; path: string };

/** Lines of a file as a lost commit has it. */
export type LostLines = { lines: readonly string[]; own: readonly number[] };

/** What became of lines: how many there were, how many are there now, and who owns those. */
export type Trace = {
  own: number;
  kept: number;
  /** Kept lines of which there is only one in both versions. */
  distinctive: number;
  /** By commit, outside of what the lost commit was built on: the kept lines that blame gives it. */
  owners: Map<string, number>;
};

/** Files that are blamed in one answer to find out where lost commits went. */
const MOST_FILES_BLAMED = 100;

function filesBlamed(): Set<string> {
  return new Set();
}

/** Looks for lines in a file of this history. Bare brackets and blank lines tell nothing, and are left out. */
export async function traceLines(
  snapshot: Snapshot,
  { lines, own }: LostLines,
  now: FileNow,
  side: SideHistory,
): Promise<Trace | 'not searched' | undefined> {
  const today = await fileLines(snapshot, now);
  if (!today) return undefined;
  const map = mapLines(lines, today);
  const wordy = own.filter(line => hasWords(map.before, line));
  const kept = wordy.flatMap(line => {
    const target = map.unchanged[line] || sameWords(map, line);
    return target ? [{ line, target }] : [];
  });
  const trace: Trace = { own: wordy.length, kept: kept.length, distinctive: 0, owners: new Map() };
  if (kept.length === 0) return trace;
  const ownerOf = await ownersNow(snapshot, now, side.forks);
  if (typeof ownerOf !== 'function') return ownerOf;
  const isSole = soleLines(map);
  for (const { line, target } of kept) {
    const owner = ownerOf(target);
    if (isSole(line)) trace.distinctive++;
    if (owner !== undefined) trace.owners.set(owner, (trace.owners.get(owner) ?? 0) + 1);
  }
  return trace;
}

export async function fileLines(
  { repository }: Snapshot,
  { commit, path }: FileNow,
): Promise<string[] | undefined> {
  const entry = await repository.entryAt(commit, path);
  const data = entry?.mode.startsWith('100') ? await repository.file(entry.id) : undefined;
  return data && splitLines(data);
}

/** Who owns each line of the file; nobody for a line that is as old as the forks. */
async function ownersNow(
  snapshot: Snapshot,
  { commit, path }: FileNow,
  forks: readonly string[],
): Promise<((line: number) => string | undefined) | 'not searched' | undefined> {
  if (forks.includes(commit.id)) return () => undefined;
  const { signal } = snapshot;
  const blamed = snapshot.once(filesBlamed);
  const key = JSON.stringify([commit.id, path, forks]);
  if (!blamed.has(key) && blamed.size >= MOST_FILES_BLAMED) return 'not searched';
  blamed.add(key);
  const ignoreRevsFile = await snapshot.once(ignoredRevisions);
  const call = blameCall(commit.id, path, { lines: [], ignoreRevsFile, stops: forks });
  try {
    const owners = new Map<number, string>();
    for (const { commit: owner, final, count, boundary } of await snapshot.repository.run(call, signal)) {
      // Git marks the root of a history, too, where it was given nothing to stop at.
      if (boundary && forks.length > 0) continue;
      for (const line of lineNumbers({ start: final, end: final + count - 1 })) owners.set(line, owner);
    }
    return line => owners.get(line);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** Whether an old line is the only one of its text, in both versions. */
function soleLines({ before, after }: LineMap): (line: number) => boolean {
  const [old, now] = [counted(before.ids), counted(after.ids)];
  return line => {
    const id = before.ids[line - 1] ?? -1;
    return old.get(id) === 1 && (now.get(id) ?? 0) <= 1;
  };
}

function counted(ids: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
