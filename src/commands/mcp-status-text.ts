/** What status found, as blocks for a terminal and as JSON. Nothing that a server or a file said goes out as it is. */

import { oneLine } from '../annotation/sanitise.ts';
import type { HookStatus } from '../install/status/hook-status.ts';
import type { RunningStatus } from '../install/status/running.ts';
import type { State, Status } from '../install/status/status.ts';
import type { Proposal, Visit } from '../install/status/trust.ts';
import { type Block, field, type Tone } from '../render/blocks.ts';
import type { Io } from './io.ts';
import { shownPath } from './shown-path.ts';

const SAID: Record<State, readonly [text: string, tone: Tone]> = {
  ok: ['ok', 'good'],
  failed: ['failed', 'bad'],
  disabled: ['disabled', 'quiet'],
  overridden: ["overridden by the project's entry", 'quiet'],
  url: ['not asked', 'warn'],
  not_started: ['not started', 'warn'],
};

type Everything = {
  entries: readonly Status[];
  hooks: readonly HookStatus[];
  /** Those that run. */
  servers: readonly RunningStatus[];
};

export function statusBlocks({ entries, hooks, servers }: Everything, io: Io): Block[] {
  const none = 'No host has ultragit registered here. `ultragit mcp install` does that.';
  return [
    ...(entries.length + hooks.length === 0 ? [{ kind: 'lines', lines: [{ text: none }] } as const] : []),
    ...entries.flatMap(one => serverBlocks(one, io)),
    ...hooks.flatMap(one => hookBlocks(one, io)),
    ...servers.flatMap(one => runningBlocks(one, io)),
  ];
}

const SAID_OF_RUNNING: Record<RunningStatus['state'], readonly [text: string, tone: Tone]> = {
  ok: ['running', 'good'],
  needs_token: ['needs a token', 'warn'],
  failed: ['does not answer', 'bad'],
};

function runningBlocks(
  { server, state, clients, calls, tools, lastError, reason }: RunningStatus,
  io: Io,
): Block[] {
  const [text, tone] = SAID_OF_RUNNING[state];
  return [
    { kind: 'item', text: 'Server', badges: [{ text, tone }] },
    ...said('url', server.url),
    ...said('repository', shownPath(server.worktree, io)),
    ...said('clients', clients === undefined ? undefined : String(clients)),
    ...said('calls', calls && `${calls.answered} answered, ${calls.running} running`),
    ...toolNames(tools ?? []),
    ...said('last error', lastError, 'warn'),
    ...said('version', server.version),
    ...said('reason', reason, 'bad'),
    ...said('remedy', state === 'needs_token' ? 'Give it with --token, or in MCP_TOKEN.' : undefined),
  ];
}

function serverBlocks(one: Status, io: Io): Block[] {
  const { target, state, command, url, seen, warning, proposal } = one;
  return [
    heading(`${target.host.name} (${target.scope})`, state),
    ...said('file', shownPath(target.path, io)),
    ...said('command', command),
    ...said('url', url),
    ...(proposal ? surroundings(proposal, io) : []),
    ...(seen ? seenBlocks(seen) : []),
    ...said('warning', warning, 'warn'),
    ...problem(one),
  ];
}

function seenBlocks(seen: NonNullable<Status['seen']>): Block[] {
  const { repository, notesRef, annotations, nothing, protocols, tools } = seen;
  const counted =
    annotations === undefined
      ? undefined
      : `${annotations}${notesRef === undefined ? '' : `, in ${notesRef}`}`;
  return [
    ...said('repository', repository),
    ...said('annotations', nothing === undefined ? counted : `none: ${nothing}`),
    ...said('protocols', protocols.join(', ')),
    ...toolNames(tools),
  ];
}

const toolNames = (tools: readonly string[]): Block[] =>
  said('tools', tools.length === 0 ? undefined : `${tools.length}: ${tools.join(', ')}`);

function hookBlocks(one: HookStatus, io: Io): Block[] {
  const { target, state, command, event, proposal } = one;
  return [
    heading(`${target.host.name}, hook (${target.scope})`, state),
    ...said('file', shownPath(target.path, io)),
    ...said('event', event),
    ...said('command', command),
    ...(proposal ? surroundings(proposal, io) : []),
    ...problem(one),
  ];
}

/** What the user is asked about. */
export function proposed(proposal: Proposal | Visit, io: Io): Block[] {
  const { file, hosts } = proposal;
  const named = 'url' in proposal ? 'an address' : 'a program';
  const text = clean(`${shownPath(file, io)} names ${named} for ${hosts.join(' and ')}`);
  return [
    { kind: 'item', text, badges: [] },
    ...('url' in proposal
      ? [...said('url', proposal.url), ...field('sends', proposal.headers.map(clean))]
      : [...said('command', proposal.command), ...surroundings(proposal, io)]),
  ];
}

function surroundings({ cwd, env }: Proposal, io: Io): Block[] {
  const variables = Object.entries(env).map(([name, value]) => clean(`${name}=${value}`));
  return [...said('runs in', shownPath(cwd, io)), ...field('sets', variables)];
}

const heading = (text: string, state: State): Block => {
  const [shown, tone] = SAID[state];
  return { kind: 'item', text, badges: [{ text: shown, tone }] };
};

function problem({ state, reason, remedy }: Pick<Status, 'state' | 'reason' | 'remedy'>): Block[] {
  return [...said('reason', reason, state === 'failed' ? 'bad' : 'warn'), ...said('remedy', remedy)];
}

export function said(label: string, text: string | undefined, tone?: Tone): Block[] {
  return text === undefined ? [] : field(label, [{ text: clean(text), ...(tone && { tone }) }]);
}

const clean = oneLine;

export function statusJson({ entries, hooks, servers }: Everything): unknown {
  return cleaned({
    $schema: 'ultragit-mcp-status/v1',
    entries: entries.map(({ target, state, command, proposal, url, seen, warning, reason, remedy }) => ({
      host: target.host.id,
      scope: target.scope,
      file: target.path,
      state,
      command,
      cwd: proposal?.cwd,
      env: proposal?.env,
      url,
      repository: seen?.repository,
      protocols: seen?.protocols,
      tools: seen?.tools,
      notes_ref: seen?.notesRef,
      annotations: seen?.annotations,
      nothing: seen?.nothing,
      warning,
      reason,
      remedy,
    })),
    hooks: hooks.map(({ target, state, event, command, proposal, reason, remedy }) => ({
      host: target.host.id,
      scope: target.scope,
      file: target.path,
      state,
      event,
      command,
      cwd: proposal?.cwd,
      env: proposal?.env,
      reason,
      remedy,
    })),
    servers: servers.map(({ server, state, clients, calls, tools, lastError, reason }) => ({
      url: server.url,
      worktree: server.worktree,
      state,
      clients,
      calls,
      tools,
      last_error: lastError,
      version: server.version,
      pid: server.pid,
      started: server.started,
      token: server.token,
      reason,
    })),
  });
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), cleaned(item)]));
}
