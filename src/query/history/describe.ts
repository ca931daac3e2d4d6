import {
  describeCorrection,
  describeOrigin,
  describePromises,
  describeTrimmed,
  labelled,
  movedPlace,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import { type Badge, type Block, field, joined } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { commit, dash, day, fileName, place } from '../../render/phrases.ts';
import { withoutRepeats } from '../../render/repeats.ts';
import type { HistoryAnswer } from './answer.ts';

/** The timeline, oldest first: what was thought, and what became of it. */
export function describe(answer: HistoryAnswer): Block[] {
  const entries = answer.timeline.map(entry => ({
    unit: entry.anchor && JSON.stringify([entry.file ?? answer.scope.file, entry.anchor]),
    blocks: describeEntry(entry, answer.scope.file),
  }));
  return [
    labelled(title(answer.scope)),
    ...leadingNotices(answer.notices),
    ...withoutRepeats(entries),
    ...describeTrimmed(answer.trimmed),
    ...describeFlaws(answer),
    ...trailingNotices(answer.notices),
  ];
}

type Entry = HistoryAnswer['timeline'][number];

function describeEntry(entry: Entry, file: string): Block[] {
  const { date, ...origin } = entry;
  return [
    {
      kind: 'item',
      text: joined(
        [day(date), [fileName(entry.file ?? file, undefined, entry.anchor ?? entry.file ?? file)]],
        '  ',
      ),
      badges: badges(entry),
    },
    ...(entry.moved_to
      ? [{ kind: 'text' as const, text: joined(['moved to', movedPlace(entry.moved_to)], ' ') }]
      : []),
    ...(entry.intent ? [{ kind: 'text' as const, text: entry.intent }] : []),
    ...describePromises(entry),
    ...field('Why', entry.reasoning ? [entry.reasoning] : []),
    ...field('Risk', entry.risk_notes ? [{ text: entry.risk_notes, tone: 'warn' as const }] : []),
    ...field(
      'See also',
      (entry.related_context ?? []).map(item =>
        dash(commit(item.commit, place(item.file, item.anchor)), item.relationship),
      ),
    ),
    ...field('Corrected', (entry.corrections ?? []).map(describeCorrection)),
    ...describeOrigin({ ...origin, summary: entry.commit_message?.split('\n')[0] }),
  ];
}

function badges(entry: Entry): Badge[] {
  const where = entry.file ? ['related, in ', fileName(entry.file)] : 'related, in this file';
  return [
    ...(entry.kind === 'related' ? [{ text: where, tone: 'quiet' as const }] : []),
    stateBadge(entry),
    ...(entry.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...recoveredBadge(entry.recovered),
  ];
}
