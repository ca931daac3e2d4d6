/** From the entry that is there and the address that is wanted to what has to change. */

import { isDeepStrictEqual } from 'node:util';
import { type Entry, isRecord } from './config/format.ts';
import type { EntryChange, Wanted } from './entry-change.ts';
import { ADDRESSES, isCommandType, PROGRAM_KEYS } from './transport.ts';

/** A variable of the host's in place of a token, as install writes it. */
const TOKEN_FORM = /^Bearer (?:\$\{(?:env:)?\w+\}|\{env:\w+\})$/;

/** Keys that go by the token. */
const TOKEN_KEYS = ['headers', 'bearer_token_env_var', 'oauth'];

/** Undefined when the present entry leads to the same address with what the server needs: that one stays as it is. */
export function neededUrlChange(current: unknown, wanted: Wanted): EntryChange | undefined {
  const { entry } = wanted;
  if (!isRecord(current)) return { set: entry, drop: [] };
  const set = { ...connection(current, entry), ...permission(current, wanted) };
  const drop = [...contradictions(current, entry), ...outdated(current, wanted)];
  return drop.length === 0 && Object.keys(set).length === 0 ? undefined : { set, drop };
}

/** Address and type are ours; what else install writes once is left to the user. */
function connection(current: Record<string, unknown>, entry: Entry): Entry {
  const isOurs = (key: string) => key === 'type' || ADDRESSES.includes(key);
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([key]) => !TOKEN_KEYS.includes(key))
      .filter(([key, value]) => (isOurs(key) ? current[key] !== value : !(key in current))),
  );
}

/** A program, another address, or the type of a program. */
function contradictions(current: Record<string, unknown>, entry: Entry): string[] {
  const isProgramType = 'type' in current && isCommandType(current.type, undefined);
  return [...PROGRAM_KEYS, ...ADDRESSES, ...(isProgramType ? ['type'] : [])].filter(
    key => key in current && !(key in entry),
  );
}

/** Other headers stay. So does a token of the user's own, but not in a project's file, which others read. */
function permission(current: Record<string, unknown>, { entry, scope }: Wanted): Entry {
  const { headers, bearer_token_env_var: variable, oauth } = entry;
  if (variable !== undefined) {
    return current.bearer_token_env_var === variable ? {} : { bearer_token_env_var: variable };
  }
  if (!isRecord(headers)) return {};
  const present = isRecord(current.headers) ? current.headers : {};
  const [name, value] = authorizationOf(present) ?? [];
  const mayStay = value !== undefined && scope === 'user' && !TOKEN_FORM.test(String(value));
  const { [name ?? '']: _, ...others } = present;
  const wanted = Object.fromEntries(
    Object.entries({ ...others, ...headers }).map(([header, text]) => [header, String(text)]),
  );
  return {
    ...(mayStay || isDeepStrictEqual(wanted, current.headers) ? {} : { headers: wanted }),
    ...(oauth !== undefined && !('oauth' in current) ? { oauth } : {}),
  };
}

/** A variable that nothing asks for: some hosts refuse to connect where it is not set. */
function outdated(current: Record<string, unknown>, { entry, isOpen }: Wanted): string[] {
  if (!isOpen || entry.headers !== undefined || entry.bearer_token_env_var !== undefined) return [];
  const headers = isRecord(current.headers) ? current.headers : {};
  const isForm = TOKEN_FORM.test(String(authorizationOf(headers)?.[1])) && Object.keys(headers).length === 1;
  const names = [...(isForm ? ['headers'] : []), 'bearer_token_env_var'];
  return [...names, ...(isForm && current.oauth === false ? ['oauth'] : [])].filter(key => key in current);
}

const authorizationOf = (headers: Record<string, unknown>): [string, unknown] | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization');
