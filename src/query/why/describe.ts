import { oneLine } from '../../annotation/sanitise.ts';
import type { DependentAnswer, RegionAnswer, ScopeAnswer } from '../../answers.ts';
import { groupBy } from '../../collections.ts';
import { lengthOf } from '../../pipeline/lines/range.ts';
import { firstSentence } from '../../pipeline/trim/shrink.ts';
import {
  describeConstraint,
  describeOrigin,
  describeSaid,
  labelled,
  names,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import { type Block, type Entry, field, type Inline, joined, plainText } from '../../render/blocks.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { dash, name, place } from '../../render/phrases.ts';
import { plural } from '../../wording.ts';
import type { ReadAnswer } from '../read/answer.ts';
import { describeStillTrue, inWords } from '../read/describe.ts';
import { nearestFirst } from './nearest-first.ts';

/** As much as a screen has room for; `ultragit read` has the rest. */
const MOST = { constraints: 6, rejected: 3, dependents: 3 };

/** One answer out of all annotations that concern the line, those first that are nearest to it. */
export function describe(answer: ReadAnswer): Block[] {
  const { scope } = answer;
  if (!scope) return [];
  const regions = answer.regions.map(region => inWords(region, answer));
  const { near, others } = nearestFirst(regions, scope);
  const [nearest] = near;
  return [
    labelled(title(scope, placeOf(scope))),
    ...leadingNotices(answer.notices),
    ...(nearest ? describeNear(near, nearest, answer) : describeNobody(scope, answer, others)),
    ...(regions.length > 0 ? whereTheRestIs(scope, others) : []),
    ...trailingNotices(answer.notices),
  ];
}

/** As it was asked for: `src/a.ts:42`. */
function placeOf({ file, lines, anchor }: ScopeAnswer): string {
  if (!lines || (anchor && lines.end > lines.start)) return file;
  const { start, end } = lines;
  return `${file}:${start === end ? start : `${start}-${end}`}`;
}

function describeNear(near: readonly RegionAnswer[], nearest: RegionAnswer, answer: ReadAnswer): Block[] {
  const reasons =
    near.find(({ reasoning, newer }) => reasoning && !newer) ?? near.find(({ reasoning }) => reasoning);
  const risky = near.find(region => region.risk_notes);
  const intent = near.find(region => region.intent)?.intent;
  const told = (region: RegionAnswer, text: Inline): Inline => joined([text, ofWhat(region, nearest)], ' ');
  // What several annotations say in the same words is said once, of the nearest of them.
  const each = (entries: (region: RegionAnswer) => readonly Inline[]) => {
    const all = near.flatMap(region => entries(region).map(text => ({ text, shown: told(region, text) })));
    return [...groupBy(all, ({ text }) => plainText(text)).values()].flatMap(([first]) =>
      first ? [first.shown] : [],
    );
  };
  return [
    ...(intent ? [{ kind: 'text' as const, text: intent }] : []),
    ...few(
      'Must hold',
      each(({ constraints = [] }) => constraints.map(describeConstraint)),
      MOST.constraints,
      'strong',
    ),
    ...field('Why', reasons?.reasoning ? [told(reasons, reasons.reasoning)] : []),
    ...few(
      'Rejected',
      each(({ rejected_alternatives: all = [] }) =>
        all.map(({ alternative, reason }) => dash(alternative, reason && firstSentence(reason))),
      ),
      MOST.rejected,
    ),
    ...field('Risk', risky?.risk_notes ? [told(risky, risky.risk_notes)] : []),
    ...describeDependents(answer.dependencies_on_this ?? []),
    ...field('Still true?', isStillTrue(nearest, near)),
    ...describeOrigin({ ...nearest, summary: nearest.commit_summary }),
  ];
}

function isStillTrue(nearest: RegionAnswer, near: readonly RegionAnswer[]): Entry[] {
  const doubts = describeStillTrue(nearest, near);
  const isIntact = nearest.freshness.state === 'intact';
  return doubts.length > 0 || !isIntact
    ? doubts
    : [{ mark: 'intact,', tone: 'good', text: 'no line of it changed since' }];
}

/** The first of them, and how many more there are. */
function few(label: string, all: readonly Inline[], most: number, weight?: 'strong'): Block[] {
  const shown: (Inline | Entry)[] = all.slice(0, most);
  const left = all.length - shown.length;
  return field(label, left > 0 ? [...shown, `and ${left} more`] : shown, weight);
}

/** What an annotation is about, where that is not the nearest unit, and how much of it has changed. */
function ofWhat(region: RegionAnswer, nearest: RegionAnswer): Inline | undefined {
  if (region === nearest) return undefined;
  const isSame = region.anchor?.name === nearest.anchor?.name;
  const unit = region.anchor?.type === 'file' ? 'whole file' : region.anchor && [name(region.anchor.name)];
  const doubts = region.freshness.state === 'edited' ? stateBadge(region.freshness).text : undefined;
  const notes = joined([isSame ? undefined : unit, doubts], ', ');
  return notes.length === 0 ? undefined : joined(['(', notes, ')'], '');
}

/** A line each. */
function describeDependents(dependents: readonly DependentAnswer[]): Block[] {
  const shown = dependents.slice(0, MOST.dependents).map(({ file, anchor, nature, ...item }) => ({
    text: joined([place(file, anchor), item.state === 'intact' ? '' : stateBadge(item).text], ' '),
    parts: nature === undefined ? [] : [oneLine(nature)],
  }));
  const left = dependents.length - shown.length;
  return field('Relied on by', left > 0 ? [...shown, `and ${left} more`] : shown);
}

/** Commit messages are no annotations, and a line may have neither. */
function describeNobody(
  scope: ScopeAnswer,
  { said_in_commits: said = [] }: ReadAnswer,
  others: readonly RegionAnswer[],
): Block[] {
  const parts = [...new Set(others.flatMap(({ anchor }) => anchor?.name ?? []))];
  const { uncommitted_lines: fresh = 0, lines } = scope;
  const isNew = said.length === 0 && lines !== undefined && fresh >= lengthOf(lines);
  return [
    ...(parts.length > 0
      ? [{ kind: 'text' as const, text: joined(['Annotated are only:', names(parts)], ' ') }]
      : []),
    ...(isNew ? [{ kind: 'text' as const, text: 'Not committed yet.' }] : []),
    ...describeSaid(said),
  ];
}

function whereTheRestIs(scope: ScopeAnswer, others: readonly RegionAnswer[]): Block[] {
  const command = `ultragit read ${scope.anchor ? `${scope.file} ${scope.anchor.name}` : placeOf(scope)}`;
  const more = others.length > 0 ? `, ${plural(others.length, 'annotation')} more` : '';
  return [{ kind: 'footer', text: [`All that is known${more}: `, name(command)] }];
}
