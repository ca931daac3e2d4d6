import { oneLine } from '../annotation/sanitise.ts';
import type {
  ConstraintAnswer,
  CorrectionAnswer,
  CrossCutting,
  RecoveredAnswer,
  RegionAnswer,
  SaidInCommit,
  ScopeAnswer,
  State,
} from '../answers.ts';
import { plural } from '../wording.ts';
import { type Badge, type Block, field } from './blocks.ts';
import { dash, place, range, short } from './phrases.ts';

/** How the parts that several answers share are shown. */

export function title(scope: ScopeAnswer): Block {
  const names = scope.anchors ?? (scope.anchor ? [scope.anchor] : []);
  const what = names.map(({ name }) => oneLine(name)).join(', ');
  const lines = scope.lines && names.length < 2 ? `lines ${range(scope.lines)}` : '';
  const revision = scope.revision && scope.source !== 'worktree' ? `at ${short(scope.revision)}` : '';
  const was = scope.former_names?.length ? `was ${scope.former_names.join(', ')}` : '';
  return {
    kind: 'title',
    text: [oneLine(scope.file), what].filter(Boolean).join('  '),
    detail: [lines, revision, was, writers(scope)].filter(Boolean).join(', '),
  };
}

function writers({ written_by: by = [] }: ScopeAnswer): string {
  const named = by.map(({ who, lines }) => `${oneLine(who)} (${plural(lines, 'line')})`);
  return named.length > 0 ? `written by ${named.join(', ')}` : '';
}

const TONES = { intact: 'good', edited: 'warn', gone: 'bad', unknown: 'quiet' } as const;

export function stateBadge({ state, changed }: { state: State; changed?: string }): Badge {
  const [some, all] = (changed ?? '').split(' of ').map(Number);
  const share = some && all ? ` ${Math.max(1, Math.round((100 * some) / all))} %` : '';
  return { text: `${state}${share}`, tone: TONES[state] };
}

type Promises = Pick<RegionAnswer, 'constraints' | 'rejected_alternatives' | 'taken_back'>;

/** What must hold, what was refused, and what holds no longer. */
export function describePromises({
  constraints = [],
  rejected_alternatives: rejected = [],
  taken_back: gone = [],
}: Promises): Block[] {
  return [
    ...field('Must hold', constraints.map(describeConstraint)),
    ...field(
      'Rejected',
      rejected.map(({ alternative, reason }) => dash(alternative, reason)),
    ),
    ...field(
      'Taken back',
      gone.map(({ text, by, reason }) => ({
        text: dash(text, [by && `by ${by}`, reason].filter(Boolean).join(': ')),
        tone: 'quiet' as const,
      })),
    ),
  ];
}

function describeConstraint(constraint: ConstraintAnswer): string {
  if (typeof constraint === 'string') return constraint;
  const { text, source, corrected, since } = constraint;
  const notes = [
    ...(source === 'inferred' ? ['inferred'] : []),
    ...(corrected === 'flag' ? ['in doubt'] : corrected === 'amend' ? ['amended'] : []),
    ...(since === undefined ? [] : [`since ${since}`]),
  ];
  return notes.length > 0 ? `${text} (${notes.join(', ')})` : text;
}

export function describeCorrection(item: CorrectionAnswer): string {
  const by = [item.author, item.timestamp?.slice(0, 10)].filter(Boolean).join(', ');
  const what = { flag: 'flagged', remove: 'removed', amend: 'amended' }[item.correction_type];
  return dash(`${oneLine(item.field)} ${what}${by ? ` by ${by}` : ''}`, item.reason);
}

/** Where an annotation of a commit outside this history comes from. */
export function describeRecovered(recovered: RecoveredAnswer | undefined): string | undefined {
  if (!recovered) return undefined;
  if (recovered.by === 'name') return 'not in this clone, found by name';
  const from = `noted on ${short(recovered.from)}`;
  return recovered.by === 'content'
    ? `${from}, whose lines came with this commit`
    : `${from}, which was rewritten`;
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
          regions.map(({ file, anchor }) => place(file, anchor)).join(', '),
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
  const where = [file && oneLine(file), /^\d+$/.test(lines) ? 'line' : 'lines', lines]
    .filter(Boolean)
    .join(' ');
  return [
    { kind: 'item', text: summary, badges: [{ text: said.date, tone: 'quiet' }] },
    ...body.split('\n').flatMap(text => (text === '' ? [] : [{ kind: 'text' as const, text }])),
    ...field('Refers to', refers_to?.length ? [refers_to.join(', ')] : []),
    { kind: 'footer', text: [short(said.commit), said.author, where].filter(Boolean).join(' · ') },
  ];
}
