import type { Entry } from '../../src/install/config/format.ts';
import { planEntry } from '../../src/install/entry.ts';
import { HOSTS, type Scope } from '../../src/install/hosts.ts';

const machine = { home: '/home/a', env: { PATH: '/bin' }, platform: 'linux' } as const;

/** What `mcp install --shared` writes for a host where `ultragit` is on the PATH. */
export function sharedEntry(id: string, scope: Scope): Entry {
  const host = HOSTS.find(one => one.id === id)!;
  const self = { node: '/bin/node', script: '/cli.js' };
  return planEntry({ host, scope, root: undefined, shared: true }, machine, self, () => true).entry;
}
