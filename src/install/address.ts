/** The address of the server that hosts should connect to: the one given, or that of the server which runs here. */

import type { RunningServer } from '../cache/running-servers.ts';
import { UltragitError } from '../errors.ts';

export type Address = {
  url: string;
  /** Where hosts find the token that the server needs. */
  variable?: string;
  /** It is known to take no token. */
  isOpen: boolean;
  /** Which repository it answers for, where that is known. */
  worktree?: string;
};

export type AddressFlags = { url?: string; tokenEnv?: string };

export const TOKEN_VARIABLE = 'MCP_TOKEN';

/** `running` are the servers of this user; `root` is absent outside of a repository. The youngest of several counts. */
export function findAddress(
  { url, tokenEnv }: AddressFlags,
  root: string | undefined,
  running: readonly RunningServer[],
): Address {
  const given = url === undefined ? undefined : checkedUrl(url).href;
  const server = running
    .filter(one => (given === undefined ? one.worktree === root : one.url === given))
    .sort((a, b) => b.started.localeCompare(a.started))[0];
  const found = given ?? server?.url;
  if (found === undefined) {
    throw new UltragitError('host_config', `No server runs ${root === undefined ? 'here' : `for ${root}`}.`, [
      'Start one with `ultragit mcp serve`, and run this again while it runs.',
      'Or name its address with --url.',
    ]);
  }
  const variable = tokenEnv === undefined ? undefined : checkedName(tokenEnv);
  const named = variable ?? (server?.token ? TOKEN_VARIABLE : undefined);
  return {
    url: found,
    ...(named !== undefined && { variable: named }),
    isOpen: server?.token === false && named === undefined,
    ...(server && { worktree: server.worktree }),
  };
}

/** What can be asked over HTTP, and holds no secret. */
export function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UltragitError('usage', `Not an http address: ${text}`, [
      'It looks like http://127.0.0.1:3000/mcp.',
    ]);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UltragitError('usage', 'The address has a name or a password in it.', [
      'Leave it out; a server that needs a token takes it in a header.',
    ]);
  }
  url.hash = '';
  return url;
}

function checkedName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw new UltragitError('usage', '--token-env takes the name of an environment variable, not a token.', [
    `For example: --token-env ${TOKEN_VARIABLE}`,
  ]);
}
