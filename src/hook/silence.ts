/** Decides without git, and without loading the program, that there is nothing to say. Only ever that. */

import type { ToolCall } from './event.ts';
import { knownQuiet } from './quiet.ts';
import { mayRemind, type Reminding } from './reminder-setting.ts';
import { repositoryState } from './repository-state.ts';
import { type ResolvedTarget, resolveTarget } from './resolve-target.ts';
import { shellCommand, targetsOf } from './targets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the program must look at, or why it need not look. */
export type Verdict = { silent: string } | { targets: ResolvedTarget[] } | { reminding: Reminding };

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
    return reminding ? { reminding } : { silent: 'No reminder is wanted after this command.' };
  }
  const named = targetsOf(call);
  if (named.length === 0) return { silent: `The tool ${call.tool} names no file that is there.` };
  const resolved = named.flatMap(target => resolveTarget(target) ?? []);
  if (resolved.length === 0) return { silent: 'No file of a repository is concerned.' };
  const targets = options.useCache ? resolved.filter(target => !isQuiet(target, options)) : resolved;
  return targets.length === 0 ? { silent: 'Nothing is annotated there, as was found before.' } : { targets };
}

function isQuiet({ path, place }: ResolvedTarget, { env, now, build }: Options): boolean {
  if (place === 'unclear') return false;
  const state = stateOf(place, { env, now, build });
  if (state === undefined) return false;
  const quiet = knownQuiet(place, state.text, env);
  return quiet.everything || quiet.paths.includes(path);
}

/** With the build in it; undefined where it can't be told without git. */
export function stateOf(
  place: Exclude<ResolvedTarget['place'], 'unclear'>,
  { env, now, build }: Pick<Options, 'env' | 'now' | 'build'>,
): { text: string; isSettled: boolean } | undefined {
  const state = repositoryState(place, env, now);
  return typeof state === 'string' ? undefined : { ...state, text: `${build}\n${state.text}` };
}
