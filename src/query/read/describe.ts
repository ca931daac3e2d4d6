import type { DependentAnswer, RegionAnswer, ScopeAnswer } from '../../answers.ts';
import { WHOLE_FILE } from '../../pipeline/answer/assemble-dependent.ts';
import {
  describeCorrection,
  describeCrossCutting,
  describeOrigin,
  describePromises,
  describeSaid,
  describeTrimmed,
  labelled,
  movedPlace,
  recoveredBadge,
  stateBadge,
  stillTrue,
  title,
} from '../../render/answer-parts.ts';
import { type Badge, type Block, type Entry, field, type Inline, joined } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import {
  commit,
  commitAndSubject,
  dash,
  fileName,
  linesNamed,
  name,
  place,
  range,
} from '../../render/phrases.ts';
import { withoutRepeats } from '../../render/repeats.ts';
import type { ReadAnswer } from './answer.ts';

/** From the answer to what a reader should see first: purpose, what must hold, whether it still does. */
export function describe(answer: ReadAnswer): Block[] {
  const scopes = answer.scopes ?? (answer.scope ? [answer.scope] : []);
  const regions = answer.regions.map(region => inWords(region, answer));
  const byName = regions.filter(region => region.recovered?.by === 'name');
  const others = regions.filter(region => !byName.includes(region));
  const describeEach = (shown: readonly RegionAnswer[]) =>
    withoutRepeats(
      shown.map(region => ({
        unit: region.anchor && JSON.stringify([region.file, region.anchor.name]),
        blocks: describeRegion(region, regions, scopes),
      })),
    );
  return [
    ...scopes.map((scope, at) => (at === 0 ? labelled(title(scope)) : title(scope))),
    ...leadingNotices(answer.notices),
    ...describeEach(others),
    ...(byName.length > 0 ? BY_NAME : []),
    ...describeEach(byName),
    ...describeDependents(answer.dependencies_on_this ?? []),
    ...describeCrossCutting(answer.cross_cutting ?? []),
    ...describeSaid(answer.said_in_commits ?? []),
    ...describeTrimmed(answer.trimmed),
    ...describeFlaws(answer),
    ...trailingNotices(answer.notices?.filter(({ code }) => code !== 'recovered_by_name')),
  ];
}

/** With what the scope and other regions say already, which the answer does not repeat. */
export function inWords(region: RegionAnswer, { scope, regions }: ReadAnswer): RegionAnswer {
  const { freshness } = region;
  const isOfScope = !region.anchor && !region.file?.endsWith('/') && scope?.anchor !== undefined;
  const isThere = freshness.state === 'intact' || freshness.state === 'edited';
  const nameCommit = (text: string) => {
    const subject = regions.find(({ commit: id }) => id === text)?.commit_summary;
    return subject ? `${text} ${subject}` : text;
  };
  return {
    ...region,
    anchor: isOfScope ? scope?.anchor : region.anchor,
    current_lines:
      region.current_lines ?? (isOfScope && isThere && !region.current_ranges ? scope?.lines : undefined),
    freshness: { ...freshness, by: freshness.by?.map(nameCommit) },
    newer: region.newer && nameCommit(region.newer),
  };
}

/** What comes before annotations that were found by name alone; it stands for the notice that says the same. */
const BY_NAME: Block[] = [
  { kind: 'section', text: 'On commits that this clone does not have' },
  {
    kind: 'text',
    text: 'Found by the name of their file and unit alone: they may be from work that was never merged.',
  },
];

function describeRegion(
  region: RegionAnswer,
  all: readonly RegionAnswer[],
  scopes: readonly ScopeAnswer[],
): Block[] {
  const shown = scopes.length > 1 && region.file ? [fileName(region.file)] : '';
  return [
    {
      kind: 'item',
      text: joined([shown, headingOf(region, region.file ?? scopes[0]?.file ?? '')], '  '),
      badges: badges(region),
    },
    ...(region.intent ? [{ kind: 'text' as const, text: region.intent }] : []),
    ...describePromises(region),
    ...field('Why', region.reasoning ? [region.reasoning] : []),
    ...field('Risk', region.risk_notes ? [{ text: region.risk_notes, tone: 'warn' as const }] : []),
    ...field('Open', region.open_threads ?? []),
    ...field(
      'Relies on',
      (region.semantic_dependencies ?? []).map(({ file: on, anchor, nature }) =>
        dash(place(on, anchor), nature),
      ),
    ),
    ...field(
      'See also',
      (region.related ?? []).map(item =>
        dash(
          commit(item.commit, place(item.file, item.anchor)),
          item.unresolved
            ? `${item.relationship ?? 'related'} (not found)`
            : (item.relationship ?? item.intent),
        ),
      ),
    ),
    ...field('Corrected', (region.corrections ?? []).map(describeCorrection)),
    ...field('Still true?', describeStillTrue(region, all)),
    ...describeOrigin({ ...region, summary: region.commit_summary }),
  ];
}

