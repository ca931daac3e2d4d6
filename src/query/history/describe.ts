import {
  describeConstraints,
  describeCorrection,
  describeRecovered,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import { type Badge, type Block, field, type Inline, joined } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { commit, dash, day, dotted, name, place } from '../../render/phrases.ts';
import type { HistoryAnswer } from './answer.ts';

/** The timeline, oldest first: what was thought, and what became of it. */
export function describe(answer: HistoryAnswer): Block[] {
  return [
    title(answer.scope),
    ...leadingNotices(answer.notices),
    ...answer.timeline.flatMap(entry => [
      {
        kind: 'item' as const,
        text: joined([day(entry.timestamp), [name(entry.anchor ?? entry.file)]], '  '),
        badges: badges(entry),
      },
      { kind: 'text' as const, text: entry.intent },
      ...field('Why', entry.reasoning ? [entry.reasoning] : []),
      ...describeConstraints(entry.constraints ?? []),
      ...field(
        'Rejected',
        (entry.rejected_alternatives ?? []).map(({ approach, reason }) => dash(approach, reason)),
      ),
      ...field('Risk', entry.risk_notes ? [{ text: entry.risk_notes, tone: 'warn' as const }] : []),
      ...field(
        'See also',
        (entry.related_context ?? []).map(item =>
          dash(commit(item.commit, place(item.file, item.anchor)), item.relationship),
        ),
      ),
      ...field('Corrected', (entry.corrections ?? []).map(describeCorrection)),
      { kind: 'footer' as const, text: footer(entry) },
    ]),
    ...describeFlaws(answer),
    ...trailingNotices(answer.notices),
  ];
}

type Entry = HistoryAnswer['timeline'][number];

function badges(entry: Entry): Badge[] {
  return [
    ...(entry.kind === 'related'
      ? [{ text: ['related, in ', name(entry.file)], tone: 'quiet' as const }]
      : []),
    stateBadge(entry.freshness),
    ...(entry.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...recoveredBadge(entry.recovered),
  ];
}

function footer(entry: Entry): Inline {
  const subject = entry.commit_message.split('\n')[0];
  const source = entry.source && [name(entry.source)];
  return dotted([commit(entry.commit), entry.author, subject, source, describeRecovered(entry.recovered)]);
}
