/** What a hook prints where the entry of the program could not tell that there is nothing to say. */

import { sanitise } from '../annotation/sanitise.ts';
import { type AskOptions, ask } from './ask.ts';
import type { Begun } from './begin.ts';
import { compose, type Occasion } from './compose.ts';
import { itemsIn } from './records.ts';
import { reminder } from './reminder.ts';
import type { ResolvedTarget } from './resolve-target.ts';
import { Shown } from './shown.ts';
import { stagedChange } from './staged-change.ts';

const REMINDED = 'reminded to annotate';

/** The host's own shape, or its silence. */
export async function speak(
  { host, call, verdict, useCache }: Begun,
  options: Omit<AskOptions, 'useCache'>,
): Promise<string> {
  const asking = { ...options, useCache };
  const text = call && (await textFor(verdict, call, asking));
  return text === undefined
    ? host.silence
    : JSON.stringify(host.formatContext(sanitise(text), call?.event ?? host.edit.event));
}

async function textFor(
  verdict: Begun['verdict'],
  call: NonNullable<Begun['call']>,
  asking: AskOptions,
): Promise<string | undefined> {
  if ('targets' in verdict) return context(verdict.targets, call, asking);
  if ('reminding' in verdict) return reminded(verdict.reminding.directory, call.session, asking);
  return 'checking' in verdict ? stagedChange(verdict.checking.directory, asking) : undefined;
}

async function context(
  targets: readonly ResolvedTarget[],
  { moment, session }: NonNullable<Begun['call']>,
  options: AskOptions,
): Promise<string | undefined> {
  const occasion: Occasion = targets.every(({ action }) => action.kind === 'read') ? 'read' : 'edit';
  const places = targets.flatMap(({ place }) => (place === 'unclear' ? [] : Object.values(place)));
  const shown = new Shown(options.useCache ? session : undefined, places, options.env);
  const items = itemsIn(await ask(targets, moment, options));
  const wanted = items.filter(({ id, kind }) => !shown.has(id, occasion) && isWorth(kind, occasion));
  options.debug(`${items.length} records concern this, ${wanted.length} of them are to be shown.`);
  const composed = compose(wanted, occasion);
  if (composed)
    shown.add(
      composed.shown.map(({ id }) => id),
      occasion,
    );
  return composed?.text;
}

/** A read is told what must hold and what was rejected; the rest comes with the edit. */
function isWorth(kind: string, occasion: Occasion): boolean {
  return occasion === 'edit' || kind === 'constraint' || kind === 'rejected';
}

async function reminded(
  directory: string,
  session: string | undefined,
  options: AskOptions,
): Promise<string | undefined> {
  const found = await reminder(directory, options);
  if (!found) return undefined;
  const shown = new Shown(session, [found.root], options.env);
  if (session === undefined || shown.has(REMINDED, 'edit')) return undefined;
  shown.add([REMINDED], 'edit');
  return found.text;
}
