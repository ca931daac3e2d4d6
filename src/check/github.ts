import { oneLine } from '../annotation/sanitise.ts';
import type { NoticeCode } from '../notices.ts';
import { plural, QUOTED } from '../wording.ts';
import type { CheckAnswer, Finding, Kind } from './answer.ts';
import { sentenceOf, shownAt } from './sentence.ts';

/** Findings as workflow commands of GitHub Actions, which shows them beside the lines of a pull request. */

const LEVELS: Record<Kind, 'error' | 'warning' | 'notice'> = {
  dependent: 'error',
  constraint: 'warning',
  rejected: 'notice',
  risk: 'notice',
  annotation: 'notice',
};

const TITLES: Record<Kind, string> = {
  dependent: 'Relied on elsewhere',
  constraint: 'Must hold',
  rejected: 'Rejected before',
  risk: 'Risk',
  annotation: 'Annotated',
};

/** What a change says about how it is checked is for its reviewer to see. */
const OF_THE_CHANGE: ReadonlySet<string> = new Set<NoticeCode>([
  'hidden_by_change',
  'read_by_change',
  'ignored_by_change',
]);

export function asWorkflowCommands({ findings, notices = [], stats, complete }: CheckAnswer): string {
  const warnings = notices
    .filter(({ code }) => !complete || OF_THE_CHANGE.has(code))
    .map(({ message, fix = '' }) => command('warning', {}, `${message} ${fix}`.trim()));
  const bare = notices.find(({ code }) => code === 'nothing_annotated')?.message;
  const summary =
    bare === undefined
      ? `ultragit check: ${plural(stats.findings, 'annotated place')} to look at (quoted ${QUOTED}).`
      : `ultragit check: ${bare}`;
  return `${[...findings.map(asCommand), ...warnings, summary].join('\n')}\n`;
}

function asCommand(finding: Finding): string {
  const { kind, file } = finding;
  const { start, end } = shownAt(finding);
  const at = { file, line: String(start), endLine: String(end), title: TITLES[kind] };
  return command(LEVELS[kind], at, sentenceOf(finding));
}

/** Text of a note must not end the command, nor begin another. */
function command(
  level: string,
  properties: Readonly<Record<string, string | undefined>>,
  message: string,
): string {
  const shown = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${level}${shown.length > 0 ? ` ${shown.join(',')}` : ''}::${escaped(oneLine(message))}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
