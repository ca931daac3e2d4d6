import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Location } from '../git/discover.ts';

/**
 * Changes whenever a pack is added, and with each fetch. A missing object may arrive later, so an index that met one
 * holds only for the same stamp.
 */
export function cloneStamp({ commonDir }: Location): number {
  return changedAt(join(commonDir, 'objects', 'pack')) + changedAt(join(commonDir, 'FETCH_HEAD')) || 1;
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
