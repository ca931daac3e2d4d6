import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Location } from '../git/discover.ts';

/**
 * Changes whenever a pack is added. In a partial clone a missing object may arrive later, in a pack, so an index that
 * met one holds only for the same stamp.
 */
export function cloneStamp({ commonDir }: Location): number {
  try {
    return statSync(join(commonDir, 'objects', 'pack')).mtimeMs || 1;
  } catch {
    return 1;
  }
}
