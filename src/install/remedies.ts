/** What a user does about an entry that is not in order: commands name its host and scope. */

import { OTHER_HOST } from './hosts.ts';
import type { Target } from './server-entry.ts';
import type { Remedy } from './status/session.ts';

/** A registered server or hook. */
export type Entry = Pick<Target, 'scope' | 'path'> & { host: { id: string } };

export const installCommand = (entry: Entry): string => `ultragit mcp install ${flagsFor(entry)}`;

export function flagsFor({ host, scope, path }: Entry): string {
  return host.id === OTHER_HOST.id ? `--config ${path}` : `--host ${host.id} --scope ${scope}`;
}

export function remedyFor(remedy: Remedy, entry: Entry): string {
  const install = `\`${installCommand(entry)}\``;
  switch (remedy) {
    case 'look':
      return `Run its command by hand to see what it says, or ${install} to write it anew.`;
    case 'rewrite':
      return `Run ${install} to write it anew.`;
    case 'elsewhere':
      return `If that is the wrong repository, run ${install} in the right one.`;
    case 'serve':
      return `Start it with \`ultragit mcp serve\`, or let the host start it: ${install}.`;
    case 'token':
      return "The entry sends no token that the server takes: set the variable that it names to the server's token.";
    case 'address':
      return `Look at its address, or run \`${installCommand(entry)} --http\` to write it anew.`;
  }
}
