import { append } from '../../collections.ts';
import type { Commit } from '../../git/parsers.ts';
import { remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

export const ENOUGH_MISSING = 100;

/** Annotated names by the directory that they are in: last segment and whole name. */
type Directory = { files: [segment: string, name: string][]; directories: Map<string, Directory> };

/** By the notes and the commit's tree. */
const MISSING = slot<Promise<Set<string>>>(4);

/** The same for the notes as they were packed: what is added or taken away since is looked at by itself. */
const MISSING_OF_PACKED = slot<Promise<ReadonlySet<string>>>(4);

/**
 * Annotated names that the commit does not have, or enough of them: without any, no file needs its old
 * names looked up.
 */
export function missingNames(snapshot: Snapshot, commit: Commit): Promise<Set<string>> {
  const key = `${snapshot.index.id} ${commit.tree}`;
  return remember(snapshot.memory.of(MISSING), key, () => missingNow(snapshot, commit));
}

async function missingNow(snapshot: Snapshot, commit: Commit): Promise<Set<string>> {
  const { index, memory } = snapshot;
  const key = `${index.packed.id} ${commit.tree}`;
  const packed = await remember(memory.of(MISSING_OF_PACKED), key, () => missingOfPacked(snapshot, commit));
  const still = [...packed].filter(name => index.hasName(name));
  const areMore = packed.size >= ENOUGH_MISSING && still.length < ENOUGH_MISSING;
  if (areMore) return findMissing(snapshot, commit, index.names(), ENOUGH_MISSING);
  return new Set([...still, ...(await findMissing(snapshot, commit, index.newerNames(), ENOUGH_MISSING))]);
}

async function missingOfPacked(snapshot: Snapshot, commit: Commit): Promise<ReadonlySet<string>> {
  const known = snapshot.findings.missing(commit.tree);
  if (known) return new Set(known);
  const found = await findMissing(snapshot, commit, snapshot.index.packed.names(), ENOUGH_MISSING);
  snapshot.findings.keepMissing(commit.tree, found);
  return found;
}

/** Reads each directory that one of the names is in once, all of one depth together. */
export async function findMissing(
  snapshot: Snapshot,
  commit: Commit,
  names: Iterable<string>,
  enough: number,
): Promise<Set<string>> {
  const missing = new Set<string>();
  const walk = async (tree: string, directory: Directory): Promise<void> => {
    const entries = await snapshot.repository.tree(tree);
    if (missing.size >= enough) return;
    const entryOf = (segment: string) => entries?.get(Buffer.from(segment).toString('latin1'));
    for (const [segment, name] of directory.files) if (!entryOf(segment)) missing.add(name);
    const inner = [...directory.directories].map(([segment, below]) => ({ entry: entryOf(segment), below }));
    const there = inner.flatMap(({ entry, below }) =>
      entry?.mode === '40000' ? [walk(entry.id, below)] : [],
    );
    const gone = inner.filter(({ entry }) => entry?.mode !== '40000');
    for (const name of gone.flatMap(({ below }) => [...namesIn(below)])) missing.add(name);
    await Promise.all(there);
  };
  await walk(commit.tree, asDirectories(names));
  return missing;
}

function* namesIn(directory: Directory): Generator<string> {
  const open = [directory];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [, name] of next.files) yield name;
    append(open, next.directories.values());
  }
}

function asDirectories(names: Iterable<string>): Directory {
  const root: Directory = { files: [], directories: new Map() };
  for (const name of names) {
    const segments = name.split('/').filter(segment => segment !== '');
    const last = segments.pop();
    if (last === undefined) continue;
    let directory = root;
    for (const segment of segments) {
      const inner = directory.directories.get(segment) ?? { files: [], directories: new Map() };
      directory.directories.set(segment, inner);
      directory = inner;
    }
    directory.files.push([last, name]);
  }
  return root;
}
