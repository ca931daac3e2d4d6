/** What hosts have of ours beside the files that were just looked at, and the command that removes it. */

import type { Scope } from './hosts.ts';
import { flagsFor } from './remedies.ts';
import { registeredHooks } from './status/hook-status.ts';
import { registeredServers } from './status/registered.ts';
import { allFiles, type InstallContext, targets } from './targets.ts';

type Place = { host: { id: string; name: string }; scope: Scope; path: string };

/** A host's server and hook, where one command removes both. */
export type Left = { name: string; scope: Scope; files: readonly string[]; command: string };

/** `done` are paths. A file that several hosts read is named once. */
export function leftEntries(done: readonly string[], context: InstallContext): Left[] {
  const seen = new Set(done);
  const left = new Map<string, Left>();
  for (const place of placesOf(context)) {
    const { host, scope, path } = place;
    if (seen.has(path)) continue;
    seen.add(path);
    const command = `ultragit mcp uninstall ${removalFlags(place, context)}`;
    const files = left.get(command)?.files ?? [];
    left.set(command, { name: host.name, scope, files: [...files, path], command });
  }
  return [...left.values()];
}

function placesOf(context: InstallContext): Place[] {
  const servers = registeredServers(context).filter(({ entry }) => entry !== undefined);
  const hooks = registeredHooks(context).filter(({ hook }) => hook !== undefined);
  return [...servers, ...hooks].map(({ target }) => target);
}

/** Host and scope stand for the first file that is there; another one goes by its path. */
function removalFlags(place: Place, context: InstallContext): string {
  const { host, scope, path } = place;
  const files = allFiles(context).filter(file => file.host.id === host.id && file.scope === scope);
  const isServer = files.some(file => file.path === path);
  const [meant] = isServer ? targets({ host: [host.id], scope }, context, allFiles) : [];
  return meant && meant.path !== path ? `--config ${path}` : flagsFor(place);
}
