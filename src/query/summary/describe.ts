import {
  describeConstraints,
  describeCorrection,
  describeSaid,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import { type Badge, type Block, field, joined } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { name as code, day, range } from '../../render/phrases.ts';
import type { SummaryAnswer } from './answer.ts';
import { tree } from './tree.ts';

const MOST_NAMES = 12;

/** A file as a list of its units, a directory as a tree that shows at a glance what is covered. */
export function describe(answer: SummaryAnswer): Block[] {
  const { directory } = answer.scope;
  const isDirectory = directory !== undefined;
  return [
    isDirectory
      ? { kind: 'title', text: [code(directory)], detail: coverage(answer) }
      : title({ ...answer.scope, file: answer.scope.file ?? '' }),
    ...leadingNotices(answer.notices),
    ...(isDirectory ? [{ kind: 'lines' as const, lines: tree(answer, directory) }] : []),
    ...answer.units.flatMap(unit => describeUnit(unit, isDirectory)),
    ...(isDirectory ? [] : unannotated(answer)),
    ...describeSaid(answer.said_in_commits ?? []),
    ...describeFlaws(answer),
    ...trailingNotices(answer.notices),
  ];
}

function coverage({ stats }: SummaryAnswer): string {
  const files = `${stats.annotated_files} of ${stats.files} files annotated`;
  return stats.ast_units === 0
    ? files
    : `${files}, with ${stats.annotated_units} of their ${stats.ast_units} units`;
}

function describeUnit(unit: SummaryAnswer['units'][number], showFile: boolean): Block[] {
  const where = unit.lines && unit.anchor.type !== 'lines' ? ` ${range(unit.lines)}` : '';
  const file =
    showFile && unit.file !== undefined && !isWhole(unit.anchor.type) ? [code(unit.file), '  '] : [];
  const name = unit.anchor.type === 'file' && !showFile ? 'whole file' : nameOf(unit.anchor);
  return [
    {
      kind: 'item',
      text: [...file, code(name), where],
      badges: badges(unit),
    },
    ...(unit.intent ? [{ kind: 'text' as const, text: unit.intent }] : []),
    ...describeConstraints(unit.constraints ?? []),
    ...field('Risk', unit.risk_notes ? [{ text: unit.risk_notes, tone: 'warn' as const }] : []),
    ...field('Corrected', (unit.corrections ?? []).map(describeCorrection)),
  ];
}

/** Shown without the file that they are of, because they are it, or are around it. */
function isWhole(type: string | undefined): boolean {
  return type === 'file' || type === 'directory';
}

function nameOf({ type, name }: SummaryAnswer['units'][number]['anchor']): string {
  return type === 'directory' && name === '/' ? 'whole repository' : name;
}

function badges({ freshness, last_modified: time, recovered }: SummaryAnswer['units'][number]): Badge[] {
  const date = day(time);
  return [
    stateBadge(freshness),
    ...(date ? [{ text: date, tone: 'quiet' as const }] : []),
    ...recoveredBadge(recovered),
  ];
}

function unannotated({ unannotated: names = [], stats }: SummaryAnswer): Block[] {
  if (names.length === 0) return [];
  const more = stats.unannotated_units - MOST_NAMES;
  const shown = joined(
    names.slice(0, MOST_NAMES).map(name => [code(name)]),
    ', ',
  );
  return [
    { kind: 'section', text: `Not annotated: ${stats.unannotated_units} of ${stats.ast_units} units` },
    ...field('', [more > 0 ? joined([shown, `and ${more} more`], ' ') : shown]),
  ];
}
