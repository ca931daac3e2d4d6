/** Our entry among the servers of a host's config: put in, or taken out. */

import { existsSync } from 'node:fs';
import type { ConfigFormat, Entry } from './config/format.ts';
import { jsonConfig } from './config/json-config.ts';
import { apply, type Outcome } from './config/merge.ts';
import { tomlConfig } from './config/toml-config.ts';
import { neededChange, notesOnChange, type Wanted } from './entry-change.ts';
import { refuseEnvironment } from './environment.ts';
import type { Host, Scope } from './hosts.ts';
import { environmentOf } from './launch.ts';
import { addressOf } from './transport.ts';

export type Target = { host: Host; scope: Scope; path: string; root: string | undefined };

const FORMATS: Record<Host['format'], ConfigFormat> = { json: jsonConfig, toml: tomlConfig };

export const formatOf = (host: Host): ConfigFormat => FORMATS[host.format];

type Options = Pick<Wanted, 'isOpen' | 'isTracked'> & {
  dryRun: boolean;
  shared?: boolean;
  keepEnv?: boolean;
};

/** With the keys of the entry that were written. */
type Installed = Outcome & { set: Entry };

export async function install(target: Target, entry: Wanted['entry'], options: Options): Promise<Installed> {
  const { host, scope, root } = target;
  const format = formatOf(host);
  const { container } = host;
  const { shared = false, isOpen = false, isTracked = false } = options;
  const isAddress = addressOf(entry) !== undefined;
  const wanted: Wanted = { entry, host, scope, shared, isOpen, isTracked, exists: existsSync };
  const present = (text: string | undefined) =>
    text === undefined ? undefined : format.readEntry(text, container);
  let notes: string[] = [];
  let set: Entry = {};
  const outcome = await apply(
    {
      ...jobFor(target),
      change: old => {
        const current = present(old);
        // An address has no environment, so there it is taken out.
        if (!options.keepEnv && !isAddress) refuseEnvironment(target, environmentOf(current));
        notes = notesOnChange(current, wanted, root);
        const needed = neededChange(current, wanted);
        set = needed?.set ?? {};
        return needed ? format.writeEntry(old, container, needed.set, needed.drop) : old;
      },
      isDone: written => neededChange(present(written), wanted) === undefined,
      snippet: format.snippet(container, entry),
    },
    options.dryRun,
  );
  return { ...outcome, notes: [...outcome.notes, ...notes], set };
}

export async function uninstall(target: Target, dryRun: boolean): Promise<Outcome> {
  const { host } = target;
  const format = formatOf(host);
  return apply(
    {
      ...jobFor(target),
      change: old => (old === undefined ? old : format.removeEntry(old, host.container)),
      isDone: written => format.readEntry(written, host.container) === undefined,
    },
    dryRun,
  );
}

function jobFor({ host, scope, path, root }: Target) {
  const format = formatOf(host);
  return {
    place: { name: host.name, path, scope, root },
    reads: host.format === 'json' ? host.reads[scope] : undefined,
    others: (text: string) => format.otherContent(text, host.container),
    emptyFile: format.emptyFile,
  };
}
