import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { type Blame, blame } from './blame.ts';
import { type FileName, fileNames } from './file-names.ts';

/** A scope with the commits that own its lines, and the names that its file had. */
export type FileHistory = {
  snapshot: Snapshot;
  scope: Scope;
  blame: Blame;
  names: readonly FileName[];
};

export type FileHistoryOptions = {
  /** Blames no line before its owner is asked for: for a look at many files, or at one that is not in scope. */
  lazyBlame?: boolean;
  /** The names of the file, where they are known already. */
  names?: readonly FileName[];
};

/** Takes a scope; gives it its place in history. */
export async function fileHistory(
  snapshot: Snapshot,
  scope: Scope,
  { lazyBlame = false, names }: FileHistoryOptions = {},
): Promise<FileHistory> {
  const owned = await blame(snapshot, scope, { lazy: lazyBlame });
  return {
    snapshot,
    scope,
    blame: owned,
    names: names ?? (await fileNames(snapshot, scope.path, scope.commit, owned)),
  };
}
