/** Finds every hook of ours, and runs each with a sample event, as its host would: it must end with 0, and in time. */

import { resolve } from 'node:path';
import { UltragitError } from '../../errors.ts';
import { commandsIn, type HookHost } from '../../hook/hosts.ts';
import { readConfig } from '../config/config-file.ts';
import { Unreadable } from '../config/format.ts';
import { firstRejected, memberOf, parseObject } from '../config/json-tree.ts';
import { boundaryOf } from '../config/merge.ts';
import { ourHooks } from '../hook-config.ts';
import { type HookTarget, hookFiles, isHookOf } from '../hook-entry.ts';
import { HOSTS } from '../hosts.ts';
import { environmentOf, inherited } from '../launch.ts';
import { installCommand } from '../remedies.ts';
import type { InstallContext } from '../targets.ts';
import { dryRun } from './dry-run.ts';
import type { State, StatusOptions } from './status.ts';
import { ownHook, type Proposal } from './trust.ts';

export type HookStatus = {
  target: HookTarget;
  state: Extract<State, 'ok' | 'failed' | 'disabled' | 'not_started'>;
  event?: string;
  /** As it stands in the file. */
  hook?: Readonly<Record<string, unknown>>;
  command?: string;
  proposal?: Proposal;
  reason?: string;
  remedy?: string;
};

export async function hookStatus(context: InstallContext, options: StatusOptions): Promise<HookStatus[]> {
  const found = registeredHooks(context);
  const done: HookStatus[] = [];
  // One after the other: a question may stand before each.
  for (const one of found) done.push(await examine(one, context, options));
  return done;
}

/** What is written down; nothing is started. */
export function registeredHooks(context: InstallContext): HookStatus[] {
  return hookFiles(context).flatMap(read);
}

function read(target: HookTarget): HookStatus[] {
  const { host, path, scope, root } = target;
  let text = '';
  try {
    text = readConfig(path, boundaryOf({ name: host.name, path, scope, root })).text ?? '';
    const hooks = ourHooks(text, isHookOf(host));
    if (hooks.length === 0) return [];
    const rejected = firstRejected(text, host.reads);
    if (rejected) throw rejected;
    const state = isSwitchedOff(text) ? 'disabled' : 'not_started';
    // The first command is for this system; `powershell` is for Windows.
    return hooks.map(({ event, hook }) => ({ target, state, event, hook, command: commandsIn(hook)[0] }));
  } catch (error) {
    if (error instanceof Unreadable && !text.includes('ultragit')) return [];
    if (!(error instanceof Unreadable || error instanceof UltragitError)) throw error;
    const place = error instanceof Unreadable ? `line ${error.line}, column ${error.column}: ` : '';
    const remedy = `Mend the file, then run \`${hookCommandLine(target)}\`.`;
    return [{ target, state: 'failed', reason: place + error.message, remedy }];
  }
}

const isSwitchedOff = (text: string): boolean =>
  memberOf(text, parseObject(text), 'disableAllHooks')?.children?.[1]?.value === true;

const hookCommandLine = (target: HookTarget): string => `${installCommand(target)} --hooks`;

async function examine(
  one: HookStatus,
  { machine, root }: InstallContext,
  { self, consent, signal, timeoutMs }: StatusOptions,
): Promise<HookStatus> {
  const { target, command, hook } = one;
  if (one.state !== 'not_started' || command === undefined) return one;
  const { host, scope, path } = target;
  const row = HOSTS.find(({ id }) => id === host.id);
  const env = Object.fromEntries(
    Object.entries(environmentOf(hook)).map(([name, value]) => [name, String(value)]),
  );
  const cwd = typeof hook?.cwd === 'string' ? resolve(root, hook.cwd) : root;
  const launch = { cwd, env: { ...(row && inherited(row, machine)), ...env } };
  const own = ownHook(hook, command, host, launch, root, self);
  const proposal: Proposal = { file: path, hosts: [host.name], command, cwd, env };
  if (scope === 'project' && own === undefined && !(await consent(proposal))) {
    const reason = 'the repository names this program, and ultragit did not write the hook';
    const remedy = `Look at it. If you trust it: \`ultragit mcp status --trust\`. If not: \`${hookCommandLine(target)}\`.`;
    return { ...one, proposal, reason, remedy };
  }
  const [program = '/bin/sh', ...args] = own ?? ['/bin/sh', '-c', command];
  const problem = await dryRun(
    { ...launch, command: program, args },
    sampleEvent(host, root),
    timeoutMs,
    signal,
  );
  if (problem === undefined) return { ...one, state: 'ok' };
  return {
    ...one,
    state: 'failed',
    reason: problem,
    remedy: `Run \`${hookCommandLine(target)}\` to write it anew.`,
  };
}

/** A file that is not there: nothing is known about it, and the hook has nothing to say. */
function sampleEvent({ edit }: HookHost, root: string): string {
  const input = { file_path: `${root}/no-such-file`, path: `${root}/no-such-file` };
  return JSON.stringify({
    session_id: 'ultragit-status',
    cwd: root,
    hook_event_name: edit.event,
    tool_name: 'Read',
    tool_input: input,
  });
}
