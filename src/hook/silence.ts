/** Decides without git, and without loading the program, that there is nothing to say. Only ever that. */

import { repositoryState } from '../git/repository-state.ts';
import { type Committing, mayCheck, mayRemind } from './commit-settings.ts';
import type { ToolCall } from './event.ts';
import { knownQuiet, wasLate } from './quiet.ts';
import { type ResolvedTarget, resolveTarget } from './resolve-target.ts';
import { shellCommand, targetsOf } from './targets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the program must look at, or why it need not look. */
export type Verdict =
  | { silent: string }
  | { targets: ResolvedTarget[] }
  | { reminding: Committing }
  | { checking: Committing };

type Options = {
  env: Environment;
  now: number;
  /** Names this build of the program: another one may say something. */
  build: string;
  useCache: boolean;
};

export function judge(call: ToolCall, options: Options): Verdict {
  const command = shellCommand(call);
  if (command !== undefined) {
    const reminding = mayRemind(command, call);
    if (reminding) return { reminding };
    const checking = mayCheck(command, call);
    return checking ? { checking } : { silent: 'Nothing is wanted at this command.' };
  }
  const named = targetsOf(call);
  if (named.length === 0) return { silent: 'The tool names no file.' };
  const resolved = named.flatMap(target => resolveTarget(target) ?? []);
  if (resolved.length === 0) return { silent: 'No file of a repository is concerned.' };
  const places = new Map(resolved.map(({ place }) => [rootOf(place), place]));
  const states = new Map([...places].map(([root, place]) => [root, stateOf(place, options)]));
  const wanted = resolved.filter(target => !isQuiet(target, states.get(rootOf(target.place)), options));
  if (wanted.length === 0) return { silent: 'Nothing is annotated there, as was found before.' };
  const targets = options.useCache ? wanted.flatMap(target => unlessLate(target, options)) : wanted;
  return targets.length === 0
    ? { silent: 'An answer took too long a moment ago, so nothing is asked for a minute.' }
    : { targets };
}

/** A file that took too long is marked; where the repository did before the turn of any file, none is asked about. */
function unlessLate(target: ResolvedTarget, { env, now }: Options): ResolvedTarget[] {
  const { path, place } = target;
  if (place === 'unclear') return [target];
  if (wasLate({ place }, env, now)) return [];
  return wasLate({ place, path }, env, now) ? [{ ...target, isLate: true }] : [target];
}

type State = ReturnType<typeof repositoryState>;

/** A repository in which git would wait for something is not asked. */
function isQuiet(
  { path, place }: ResolvedTarget,
  state: State | undefined,
  { env, useCache }: Options,
): boolean {
  if (state === 'unsafe') return true;
  if (place === 'unclear' || typeof state !== 'object' || !useCache) return false;
  const quiet = knownQuiet(place, state.text, env);
  return quiet.everything || quiet.paths.includes(path);
}

function rootOf(place: ResolvedTarget['place']): string {
  return place === 'unclear' ? '' : place.root;
}

/** With the build in it. */
export function stateOf(
  place: ResolvedTarget['place'],
  { env, now, build }: Pick<Options, 'env' | 'now' | 'build'>,
): State {
  const state = place === 'unclear' ? place : repositoryState(place, env, now);
  return typeof state === 'string' ? state : { ...state, text: `${build}\n${state.text}` };
}
