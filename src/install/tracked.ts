/** Whether git tracks a file, so that others get what is written into it. */

import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { UltragitError } from '../errors.ts';
import { tracksFile } from '../git/diff-calls.ts';
import { Repository } from '../git/repository.ts';
import type { InstallContext } from './targets.ts';

/** Where git can't tell, it is a file like any other. */
export async function isTracked(path: string, context: InstallContext): Promise<boolean> {
  const { root, isRepository, machine } = context;
  const real = isRepository ? realPathOf(path) : undefined;
  if (real === undefined) return false;
  const name = relative(realpathSync(root), real).split(sep).join('/');
  let repository: Repository | undefined;
  try {
    repository = await Repository.open(root, machine.env);
    return await repository.runOnFiles(tracksFile(name));
  } catch (error) {
    if (error instanceof UltragitError) return false;
    throw error;
  } finally {
    repository?.close();
  }
}

/** Git tracks what a link leads to by its own name. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
