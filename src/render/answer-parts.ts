import { oneLine } from '../annotation/sanitise.ts';
import type {
  ConstraintAnswer,
  CorrectionAnswer,
  CrossCutting,
  FreshnessAnswer,
  MovedTo,
  RecoveredAnswer,
  RegionAnswer,
  SaidInCommit,
  ScopeAnswer,
  State,
  Trimmed,
} from '../answers.ts';
import { distinct } from '../collections.ts';
import { byWhom, plural, QUOTED, shortId, whoSaid } from '../wording.ts';
import { type Badge, type Block, type Entry, field, type Inline, joined } from './blocks.ts';
import {
  commit,
  commitAndSubject,
  dash,
  day,
  dotted,
  fileName,
  lineRange,
  linesNamed,
  name,
  place,
  range,
} from './phrases.ts';

/** How the parts that several answers share are shown. */

export type Title = Extract<Block, { kind: 'title' }>;

/** `shown` is the file, and perhaps its lines, where they are not said behind it. */
export function title(scope: ScopeAnswer, shown?: string): Title {
  const units = scope.anchors ?? (scope.anchor ? [scope.anchor] : []);
  const lines = scope.lines && units.length < 2 && !shown ? lineRange(scope.lines) : '';
  const revision = scope.revision && scope.source !== 'worktree' ? commit(scope.revision) : '';
  return {
    kind: 'title',
    text: joined(
      [[fileName(scope.file, scope.lines?.start, shown)], names(distinct(units.map(unit => unit.name)))],
      '  ',
    ),
    detail: joined(
      [lines, led('at', revision), led('was', names(scope.former_names ?? [])), writers(scope)],
      ', ',
    ),
  };
}

/** The word before what there is. */
function led(word: string, what: Inline): Inline | undefined {
  return what.length === 0 ? undefined : joined([word, what], ' ');
}

export function names(all: readonly string[]): Inline {
  return joined(
    all.map(one => [name(one)]),
    ', ',
  );
}

function writers({ written_by: by = [] }: ScopeAnswer): string {
  const all = by.map(({ who, lines }) => `${oneLine(who)} (${plural(lines, 'line')})`);
  return all.length > 0 ? `written by ${all.join(', ')}, as notes say` : '';
}

/** The title of an answer says whose words follow. */
export function labelled(block: Title): Title {
  return { ...block, label: `quoted ${QUOTED}` };
}

const TONES = { intact: 'good', edited: 'warn', moved: 'warn', gone: 'bad', unknown: 'quiet' } as const;

/** In a word: "intact", "edited 95 %", "gone". */
export function stateBadge({ state, changed }: { state: State; changed?: string }): Badge {
  const share = state === 'edited' ? shareOf(changed) : undefined;
  return { text: share === undefined ? state : `${state} ${share} %`, tone: TONES[state] };
}

/** Of "139 of 147", in per cent; neither nothing nor all, unless it is. */
function shareOf(changed = ''): number | undefined {
  const [part = 0, whole = 0] = changed.split(' of ').map(Number);
  if (!whole) return undefined;
  return part >= whole ? 100 : Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}

const MOST_COMMITS = 3;

/** On one line: how much has changed since, and by which commits, the newest first. Nothing where nothing has. */
export function stillTrue({ state, changed, by = [], ...more }: FreshnessAnswer): Entry[] {
  if (state === 'intact' && !more.reindented_lines) return [];
  const parts = [
    ...(changed ? [`${changed} lines`] : []),
    ...(more.reindented_lines ? ['only its indentation has changed'] : []),
    ...(more.uncommitted ? ['not committed yet'] : []),
    ...by.slice(0, MOST_COMMITS).map(commitAndSubject),
  ];
  return [{ mark: state, tone: TONES[state], text: '', parts }];
}

/** "src/b.ts:10–20 (connect)": where it is now. */
export function movedPlace({ file, anchor, lines }: MovedTo): Inline {
  const where = fileName(file, lines.start, `${file}:${range(lines)}`);
  return joined([[where], anchor && ['(', name(anchor.name), ')']], ' ');
}

type Promises = Pick<RegionAnswer, 'constraints' | 'rejected_alternatives' | 'taken_back'>;

/** What must hold, what was refused, and what holds no longer. */
export function describePromises({
  constraints = [],
  rejected_alternatives: rejected = [],
  taken_back: gone = [],
}: Promises): Block[] {
  return [
    ...field('Must hold', constraints.map(describeConstraint), 'strong'),
    ...field(
      'Rejected',
      rejected.map(({ alternative, reason }) => dash(alternative, reason)),
    ),
    ...field(
      'Taken back',
      gone.map(({ text, reason, ...whom }) => dash(text, joined([led('by', byWhom(whom)), reason], ': '))),
    ),
  ];
}

