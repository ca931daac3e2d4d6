/** `ultragit setup`: the settings with which a clone keeps its annotations. */
import type { Command } from 'commander';
import { oneLine } from '../annotation/sanitise.ts';
import type { Self } from '../install/program.ts';
import { renderJson } from '../render/json.ts';
import type { SetupStep } from '../write/share/setup.ts';
import type { Io } from './io.ts';
import { withWriter } from './with-writer.ts';

const EXAMPLES = `
Examples:
  ultragit setup                       # this clone: amend, rebase and fetch keep annotations
  ultragit setup --host claude-code    # and register the MCP server
  ultragit setup --dry-run             # what it would change
  ultragit setup --undo`;

type Flags = {
  repo?: string;
  noteref?: string;
  remote?: string;
  host?: string;
  fix?: boolean;
  undo?: boolean;
  dryRun?: boolean;
  json?: boolean;
};

export function addSetup(program: Command, io: Io, exit: (code: number) => void, self: Self): void {
  program
    .command('setup')
    .description("set this clone's git config so that amend, rebase and fetch keep annotations")
    .option('--remote <name>', 'the remote to fetch annotations from (default: origin, or the only one)')
    .option('--host <name>', 'also register the MCP server with this host, as `ultragit mcp install` does')
    .option('--fix', 'also change settings that are there and would lose annotations')
    .option('--undo', 'take back what setup wrote')
    .option('--dry-run', 'say what would be changed, change nothing')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'for this notes ref (default: the one that annotations are written to)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      exit(await runSetup(io, flags, self));
    });
}

function runSetup(io: Io, flags: Flags, self: Self): Promise<number> {
  return withWriter(io, flags, async writer => {
    const { chosenRef } = await import('../write/chosen-ref.ts');
    const { listSettings } = await import('../write/share/calls.ts');
    const { chooseRemote } = await import('../write/share/remote.ts');
    const { setup } = await import('../write/share/setup.ts');
    const remote = chooseRemote(await writer.run(listSettings()), flags.remote);
    const steps = await setup(writer, await chosenRef(writer, io.env, flags.noteref), remote, flags);
    io.stdout.write(flags.json ? asJson(steps, flags) : asText(steps, remote, flags));
    if (flags.host !== undefined) await register(io, flags, flags.host, self);
    return 0;
  });
}

async function register(io: Io, { repo, dryRun, undo }: Flags, host: string, self: Self): Promise<void> {
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
