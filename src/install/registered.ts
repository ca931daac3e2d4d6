import { UltragitError } from '../errors.ts';
import { readConfig } from './config-file.ts';
import { Unreadable } from './format.ts';
import { formatOf, type Target } from './merge.ts';
import { allFiles, type InstallContext } from './targets.ts';

/** The files in which hosts find an entry of ours; nothing is started, and files that can't be read are left out. */
export function registered(context: InstallContext): Target[] {
  return allFiles(context).filter(hasEntry);
}

function hasEntry(target: Target): boolean {
  try {
    const text = readConfig(target.path).text ?? '';
    return formatOf(target).readEntry(text, target.host.container) !== undefined;
  } catch (error) {
    if (error instanceof UltragitError || error instanceof Unreadable) return false;
    throw error;
  }
}
