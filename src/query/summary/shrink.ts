import {
  all,
  type Entry,
  entries,
  firstSentenceOf,
  only,
  partsOf,
  shrinking,
  without,
} from '../../pipeline/trim/shrink.ts';
import { plural } from '../../wording.ts';
import { shrinkSaid } from '../read/shrink.ts';
import type { SummaryAnswer } from './answer.ts';

type Unit = SummaryAnswer['units'][number];

/** The entries of a summary, those first that matter most, and how each gets smaller. */
export function shrinkSummary(answer: SummaryAnswer): Entry[] {
  const overview = entries('tree', answer.tree, []).map(row => ({ ...row, isOverview: true }));
  const units = answer.units.map((unit, at) => shrinkUnit(unit, at, answer.tree === undefined));
  return [
    ...overview,
    ...[...units].sort((a, b) => weight(answer.units[b.at]) - weight(answer.units[a.at])),
    ...shrinkSaid(answer.said_in_commits),
    ...(answer.unannotated ?? []).map((name, at) => ({
      ...{ list: 'unannotated', at, constraints: 0, isLast: true },
      form: (step: number) => (step < 2 ? name : undefined),
    })),
  ];
}

function weight(unit: Unit | undefined): number {
  return unit?.constraints ? 2 : unit?.risk_notes ? 1 : 0;
}

/** The units of a directory are not named when they are left out: its tree counts them. */
function shrinkUnit(unit: Unit, at: number, isNamed: boolean): Entry {
  const name = isNamed ? unit.anchor.name : undefined;
  return shrinking({ list: 'units', at, name, constraints: unit.constraints }, unit, [
    without('corrections', 'taken_back', 'confidence', 'freshness'),
    firstSentenceOf('intent', 'risk_notes'),
    all(
      only('file', 'anchor', 'lines', 'state', 'changed', 'constraints', 'rejected_alternatives', 'intent'),
      partsOf(['rejected_alternatives'], 'alternative'),
    ),
    all(only('file', 'anchor', 'state', 'constraints'), partsOf(['anchor'], 'name')),
  ]);
}

const MOST_PARTS = 3;

/** What to ask next, where not all of it fits: the parts of the directory that have most. */
export function smallerParts({ tree = [], scope }: SummaryAnswer): string {
  if (scope.directory === undefined) return 'Name a function or a class as anchor.';
  const parts = tree
    .map(({ path, units, other_regions: others = 0 }) => ({
      path,
      count: Number(units?.split(' of ')[0] ?? 0) + others,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_PARTS);
  const named = parts.map(({ path, count }) => `${path} (${plural(count, 'annotation')})`);
  return named.length === 0 ? 'Ask about one file.' : `Ask about a part of it: ${named.join(', ')}.`;
}
