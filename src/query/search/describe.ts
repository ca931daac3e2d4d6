import { oneLine } from '../../annotation/sanitise.ts';
import { groupBy } from '../../collections.ts';
import {
  describeOrigin,
  describeTrimmed,
  labelled,
  movedPlace,
  names,
  recoveredBadge,
  stateBadge,
} from '../../render/answer-parts.ts';
import {
  type Badge,
  type Block,
  type Entry,
  field,
  type Inline,
  joined,
  plainText,
} from '../../render/blocks.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { commit, dash, day, dotted, fileName, lineRange, name, range } from '../../render/phrases.ts';
import { plural } from '../../wording.ts';
import type { SearchAnswer } from './answer.ts';
import type { TextKind } from './said-in.ts';
import { fold, marksOf, type Term, termsOf } from './terms.ts';

type Result = SearchAnswer['results'][number];

const labelledS: Record<TextKind, string> = {
  constraint: 'Must hold',
  rejected: 'Rejected',
  risk: 'Risk',
  reasoning: 'Why',
  intent: 'For',
  thread: 'Open',
  dependency: 'Relies on',
  concern: 'Concern',
};

/** File by file, what was said with these words, and whether it is still so. */
export function describe(answer: SearchAnswer): Block[] {
  const { results, stats, query } = answer;
  const words = query?.words ?? [];
  const terms = termsOf(words);
  const files = groupBy(results, ({ file, files: all = [] }) => file ?? all.join('\n'));
  const searched = `of ${plural(stats.notes_searched, 'note')}`;
  const found =
    query?.kind === 'message'
      ? [plural(answer.said_in_commits?.length ?? 0, 'commit message')]
      : [plural(stats.results_found, 'result'), stats.notes_searched > 0 ? searched : ''];
  return [
    labelled({
      kind: 'title',
      text: joined([...terms.map(({ text }) => oneLine(text)), query?.kind && `(${query.kind})`], ' '),
      detail: joined(found, ' '),
    }),
    ...leadingNotices(answer.notices),
    ...[...files.values()].flatMap(group => [
      { kind: 'section' as const, text: fileOf(group[0]) },
      ...group.flatMap(result => describeResult(result, terms)),
    ]),
    ...describeMessages(answer.said_in_commits ?? []),
    ...describeTrimmed(answer.trimmed),
    ...trailingNotices(answer.notices),
  ];
}

function fileOf(result: Result | undefined): Inline {
  if (result?.file !== undefined)
    return result.file === '/' ? 'whole repository' : [fileName(result.file, result.lines?.start)];
  const more = result?.more_files ? `${result.more_files} more` : '';
  const files = joined([names(result?.files ?? []), more], ', ');
  return files.length > 0 ? files : 'no file';
}

function describeResult(result: Result, terms: readonly Term[]): Block[] {
  const { anchor, lines, matches, intent, moved_to: moved } = result;
  const where = lines ? range(lines) : '';
  const unit = anchor ? joined([[name(anchor.name)], where], ' ') : lines && lineRange(lines);
  const whole =
    result.file === undefined ? 'whole commit' : result.file.endsWith('/') ? 'all of it' : 'whole file';
  return [
    { kind: 'item', text: unit || whole, badges: badges(result) },
    ...(intent === undefined ? [] : [{ kind: 'text' as const, text: intent }]),
    ...[...groupBy(matches, labelOf)].flatMap(([label, hits]) =>
      field(
        label,
        hits.map(hit => marked(describeMatch(hit), terms)),
        label === labelledS.constraint ? 'strong' : undefined,
      ),
    ),
    ...(moved ? field('Moved to', [movedPlace(moved)]) : []),
    ...describeOrigin({ ...result, summary: result.commit_summary }),
  ];
}

type Hit = Result['matches'][number];

function labelOf({ kind, taken_back: isTakenBack }: Hit): string {
  return isTakenBack ? 'Taken back' : labelledS[kind];
}

function describeMatch({ text, reason, on }: Hit): Inline {
  return on === undefined ? dash(text, reason) : dash([name(on)], text);
}

/** Where the words are, in the text as it is shown; not where a character stands for others. */
function marked(text: Inline, terms: readonly Term[]): Entry {
  const plain = plainText(text);
  const marks = fold(plain) === plain ? terms.flatMap(term => [...marksOf(term, plain)]) : [];
  return { text, marks };
}

function badges({ recovered, context_level: level, ...result }: Result): Badge[] {
  return [
    stateBadge(result),
    ...(level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...recoveredBadge(recovered),
  ];
}

function describeMessages(said: NonNullable<SearchAnswer['said_in_commits']>): Block[] {
  if (said.length === 0) return [];
  return [
    { kind: 'section', text: 'From commit messages, not from annotations' },
    ...said.flatMap(({ summary, body = '', refers_to: refers = [], ...of }): Block[] => [
      { kind: 'item', text: summary, badges: [{ text: day(of.date), tone: 'quiet' }] },
      ...body.split('\n').flatMap(text => (text === '' ? [] : [{ kind: 'text' as const, text }])),
      ...field('Refers to', refers.length > 0 ? [refers.join(', ')] : []),
      { kind: 'footer', text: dotted([commit(of.commit), of.author]) },
    ]),
  ];
}
