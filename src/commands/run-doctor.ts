/** What `doctor` does: looks, mends where it was asked to, looks again, and prints. Loaded when it runs. */
import { oneLine } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import { registeredHooks } from '../install/status/hook-status.ts';
import { registeredServers } from '../install/status/registered.ts';
import { anyWorkplace } from '../install/workplace.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { type CallContext, Workspace } from '../query/workspace.ts';
import { renderJson } from '../render/json.ts';
import { plural } from '../wording.ts';
import { chosenRef } from '../write/chosen-ref.ts';
import { examine } from '../write/doctor/doctor.ts';
import { exitCodeOf, type Finding } from '../write/doctor/finding.ts';
import type { Writer } from '../write/git.ts';
import { listSettings } from '../write/share/calls.ts';
import { chooseRemote, reach } from '../write/share/remote.ts';
import { type SetupStep, setup } from '../write/share/setup.ts';
import { tooOldGit } from './git-version.ts';
import type { Io } from './io.ts';
import { withProgressInPipe } from './progress.ts';
import { shownPath } from './shown-path.ts';
import { type WriterFlags, withWriter } from './with-writer.ts';

export type DoctorFlags = WriterFlags & { noteref?: string; remote?: string | true; fix?: boolean };

export function runDoctor(io: Io, flags: DoctorFlags): Promise<number> {
  return withProgressInPipe(io, 'Looking …', progress => diagnose(io, flags, progress));
}

function diagnose(io: Io, flags: DoctorFlags, progress: CallContext['progress']): Promise<number> {
  return withWriter(io, flags, async writer => {
    const ref = await chosenRef(writer, io.env, flags.noteref);
    const named = typeof flags.remote === 'string' ? flags.remote : undefined;
    const settings = await writer.run(listSettings());
    const remote = chooseRemote(settings, named);
    const mended = flags.fix ? await mend(writer, ref, remote) : [];
    const context = { noteref: flags.noteref, progress };
    const findings = await lookAt(io, context, writer, async (snapshot, unseen) => {
      const reached =
        flags.remote && remote !== undefined ? reach(writer, io.env, remote, settings) : undefined;
      return [...(await examine({ writer, snapshot, ref, remote, reached })), ...unseen];
    });
    findings.push(...(await checkGit(io)), ...(await checkHosts(io, flags)));
    io.stdout.write(flags.json ? asJson(findings, mended) : asText(findings, mended));
    return exitCodeOf(findings);
  });
}

async function mend(writer: Writer, ref: string, remote: string | undefined): Promise<SetupStep[]> {
  const steps = await setup(writer, ref, remote, { fix: true });
  return steps.filter(({ state }) => state === 'added' || state === 'replaced');
}

/** With what a query would see; where no query could be answered, with the reason. */
async function lookAt(
  io: Io,
  { noteref, progress }: Pick<DoctorFlags, 'noteref'> & Pick<CallContext, 'progress'>,
  { repository }: Writer,
  look: (snapshot: Snapshot | undefined, unseen: Finding[]) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { root, gitDir } = repository.location;
  const options = { directory: root ?? gitDir, env: io.env, noteref, strictConfig: false, useCache: true };
  const workspace = await Workspace.open(options);
  try {
    let snapshot: Snapshot | undefined;
    const unseen: Finding[] = [];
    try {
      snapshot = await workspace.snapshot({ progress });
    } catch (error) {
      if (!(error instanceof UltragitError)) throw error;
      const [hint] = error.hints;
      const fix = typeof hint === 'string' ? { fix: hint } : {};
      unseen.push({ code: error.code, state: 'unseen', message: error.message, ...fix });
    }
    return await look(snapshot, unseen);
  } finally {
    workspace.close();
  }
}

async function checkGit(io: Io): Promise<Finding[]> {
  const message = await tooOldGit(io);
  return message === undefined
    ? []
    : [{ code: 'old_git', state: 'mend', message, fix: 'Install a newer git, or put it first in the PATH.' }];
}

