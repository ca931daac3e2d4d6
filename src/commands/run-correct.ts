/** What `correct` does. Loaded when it runs. */
import { sanitise } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import { findPath } from '../pipeline/scope/find-path.ts';
import { refuseSecrets } from '../write/annotate.ts';
import { AMENDABLE, type Complaint, correct, findTarget } from '../write/correct.ts';
import { trialWriter, writerFor } from '../write/git.ts';
import { reportWritten } from './as-read.ts';
import type { Io } from './io.ts';
import { commitNamed, inWorkspace, type WritingFlags } from './writing.ts';

export type CorrectFlags = WritingFlags & {
  removeConstraint?: string;
  amend?: string;
  constraint?: string;
  to?: string;
  flag?: boolean;
  reason: string;
  commit?: string;
  allowSecret?: boolean;
  dryRun?: boolean;
};

export function runCorrect(
  io: Io,
  [word, anchor]: readonly [string, string | undefined],
  flags: CorrectFlags,
): Promise<number> {
  return inWorkspace(io, flags, async opened => {
    const { repository, settings, head } = opened.snapshot;
    const complaint = complaintIn(flags);
    if (!flags.allowSecret) refuseSecrets([{ reason: flags.reason, to: flags.to }]);
    const { path } = await findPath(word, repository, head, opened.directory);
    const commit =
      flags.commit === undefined ? undefined : (await commitNamed(opened.snapshot, flags.commit)).id;
    const target = await findTarget(opened.snapshot, {
      path,
      anchor,
      commit,
      complaint,
      reason: sanitise(flags.reason).trim(),
    });
    const dryRun = flags.dryRun ?? false;
    const writer = dryRun ? trialWriter(repository, io.env) : writerFor(repository, io.env);
    const tip = await correct(writer, settings.noteref, target, { now: new Date(), dryRun });
    const regions = [{ file: path, ...(anchor === undefined ? {} : { ast_anchor: { name: anchor } }) }];
    const what = 'a correction';
    await reportWritten(io, opened, {
      $schema: 'ultragit-correct/v1',
      dryRun,
      tip,
      commit: target.object,
      what,
      regions,
    });
    return 0;
  });
}

function complaintIn(flags: CorrectFlags): Complaint {
  const { removeConstraint, amend, flag, to, constraint } = flags;
  const given = [removeConstraint, amend, flag].filter(value => value !== undefined);
  if (given.length !== 1) {
    throw new UltragitError('usage', 'Say one thing: --remove-constraint, --amend or --flag.', [
      'Several corrections are several commands.',
    ]);
  }
  if (!flags.reason.trim())
    throw new UltragitError('usage', 'A correction needs a reason.', ['--reason "…"']);
  if (removeConstraint !== undefined) return { kind: 'remove', constraint: removeConstraint };
  if (amend === undefined) return { kind: 'flag' };
  const field = AMENDABLE.find(name => name === amend);
  if (field === undefined || !to?.trim()) {
    throw new UltragitError('usage', '--amend needs --to with the text as it should read.', [
      `What can be amended: ${AMENDABLE.join(', ')}`,
    ]);
  }
  return { kind: 'amend', field, constraint, to: sanitise(to).trim() };
}