const MOST_RANGES = 4;

function headingOf(region: RegionAnswer, file: string): Inline {
  const where = whereNow(region);
  if (region.anchor && region.anchor.type !== 'file') {
    return joined([[fileName(file, region.current_lines?.start, region.anchor.name)], where], ' ');
  }
  return region.lines || where !== '' ? linesNamed(where) : wholeOf(region.file ?? '');
}

function whereNow({ current_lines: lines, current_ranges: ranges = [] }: RegionAnswer): string {
  if (lines) return range(lines);
  const shown = ranges.slice(0, MOST_RANGES).map(text => text.replace(/^(\d+):\1$/, '$1').replace(':', '–'));
  return `${shown.join(', ')}${ranges.length > MOST_RANGES ? ' …' : ''}`;
}

function wholeOf(file: string): Inline {
  if (!file.endsWith('/')) return 'whole file';
  return file === '/' ? 'whole repository' : ['all of ', name(file)];
}

function badges(region: RegionAnswer): Badge[] {
  const flagged = region.corrections?.some(item => item.correction_type === 'flag');
  return [
    stateBadge(region.freshness),
    ...(region.confidence_factors
      ? [{ text: `confidence ${region.confidence?.toFixed(2)}`, tone: 'quiet' as const }]
      : []),
    ...(region.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...(region.newer ? [{ text: 'newer exists', tone: 'warn' as const }] : []),
    ...(flagged ? [{ text: 'flagged', tone: 'bad' as const }] : []),
    ...recoveredBadge(region.recovered),
  ];
}

/** Whether it holds, and whether another annotation came after it. */
export function describeStillTrue(region: RegionAnswer, all: readonly RegionAnswer[]): Entry[] {
  return [...describeFreshness(region), ...overtaken(region, all)];
}

/** Why it is not known, where it is not; else the evidence. */
function describeFreshness({ freshness, recovered, moved_to: moved }: RegionAnswer): Entry[] {
  if (moved) {
    return stillTrue(freshness).map(entry => ({ ...entry, text: joined(['to', movedPlace(moved)], ' ') }));
  }
  if (freshness.state !== 'unknown') return stillTrue(freshness);
  const why =
    recovered?.by === 'name'
      ? 'this clone does not have the commit that it was written for'
      : 'the annotation does not say which lines it is about';
  return [{ mark: 'unknown:', tone: 'quiet', text: why }];
}

/** Its constraints may still hold, its reasoning may not. */
function overtaken({ newer }: RegionAnswer, all: readonly RegionAnswer[]): Entry[] {
  if (!newer) return [];
  const isShown = all.some(({ commit: id }) => id && newer.startsWith(id));
  const where = isShown ? 'see it here' : 'not shown here';
  return [{ mark: 'noted again,', tone: 'warn', text: where, parts: [commitAndSubject(newer)] }];
}

function describeDependents(dependents: readonly DependentAnswer[]): Block[] {
  if (dependents.length === 0) return [];
  return [
    { kind: 'section', text: 'Other code relies on this' },
    ...field(
      '',
      dependents.map(item =>
        dash(joined([place(item.file, item.anchor), ...describeHold(item)], ' '), item.nature),
      ),
    ),
  ];
}

/** On what, and how much that is still worth. */
function describeHold({ on, recovered, ...item }: DependentAnswer): Inline[] {
  const doubts = [
    ...(item.state === 'intact' ? [] : [`${stateBadge(item).text}`]),
    ...(recovered ? ['recovered'] : []),
  ].join(', ');
  return [
    ...(on ? [on === WHOLE_FILE ? `on the ${on}` : ['on ', name(on)]] : []),
    ...(doubts ? [`(${doubts})`] : []),
  ];
}
