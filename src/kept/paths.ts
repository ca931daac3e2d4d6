import { isAbsolute, join } from 'node:path';

/** Links above the repository decide what an absolute path means that does not begin with its root. */
export function mayLeave(path: string, root: string): boolean {
  return isAbsolute(path) && (!path.startsWith(join(root, '/')) || /[/\\]\.\.([/\\]|$)/.test(path));
}
