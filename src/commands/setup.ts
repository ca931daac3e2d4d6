/** `ultragit setup`: the settings with which a clone keeps its annotations. */
import type { Command } from 'commander';
import { oneLine } from '../annotation/sanitise.ts';
import type { Self } from '../install/program.ts';
import { renderJson } from '../render/json.ts';
import type { SetupStep } from '../write/share/setup.ts';
import { warnOfOldGit } from './git-version.ts';
import type { Io } from './io.ts';
import { oneMore } from './mcp-install.ts';
import { withWriter } from './with-writer.ts';

const EXAMPLES = `
Examples:
  ultragit setup                       # this clone: amend, rebase and fetch keep annotations
  ultragit setup --host claude-code    # and register the MCP server
  ultragit setup --fetch               # and take over the remote's annotations
  ultragit setup --dry-run             # what it would change
  ultragit setup --undo`;

type Flags = {
  repo?: string;
  noteref?: string;
  remote?: string;
  host?: readonly string[];
  fix?: boolean;
  undo?: boolean;
  dryRun?: boolean;
  fetch?: boolean;
  json?: boolean;
};

export function addSetup(program: Command, io: Io, exit: (code: number) => void, self: Self): void {
  program
    .command('setup')
    .description("set this clone's git config so that amend, rebase and fetch keep annotations")
    .option('--remote <name>', 'the remote to fetch annotations from (default: origin, or the only one)')
    .option(
      '--host <name>',
      'also register the MCP server with this host, as `ultragit mcp install` does',
      oneMore,
    )
    .option('--fetch', "also take over the remote's annotations now, as `ultragit sync --fetch-only` does")
    .option('--fix', 'also change settings that are there and would lose annotations')
    .option('--undo', 'take back what setup wrote')
    .option('--dry-run', 'say what would be changed, change nothing')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'for this notes ref (default: the one that annotations are written to)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      await warnOfOldGit(io);
      exit(await runSetup(io, flags, self));
    });
}

function runSetup(io: Io, flags: Flags, self: Self): Promise<number> {
  return withWriter(io, flags, async writer => {
    const { chosenRef } = await import('../write/chosen-ref.ts');
    const { listSettings } = await import('../write/share/calls.ts');
    const { chooseRemote } = await import('../write/share/remote.ts');
    const { setup } = await import('../write/share/setup.ts');
    const { notesTip } = await import('../write/notes-ref.ts');
    const remote = chooseRemote(await writer.run(listSettings()), flags.remote);
    const ref = await chosenRef(writer, io.env, flags.noteref);
    const steps = await setup(writer, ref, remote, flags);
    const isFirst = (await notesTip(writer, ref)).commit === undefined;
    io.stdout.write(flags.json ? asJson(steps, flags) : asText(steps, remote, flags));
    if (flags.host !== undefined) await register(io, flags, flags.host, self);
    return remote === undefined || flags.undo || flags.dryRun
      ? 0
      : await firstFetch(io, flags, remote, isFirst);
  });
}

/** A clone has none of the remote's annotations: they are fetched where that is wanted, or it is said how. */
async function firstFetch(io: Io, flags: Flags, remote: string, isFirst: boolean): Promise<number> {
  const command = `ultragit sync${remote === 'origin' ? '' : ` ${remote}`} --fetch-only`;
  const isWanted = flags.fetch ?? (isFirst && !flags.json && (await agrees(io, remote)));
  if (isWanted) {
    const { runSync } = await import('./sync.ts');
    const { repo, noteref, json } = flags;
    return runSync(io, remote, { repo, noteref, json, fetchOnly: true });
  }
  if (isFirst && !flags.json) io.stdout.write(`Annotations of ${remote} that exist already: ${command}\n`);
  return 0;
}

/** Only a person at a terminal can be asked. */
async function agrees({ stdin, stdout, stderr }: Io, remote: string): Promise<boolean> {
  if (!stdin?.isTTY || !stdout.isTTY) return false;
  const { createInterface } = await import('node:readline');
  stderr.write(`Fetch the annotations of ${remote} now? [Y/n] `);
  const lines = createInterface({ input: stdin });
  return new Promise(resolve => {
    lines.once('line', line => {
      resolve(['', 'y', 'yes'].includes(line.trim().toLowerCase()));
      lines.close();
    });
    lines.once('close', () => resolve(false));
  });
}

async function register(
  io: Io,
  { repo, dryRun, undo }: Flags,
  host: readonly string[],
  self: Self,
): Promise<void> {
  const flags = { repo, dryRun, host };
  if (undo) {
    const { runUninstall } = await import('./mcp-uninstall-run.ts');
    await runUninstall(flags, io);
  } else {
    const { runInstall } = await import('./mcp-install-run.ts');
    await runInstall(flags, io, self);
  }
}

function asJson(steps: readonly SetupStep[], { dryRun = false }: Flags): string {
  return `${renderJson({ $schema: 'ultragit-setup/v1', dry_run: dryRun, steps })}\n`;
}

const SAID: Record<Exclude<SetupStep['state'], 'named'>, readonly [done: string, dry: string]> = {
  there: ['Already there', 'Already there'],
  added: ['Added', 'Would add'],
  replaced: ['Changed', 'Would change'],
  removed: ['Removed', 'Would remove'],
};

function asText(steps: readonly SetupStep[], remote: string | undefined, { dryRun, undo }: Flags): string {
  const lines = steps.flatMap(step => describe(step, dryRun ?? false));
  if (undo && steps.length === 0) lines.push('Nothing to take back.');
  if (undo) return `${lines.join('\n')}\n`;
  if (remote === undefined)
    lines.push('There is no remote yet: run it again when there is one to fetch from.');
  if (steps.some(({ state }) => state === 'added')) lines.push('Take it back with: ultragit setup --undo');
  return `${lines.join('\n')}\n`;
}

function describe({ state, key, value, before, purpose }: SetupStep, dryRun: boolean): string[] {
  if (state !== 'named') {
    const instead = before === undefined ? '' : `, instead of ${before}`;
    const line = `${SAID[state][dryRun ? 1 : 0]}: ${key} = ${value}${instead}`;
    return [oneLine(line), ...(purpose === '' ? [] : [`  ${oneLine(capitalised(purpose))}.`])];
  }
  const remedy =
    value === ''
      ? 'Change it by hand: it is about more than notes.'
      : `\`ultragit setup --fix\` makes it ${value}.`;
  return [
    oneLine(`In the way: ${key} = ${before ?? ''}`),
    `  ${oneLine(`${reasonFor(key, purpose)}. ${remedy}`)}`,
  ];
}

function reasonFor(key: string, purpose: string): string {
  return key === 'notes.rewriteMode'
    ? 'A rebase that joins commits would lose or tear annotations'
    : capitalised(purpose);
}

function capitalised(text: string): string {
  return /^git /.test(text) ? `With it, ${text}` : text.charAt(0).toUpperCase() + text.slice(1);
}
