import { oneLine } from '../../annotation/sanitise.ts';
import type { Dependent, RegionAnswer } from '../../answers.ts';
import {
  describeConstraints,
  describeCorrection,
  describeCrossCutting,
  describeRecovered,
  describeSaid,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import { type Badge, type Block, field, type Inline, joined } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { name as code, dash, day, dotted, commit as idOf, place, range } from '../../render/phrases.ts';
import { plural, shortId } from '../../wording.ts';
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
  const name = region.ast_anchor?.name ?? (region.lines || where !== '' ? 'lines' : wholeOf(region.file));
  const file = showFile ? [code(region.file), '  '] : [];
  return [
    { kind: 'item', text: [...file, code(name), where], badges: badges(region) },
    ...(region.intent ? [{ kind: 'text' as const, text: region.intent }] : []),
    ...describeConstraints(region.constraints ?? []),
    ...field('Why', region.reasoning ? [region.reasoning] : []),
    ...field(
      'Rejected',
      (region.rejected_alternatives ?? []).map(({ approach, reason }) => dash(approach, reason)),
    ),
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
          idOf(item.commit, place(item.file, item.anchor)),
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
    { text: `confidence ${region.confidence.toFixed(2)}`, tone: 'quiet' },
    ...(region.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...(region.newer ? [{ text: 'newer exists', tone: 'warn' as const }] : []),
    ...(flagged ? [{ text: 'flagged', tone: 'bad' as const }] : []),
    ...recoveredBadge(region.recovered),
  ];
}

function describeFreshness({ freshness, recovered }: RegionAnswer): { text: string; tone: Badge['tone'] } {
  const by = (freshness.changed_by ?? []).map(({ commit, summary }) => `${shortId(commit)} ${summary}`);
  const uncommitted = freshness.uncommitted ? ['edits that are not committed yet'] : [];
  const changes = [...by, ...uncommitted].join('; ');
  switch (freshness.state) {
    case 'intact':
      return freshness.reindented_lines
        ? { text: 'Only their indentation has changed since these lines were annotated.', tone: 'good' }
        : { text: 'These lines have not changed since they were annotated.', tone: 'good' };
    case 'edited': {
      const count = `${freshness.changed_lines} of ${freshness.total_lines} lines changed since`;
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

function overtaken(region: RegionAnswer, all: readonly RegionAnswer[]) {
  if (!region.newer) return [];
  const shown = all.some(other => other.commit === region.newer);
  const where = shown ? 'see it here' : 'not shown here';
  return [
    {
      text: `${shortId(region.newer)} annotated this again later (${where}): the reasoning may be outdated.`,
      tone: 'warn' as const,
    },
  ];
}

function footer(region: RegionAnswer): Inline {
  return dotted([
    idOf(region.commit),
    region.author,
    day(region.timestamp),
    region.commit_summary,
    region.task,
    region.source && [code(region.source)],
    describeRecovered(region.recovered),
  ]);
}

function describeDependents(dependents: readonly Dependent[]): Block[] {
  if (dependents.length === 0) return [];
  return [
    { kind: 'section', text: 'Other code relies on this' },
    ...field(
      '',
      dependents.map(({ file, anchor, nature, recovered }) =>
        dash(joined([place(file, anchor), recovered ? '(recovered)' : ''], ' '), nature),
      ),
    ),
  ];
}

function describeTrimmed({ trimmed }: ReadAnswer): Block[] {
  if (!trimmed) return [];
  const cut = Object.entries(trimmed.fields_cut ?? {}).map(
    ([name, count]) => `${count} ${name.replaceAll('_', ' ')}`,
  );
  const dropped = trimmed.regions_dropped ? [plural(trimmed.regions_dropped, 'whole region')] : [];
  const what = [...cut, ...dropped].join(', ') || 'nothing more could be cut';
  const { estimated_tokens: taken, max_tokens: budget } = trimmed;
  const text = trimmed.over_budget
    ? `Even without any region the JSON answer takes about ${taken} tokens, more than the ${budget} asked for.`
    : `Trimmed for ${budget} tokens, of which the JSON answer takes about ${taken}; cut: ${what}.`;
  return [{ kind: 'notice', text }];
}
