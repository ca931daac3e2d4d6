/** From a host and the address of a running server to the entry that connects to it. No token is ever in it. */

import { UltragitError } from '../errors.ts';
import type { Address } from './address.ts';
import type { Planned } from './entry.ts';
import type { Host, Scope } from './hosts.ts';

type UrlEntryOptions = { host: Host; scope: Scope };

export function planUrlEntry({ host, scope }: UrlEntryOptions, address: Address): Planned {
  const { remote, name } = host;
  if (!remote) {
    throw new UltragitError(
      'host_config',
      `${name} takes no url in its config file: it starts servers itself.`,
      ['Leave out --http: the entry then starts the server.'],
    );
  }
  const { url, variable, worktree } = address;
  const entry = remote.entry[scope](url);
  const notes = [...audience(host, scope, worktree), ...permission(address, name)];
  if (variable === undefined) return { entry, notes };
  if (!remote.token) {
    throw new UltragitError(
      'host_config',
      `${name} can't take a token from a variable, and none is written into a file.`,
      ['Start the server without a token, on loopback, or leave out --http.'],
    );
  }
  return { entry: { ...entry, ...remote.token(variable) }, notes };
}

/** A server answers for one repository, and a user's file is read in all of them. */
function audience({ name }: Host, scope: Scope, worktree: string | undefined): string[] {
  if (scope !== 'user') return [];
  return [
    `In every project, ${name} gets the answers of this one server${worktree ? `, for ${worktree}` : ''}.`,
  ];
}

function permission({ variable, isOpen }: Address, name: string): string[] {
  if (variable !== undefined)
    return [`Set ${variable} to the server's token in the environment that ${name} starts in.`];
  return isOpen ? [] : ['If the server needs a token, name the variable that has it with --token-env.'];
}
