import { extname } from 'node:path/posix';
import { distinct, partition } from '../../collections.ts';
import { type Change, type CommitAndParent, changesOfEach } from '../../git/change-calls.ts';
import { mentions } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import { isWordy } from '../lines/recognise.ts';
import { linesOfVersion } from '../locate/parsed-version.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { textOf } from './text-of.ts';
import type { Held, Lost } from './within-file.ts';

/** A file that may have got what another one lost: its version, and the one before, where there was one. */
export type OtherFile = { path: string; blob: string; before?: string; shared: number };

/** A commit may change ten thousand files: so many of them are read, and so many then parsed. */
const MOST_READ = 400;
const MOST_PARSED = 40;
/** Larger ones are generated. */
const LARGEST_READ = 1024 * 1024;

/** By commit and the parent that it is compared with; the limit is a number of changes. */
const CHANGES = slot<readonly Change[]>(200_000);

/** What the commits that lost something changed, seen from the parents that had it: one process for all. */
export async function changesAround(
  snapshot: Snapshot,
  lost: readonly Lost[],
): Promise<(lost: Lost) => readonly Change[]> {
  const { repository, memory, signal } = snapshot;
  const kept = memory.of(CHANGES);
  const keys = new Map<Lost, CommitAndParent>();
  for (const item of lost) keys.set(item, await seenFrom(snapshot, item));
  const open = distinct([...keys.values()].filter(key => !kept.get(JSON.stringify(key))));
  // Of one commit, git tells no two comparisons apart: merges are asked about one by one.
  const [merges, others] = partition(open, ({ parent }) => parent !== undefined);
  for (const batch of [others, ...merges.map(merge => [merge])]) {
    if (batch.length === 0) continue;
    const found = await repository.run(changesOfEach(batch), signal);
    for (const key of batch) {
      const changes = found.get(key.commit) ?? [];
      kept.set(JSON.stringify(key), changes, 1 + changes.length);
    }
  }
  return item => kept.get(JSON.stringify(keys.get(item))) ?? [];
}

/** The parent is named where it is not the first. */
async function seenFrom({ repository }: Snapshot, { commit: id, last }: Lost): Promise<CommitAndParent> {
  const { parents = [] } = (await repository.commit(id)) ?? {};
  const { path, blob } = last.version;
  for (const [at, parent] of parents.entries()) {
    const commit = await repository.commit(parent);
    const entry = commit && (await repository.entryAt(commit, path));
    if (entry?.id === blob) return at === 0 ? { commit: id } : { commit: id, parent };
  }
  return { commit: id };
}

/** Of the files that a commit wrote, those whose new lines have some of a subject, or its name; most of it first. */
export async function filesGaining(
  snapshot: Snapshot,
  { version, parsed, subject }: Held,
  changes: readonly Change[],
): Promise<OtherFile[]> {
  const clues = cluesIn(linesIn(parsed.lines, subject.lines));
  const name = subject.unit?.name;
  const written = changes.filter(({ path, after }) => after !== undefined && path !== version.path);
  const nearest = written.sort((a, b) => nearness(b.path, version.path) - nearness(a.path, version.path));
  const found = await Promise.all(
    nearest.slice(0, MOST_READ).map(async ({ path, before, after: blob = '' }): Promise<OtherFile[]> => {
      const lines = await linesUnlessLarge(snapshot, blob);
      if (!lines) return [];
      const old = new Set(((before && (await linesUnlessLarge(snapshot, before))) || []).map(textOf));
      const added = lines.filter(line => !old.has(textOf(line)));
      const shared = new Set(added.map(textOf).filter(text => clues.has(text))).size;
      const isLikely = shared > 0 || (name !== undefined && mentions(added, name));
      return isLikely ? [{ path, blob, shared, ...(before ? { before } : {}) }] : [];
    }),
  );
  return found
    .flat()
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MOST_PARSED);
}

/** Code rarely changes its language when it moves, and seldom goes far. */
function nearness(path: string, from: string): number {
  const segments = from.split('/');
  const shared = path.split('/').findIndex((segment, at) => segment !== segments[at]);
  return (extname(path) === extname(from) ? 1000 : 0) + shared;
}

export async function linesUnlessLarge(snapshot: Snapshot, blob: string) {
  const info = await snapshot.repository.info(blob);
  return info && info.size <= LARGEST_READ ? linesOfVersion(snapshot, blob) : undefined;
}

/** The texts that tell a place from others, without white space. */
export function cluesIn(lines: readonly string[]): Set<string> {
  return new Set(lines.filter(isWordy).map(textOf));
}
