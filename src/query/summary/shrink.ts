import {
  all,
  type Entry,
  entries,
  firstSentenceOf,
  formsOf,
  only,
  partsOf,
  without,
} from '../../pipeline/trim/shrink.ts';
import { plural } from '../../wording.ts';
import { shrinkSaid } from '../read/shrink.ts';
import type { SummaryAnswer } from './answer.ts';

export type ShownUnit = SummaryAnswer['units'][number];

/** A unit as far as it decides what of a summary is shown; what it says is read when it is. */
export type BriefUnit = {
  /** Has constraints or risks, in force or not. */
  isWeighty: boolean;
  weight: number;
  constraints: number;
  shares: { whole: number; smallest: number };
  shown(): ShownUnit;
};

/** The entries of a summary, those first that matter most, and how each gets smaller; its units are in the order of the answer. */
export function shrinkSummary(answer: SummaryAnswer, units: readonly BriefUnit[]): Entry[] {
  const isNamed = answer.tree === undefined;
  const overview = entries('tree', answer.tree, []).map(row => ({ ...row, isOverview: true }));
  const shrinking = units.map((unit, at) => ({ weight: unit.weight, entry: shrinkUnit(unit, at, isNamed) }));
  return [
    ...overview,
    ...shrinking.sort((a, b) => b.weight - a.weight).map(({ entry }) => entry),
    ...shrinkSaid(answer.said_in_commits),
    ...(answer.unannotated ?? []).map((name, at) => ({
      ...{ list: 'unannotated', at, constraints: 0, isLast: true },
      form: (step: number) => (step < 2 ? name : undefined),
    })),
  ];
}

export function weightOf(unit: ShownUnit): number {
  return unit.constraints ? 2 : unit.risk_notes ? 1 : 0;
}

/** The units of a directory are not named when they are left out: its tree counts them. */
function shrinkUnit({ constraints, shares, shown }: BriefUnit, at: number, isNamed: boolean): Entry {
  const form = formsOfUnit(shown);
  const name = isNamed ? shown().anchor.name : undefined;
  return { list: 'units', at, name, constraints, shares, form };
}

export function formsOfUnit(shown: () => ShownUnit): Entry['form'] {
  return formsOf(shown, [
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
