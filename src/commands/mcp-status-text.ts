/** What status found, as blocks for a terminal and as JSON. Nothing that a server or a file said goes out as it is. */

import { oneLine } from '../annotation/sanitise.ts';
import type { HookStatus } from '../install/status/hook-status.ts';
import type { State, Status } from '../install/status/status.ts';
import type { Proposal } from '../install/status/trust.ts';
import { type Block, field, type Tone } from '../render/blocks.ts';
import type { Io } from './io.ts';
import { shownPath } from './shown-path.ts';

const SAID: Record<State, readonly [text: string, tone: Tone]> = {
  ok: ['ok', 'good'],
  failed: ['failed', 'bad'],
  disabled: ['disabled', 'quiet'],
  overridden: ["overridden by the project's entry", 'quiet'],
  url: ['a url, not started by the host', 'warn'],
  not_started: ['not started', 'warn'],
};

export function statusBlocks(servers: readonly Status[], hooks: readonly HookStatus[], io: Io): Block[] {
  if (servers.length + hooks.length === 0) {
    return [
      {
        kind: 'lines',
        lines: [{ text: 'No host has ultragit registered here. `ultragit mcp install` does that.' }],
      },
    ];
  }
  return [...servers.flatMap(one => serverBlocks(one, io)), ...hooks.flatMap(one => hookBlocks(one, io))];
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
  const counted = annotations === undefined ? undefined : `${annotations}, in ${notesRef}`;
  return [
    ...said('repository', repository),
    ...said('annotations', nothing === undefined ? counted : `none: ${nothing}`),
    ...said('protocols', protocols.join(', ')),
    ...said('tools', tools.length === 0 ? undefined : `${tools.length}: ${tools.join(', ')}`),
  ];
}

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
export function proposed(proposal: Proposal, io: Io): Block[] {
  const { file, hosts, command } = proposal;
  return [
    {
      kind: 'item',
      text: clean(`${shownPath(file, io)} names a program for ${hosts.join(' and ')}`),
      badges: [],
    },
    ...said('command', command),
    ...surroundings(proposal, io),
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

function said(label: string, text: string | undefined, tone?: Tone): Block[] {
  return text === undefined ? [] : field(label, [{ text: clean(text), ...(tone && { tone }) }]);
}

const clean = oneLine;

export function statusJson(servers: readonly Status[], hooks: readonly HookStatus[]): unknown {
  return cleaned({
    $schema: 'ultragit-mcp-status/v1',
    entries: servers.map(({ target, state, command, proposal, url, seen, warning, reason, remedy }) => ({
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
  });
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), cleaned(item)]));
}
