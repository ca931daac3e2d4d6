import { append, partition } from '../../collections.ts';
import { type Change, type CommitAndParent, changesOfEach } from '../../git/change-calls.ts';
import type { TreeEntry } from '../../git/parsers.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** By commit and the parent that it is compared with; the limit is a number of changes. */
const CHANGES = slot<readonly Change[]>(200_000);

/** The trees of so many commits are compared here; for more, one git process costs less. */
const FEW = 12;

/** What each of these commits changed, against the parent that is named, else the first; nothing where trees are missing. */
export async function changesOf(
  snapshot: Snapshot,
  pairs: readonly CommitAndParent[],
): Promise<(pair: CommitAndParent) => readonly Change[]> {
  const kept = snapshot.memory.of(CHANGES);
  const shallow = snapshot.repository.shallowness();
  const key = ({ commit, parent = '' }: CommitAndParent) => `${shallow} ${commit} ${parent}`;
  const found = new Map<string, readonly Change[]>();
  const open = new Map<string, CommitAndParent>();
  for (const pair of pairs) {
    const known = kept.get(key(pair));
    if (known) found.set(key(pair), known);
    else open.set(key(pair), pair);
  }
  const keep = (pair: CommitAndParent, changes: readonly Change[]) => {
    found.set(key(pair), changes);
    kept.set(key(pair), changes, 1 + changes.length);
  };
  // Of one commit, git tells no two comparisons apart: those with another parent are always made here.
  const [merges, others] = partition([...open.values()], ({ parent }) => parent !== undefined);
  const few = others.length <= FEW ? [...merges, ...others] : merges;
  if (others.length > FEW) {
    const together = await snapshot.repository.run(changesOfEach(others), snapshot.signal);
    for (const pair of others) keep(pair, together.get(pair.commit) ?? []);
  }
  await Promise.all(
    few.map(async pair => {
      const changes = await compareTrees(snapshot, pair);
      if (changes) keep(pair, changes);
    }),
  );
  return pair => found.get(key(pair)) ?? [];
}

async function compareTrees(
  { repository }: Snapshot,
  { commit: id, parent }: CommitAndParent,
): Promise<Change[] | undefined> {
  const commit = await repository.commit(id);
  const [first] = commit?.parents ?? [];
  const other = parent ?? first;
  const before = other === undefined ? undefined : await repository.commit(other);
  if (!commit) return undefined;
  const changes: Change[] = [];
  const open: Directory[] = [{ path: '', before: before?.tree, after: commit.tree }];
  for (let next = open.pop(); next; next = open.pop()) {
    const entries = await differentIn(repository, next);
    if (!entries) return undefined;
    append(open, entries.flatMap(directoriesOf));
    append(changes, entries.flatMap(changeOf));
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Different = { path: string; from: TreeEntry | undefined; to: TreeEntry | undefined };

async function differentIn(
  repository: Snapshot['repository'],
  { path, before, after }: Directory,
): Promise<Different[] | undefined> {
  const [was, is] = await Promise.all([entriesOf(repository, before), entriesOf(repository, after)]);
  if (!was || !is) return undefined;
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name): Different[] => {
    const [from, to] = [was.get(name), is.get(name)];
    const isSame = from?.id === to?.id && from?.mode === to?.mode;
    return isSame ? [] : [{ path: `${path}${Buffer.from(name, 'latin1').toString('utf8')}`, from, to }];
  });
}

type Directory = { path: string; before: string | undefined; after: string | undefined };

const NO_ENTRIES: ReadonlyMap<string, TreeEntry> = new Map();

async function entriesOf(repository: Snapshot['repository'], tree: string | undefined) {
  return tree === undefined ? NO_ENTRIES : repository.tree(tree);
}

function directoriesOf({ path, from, to }: Different): Directory[] {
  const idOf = (entry: TreeEntry | undefined) => (entry?.mode === '40000' ? entry.id : undefined);
  const [before, after] = [idOf(from), idOf(to)];
  return (before ?? after) ? [{ path: `${path}/`, before, after }] : [];
}

function changeOf({ path, from, to }: Different): Change[] {
  const idOf = (entry: TreeEntry | undefined) => (entry?.mode.startsWith('100') ? entry.id : undefined);
  const [before, after] = [idOf(from), idOf(to)];
  return (before ?? after) ? [{ path, ...(before ? { before } : {}), ...(after ? { after } : {}) }] : [];
}
