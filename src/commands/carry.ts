/** `ultragit carry`: brings the annotations of a branch onto the commit that it was squashed into. */
import type { Command } from 'commander';
import { UltragitError } from '../errors.ts';
import { renderJson } from '../render/json.ts';
import { isOrAre, plural, shortId } from '../wording.ts';
import type { CarryResult } from '../write/carry/carry.ts';
import type { Io } from './io.ts';
import { withProgressInPipe } from './progress.ts';
import { inWorkspace } from './writing.ts';

const EXAMPLES = `
Examples:
  ultragit carry main~1..feature --onto main       # after a squash merge of feature into main
  ultragit carry fix~1..fix                        # after a cherry-pick of fix
  ultragit carry main~1..feature --onto main --dry-run`;

type Flags = { onto: string; repo?: string; noteref?: string; dryRun?: boolean; json?: boolean };

export function addCarry(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('carry')
    .description("put a branch's annotations onto its squash commit, at their lines there")
    .argument('<base..head>', 'the commits of the branch')
    .option('--onto <commit>', 'the commit that stands for them now', 'HEAD')
    .option('--dry-run', 'say what would be carried, write nothing')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'this notes ref (default: the one that annotations are written to)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (range: string, flags: Flags) => {
      exit(await withProgressInPipe(io, 'Carrying annotations …', () => runCarry(io, range, flags)));
    });
}

function runCarry(io: Io, range: string, flags: Flags): Promise<number> {
  return inWorkspace(io, flags, async ({ snapshot }) => {
    const [base, head, ...others] = range.includes('...') ? [] : range.split('..');
    if (!base || !head || others.length > 0) {
      throw new UltragitError('usage', `${range} is no range of commits.`, [
        'Name the commit that the branch started from and its last one: main..feature',
      ]);
    }
    const { carry } = await import('../write/carry/carry.ts');
    const { writerFor } = await import('../write/git.ts');
    const writer = writerFor(snapshot.repository, io.env);
    const { onto, dryRun } = flags;
    const result = await carry(writer, snapshot, snapshot.settings.noteref, { base, head, onto, dryRun });
    io.stdout.write(flags.json ? asJson(result, flags) : asText(result, range, flags));
    return 0;
  });
}

function asJson({ leftAlone, ...result }: CarryResult, { dryRun = false }: Flags): string {
  return `${renderJson({ $schema: 'ultragit-carry/v1', dry_run: dryRun, ...result, left_alone: leftAlone })}\n`;
}

function asText(result: CarryResult, range: string, { dryRun }: Flags): string {
  const { state, onto, from, regions, unplaced, leftAlone } = result;
  const what = `${plural(regions, 'region')} of ${plural(from.length, 'commit')}`;
  const lines = {
    carried: `${dryRun ? 'Would carry' : 'Carried'} ${what} onto ${shortId(onto)}.`,
    'already there': `${shortId(onto)} has all annotations of ${range} already.`,
    'nothing to carry': `No commit of ${range} is annotated.`,
  };
  const more = [lines[state]];
  if (unplaced > 0) {
    more.push(
      `${unplaced} of them ${isOrAre(unplaced)} about code that is not there; they came without lines.`,
    );
  }
  for (const id of leftAlone) more.push(`The note on ${shortId(id)} is in another form and stays there.`);
  return `${more.join('\n')}\n`;
}
