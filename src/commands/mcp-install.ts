/** `ultragit mcp install`: registers the server, and the hook, in a host's config files. */

import { type Command, Option } from 'commander';
import { HOOK_HOSTS } from '../hook/hosts.ts';
import { HOSTS } from '../install/hosts.ts';
import type { Self } from '../install/program.ts';
import type { Io } from './io.ts';
import type { InstallFlags } from './mcp-install-run.ts';

const EXAMPLES = `
Examples:
  ultragit mcp install                  # .mcp.json: Claude Code and Copilot CLI
  ultragit mcp install --hooks          # and the hook that speaks before an edit
  ultragit mcp install --shared         # without a path of this machine
  ultragit mcp install --host codex     # .codex/config.toml here
  ultragit mcp install --host gemini --scope user    # for every project
  ultragit mcp install --host cursor --host codex    # both
  ultragit mcp install --http           # connect to the running \`ultragit mcp serve\`
  ultragit mcp install --host all --dry-run
  ultragit mcp install --global         # Claude Desktop, for this repository`;

const HOOK_NAMES = HOOK_HOSTS.map(({ id }) => id).join(', ');
const HOST_NAMES = [...HOSTS.map(({ id }) => id), 'all'];

/** Help and completion show the words; what is wrong is said where they are read. */
function choice(flags: string, help: string, words: readonly string[]): Option {
  return new Option(flags, help).choices(words).argParser(word => word);
}

/** For a flag that may be given several times. */
export const oneMore = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];

/** The flags that say which file is meant; uninstall has the same. */
export function addTargetOptions(command: Command): Command {
  return command
    .option('--config <path>', 'this file; its form is told from its name and content')
    .option('--global', "Claude Desktop's file instead of the repository's .mcp.json")
    .addOption(
      choice(
        '--host <name>',
        'a host, once or more, or all whose config is found (default: claude-code)',
        HOST_NAMES,
      ).argParser(oneMore),
    )
    .addOption(
      choice('--scope <scope>', 'whose file (default: project where the host has one)', ['project', 'user']),
    )
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--dry-run', 'show the change, write nothing');
}

export function addMcpInstall(mcp: Command, io: Io, self: Self): void {
  addTargetOptions(mcp.command('install').description("register the server in a host's config"))
    .option('--hooks', `also register the hook that speaks before an edit (${HOOK_NAMES})`)
    .option('--http', 'let the host connect to the `ultragit mcp serve` that runs for this repository')
    .option('--url <url>', 'the same, to the server at this address')
    .option(
      '--token-env <name>',
      "the variable that has the server's token (default: MCP_TOKEN, if it needs one)",
    )
    .option('--noteref <ref>', 'let the server read this notes ref alone')
    .option('--shared', 'leave out what is true on this machine only, for a file that is committed')
    .option('--keep-env', 'keep variables of the entry that can make it start another program')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: InstallFlags) => {
      const { runInstall } = await import('./mcp-install-run.ts');
      await runInstall(flags, io, self);
    });
}
