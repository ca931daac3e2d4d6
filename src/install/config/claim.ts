/**
 * One writer at a time: a directory beside the config, which only one process can make, holds the new file until it
 * is renamed. A claim of a killed writer is removed once it is old. Should its writer only have been slow, then
 * its rename fails, because its file is gone: so no writer overwrites what another one wrote. Only the removal of a
 * config that became empty has no file that could be gone.
 */

import { randomBytes } from 'node:crypto';
import { type Dirent, lstatSync, mkdirSync, opendirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { userAndTime } from '../../cache/files.ts';
import { errorCode, refused } from './config-file.ts';

const STALE_MS = 5_000;
const TEMPORARY_NAME = /^[0-9a-f]{12}$/;
/** Another process removed it, or made its own, since we looked. */
const OVERTAKEN = ['ENOENT', 'EEXIST', 'ENOTEMPTY'];

export const claimPath = (config: string): string =>
  join(dirname(config), `.${basename(config)}.ultragit-tmp`);

/** Where to write the new file; undefined while another writer has the claim. */
export function takeClaim(config: string): string | undefined {
  removeStaleClaim(config);
  const isTaken = unlessOvertaken(() => mkdirSync(claimPath(config), 0o700));
  return isTaken ? join(claimPath(config), randomBytes(6).toString('hex')) : undefined;
}

/** Best effort: what can't be removed now is removed by a later run, and must not hide the first error. */
export function releaseClaim(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
    rmdirSync(dirname(temporary));
  } catch {}
}

/** A planted file, link or directory is left alone and reported, whatever its size. */
export function removeStaleClaim(config: string): void {
  const claim = claimPath(config);
  const found = lstatSync(claim, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw inTheWay(claim);
  if (Math.abs(Date.now() - found.mtimeMs) < STALE_MS) return;
  if (found.uid !== (userAndTime().uid ?? found.uid)) throw inTheWay(claim);
  unlessOvertaken(() => {
    const entry = firstEntry(claim);
    if (entry && !(entry.isFile() && TEMPORARY_NAME.test(entry.name))) throw inTheWay(claim);
    if (entry) unlinkSync(join(claim, entry.name));
    rmdirSync(claim);
  });
}

/** A claim has one entry at most. */
function firstEntry(directory: string): Dirent | null {
  const listing = opendirSync(directory);
  try {
    return listing.readSync();
  } finally {
    listing.closeSync();
  }
}

function unlessOvertaken(action: () => void): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (OVERTAKEN.includes(errorCode(error))) return false;
    throw error;
  }
}

const inTheWay = (claim: string) =>
  refused(claim, 'is in the way and was not made by ultragit', 'Look at it, remove it, and try again.');
