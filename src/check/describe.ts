import { lineSpan } from '../pipeline/lines/range.ts';
import { describeConstraint, labelled, type Title } from '../render/answer-parts.ts';
import { type Block, field, type Inline, joined } from '../render/blocks.ts';
import { leadingNotices, trailingNotices } from '../render/notices.ts';
import { commit, dash, dotted, fileName, lineRange, name, place } from '../render/phrases.ts';
import { plural } from '../wording.ts';
import { type Acknowledged, type CheckAnswer, type Finding, isBare } from './answer.ts';

const TARGETS: Record<string, string> = { index: 'what is staged', worktree: 'what is not committed' };

/** In words, as few as a reviewer needs: what weighs most first. */
export function describe(answer: CheckAnswer): Block[] {
  const { findings, acknowledged = [], notices } = answer;
  const [only, ...others] = notices ?? [];
  if (only && others.length === 0 && isBare(answer)) return [{ kind: 'title', text: saidOf(only) }];
  return [
    labelled(titleOf(answer)),
    ...leadingNotices(notices),
    ...findings.flatMap(describeFinding),
    ...leftOut(answer),
    ...describeAcknowledged(acknowledged),
    ...trailingNotices(notices),
  ];
}

function saidOf({ message, fix = '' }: NonNullable<CheckAnswer['notices']>[number]): string {
  return `${message} ${fix}`.trim();
}

function titleOf({ base, target, stats, complete }: CheckAnswer): Title {
  const what =
    TARGETS[target] === undefined ? joined(['the change to', commit(target)], ' ') : TARGETS[target];
  const word = TARGETS[target] === undefined ? 'since' : 'against';
  const since = base === undefined ? '' : joined([word, commit(base)], ' ');
  return {
    kind: 'title',
    text: verdict(stats.findings, complete),
    detail: dotted([joined([what, since], ' '), plural(stats.changed_files, 'changed file')]),
  };
}

function verdict(findings: number, complete: boolean): string {
  if (findings > 0) return `${plural(findings, 'annotated place')} to look at`;
  return complete ? 'Touches nothing that is annotated' : 'Nothing found, but not everything could be seen';
}

const HEADS: Record<Finding['change'], string> = {
  edited: 'edited',
  signature: 'signature changed',
  deleted: 'deleted',
};

const TONES = { edited: 'warn', signature: 'warn', deleted: 'bad' } as const;

function describeFinding(finding: Finding): Block[] {
  const { change, was, relied_on_by: relying = [], annotated_in: commits } = finding;
  const parts: Inline[] = [
    ...(was.name === undefined ? [] : [joined(['was', [name(was.name)]], ' ')]),
    ...(was.file === undefined ? [] : [joined(['was in', [fileName(was.file)]], ' ')]),
  ];
  return [
    {
      kind: 'item',
      text: placeOf(finding),
      badges: [
        {
          text: joined([HEADS[change], extentOf(finding)], change === 'edited' ? ' ' : '; '),
          tone: TONES[change],
        },
        ...parts.map(text => ({ text, tone: 'quiet' as const })),
      ],
    },
    ...field('Signature', signatures(finding)),
    ...field(
      'Relied on by',
      relying.map(({ file, anchor, nature }) => dash(place(file, anchor), nature)),
      'strong',
    ),
    ...field('Must hold', finding.constraints?.map(describeConstraint) ?? [], 'strong'),
    ...field(
      'Rejected',
      finding.rejected_alternatives?.map(({ alternative, reason }) => dash(alternative, reason)) ?? [],
    ),
    ...field('Risk', finding.risk_notes ?? []),
    ...field('For', finding.intent === undefined ? [] : [finding.intent]),
    {
      kind: 'footer',
      text: joined(
        [
          'annotated in',
          joined(
            commits.map(id => commit(id)),
            ', ',
          ),
        ],
        ' ',
      ),
    },
  ];
}

const MOST_RUNS = 6;

/** "3 of 17 lines: 12–13, 20". */
function extentOf({ changed, changed_lines: runs = [], lines, near_line: near }: Finding): string {
  if (changed === undefined) return '';
  if (runs.length === 0 && near !== undefined) return `${changed} lines, near line ${near}`;
  const isAll = lines !== undefined && runs.join() === lineSpan(lines);
  if (isAll || runs.length === 0) return `${changed} lines`;
  const shown = runs.slice(0, MOST_RUNS).map(shownRun).join(', ');
  const more = runs.length > MOST_RUNS ? ` and ${runs.length - MOST_RUNS} more` : '';
  return `${changed} lines: ${shown}${more}`;
}

function shownRun(run: string): string {
  const [start, end] = run.split(':');
  return start === end ? `${start}` : `${start}–${end}`;
}

/** "src/client.ts  connect  lines 12–30". */
function placeOf({ file, unit, lines, near_line: near, change }: Finding): Inline {
  const line = lines?.start ?? near;
  const shown = [fileName(file, line)];
  const where = lines ? lineRange(lines) : change === 'deleted' || unit ? '' : 'whole file';
  return joined([shown, unit && [name(unit.name)], where], '  ');
}

function signatures({ change, unit, was }: Finding): Inline[] {
  if (change !== 'signature' || was.signature === undefined || unit?.signature === undefined) return [];
  return [joined([[name(was.signature)], 'is now', [name(unit.signature)]], ' ')];
}

function leftOut({ stats: { left_out: left = 0 } }: CheckAnswer): Block[] {
  return left > 0
    ? [{ kind: 'notice', text: `${plural(left, 'more place')} to look at; the limit left them out.` }]
    : [];
}

function describeAcknowledged(findings: readonly Acknowledged[]): Block[] {
  if (findings.length === 0) return [];
  return [
    { kind: 'section', text: 'Acknowledged' },
    ...field(
      '',
      findings.map(finding => {
        const { reason, commit: by } = finding.acknowledged;
        return dash(placeOf(finding), joined([reason, by && joined(['(', commit(by), ')'], '')], ' '));
      }),
    ),
  ];
}
