import { UltragitError } from '../errors.ts';
import {
  changesBetween,
  type FileChange,
  stagedChanges,
  untrackedFiles,
  worktreeChanges,
} from '../git/diff-calls.ts';
import type { AnnotatedVersion } from '../pipeline/locate/annotated-version.ts';
import { openFile } from '../pipeline/scope/open-file.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { Comparison } from './comparison.ts';

/**
 * A file before and after the change, each as a name and a content; one side is missing where it came or went. What one
 * has after it that is `unseen` can't be told.
 */
export type ChangedFile = { before?: AnnotatedVersion; after?: AnnotatedVersion; unseen?: true };

/** Takes the two sides; gives the files that differ, a renamed one as one. */
export async function changedFiles(snapshot: Snapshot, { base, target }: Comparison): Promise<ChangedFile[]> {
  const { repository, signal } = snapshot;
  if (!base) return [];
  switch (target.kind) {
    case 'commit':
      return (await repository.run(changesBetween(base.id, target.commit.id), signal)).map(asFile);
    case 'index':
      return (await repository.runOnFiles(stagedChanges(base.id), signal)).map(asFile);
    case 'worktree':
      return onDisk(snapshot, base.id);
  }
}

function asFile({ from, to, before, after, unmerged }: FileChange): ChangedFile {
  return {
    ...(unmerged ? { unseen: true } : {}),
    ...(before === undefined ? {} : { before: { path: from, blob: before } }),
    ...(after === undefined ? {} : { after: { path: to, blob: after } }),
  };
}

/** Git names the files that may differ; what they hold is read here, with no filter of the repository's. */
async function onDisk(snapshot: Snapshot, base: string): Promise<ChangedFile[]> {
  const { repository, signal } = snapshot;
  const changes = await repository.runOnFiles(worktreeChanges(base), signal);
  const files: ChangedFile[] = [];
  for (const change of changes) {
    const { from, to, before } = change;
    const after = change.after === undefined ? undefined : await contentOnDisk(snapshot, to);
    if (after !== undefined && after === before && from === to) continue;
    files.push(
      after === UNSEEN
        ? { ...asFile({ from, to, before }), unseen: true }
        : asFile({ from, to, before, after }),
    );
  }
  const fresh: AnnotatedVersion[] = [];
  for (const path of await repository.runOnFiles(untrackedFiles(), signal)) {
    const blob = await contentOnDisk(snapshot, path);
    if (blob !== undefined && blob !== UNSEEN) fresh.push({ path, blob });
  }
  return withRenames(files, fresh);
}

/** A file that is gone and one that is not tracked yet with the same content are one that got a new name. */
function withRenames(files: readonly ChangedFile[], fresh: readonly AnnotatedVersion[]): ChangedFile[] {
  const left = new Set(fresh);
  const named = files.map(file => {
    const twin =
      file.after || file.unseen ? undefined : [...left].find(({ blob }) => blob === file.before?.blob);
    if (twin) left.delete(twin);
    return twin ? { ...file, after: twin } : file;
  });
  return [...named, ...[...left].map(after => ({ after }))];
}

const UNSEEN = 'unseen';

/** Undefined for what is not there any more; unseen is what is too large, or may not be read. */
async function contentOnDisk(snapshot: Snapshot, path: string): Promise<string | undefined> {
  try {
    const { data, source } = await openFile(snapshot, { path });
    return source === 'worktree' ? snapshot.repository.keep(data) : undefined;
  } catch (error) {
    if (error instanceof UltragitError) return error.code === 'file_not_found' ? undefined : UNSEEN;
    throw error;
  }
}