/** Only what is written down is looked at: nothing is started. */
async function checkHosts(io: Io, { repo }: DoctorFlags): Promise<Finding[]> {
  const context = { machine: io, cwd: io.cwd, ...(await anyWorkplace(io, repo)) };
  const servers = registeredServers(context).map(({ target, problem }) => ({ target, problem }));
  const hooks = registeredHooks(context).map(({ target, reason }) => ({ target, problem: reason }));
  return [
    listing(io, 'hosts', servers, {
      none: 'No host has the MCP server registered, so agents ask nothing.',
      some: 'The MCP server is registered with',
      fix: ['ultragit mcp install', 'Whether it starts: ultragit mcp status'],
    }),
    listing(io, 'hooks', hooks, {
      none: 'No host has the hook registered that speaks before an edit.',
      some: 'The hook that speaks before an edit is registered with',
      fix: ['ultragit mcp install --hooks', 'Whether it works: ultragit mcp status'],
    }),
    ...[...servers, ...hooks].flatMap(({ target, problem }) => broken(io, target.path, problem)),
  ];
}

type Entry = { target: { host: { name: string }; path: string }; problem?: string };
type Texts = { none: string; some: string; fix: readonly [none: string, some: string] };

function listing(io: Io, code: string, entries: readonly Entry[], { none, some, fix }: Texts): Finding {
  const sound = entries.filter(({ problem }) => problem === undefined);
  if (sound.length === 0) return { code, state: 'fine', message: none, fix: fix[0] };
  const names = sound.map(({ target }) => `${target.host.name} (${shownPath(target.path, io)})`);
  return { code, state: 'fine', message: `${some} ${[...new Set(names)].join(', ')}.`, fix: fix[1] };
}

function broken(io: Io, path: string, problem: string | undefined): Finding[] {
  if (problem === undefined) return [];
  const message = `${shownPath(path, io)} can't be read by its host: ${problem}.`;
  return [{ code: 'host_config', state: 'mend', message, fix: 'ultragit mcp status' }];
}

function asJson(findings: readonly Finding[], mended: readonly SetupStep[]): string {
  const shown = findings.map(({ isFixable, message, fix, ...finding }) => ({
    ...finding,
    message: oneLine(message),
    ...(fix === undefined ? {} : { fix: oneLine(fix) }),
    ...(isFixable ? { fixable: true } : {}),
  }));
  const changes = mended.map(({ key, value, before }) => ({ key, value, before }));
  const status = { 0: 'fine', 1: 'mend', 3: 'unseen' }[exitCodeOf(findings)];
  return `${renderJson({ $schema: 'ultragit-doctor/v1', status, mended: changes, findings: shown })}\n`;
}

const MARKS: Record<Finding['state'], string> = { fine: 'fine  ', mend: 'mend  ', unseen: 'unseen' };

function asText(findings: readonly Finding[], mended: readonly SetupStep[]): string {
  const lines = mended.map(({ key, value }) => `mended  ${oneLine(`${key} = ${value}`)}`);
  for (const { state, message, fix } of findings) {
    lines.push(`${MARKS[state]}  ${oneLine(message)}`);
    if (fix !== undefined) lines.push(`          ${oneLine(fix)}`);
  }
  return `${[...lines, '', verdict(findings)].join('\n')}\n`;
}

function verdict(findings: readonly Finding[]): string {
  const toMend = findings.filter(({ state }) => state === 'mend');
  const safe = toMend.filter(({ isFixable }) => isFixable).length;
  if (toMend.length > 0) {
    const help = safe > 0 ? ` \`ultragit doctor --fix\` mends ${safe === toMend.length ? 'all' : safe}.` : '';
    return `${plural(toMend.length, 'thing')} to mend.${help}`;
  }
  const isAll = exitCodeOf(findings) === 0;
  return isAll ? 'Nothing to mend.' : 'Nothing to mend, but not everything could be seen.';
}
