/** An entry as its host understands it: a program to start, the address of a server, or nothing that it can use. */

import { isRecord } from './config/format.ts';
import type { Host } from './hosts.ts';

export type Meaning =
  | { kind: 'command' }
  | { kind: 'url'; url: string }
  | { kind: 'invalid'; reason: string };

/** What hosts call the address of a server. */
export const ADDRESSES = ['url', 'httpUrl', 'serverUrl'];

/** Keys that an entry has only when it is a program to start. */
export const PROGRAM_KEYS = ['command', 'args', 'cwd', 'env', 'environment', 'envFile', 'env_vars'];

/** Keys that an entry has only when it is the address of a server. */
export const REMOTE_KEYS = [
  ...ADDRESSES,
  'headers',
  'http_headers',
  'env_http_headers',
  'bearer_token_env_var',
  'oauth',
];

export function addressOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const address = ADDRESSES.map(key => entry[key]).find(value => typeof value === 'string' && value !== '');
  return typeof address === 'string' ? address : undefined;
}

export function meaningOf(entry: unknown, host: Host): Meaning {
  const meaning = asWritten(entry, host);
  if (meaning.kind !== 'url' || host.remote) return meaning;
  return { kind: 'invalid', reason: `the entry has a url, and ${host.name} only starts programs` };
}

function asWritten(entry: unknown, { name, transport }: Host): Meaning {
  if (!isRecord(entry)) return { kind: 'invalid', reason: 'the entry is not an object' };
  const { types, both, bareUrl } = transport;
  const url = addressOf(entry);
  if (types && !isCommandType(entry.type, types)) {
    if (url !== undefined && entry.type !== undefined) return { kind: 'url', url };
    const said =
      entry.type === undefined ? 'the entry has no type' : `its type is ${JSON.stringify(entry.type)}`;
    return { kind: 'invalid', reason: `${said}, which ${name} does not take` };
  }
  if (url === undefined) return { kind: 'command' };
  const programKey = PROGRAM_KEYS.find(key => key in entry);
  if (both === 'error' && programKey !== undefined) {
    return { kind: 'invalid', reason: `${name} takes no entry with a ${programKey} and a url` };
  }
  if (!entry.command) {
    if (bareUrl) return { kind: 'url', url };
    return { kind: 'invalid', reason: `the entry has a url without a type, which ${name} does not take` };
  }
  return both === 'url' ? { kind: 'url', url } : { kind: 'command' };
}

/** Whether the host starts a program for an entry of this type; one that does not look at it is not asked. */
export function isCommandType(type: unknown, types: Host['transport']['types']): boolean {
  return (types ?? [undefined, 'stdio', 'local']).some(known => known === type);
}
