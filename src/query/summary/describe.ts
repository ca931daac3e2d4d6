import {
  describeCorrection,
  describePromises,
  describeSaid,
  describeTrimmed,
  labelled,
  names as namesOf,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import { type Badge, type Block, field, type Inline, joined } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { day, fileName, name, range } from '../../render/phrases.ts';
import type { SummaryAnswer } from './answer.ts';
import { tree } from './tree.ts';

const MOST_NAMES = 12;

/** A file as a list of its units, a directory as a tree that shows at a glance what is covered. */
export function describe(answer: SummaryAnswer): Block[] {
  const { directory } = answer.scope;
  const isDirectory = directory !== undefined;
  return [
    labelled(
      isDirectory
        ? { kind: 'title', text: [name(directory)], detail: coverage(answer) }
        : title({ ...answer.scope, file: answer.scope.file ?? '' }),
    ),
    ...leadingNotices(answer.notices),
    ...(isDirectory ? [{ kind: 'lines' as const, lines: tree(answer.tree ?? [], directory) }] : []),
    ...answer.units.flatMap(unit => describeUnit(unit, answer.scope)),
    ...(isDirectory ? [] : unannotated(answer)),
    ...describeSaid(answer.said_in_commits ?? []),
    ...describeTrimmed(answer.trimmed),
    ...describeFlaws(answer),
    ...trailingNotices(answer.notices),
  ];
}

function coverage({ stats }: SummaryAnswer): string {
  const files = `${stats.annotated_files ?? 0} of ${stats.files} files annotated`;
  return stats.ast_units === 0
    ? files
    : `${files}, with ${stats.annotated_units} of their ${stats.ast_units} units`;
}

function describeUnit(unit: SummaryAnswer['units'][number], scope: SummaryAnswer['scope']): Block[] {
  const { anchor, file, lines } = unit;
  const showFile = scope.directory !== undefined;
  const isApart = showFile && file !== undefined && !isWhole(anchor.type);
  const where = lines && anchor.type !== 'lines' ? range(lines) : '';
  const unitName = nameOf(anchor, file ?? scope.file ?? '', lines?.start);
  const heading = joined([anchor.type === 'file' && !showFile ? 'whole file' : unitName, where], ' ');
  return [
    {
      kind: 'item',
      text: isApart ? joined([[fileName(file)], heading], '  ') : heading,
      badges: badges(unit),
    },
    ...(unit.intent ? [{ kind: 'text' as const, text: unit.intent }] : []),
    ...describePromises(unit),
    ...field('Risk', unit.risk_notes ? [{ text: unit.risk_notes, tone: 'warn' as const }] : []),
    ...field('Corrected', (unit.corrections ?? []).map(describeCorrection)),
  ];
}

/** Shown without the file that they are of, because they are it, or are around it. */
function isWhole(type: string | undefined): boolean {
  return type === 'file' || type === 'directory';
}

function nameOf(
  { type, name: text }: SummaryAnswer['units'][number]['anchor'],
  file: string,
  line?: number,
): Inline {
  if (type === 'directory' && text === '/') return 'whole repository';
  return type === 'lines' ? text : [fileName(file, line, text)];
}

function badges({ state, changed, date: time, recovered }: SummaryAnswer['units'][number]): Badge[] {
  const date = day(time);
  return [
    stateBadge({ state, changed }),
    ...(date ? [{ text: date, tone: 'quiet' as const }] : []),
    ...recoveredBadge(recovered),
  ];
}

function unannotated({ unannotated: names = [], stats }: SummaryAnswer): Block[] {
  if (names.length === 0) return [];
  const more = stats.unannotated_units - MOST_NAMES;
  const shown = namesOf(names.slice(0, MOST_NAMES));
  return [
    { kind: 'section', text: `Not annotated: ${stats.unannotated_units} of ${stats.ast_units} units` },
    ...field('', [joined([shown, more > 0 ? `and ${more} more` : ''], ' ')]),
  ];
}
