/** What can be decided about a call of a hook before the program loads. */

import { type ToolCall, toolCall } from './event.ts';
import { HOOK_HOSTS, type HookHost } from './hosts.ts';
import { judge, type Verdict } from './silence.ts';

export type Begun = {
  host: HookHost;
  call: ToolCall | undefined;
  verdict: Verdict;
  useCache: boolean;
  verbose: boolean;
};

type Surroundings = {
  words: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  now: number;
  build: string;
};

/** Words that are not understood are passed over: a host would take a failure for a veto. */
export function begin(input: string, { words, env, cwd, now, build }: Surroundings): Begun {
  const useCache = !words.includes('--no-cache');
  const verbose = words.includes('--verbose') || Boolean(env.ULTRAGIT_HOOK_DEBUG);
  const host = hostNamed(words) ?? hostOf(input);
  const call = toolCall(input, host, cwd);
  const verdict: Verdict = call
    ? judge(call, { env, now, build, useCache })
    : { silent: 'The input is not the JSON of a tool call.' };
  return { host, call, verdict, useCache, verbose };
}

function hostNamed(words: readonly string[]): HookHost | undefined {
  const at = words.findIndex(word => /^--host(=|$)/.test(word));
  const id = words[at] === '--host' ? words[at + 1] : words[at]?.slice('--host='.length);
  return HOOK_HOSTS.find(host => host.id === id);
}

/** By the spelling of its fields, where nobody says which host it is. */
function hostOf(input: string): HookHost {
  const signs: readonly [RegExp, string][] = [
    [/"conversation_id"\s*:/, 'cursor'],
    [/"toolName"\s*:/, 'copilot'],
    [/"hook_event_name"\s*:\s*"(Before|After)Tool"/, 'gemini'],
  ];
  const id = signs.find(([sign]) => sign.test(input))?.[1] ?? 'claude-code';
  return HOOK_HOSTS.find(host => host.id === id) ?? (HOOK_HOSTS[0] as HookHost);
}
