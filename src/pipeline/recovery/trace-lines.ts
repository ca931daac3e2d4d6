import { blameCall } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { splitLines } from '../../git/split-lines.ts';
import { isDamage } from '../history/ancestry.ts';
import { ignoredRevisions } from '../history/ignored-revisions.ts';
import { type LineMap, mapLines } from '../lines/map-lines.ts';
import { lineNumbers } from '../lines/range.ts';
import { hasWords, sameWords } from '../lines/recognise.ts';
import type { Snapshot } from '../snapshot.ts';

/** A file of this history: where annotated lines are looked for. */
export type FileNow = { commit: Commit; path: string };

/** Lines of a file as a lost commit has it. */
export type LostLines = { lines: readonly string[]; own: readonly number[] };

/** What became of lines: how many there were, and which lines of today's file they are. */
export type Trace = {
  now: FileNow;
  own: number;
  kept: readonly number[];
  /** Kept lines of which there is only one in both versions. */
  distinctive: number;
};

/** Looks for lines in a file of this history. Bare brackets and blank lines tell nothing, and are left out. */
export async function traceLines(
  snapshot: Snapshot,
  { lines, own }: LostLines,
  now: FileNow,
): Promise<Trace> {
  const map = mapLines(lines, (await fileLines(snapshot, now)) ?? []);
  const wordy = own.filter(line => hasWords(map.before, line));
  const isSole = soleLines(map);
  let distinctive = 0;
  const kept = wordy.flatMap(line => {
    const target = map.unchanged[line] || sameWords(map, line);
    if (!target) return [];
    if (isSole(line)) distinctive++;
    return [target];
  });
  return { now, own: wordy.length, kept, distinctive };
}

export async function fileLines(
  { repository }: Snapshot,
  { commit, path }: FileNow,
): Promise<string[] | undefined> {
  const entry = await repository.entryAt(commit, path);
  const data = entry?.mode.startsWith('100') ? await repository.file(entry.id) : undefined;
  return data && splitLines(data);
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

/** Files that are blamed in one answer to find out where lost commits went. */
const MOST_FILES_BLAMED = 100;

function filesBlamed(): Set<string> {
  return new Set();
}

/** Who owns kept lines today, most first, with their number; nobody owns a line that is as old as the forks. */
export async function ownersOf(
  snapshot: Snapshot,
  traces: readonly Trace[],
  forks: readonly string[],
): Promise<[commit: string, lines: number][] | 'not searched'> {
  const owners = new Map<string, number>();
  for (const { now, kept } of traces) {
    const ownerOf = kept.length === 0 ? () => undefined : await blameNow(snapshot, now, forks);
    if (!ownerOf) return 'not searched';
    for (const owner of kept.flatMap(line => ownerOf(line) ?? [])) {
      owners.set(owner, (owners.get(owner) ?? 0) + 1);
    }
  }
  return [...owners].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

async function blameNow(
  snapshot: Snapshot,
  { commit, path }: FileNow,
  forks: readonly string[],
): Promise<((line: number) => string | undefined) | undefined> {
  if (forks.includes(commit.id)) return () => undefined;
  const blamed = snapshot.once(filesBlamed);
  const key = JSON.stringify([commit.id, path, forks]);
  if (!blamed.has(key) && blamed.size >= MOST_FILES_BLAMED) return undefined;
  blamed.add(key);
  const ignoreRevsFile = (await snapshot.once(ignoredRevisions))?.file;
  const call = blameCall(commit.id, path, { lines: [], ignoreRevsFile, stops: forks });
  const owners = new Map<number, string>();
  try {
    for (const span of await snapshot.repository.run(call, snapshot.signal)) {
      const { final, count, boundary, commit: owner } = span;
      // Git marks the root of a history, too, where it was given nothing to stop at.
      if (boundary && forks.length > 0) continue;
      for (const line of lineNumbers({ start: final, end: final + count - 1 })) owners.set(line, owner);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  return line => owners.get(line);
}
