import { extname } from 'node:path/posix';
import type { Change, CommitAndParent } from '../../git/change-calls.ts';
import { changesOf } from '../history/tree-changes.ts';
import { linesIn } from '../lines/range.ts';
import { textOf } from '../lines/recognise.ts';
import { linesOfVersion, textsOfVersion } from '../locate/parsed-version.ts';
import { type Lasting, recall } from '../memory.ts';
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
  held: Held,
  changes: readonly Change[],
): Promise<OtherFile[]> {
  const { version, subject } = held;
  const key = JSON.stringify([version.path, version.blob, subject.lines, subject.unit, changes]);
  const { files } = await recall(snapshot.repository.knowledge, KEPT_FILES, key, () =>
    lookForFiles(snapshot, held, changes),
  );
  return files;
}

/** Complete where this clone has all that was to be read. */
type Gaining = { files: OtherFile[]; complete: boolean };

const KEPT_FILES: Lasting<Gaining> = { kind: 'f', lasts: ({ complete }) => complete };

async function lookForFiles(
  snapshot: Snapshot,
  { version, parsed, subject }: Held,
  changes: readonly Change[],
): Promise<Gaining> {
  let complete = true;
  const clues = cluesIn(linesIn(parsed.lines, subject.lines));
  const isDeclared = subject.unit ? declares(parsed, subject.unit) : undefined;
  const written = changes.filter(({ path, after }) => after !== undefined && path !== version.path);
  const nearest = written.sort((a, b) => nearness(b.path, version.path) - nearness(a.path, version.path));
  const found = await Promise.all(
    nearest.slice(0, MOST_READ).map(async ({ path, before, after: blob = '' }): Promise<OtherFile[]> => {
      const texts = await textsUnlessLarge(snapshot, blob);
      if (!texts) complete = false;
      if (!texts) return [];
      const old = before === undefined ? undefined : await textsUnlessLarge(snapshot, before);
      const isNew = (text: string) => texts.has(text) && !old?.has(text);
      const shared = [...clues].filter(isNew).length;
      const isLikely =
        isGoodPart(shared, clues.size) ||
        (isDeclared &&
          (await linesOfVersion(snapshot, blob, { once: true }))?.some(
            line => isDeclared(line) && isNew(textOf(line)),
          ));
      return isLikely ? [{ path, blob, shared, ...(before ? { before } : {}) }] : [];
    }),
  );
  const files = found
    .flat()
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MOST_PARSED);
  return { files, complete };
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

export async function textsUnlessLarge(snapshot: Snapshot, blob: string) {
  const info = await snapshot.repository.info(blob);
  return info && info.size <= LARGEST_READ ? textsOfVersion(snapshot, blob) : undefined;
}
