/** From the entry that is there and the one that is wanted to what has to change, and what the user should know. */

import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Entry, isRecord } from './config/format.ts';
import { isPinned, type Planned } from './entry.ts';
import type { Host, Scope } from './hosts.ts';
import { environmentOf, wordsOf } from './launch.ts';
import { addressOf, isCommandType, REMOTE_KEYS } from './transport.ts';
import { neededUrlChange } from './url-change.ts';

export type Wanted = {
  entry: Planned['entry'];
  host: Host;
  scope: Scope;
  /** Leave no path of this machine in it. */
  shared: boolean;
  /** Git tracks the file, so others read it, too. */
  isTracked?: boolean;
  /** The entry is an address that takes no token. */
  isOpen?: boolean;
  exists: (path: string) => boolean;
};

export type EntryChange = { set: Entry; drop: readonly string[] };

/** The keys that say how the server is started. Others are written once, and then left to the user. */
const LAUNCH_KEYS = ['type', 'command', 'args', 'cwd'];

/** Undefined when the present entry starts the same command with the same arguments: that one stays as it is. */
export function neededChange(current: unknown, wanted: Wanted): EntryChange | undefined {
  const { entry } = wanted;
  if (addressOf(entry) !== undefined) return neededUrlChange(current, wanted);
  if (!isRecord(current)) return { set: entry, drop: [] };
  const drop = contradictions(current, wanted);
  const set = isSameCommand(current, entry)
    ? keys(entry, key => drop.includes(key) || (key === 'type' && lacksType(current, wanted)))
    : keys(entry, key => (LAUNCH_KEYS.includes(key) || !(key in current)) && !isLeft(key, current, wanted));
  if (!isSameCommand(current, entry)) {
    drop.push(...LAUNCH_KEYS.filter(key => key !== 'type' && key in current && !(key in entry)));
  }
  if (drop.length === 0 && Object.keys(set).length === 0) return undefined;
  return { set, drop: [...new Set(drop)].filter(key => !(key in set)) };
}

/** A directory of this machine does not go into an entry that others share. */
function isLeft(key: string, { cwd }: Record<string, unknown>, { isTracked, shared }: Wanted): boolean {
  if (key !== 'cwd' || !isTracked || shared) return false;
  return cwd === undefined || (typeof cwd === 'string' && !isAbsolute(cwd));
}

const isSameCommand = (current: unknown, entry: Entry): boolean =>
  isDeepStrictEqual(wordsOf(current), wordsOf(entry));

/** What makes the host not start the command, or start it for one directory where all are meant. */
function contradictions(current: Record<string, unknown>, wanted: Wanted): string[] {
  const { host, scope, shared, entry } = wanted;
  const isWrongType = 'type' in current && !isCommandType(current.type, host.transport.types);
  const isForAll = shared || (scope === 'user' && host.honoursCwd && !isPinned(host, scope));
  const cwd = fixedDirectory(current);
  const isWrongCwd = cwd !== undefined && cwd !== entry.cwd && (isForAll || isDead(cwd, wanted));
  return [
    ...REMOTE_KEYS.filter(key => key in current),
    ...(isWrongType ? ['type'] : []),
    ...(isWrongCwd ? ['cwd'] : []),
  ];
}

/** The directory of an entry, unless the host fills it in. */
function fixedDirectory(current: unknown): string | undefined {
  const cwd = isRecord(current) ? current.cwd : undefined;
  return typeof cwd === 'string' && !cwd.includes('$') ? cwd : undefined;
}

/** A server can't start in a directory that is gone. */
const isDead = (cwd: string, { host, exists }: Wanted): boolean => host.honoursCwd && !exists(cwd);

const lacksType = (current: Record<string, unknown>, { host }: Wanted): boolean =>
  !isCommandType(current.type, host.transport.types);

const keys = (entry: Entry, isWanted: (key: string) => boolean): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => isWanted(key)));

/** What happens to an entry that the user, or someone else, wrote. */
export function notesOnChange(current: unknown, wanted: Wanted, root: string | undefined): string[] {
  const isAddress = addressOf(wanted.entry) !== undefined;
  if (!isRecord(current)) return isAddress ? [] : pinnedNote(undefined, wanted, root);
  const change = neededChange(current, wanted);
  const dropped = (change?.drop ?? []).filter(key => isAddress || (key !== 'cwd' && key !== 'args'));
  const type = change?.set.type;
  if (!isAddress && type !== undefined && 'type' in current && type !== current.type) dropped.push('type');
  const written = [...LAUNCH_KEYS, ...Object.keys(wanted.entry), ...(change?.drop ?? [])];
  const kept = Object.keys(current)
    .filter(key => !written.includes(key) || (key === 'env' && !isAddress))
    .map(named(current));
  const shown = kept.filter(name => name !== '');
  return [
    ...(dropped.length > 0
      ? [
          `Taken out of the entry, because it contradicts ${isAddress ? 'the url' : 'the command'}: ${dropped.join(', ')}.`,
        ]
      : []),
    ...(shown.length > 0 ? [`The entry keeps what else is in it: ${shown.join(', ')}.`] : []),
    ...(isAddress ? [] : pinnedNote(current, wanted, root)),
    ...(isAddress ? [] : otherDirectory(current, change, wanted, root)),
  ];
}

/** An environment by the names in it; an empty one is not worth a word. */
const named =
  (current: Record<string, unknown>) =>
  (key: string): string => {
    if (key !== 'env' && key !== 'environment') return key;
    const names = Object.keys(environmentOf(current));
    return names.length === 0 ? '' : `${key} (${names.join(', ')})`;
  };

/** For which repository the server answers, where it can be but one, and where that changes. */
function pinnedNote(current: unknown, { entry, host, scope }: Wanted, root: string | undefined): string[] {
  const [before, after] = [pinnedTo(current, host), isPinned(host, scope) ? root : undefined];
  if (after !== undefined && before !== undefined && before !== after && !isSameCommand(current, entry)) {
    return [`${host.name} got answers for ${before} until now, and gets them for ${after} from now on.`];
  }
  if (after !== undefined && before !== after) {
    return [
      `${host.name} does not tell a server which project it is for: it gets answers for ${after} alone.`,
    ];
  }
  if (after === undefined && scope === 'user' && before !== undefined) {
    return [`The entry was for ${before} alone; now it serves every project.`];
  }
  return [];
}

function pinnedTo(current: unknown, host: Host): string | undefined {
  const words = wordsOf(current);
  const at = words.indexOf('--repo');
  if (at >= 0) return words[at + 1];
  return host.honoursCwd ? fixedDirectory(current) : undefined;
}

/** The same command is left as it is; if it runs elsewhere, the user should know. */
function otherDirectory(
  current: unknown,
  change: EntryChange | undefined,
  { host, scope }: Wanted,
  root: string | undefined,
): string[] {
  const cwd = fixedDirectory(current);
  const isElsewhere = scope === 'project' && cwd !== undefined && cwd !== root;
  if (change || !isElsewhere || !host.honoursCwd) return [];
  return [
    `The entry starts the server in ${cwd}, not here. To change that: \`ultragit mcp uninstall\`, then install again.`,
  ];
}
