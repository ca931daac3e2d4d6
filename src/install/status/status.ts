/** Judges every registered entry as its host would, speaks to its server, and reports the result. */

import { setMaxListeners } from 'node:events';
import type { RunningServer } from '../../cache/running-servers.ts';
import { type Endpoint, endpointOf } from '../endpoint.ts';
import { isDisabled, type Launch, launchOf } from '../launch.ts';
import { findProgram, type Self } from '../program.ts';
import { installCommand, remedyFor } from '../remedies.ts';
import type { Target } from '../server-entry.ts';
import type { InstallContext } from '../targets.ts';
import { meaningOf } from '../transport.ts';
import { type Finding, type ProbeOptions, probe, type Seen } from './probe.ts';
import { type Found, registeredServers } from './registered.ts';
import { openStdioSession } from './stdio-session.ts';
import { type Consent, isOwnAddress, ownServer, type Proposal, type Visit } from './trust.ts';
import { openUrlSession } from './url-session.ts';

/**
 * `overridden`: the project's entry for the same host wins. `not_started`, `url`: a project's file names the program or
 * the address, and the user did not say that it may be started or asked; or the token of the address is not known here.
 */
export type State = 'ok' | 'failed' | 'disabled' | 'overridden' | 'url' | 'not_started';

export type Status = {
  target: Target;
  state: State;
  command?: string;
  /** Where it would be started, and with which variables, when it was not. */
  proposal?: Proposal;
  url?: string;
  seen?: Seen;
  warning?: string;
  reason?: string;
  remedy?: string;
};

export type StatusOptions = Omit<ProbeOptions, 'needsRepository'> & {
  self: Self;
  consent: Consent;
  /** The servers of this user. */
  running: readonly RunningServer[];
};

export async function status(context: InstallContext, options: StatusOptions): Promise<Status[]> {
  // All sessions listen to one signal; Node warns of a leak above ten listeners.
  setMaxListeners(0, options.signal);
  const found = registeredServers(context);
  const judged = found.map(entry => judge(entry, found, context, options));
  const answers = await askAll(judged, options.consent);
  const find = findOnce({ ...options, needsRepository: context.isRepository });
  return Promise.all(judged.map((one, index) => examine(one, answers[index] ?? false, context, find)));
}

/** How a host gets to a server. */
type Way = { launch: Launch } | { endpoint: Endpoint };

/** Several hosts often go the same way: one of them tells for all. */
function findOnce(options: ProbeOptions): (way: Way) => Promise<Finding> {
  const findings = new Map<string, Promise<Finding>>();
  return way => {
    const key = JSON.stringify(
      'launch' in way
        ? [way.launch.command, way.launch.args, way.launch.cwd, Object.entries(way.launch.env).sort()]
        : [way.endpoint.url.href, Object.entries(way.endpoint.headers).sort()],
    );
    const open = () =>
      'launch' in way
        ? openStdioSession(way.launch, options.signal)
        : openUrlSession(way.endpoint, options.signal);
    const finding = findings.get(key) ?? probe(open, options);
    findings.set(key, finding);
    return finding;
  };
}

/** What is known without a word to anyone; a way when there is a server to speak to. */
type Judged = { known: Status; way?: Way; asks?: Proposal | Visit };

function judge(found: Found, all: readonly Found[], context: InstallContext, options: StatusOptions): Judged {
  const { target, entry, problem } = found;
  if (problem) return failed(target, problem, `Mend the file, then run \`${installCommand(target)}\`.`);
  const winner = all.findLast(other => other.target.host === target.host && other.entry !== undefined);
  if (winner !== found) return { known: { target, state: 'overridden' } };
  if (isDisabled(entry)) return { known: { target, state: 'disabled' } };
  const meaning = meaningOf(entry, target.host);
  if (meaning.kind === 'invalid') return failed(target, meaning.reason, remedyFor('rewrite', target));
  if (meaning.kind === 'url') return judgeUrl(found, meaning.url, context, options);
  return judgeCommand(found, context, options);
}

