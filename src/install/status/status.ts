/** Finds every registered entry as its host would read it, starts its server, and reports the result. */

import { setMaxListeners } from 'node:events';
import { hintsFor, UltragitError } from '../../errors.ts';
import { type ConfigFile, hasBom, readConfig } from '../config/config-file.ts';
import { SERVER_NAME, Unreadable } from '../config/format.ts';
import { firstRejected, isBlank } from '../config/json-tree.ts';
import { boundaryOf } from '../config/merge.ts';
import { isDisabled, type Launch, launchOf } from '../launch.ts';
import { findProgram, type Self } from '../program.ts';
import { installCommand, remedyFor } from '../remedies.ts';
import { formatOf, type Target } from '../server-entry.ts';
import { allFiles, type InstallContext } from '../targets.ts';
import { meaningOf } from '../transport.ts';
import { type ProbeOptions, probe, type Seen } from './probe.ts';
import { type Consent, ownServer, type Proposal } from './trust.ts';

/**
 * `overridden`: the project's entry for the same host wins. `url`: the host connects to an address and starts nothing.
 * `not_started`: a project's file names the program, and the user did not say that it may run.
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

export type StatusOptions = Omit<ProbeOptions, 'needsRepository'> & { self: Self; consent: Consent };

export async function status(context: InstallContext, options: StatusOptions): Promise<Status[]> {
  // All sessions listen to one signal; Node warns of a leak above ten listeners.
  setMaxListeners(0, options.signal);
  const found = registeredServers(context);
  const judged = found.map(entry => judge(entry, found, context, options.self));
  const answers = await askAll(judged, options.consent);
  return Promise.all(judged.map((one, index) => examine(one, answers[index] ?? false, context, options)));
}

/** An entry of ours in a host's file, or what keeps it from being read. */
type Found = { target: Target; entry?: unknown; problem?: string };

/** What is written down; nothing is started. */
export function registeredServers(context: InstallContext): Found[] {
  return allFiles(context).flatMap(read);
}

function read(target: Target): Found[] {
  const { host } = target;
  let text = '';
  try {
    const place = { name: host.name, ...target };
    const file = readConfig(target.path, boundaryOf(place));
    text = file.text ?? '';
    const rejected = rejectedByHost(file, text, target);
    if (rejected) throw rejected;
    const entry = formatOf(host).readEntry(text, host.container);
    return entry === undefined ? [] : [{ target, entry }];
  } catch (error) {
    // A broken file that never mentions us is not our concern; an empty one may be what is left of ours.
    if (error instanceof Unreadable && !text.includes(SERVER_NAME) && !isBlank(text)) return [];
    if (error instanceof Unreadable) {
      return [{ target, problem: `line ${error.line}, column ${error.column}: ${error.message}` }];
    }
    if (!(error instanceof UltragitError)) throw error;
    return [{ target, problem: [error.message, ...hintsFor('terminal', error)].join(' ') }];
  }
}

/** Where the host's own parser stops, which may be stricter than ours. */
function rejectedByHost(file: ConfigFile, text: string, { host, scope }: Target): Unreadable | undefined {
  const reads = host.reads[scope];
  const stops = `${host.name} stops here`;
  if (hasBom(file) && !reads.bom) return new Unreadable(`a byte order mark: ${stops}`, 1, 1);
  if (isBlank(text) && !reads.blank) return new Unreadable(`the file is empty: ${stops}`, 1, 1);
  const rejected = host.format === 'json' ? firstRejected(text, reads) : undefined;
  return rejected && new Unreadable(`${rejected.message}: ${stops}`, rejected.line, rejected.column);
}

/** What is known without starting anything; a launch when there is something to start. */
type Judged = { known: Status; launch?: Launch; proposal?: Proposal };

function judge(found: Found, all: readonly Found[], context: InstallContext, self: Self): Judged {
  const { target, entry, problem } = found;
  const failed = (reason: string, remedy: string): Judged => ({
    known: { target, state: 'failed', reason, remedy },
  });
  if (problem) return failed(problem, `Mend the file, then run \`${installCommand(target)}\`.`);
  const winner = all.findLast(other => other.target.host === target.host && other.entry !== undefined);
  if (winner !== found) return { known: { target, state: 'overridden' } };
  if (isDisabled(entry)) return { known: { target, state: 'disabled' } };
  const meaning = meaningOf(entry, target.host);
  if (meaning.kind === 'invalid') return failed(meaning.reason, remedyFor('rewrite', target));
  if (meaning.kind === 'url') return { known: { target, state: 'url', url: meaning.url } };
  const launch = launchOf(entry, target, context);
  if (!launch) return failed('the entry names no command', remedyFor('rewrite', target));
  if (isMissing(launch))
    return failed(
      `\`ultragit\` is not on the PATH that ${target.host.name} sees`,
      remedyFor('rewrite', target),
    );
  const command = [launch.command, ...launch.args].map(quoted).join(' ');
  const known: Status = { target, state: 'not_started', command };
  if (target.scope === 'user') return { known, launch };
  const own = ownServer(entry, launch, context.root, self);
  if (own !== undefined) return { known, launch: { ...launch, command: own } };
  const { cwd, own: env } = launch;
  return { known, launch, proposal: { file: target.path, hosts: [target.host.name], command, cwd, env } };
}

/** Then there is nothing to start, and nobody to ask. */
const isMissing = ({ command, env, cwd }: Launch): boolean =>
  command === 'ultragit' && findProgram(command, env.PATH ?? '', cwd) === undefined;

/** One question for what several hosts would start alike, one question at a time. */
async function askAll(judged: readonly Judged[], consent: Consent): Promise<boolean[]> {
  const key = ({ file, command, cwd, env }: Proposal) => JSON.stringify([file, command, cwd, env]);
  const proposals = new Map<string, Proposal>();
  for (const { proposal } of judged) {
    if (!proposal) continue;
    const same = proposals.get(key(proposal));
    proposals.set(key(proposal), { ...proposal, hosts: [...(same?.hosts ?? []), ...proposal.hosts] });
  }
  const answers = new Map<string, boolean>();
  for (const [name, proposal] of proposals) answers.set(name, await consent(proposal));
  return judged.map(({ proposal }) => (proposal ? (answers.get(key(proposal)) ?? false) : true));
}

async function examine(
  { known, launch, proposal }: Judged,
  mayStart: boolean,
  { root, isRepository }: InstallContext,
  options: StatusOptions,
): Promise<Status> {
  if (!launch) return known;
  const { target } = known;
  if (!mayStart && proposal) {
    const reason = 'the repository names this program, and ultragit did not write the entry';
    const remedy = `Look at it. If you trust it: \`ultragit mcp status --trust\`. If not: \`${installCommand(target)}\`.`;
    return { ...known, proposal, reason, remedy };
  }
  const finding = await probe(launch, { ...options, needsRepository: isRepository });
  if ('reason' in finding) {
    return { ...known, state: 'failed', reason: finding.reason, remedy: remedyFor(finding.remedy, target) };
  }
  const { repository } = finding.seen;
  const warning = isRepository && repository !== undefined ? elsewhere(repository, root) : undefined;
  return { ...known, state: 'ok', seen: finding.seen, ...(warning && { warning }) };
}

const elsewhere = (repository: string, root: string): string | undefined =>
  repository === root ? undefined : `It answers for another repository than this one, which is ${root}.`;

/** A word with a space in it looks like two otherwise. */
const quoted = (word: string): string => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word));
