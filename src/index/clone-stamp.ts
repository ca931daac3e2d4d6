import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Location } from '../git/discover.ts';

/**
 * Objects never change, but in a partial clone they may arrive later, in a pack. What was found missing
 * therefore holds as long as no pack came, which this number shows.
 */
export function cloneStamp({ commonDir }: Location): number {
  try {
    return statSync(join(commonDir, 'objects', 'pack')).mtimeMs || 1;
  } catch {
    return 1;
  }
}
