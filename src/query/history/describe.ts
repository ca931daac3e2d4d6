import {
  describeCorrection,
  describePromises,
  describeRecovered,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import { type Badge, type Block, field } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { dash, day, place, short } from '../../render/phrases.ts';
import type { HistoryAnswer } from './answer.ts';

/** The timeline, oldest first: what was thought, and what became of it. */
export function describe(answer: HistoryAnswer): Block[] {
  return [
    title(answer.scope),
    ...leadingNotices(answer.notices),
    ...answer.timeline.flatMap(entry => [
      {
        kind: 'item' as const,
        text: [day(entry.date), entry.anchor ?? entry.file ?? answer.scope.file].filter(Boolean).join('  '),
        badges: badges(entry),
      },
      ...(entry.intent ? [{ kind: 'text' as const, text: entry.intent }] : []),
      ...describePromises(entry),
      ...field('Why', entry.reasoning ? [entry.reasoning] : []),
      ...field('Risk', entry.risk_notes ? [{ text: entry.risk_notes, tone: 'warn' as const }] : []),
      ...field(
        'See also',
        (entry.related_context ?? []).map(item =>
          dash(`${short(item.commit)} ${place(item.file, item.anchor)}`.trim(), item.relationship),
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
      ? [{ text: `related, in ${entry.file ?? 'this file'}`, tone: 'quiet' as const }]
      : []),
    stateBadge(entry),
    ...(entry.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...recoveredBadge(entry.recovered),
  ];
}

function footer(entry: Entry): string {
  const subject = entry.commit_message?.split('\n')[0];
  return [short(entry.commit), entry.author, subject, entry.source, describeRecovered(entry.recovered)]
    .filter(Boolean)
    .join(' · ');
}