function judgeCommand({ target, entry }: Found, context: InstallContext, { self }: StatusOptions): Judged {
  const launch = launchOf(entry, target, context);
  if (!launch) return failed(target, 'the entry names no command', remedyFor('rewrite', target));
  if (isMissing(launch)) {
    const reason = `\`ultragit\` is not on the PATH that ${target.host.name} sees`;
    return failed(target, reason, remedyFor('rewrite', target));
  }
  const command = [launch.command, ...launch.args].map(quoted).join(' ');
  const known: Status = { target, state: 'not_started', command };
  if (target.scope === 'user') return { known, way: { launch } };
  const own = ownServer(entry, launch, context.root, self);
  if (own !== undefined) return { known, way: { launch: { ...launch, command: own } } };
  const { cwd, own: env } = launch;
  const asks = { file: target.path, hosts: [target.host.name], command, cwd, env };
  return { known, way: { launch }, asks };
}

function judgeUrl(
  { target, entry }: Found,
  url: string,
  context: InstallContext,
  options: StatusOptions,
): Judged {
  const endpoint = endpointOf(entry, url, context);
  if (!endpoint)
    return failed(target, `its url is none that can be asked: ${url}`, remedyFor('address', target));
  const known: Status = { target, state: 'url', url };
  if (target.scope === 'user' || isOwnAddress(endpoint.url, options.running))
    return { known, way: { endpoint } };
  const headers = Object.keys(endpoint.headers);
  const asks = { file: target.path, hosts: [target.host.name], url: endpoint.url.href, headers };
  return { known, way: { endpoint }, asks };
}

const failed = (target: Target, reason: string, remedy: string): Judged => ({
  known: { target, state: 'failed', reason, remedy },
});

/** Then there is nothing to start, and nobody to ask. */
const isMissing = ({ command, env, cwd }: Launch): boolean =>
  command === 'ultragit' && findProgram(command, env.PATH ?? '', cwd) === undefined;

/** One question for what several hosts would do alike, one question at a time. */
async function askAll(judged: readonly Judged[], consent: Consent): Promise<boolean[]> {
  const key = ({ hosts: _, ...what }: Proposal | Visit) => JSON.stringify(what);
  const proposals = new Map<string, Proposal | Visit>();
  for (const { asks } of judged) {
    if (!asks) continue;
    const same = proposals.get(key(asks));
    proposals.set(key(asks), { ...asks, hosts: [...(same?.hosts ?? []), ...asks.hosts] });
  }
  const answers = new Map<string, boolean>();
  for (const [name, proposal] of proposals) answers.set(name, await consent(proposal));
  return judged.map(({ asks }) => (asks ? (answers.get(key(asks)) ?? false) : true));
}

async function examine(
  { known, way, asks }: Judged,
  mayGo: boolean,
  { root, isRepository }: InstallContext,
  find: (way: Way) => Promise<Finding>,
): Promise<Status> {
  if (!way) return known;
  const { target } = known;
  if (!mayGo && asks) return { ...known, ...refused(asks, target) };
  const finding = await find(way);
  if ('reason' in finding) {
    const { reason, remedy } = finding;
    const [missing] = 'endpoint' in way ? way.endpoint.missing : [];
    if (remedy === 'token' && missing !== undefined) {
      const needs = `it needs a token, and ${missing} is not set here`;
      return { ...known, reason: needs, remedy: `Set ${missing} to the server's token, and look again.` };
    }
    return { ...known, state: 'failed', reason, remedy: remedyFor(remedy, target) };
  }
  const { repository } = finding.seen;
  const warning = isRepository && repository !== undefined ? elsewhere(repository, root) : undefined;
  return { ...known, state: 'ok', seen: finding.seen, ...(warning && { warning }) };
}

function refused(asks: Proposal | Visit, target: Target): Pick<Status, 'proposal' | 'reason' | 'remedy'> {
  const remedy = `Look at it. If you trust it: \`ultragit mcp status --trust\`. If not: \`${installCommand(target)}\`.`;
  if ('url' in asks) {
    const reason = 'the repository names this address, and no server of yours runs there';
    return { reason, remedy: `If it is yours, start it with \`ultragit mcp serve\`. ${remedy}` };
  }
  const reason = 'the repository names this program, and ultragit did not write the entry';
  return { proposal: asks, reason, remedy };
}

const elsewhere = (repository: string, root: string): string | undefined =>
  repository === root ? undefined : `It answers for another repository than this one, which is ${root}.`;

/** A word with a space in it looks like two otherwise. */
const quoted = (word: string): string => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word));
