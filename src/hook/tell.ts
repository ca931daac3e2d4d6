/** From records to what a host prints: what the session was not told yet, within its budget. */

import { outgoing } from '../annotation/sanitise.ts';
import type { Begun } from './begin.ts';
import { compose, type Occasion } from './compose.ts';
import type { Item } from './records.ts';
import type { ResolvedTarget } from './resolve-target.ts';
import { Shown } from './shown.ts';

export type TellOptions = {
  env: Readonly<Record<string, string | undefined>>;
  debug: (reason: string) => void;
};

/** The host's own shape, or its silence. */
export function tell(
  items: readonly Item[],
  targets: readonly ResolvedTarget[],
  begun: Begun,
  options: TellOptions,
): string {
  return inShape(begun, textOf(items, targets, begun, options));
}

export function inShape({ host, call }: Begun, text: string | undefined): string {
  return text === undefined
    ? host.silence
    : JSON.stringify(host.formatContext(outgoing(text), call?.event ?? host.edit.event));
}

function textOf(
  items: readonly Item[],
  targets: readonly ResolvedTarget[],
  { call, useCache }: Begun,
  { env, debug }: TellOptions,
): string | undefined {
  const occasion: Occasion = targets.every(({ action }) => action.kind === 'read') ? 'read' : 'edit';
  const places = targets.flatMap(({ place }) => (place === 'unclear' ? [] : Object.values(place)));
  const shown = new Shown(useCache ? call?.session : undefined, places, env);
  const wanted = items.filter(({ id, kind }) => !shown.has(id, occasion) && isWorth(kind, occasion));
  debug(`${items.length} records concern this, ${wanted.length} of them are to be shown.`);
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
