import { extname } from 'node:path/posix';
import type { Change, CommitAndParent } from '../../git/change-calls.ts';
import { changesOf } from '../history/tree-changes.ts';
import { type LineSet, lineHash } from '../lines/line-set.ts';
import { lastWord } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import { lineSetOf, linesOfVersion } from '../locate/parsed-version.ts';
import type { Snapshot } from '../snapshot.ts';
import { cluesIn, declares } from './clues.ts';
import type { Held, Lost } from './within-file.ts';

/** A file that may have got what another one lost: its version, and the one before, where there was one. */
export type OtherFile = { path: string; blob: string; before?: string; shared: number };

/** A commit may change ten thousand files: so many of them are read, and so many then parsed. */
const MOST_READ = 400;
const MOST_PARSED = 16;
/** Larger ones are generated. */
const LARGEST_READ = 1024 * 1024;

/** What the commits that lost something changed, seen from the parents that had it. */
export async function changesAround(
  snapshot: Snapshot,
  lost: readonly Lost[],
): Promise<(lost: Lost) => readonly Change[]> {
  const pairs = new Map<Lost, CommitAndParent>();
  for (const item of lost) pairs.set(item, await seenFrom(snapshot, item));
  const changes = await changesOf(snapshot, [...pairs.values()]);
  return item => changes(pairs.get(item) ?? { commit: item.commit });
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

/** Of the files that a commit wrote, those whose new lines have a good part of a subject, or declare its name; most of it first. */
export async function filesGaining(
  snapshot: Snapshot,
  { version, parsed, subject }: Held,
  changes: readonly Change[],
): Promise<OtherFile[]> {
  const clues = cluesIn(linesIn(parsed.lines, subject.lines));
  const { unit } = subject;
  const word = unit && lastWord(unit.name);
  const declaration = unit && word !== undefined ? { word, isDeclared: declares(parsed, unit) } : undefined;
  const written = changes.filter(({ path, after }) => after !== undefined && path !== version.path);
  const nearest = written.sort((a, b) => nearness(b.path, version.path) - nearness(a.path, version.path));
  const found = await Promise.all(
    nearest.slice(0, MOST_READ).map(async ({ path, before, after: blob = '' }): Promise<OtherFile[]> => {
      const lines = await lineSetUnlessLarge(snapshot, blob);
      if (!lines) return [];
      const old = before === undefined ? undefined : await lineSetUnlessLarge(snapshot, before);
      const isNew = (hash: number) => lines.has(hash) && !old?.has(hash);
      const shared = [...clues.keys()].filter(isNew).length;
      const isLikely =
        isGoodPart(shared, clues.size) ||
        (declaration && (await declaresAnew(snapshot, blob, declaration, isNew)));
      return isLikely ? [{ path, blob, shared, ...(before ? { before } : {}) }] : [];
    }),
  );
  return found
    .flat()
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MOST_PARSED);
}

/** Bodies that are alike enough to be the same, under whatever name, have more than this in common. */
function isGoodPart(shared: number, all: number): boolean {
  return shared > 0 && shared * 4 >= all;
}

/** Code rarely changes its language when it moves, and seldom goes far. */
function nearness(path: string, from: string): number {
  const segments = from.split('/');
  const shared = path.split('/').findIndex((segment, at) => segment !== segments[at]);
  return (extname(path) === extname(from) ? 1000 : 0) + shared;
}

export async function linesUnlessLarge(snapshot: Snapshot, blob: string, { once = false } = {}) {
  const info = await snapshot.repository.info(blob);
  return info && info.size <= LARGEST_READ ? linesOfVersion(snapshot, blob, { once }) : undefined;
}

/** Whether one of the new lines of a version declares a unit. */
async function declaresAnew(
  snapshot: Snapshot,
  blob: string,
  { word, isDeclared }: { word: string; isDeclared: (line: string) => boolean },
  isNew: (hash: number) => boolean,
): Promise<boolean> {
  const data = await snapshot.repository.file(blob, { once: true });
  if (!data?.includes(word, 0, 'latin1')) return false;
  const lines = (await linesOfVersion(snapshot, blob, { once: true })) ?? [];
  return lines.some(line => isDeclared(line) && isNew(lineHash(line)));
}

export async function lineSetUnlessLarge(snapshot: Snapshot, blob: string): Promise<LineSet | undefined> {
  const info = await snapshot.repository.info(blob);
  return info && info.size <= LARGEST_READ ? lineSetOf(snapshot, blob) : undefined;
}
