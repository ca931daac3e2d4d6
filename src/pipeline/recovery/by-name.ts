import type { Region } from '../../annotation/schema.ts';
import { unitsMeant } from '../../syntax/anchor.ts';
import { mentions } from '../lines/mentions.ts';
import type { Snapshot } from '../snapshot.ts';
import { unitsAt } from './own-lines.ts';
import { type FileNow, fileLines } from './trace-lines.ts';

/**
 * Takes a file; tells of regions of which nothing but their words is known whether it has what they name: a unit of
 * exactly that name, or, for one that names none, the file itself. Without a grammar, the name must be a word in it.
 */
export async function nameFinder(snapshot: Snapshot, now: FileNow): Promise<(region: Region) => boolean> {
  const lines = await fileLines(snapshot, now);
  if (!lines) return (await isDirectory(snapshot, now)) ? ({ ast_anchor: anchor }) => !anchor : () => false;
  const units = await unitsAt(snapshot, now.commit, now.path);
  const known = new Map<string, boolean>();
  return ({ ast_anchor: anchor }) => {
    if (!anchor || anchor.unit_type === 'file') return true;
    const key = JSON.stringify([anchor.name, anchor.signature]);
    const isThere =
      known.get(key) ?? (units ? unitsMeant(units, anchor).length > 0 : mentions(lines, anchor.name));
    known.set(key, isThere);
    return isThere;
  };
}

async function isDirectory({ repository }: Snapshot, { commit, path }: FileNow): Promise<boolean> {
  return (await repository.entryAt(commit, path))?.mode === '40000';
}
