import type { Command } from 'commander';

/** The flags that say what is read. */
export function addRepositoryOptions(command: Command, around = 'current directory'): Command {
  return command
    .option('--repo <path>', `repository to read (default: the one around the ${around})`)
    .option('--noteref <ref>', 'read this notes ref alone (default: every source that is there)');
}