export function describeConstraint(constraint: ConstraintAnswer): string {
  if (typeof constraint === 'string') return constraint;
  const { text, source, corrected, since } = constraint;
  const notes = [
    ...(source === 'inferred' ? ['inferred'] : []),
    ...(corrected === 'flag' ? ['in doubt'] : corrected === 'amend' ? ['amended'] : []),
    ...(since === undefined ? [] : [`since ${since}`]),
  ];
  return notes.length > 0 ? `${text} (${notes.join(', ')})` : text;
}

export function describeCorrection(item: CorrectionAnswer): Inline {
  const dated = (who?: string) => [who, item.timestamp?.slice(0, 10)].filter(Boolean).join(', ');
  const by = byWhom({ by: dated(item.author), claimed_by: item.claimed_by && dated(item.claimed_by) });
  const what = { flag: 'flagged', remove: 'removed', amend: 'amended' }[item.correction_type];
  const now = item.replacement === undefined ? [] : [`now “${item.replacement}”`];
  return dash([name(item.field), ` ${what}${by ? ` by ${by}` : ''}`], joined([...now, item.reason], ', '));
}

type Origin = Pick<
  RegionAnswer,
  | 'commit'
  | 'author'
  | 'carries_signature'
  | 'claimed_by'
  | 'commit_author'
  | 'date'
  | 'source'
  | 'recovered'
  | 'task'
> & {
  summary?: string;
};

/**
 * Where an annotation is from, and who wrote it, by what git records and by what only the note says; who made the commit,
 * where that was another.
 */
export function describeOrigin(origin: Origin): Block[] {
  const text = dotted([
    commit(origin.commit),
    ...whoSaid(origin).map(oneLine),
    day(origin.date),
    origin.summary,
    origin.task,
    origin.source && [name(origin.source)],
    describeRecovered(origin.recovered),
  ]);
  return text.length === 0 ? [] : [{ kind: 'footer', text }];
}

/** Where an annotation of a commit outside this history comes from. */
export function describeRecovered(recovered: RecoveredAnswer | undefined): Inline | undefined {
  if (!recovered) return undefined;
  if (recovered.by === 'name') return 'not in this clone, found by name';
  const how = recovered.by === 'content' ? 'whose lines came with this commit' : 'which was rewritten';
  return ['noted on ', name(shortId(recovered.from)), `, ${how}`];
}

export function recoveredBadge(recovered: RecoveredAnswer | undefined): Badge[] {
  if (!recovered) return [];
  return [{ text: recovered.by === 'name' ? 'recovered by name' : 'recovered', tone: 'warn' }];
}

export function describeCrossCutting(concerns: readonly CrossCutting[]): Block[] {
  if (concerns.length === 0) return [];
  return [
    { kind: 'section', text: 'Concerns that span files' },
    ...field(
      '',
      concerns.map(({ description, regions, recovered }) =>
        dash(
          recovered ? `${description} (recovered)` : description,
          joined(
            regions.map(({ file, anchor }) => place(file, anchor)),
            ', ',
          ),
        ),
      ),
    ),
  ];
}

/** What commits say, under a heading that tells it from annotations. */
export function describeSaid(commits: readonly SaidInCommit[]): Block[] {
  if (commits.length === 0) return [];
  return [
    { kind: 'section', text: 'From the commit messages of these lines, not from annotations' },
    ...commits.flatMap(describeCommit),
  ];
}

function describeCommit({ file, summary, body = '', lines, refers_to, ...said }: SaidInCommit): Block[] {
  const where = joined([file && [fileName(file)], linesNamed(lines.replaceAll(':', '–'))], ' ');
  return [
    { kind: 'item', text: summary, badges: [{ text: said.date, tone: 'quiet' }] },
    ...body.split('\n').flatMap(text => (text === '' ? [] : [{ kind: 'text' as const, text }])),
    ...field('Refers to', refers_to?.length ? [refers_to.join(', ')] : []),
    { kind: 'footer', text: dotted([commit(said.commit), said.author, where]) },
  ];
}

/** What a limit cost. */
export function describeTrimmed(trimmed: Trimmed | undefined): Block[] {
  if (!trimmed) return [];
  const { estimated_tokens: taken, max_tokens: budget, units = [], more_units: more = 0 } = trimmed;
  if (trimmed.over_budget) {
    const text = `Even without any region the JSON answer takes about ${taken} tokens, more than the ${budget} asked for.`;
    return [{ kind: 'notice', text }];
  }
  const missing = joined([names(units), more > 0 ? `${more} more` : ''], ', ');
  const cut = [
    trimmed.shortened ? `${trimmed.shortened} shortened` : '',
    led('left out:', missing),
    ...Object.entries(trimmed.left_out ?? {}).map(([list, count]) => `${count} of ${list} left out`),
  ];
  const limit = budget === undefined ? 'Trimmed' : `Trimmed for ${budget} tokens`;
  return [{ kind: 'notice', text: joined([limit, joined(cut, '; ')], '; ') }];
}
