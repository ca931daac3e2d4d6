import { oneLine } from '../../annotation/sanitise.ts';
import type { DependentAnswer, RegionAnswer } from '../../answers.ts';
import {
  describeCorrection,
  describeCrossCutting,
  describePromises,
  describeRecovered,
  describeSaid,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import { type Badge, type Block, field } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { dash, day, place, range, short } from '../../render/phrases.ts';
import type { ReadAnswer } from './answer.ts';

/** From the answer to what a reader should see first: purpose, what must hold, whether it still does. */
export function describe(answer: ReadAnswer): Block[] {
  const scopes = answer.scopes ?? (answer.scope ? [answer.scope] : []);
  const byName = answer.regions.filter(region => region.recovered?.by === 'name');
  const others = answer.regions.filter(region => !byName.includes(region));
  const describeEach = (regions: readonly RegionAnswer[]) =>
    regions.flatMap(region => describeRegion(region, answer.regions, scopes.length > 1));
  return [
    ...scopes.map(title),
    ...leadingNotices(answer.notices),
    ...describeEach(others),
    ...(byName.length > 0 ? BY_NAME : []),
    ...describeEach(byName),
    ...describeDependents(answer.dependencies_on_this ?? []),
    ...describeCrossCutting(answer.cross_cutting ?? []),
    ...describeSaid(answer.said_in_commits ?? []),
    ...describeTrimmed(answer),
    ...describeFlaws(answer),
    ...trailingNotices(answer.notices?.filter(({ code }) => code !== 'recovered_by_name')),
  ];
}

/** What comes before annotations that were found by name alone; it stands for the notice that says the same. */
const BY_NAME: Block[] = [
  { kind: 'section', text: 'On commits that this clone does not have' },
  {
    kind: 'text',
    text: 'Found by the name of their file and unit alone: they may be from work that was never merged.',
  },
];

function describeRegion(region: RegionAnswer, all: readonly RegionAnswer[], showFile: boolean): Block[] {
  const where = whereNow(region);
  const name = region.anchor?.name ?? (region.lines || where !== '' ? 'lines' : wholeOf(region.file ?? ''));
  const file = showFile ? `${oneLine(region.file ?? '')}  ` : '';
  return [
    { kind: 'item', text: `${file}${oneLine(name)}${where}`, badges: badges(region) },
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
          `${short(item.commit)} ${place(item.file, item.anchor)}`.trim(),
          item.unresolved
            ? `${item.relationship ?? 'related'} (not found)`
            : (item.relationship ?? item.intent),
        ),
      ),
    ),
    ...field('Corrected', (region.corrections ?? []).map(describeCorrection)),
    ...field('Still true?', [describeFreshness(region), ...overtaken(region, all)]),
    { kind: 'footer', text: footer(region) },
  ];
}

const MOST_RANGES = 4;

function whereNow({ current_lines: lines, current_ranges: ranges = [] }: RegionAnswer): string {
  if (lines) return ` ${range(lines)}`;
  if (ranges.length === 0) return '';
  const named = ranges.slice(0, MOST_RANGES).map(text => text.replace(/^(\d+):\1$/, '$1').replace(':', '–'));
  return ` ${named.join(', ')}${ranges.length > MOST_RANGES ? ' …' : ''}`;
}

function wholeOf(file: string): string {
  if (!file.endsWith('/')) return 'whole file';
  return file === '/' ? 'whole repository' : `all of ${oneLine(file)}`;
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

function describeFreshness({ freshness, recovered }: RegionAnswer): { text: string; tone: Badge['tone'] } {
  const uncommitted = freshness.uncommitted ? ['edits that are not committed yet'] : [];
  const changes = [...(freshness.by ?? []), ...uncommitted].join('; ');
  switch (freshness.state) {
    case 'intact':
      return freshness.reindented_lines
        ? { text: 'Only their indentation has changed since these lines were annotated.', tone: 'good' }
        : { text: 'These lines have not changed since they were annotated.', tone: 'good' };
    case 'edited': {
      const count = `${freshness.changed} lines changed since`;
      return { text: `Check it: ${changes ? `${count}, by ${changes}` : count}.`, tone: 'warn' };
    }
    case 'gone':
      return { text: `The annotated lines are gone${changes ? `: ${changes}` : ''}.`, tone: 'bad' };
    case 'unknown':
      return recovered?.by === 'name'
        ? { text: 'Not known: this clone does not have the commit that it was written for.', tone: 'warn' }
        : { text: 'Not known: the annotation does not say which lines it is about.', tone: 'quiet' };
  }
}

function overtaken({ newer }: RegionAnswer, all: readonly RegionAnswer[]) {
  if (!newer) return [];
  const where = all.some(({ commit }) => commit && newer.startsWith(commit))
    ? 'see it here'
    : 'not shown here';
  return [
    {
      text: `Annotated again later (${where}), so the reasoning may be outdated: ${newer}`,
      tone: 'warn' as const,
    },
  ];
}

function footer(region: RegionAnswer): string {
  return [
    short(region.commit),
    region.author,
    day(region.date),
    region.commit_summary,
    region.task,
    region.source,
    describeRecovered(region.recovered),
  ]
    .filter(Boolean)
    .join(' · ');
}

function describeDependents(dependents: readonly DependentAnswer[]): Block[] {
  if (dependents.length === 0) return [];
  return [
    { kind: 'section', text: 'Other code relies on this' },
    ...field(
      '',
      dependents.map(({ file, anchor, nature, recovered }) =>
        dash(`${place(file, anchor)}${recovered ? ' (recovered)' : ''}`, nature),
      ),
    ),
  ];
}

function describeTrimmed({ trimmed }: ReadAnswer): Block[] {
  if (!trimmed) return [];
  const { estimated_tokens: taken, max_tokens: budget, units = [], more_units: more = 0 } = trimmed;
  if (trimmed.over_budget) {
    const text = `Even without any region the JSON answer takes about ${taken} tokens, more than the ${budget} asked for.`;
    return [{ kind: 'notice', text }];
  }
  const named = [...units, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const cut = [
    ...(trimmed.shortened ? [`${trimmed.shortened} shortened`] : []),
    ...(named ? [`left out: ${named}`] : []),
    ...Object.entries(trimmed.left_out ?? {}).map(([list, count]) => `${count} of ${list} left out`),
  ];
  return [{ kind: 'notice', text: `Trimmed for ${budget} tokens; ${cut.join('; ')}.` }];
}
