import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The real place of a path under `root`, or undefined where it does not exist or a link leads outside. */
export function insideRoot(root: string, path: string): string | undefined {
  try {
    const asked = join(root, path);
    const real = realpathSync.native(asked);
    if (real === asked && asked.startsWith(root + sep)) return real;
    const inner = relative(realpathSync.native(root), real);
    return inner === '..' || inner.startsWith(`..${sep}`) ? undefined : real;
  } catch {
    return undefined;
  }
}
