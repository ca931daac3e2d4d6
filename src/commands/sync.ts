/** `ultragit sync`: shares annotations with a remote. */
import type { Command } from 'commander';
import { oneLine } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import { renderJson } from '../render/json.ts';
import { plural } from '../wording.ts';
import type { Synced } from '../write/share/sync.ts';
import type { Io } from './io.ts';
import { withWriter } from './with-writer.ts';

const EXAMPLES = `
Examples:
  ultragit sync                    # with origin, or the only remote
  ultragit sync upstream
  ultragit sync --fetch-only       # take what others wrote, push nothing
  ultragit sync --dry-run          # fetch to the copy of the remote's notes, and say what would be merged and pushed`;

type Flags = { repo?: string; noteref?: string; fetchOnly?: boolean; dryRun?: boolean; json?: boolean };

export function addSync(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('sync')
    .description(
      'fetch annotations from a remote, merge them with yours, push the result; nothing is overwritten',
    )
    .argument('[remote]', 'its name (default: origin, or the only one)')
    .option('--fetch-only', 'push nothing')
    .option('--dry-run', "change neither your notes nor the remote's, and say what would happen")
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'share this notes ref (default: the one that annotations are written to)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (name: string | undefined, flags: Flags) => {
      exit(await runSync(io, name, flags));
    });
}

function runSync(io: Io, name: string | undefined, flags: Flags): Promise<number> {
  return withWriter(io, flags, async writer => {
    const { chosenRef } = await import('../write/chosen-ref.ts');
    const { listSettings } = await import('../write/share/calls.ts');
    const { chooseRemote, reach } = await import('../write/share/remote.ts');
    const { sync } = await import('../write/share/sync.ts');
    const { describeConflict } = await import('../write/share/merge-message.ts');
    const settings = await writer.run(listSettings());
    const remote = chooseRemote(settings, name);
    if (remote === undefined) {
      throw new UltragitError('usage', 'This repository has no remote to share annotations with.', [
        'Add one with: git remote add origin <address>',
      ]);
    }
    const ref = await chosenRef(writer, io.env, flags.noteref);
    const done = await sync(writer, reach(writer, io.env, remote, settings), ref, flags);
    const conflicts = done.conflicts.map(conflict => oneLine(describeConflict(conflict)));
    io.stdout.write(flags.json ? asJson(done, flags) : asText(done, conflicts, flags));
    return 0;
  });
}

function asJson(
  { remote, ref, received, sent, unsent, merged, conflicts }: Synced,
  { dryRun }: Flags,
): string {
  const inConflict = conflicts.map(({ object, conflict }) => ({ commit: object, ...conflict }));
  const answer = {
    remote,
    ref,
    dry_run: dryRun ?? false,
    received,
    sent,
    unsent,
    merged,
    conflicts: inConflict,
  };
  return `${renderJson({ $schema: 'ultragit-sync/v1', ...answer })}\n`;
}

function asText(done: Synced, conflicts: readonly string[], { dryRun = false }: Flags): string {
  const { remote, received, sent, unsent } = done;
  const lines: string[] = [];
  const would = dryRun ? 'Would receive' : 'Received';
  if (received + sent + unsent === 0)
    lines.push(`Nothing to do: ${remote} and this clone have the same notes.`);
  else {
    const away = unsent > 0 ? `; ${unsent} not pushed` : `, ${dryRun ? 'send' : 'sent'} ${sent}`;
    lines.push(`${would} ${plural(received, 'note')} from ${remote}${away}.`);
  }
  if (conflicts.length > 0) {
    lines.push(`${plural(conflicts.length, 'conflict')}, both sides ${dryRun ? 'would be' : 'are'} kept:`);
    lines.push(...conflicts.map(conflict => `  ${conflict}`));
  }
  return `${lines.join('\n')}\n`;
}
