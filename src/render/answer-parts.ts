import { oneLine } from '../annotation/sanitise.ts';
import type { CrossCutting, RegionAnswer, SaidInCommit, ScopeAnswer } from '../answers.ts';
import { plural, shortId } from '../wording.ts';
import { type Badge, type Block, type Entry, field, type Inline, joined } from './blocks.ts';
import { commit, dash, dotted, name, place, range } from './phrases.ts';

/** How the parts that several answers share are shown. */

export function title(scope: ScopeAnswer): Block {
  const units = scope.anchors ?? (scope.anchor ? [scope.anchor] : []);
  const lines = scope.lines && units.length < 2 ? `lines ${range(scope.lines)}` : '';
  const revision = scope.source === 'commit' ? ['at ', name(shortId(scope.revision ?? ''))] : '';
  return {
    kind: 'title',
    text: joined([[name(scope.file)], names(units.map(unit => unit.name))], '  '),
    detail: joined([lines, revision, led('was', scope.former_names ?? []), writers(scope)], ', '),
  };
}

function led(word: string, all: readonly string[]): Inline | undefined {
  return all.length === 0 ? undefined : joined([word, names(all)], ' ');
}

function names(all: readonly string[]): Inline {
  return joined(
    all.map(one => [name(one)]),
    ', ',
  );
}

function writers({ written_by: by = [] }: ScopeAnswer): string {
  const all = by.map(({ who, lines }) => `${oneLine(who)} (${plural(lines, 'line')})`);
  return all.length > 0 ? `written by ${all.join(', ')}` : '';
}

const TONES = { intact: 'good', moved: 'good', edited: 'warn', gone: 'bad', unknown: 'quiet' } as const;

type State = { state: keyof typeof TONES; changed?: string };

/** In a word: "intact", "edited 95 %", "gone". */
export function stateBadge({ state, changed }: State): Badge {
  const share = state === 'edited' && changed !== undefined ? shareOf(changed) : undefined;
  return { text: share === undefined ? state : `${state} ${share} %`, tone: TONES[state] };
}

/** Of "139 of 147", in per cent; neither nothing nor all, unless it is. */
function shareOf(changed: string): number | undefined {
  const [part = 0, whole = 0] = (/^(\d+) of (\d+)$/.exec(changed) ?? []).slice(1).map(Number);
  if (whole === 0) return undefined;
  return part >= whole ? 100 : Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}

const MOST_COMMITS = 3;

/** On one line: how much has changed since, and by which commits, the newest first. */
export function stillTrue({ state, changed, by = [] }: State & { by?: readonly Inline[] }): Entry {
  const lines = changed === undefined ? '' : `${changed} lines`;
  const parts = [...(lines ? [lines] : []), ...by.slice(0, MOST_COMMITS)];
  return { mark: state, tone: TONES[state], text: '', parts };
}

type Constraints = NonNullable<RegionAnswer['constraints']>;

/** Constraints in force, then those that were taken back. */
export function describeConstraints(constraints: Constraints): Block[] {
  const takenBack = constraints.filter(({ corrected }) => corrected === 'remove');
  return [
    ...field(
      'Must hold',
      constraints.filter(item => !takenBack.includes(item)).map(describeConstraint),
      'strong',
    ),
    ...field(
      'Taken back',
      takenBack.map(({ text }) => text),
    ),
  ];
}

function describeConstraint({ text, source, corrected }: Constraints[number]) {
  const notes = [
    ...(source === 'inferred' ? ['inferred'] : []),
    ...(corrected === 'flag' ? ['in doubt'] : corrected === 'amend' ? ['amended'] : []),
  ];
  return { text: notes.length > 0 ? `${text} (${notes.join(', ')})` : text };
}

export function describeCorrection(item: NonNullable<RegionAnswer['corrections']>[number]): Inline {
  const by = [item.author, item.timestamp?.slice(0, 10)].filter(Boolean).join(', ');
  const what = { flag: 'flagged', remove: 'removed', amend: 'amended' }[item.correction_type];
  return dash([name(item.field), ` ${what}${by ? ` by ${by}` : ''}`], item.reason);
}

/** Where an annotation of a commit outside this history comes from. */
export function describeRecovered(recovered: RegionAnswer['recovered']): Inline | undefined {
  if (!recovered) return undefined;
  if (recovered.by === 'name') return 'not in this clone, found by name';
  const how = recovered.by === 'content' ? 'whose lines came with this commit' : 'which was rewritten';
  return ['noted on ', name(shortId(recovered.from)), `, ${how}`];
}

export function recoveredBadge(recovered: RegionAnswer['recovered']): Badge[] {
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
  const where = joined([file && [name(file)], /^\d+$/.test(lines) ? 'line' : 'lines', lines], ' ');
  return [
    { kind: 'item', text: summary, badges: [{ text: said.date, tone: 'quiet' }] },
    ...body.split('\n').flatMap(text => (text === '' ? [] : [{ kind: 'text' as const, text }])),
    ...field('Refers to', refers_to?.length ? [refers_to.join(', ')] : []),
    { kind: 'footer', text: dotted([commit(said.commit), said.author, where]) },
  ];
}
