/** Finds our entries in the files of all hosts, as each host would read them. Nothing is started. */

import { hintsFor, UltragitError } from '../../errors.ts';
import { type ConfigFile, hasBom, readConfig } from '../config/config-file.ts';
import { Unreadable } from '../config/format.ts';
import { firstRejected, isBlank } from '../config/json-tree.ts';
import { boundaryOf } from '../config/merge.ts';
import { formatOf, type Target } from '../server-entry.ts';
import { allFiles, type InstallContext } from '../targets.ts';

/** An entry of ours in a host's file, or what keeps it from being read. */
export type Found = { target: Target; entry?: unknown; problem?: string };

export function registeredServers(context: InstallContext): Found[] {
  return allFiles(context).flatMap(read);
}

function read(target: Target): Found[] {
  const { host } = target;
  try {
    const place = { name: host.name, ...target };
    const file = readConfig(target.path, boundaryOf(place));
    const text = file.text ?? '';
    const rejected = rejectedByHost(file, text, target);
    if (rejected) throw rejected;
    const entry = formatOf(host).readEntry(text, host.container);
    return entry === undefined ? [] : [{ target, entry }];
  } catch (error) {
    if (error instanceof Unreadable) {
      return [{ target, problem: `line ${error.line}, column ${error.column}: ${error.message}` }];
    }
    if (!(error instanceof UltragitError)) throw error;
    return [{ target, problem: [error.message, ...hintsFor('terminal', error)].join(' ') }];
  }
}

/** Where the host's own parser stops, which may be stricter than ours. */
function rejectedByHost(file: ConfigFile, text: string, { host, scope }: Target): Unreadable | undefined {
  const reads = host.reads[scope];
  const stops = `${host.name} stops here`;
  if (hasBom(file) && !reads.bom) return new Unreadable(`a byte order mark: ${stops}`, 1, 1);
  if (isBlank(text) && !reads.blank) return new Unreadable(`the file is empty: ${stops}`, 1, 1);
  const rejected = host.format === 'json' ? firstRejected(text, reads) : undefined;
  return rejected && new Unreadable(`${rejected.message}: ${stops}`, rejected.line, rejected.column);
}
