/**
 * What must happen when the process ends, however it ends: children are killed, private directories are
 * removed. The only state in `git/` that belongs to the process and not to one repository.
 */
const cleanUps = new Set<() => void>();

/** Calls `cleanUp` when the process exits, unless the function that is returned was called before. */
export function atExit(cleanUp: () => void): () => void {
  if (cleanUps.size === 0) process.once('exit', runAll);
  cleanUps.add(cleanUp);
  return () => {
    cleanUps.delete(cleanUp);
    if (cleanUps.size === 0) process.off('exit', runAll);
  };
}

/** The newest first: a child that runs in a private directory ends before the directory is removed. */
function runAll(): void {
  for (const cleanUp of [...cleanUps].reverse()) cleanUp();
}
