/** `ultragit sync`: shares annotations with a remote. */
import type { Command } from 'commander';
import { oneLine } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import { renderJson } from '../render/json.ts';
import { plural } from '../wording.ts';
import type { Synced } from '../write/share/sync.ts';
import { warnOfOldGit } from './git-version.ts';
import type { Io } from './io.ts';
import { withProgressInPipe } from './progress.ts';
import { withWriter } from './with-writer.ts';

const EXAMPLES = `
Examples:
  ultragit sync                    # with origin, or the only remote
  ultragit sync upstream
  ultragit sync --fetch-only       # take what others wrote, push nothing
  ultragit sync --accept-removals  # also remove here what was removed there
  ultragit sync --dry-run          # fetch to the copy of the remote's notes, and say what would be merged and pushed`;

type Flags = {
  repo?: string;
  noteref?: string;
  fetchOnly?: boolean;
  dryRun?: boolean;
  acceptRemovals?: boolean;
  json?: boolean;
};

export function addSync(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('sync')
    .description(
      'fetch annotations from a remote, merge them with yours, push the result; nothing is overwritten',
    )
    .argument('[remote]', 'its name (default: origin, or the only one)')
    .option('--fetch-only', 'push nothing')
    .option('--dry-run', "change neither your notes nor the remote's, and say what would happen")
    .option('--accept-removals', 'also remove here what the remote removed (default: it is kept and shown)')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'share this notes ref (default: the one that annotations are written to)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (name: string | undefined, flags: Flags) => {
      await warnOfOldGit(io);
      exit(await withProgressInPipe(io, 'Sharing annotations …', () => runSync(io, name, flags)));
    });
}

export function runSync(io: Io, name: string | undefined, flags: Flags): Promise<number> {
  return withWriter(io, flags, async writer => {
    const { chosenRef } = await import('../write/chosen-ref.ts');
    const { listSettings } = await import('../write/share/calls.ts');
    const { chooseRemote, reach } = await import('../write/share/remote.ts');
    const { sync } = await import('../write/share/sync.ts');
    const { describeConflict, describeRemoval } = await import('../write/share/merge-message.ts');
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
    const removals = done.removals.map(removal => oneLine(describeRemoval(removal)));
    io.stdout.write(flags.json ? asJson(done, flags) : asText(done, { conflicts, removals }, flags));
    return 0;
  });
}

function asJson(
  { remote, ref, received, sent, unsent, merged, conflicts, removals }: Synced,
  { dryRun, acceptRemovals }: Flags,
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
    ...(removals.length > 0 ? { [acceptRemovals ? 'removed' : 'kept']: removals.map(asRemoval) } : {}),
  };
  return `${renderJson({ $schema: 'ultragit-sync/v1', ...answer })}\n`;
}

function asRemoval({ object, places, isWhole }: Synced['removals'][number]) {
  return { commit: object, whole_note: isWhole, places };
}

type Told = { conflicts: readonly string[]; removals: readonly string[] };

function asText(done: Synced, told: Told, flags: Flags): string {
  const lines = [
    counted(done, told, flags),
    ...conflictLines(told, flags),
    ...removalLines(done, told, flags),
  ];
  return `${lines.join('\n')}\n`;
}

function counted({ remote, received, sent, unsent }: Synced, { removals }: Told, { dryRun }: Flags): string {
  if (received + sent + unsent + removals.length === 0)
    return `Nothing to do: ${remote} and this clone have the same notes.`;
  const away = unsent > 0 ? `; ${unsent} not pushed` : `, ${dryRun ? 'send' : 'sent'} ${sent}`;
  return `${dryRun ? 'Would receive' : 'Received'} ${plural(received, 'note')} from ${remote}${away}.`;
}

function conflictLines({ conflicts }: Told, { dryRun }: Flags): string[] {
  if (conflicts.length === 0) return [];
  const head = `${plural(conflicts.length, 'conflict')}, both sides ${dryRun ? 'would be' : 'are'} kept:`;
  return [head, ...conflicts.map(conflict => `  ${conflict}`)];
}

function removalLines({ remote }: Synced, { removals }: Told, { dryRun, acceptRemovals }: Flags): string[] {
  if (removals.length === 0) return [];
  const [taken, kept] = dryRun
    ? ['would be removed here', 'would be kept here']
    : ['removed here', 'kept here'];
  const what = `${remote} removed annotations of ${plural(removals.length, 'commit')}`;
  return [
    `${what}, ${acceptRemovals ? taken : kept}:`,
    ...removals.map(removal => `  ${removal}`),
    ...(acceptRemovals ? [] : ['To remove them here, too: ultragit sync --accept-removals']),
  ];
}
