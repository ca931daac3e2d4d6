import {
  describeCrossCutting,
  describeRecovered,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import type { Badge, Block, Inline } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { day, dotted, commit as idOf, name, place } from '../../render/phrases.ts';
import type { DepsAnswer } from './answer.ts';

/** Who relies on this code, and on what exactly. */
export function describe(answer: DepsAnswer): Block[] {
  return [
    title(answer.scope),
    ...leadingNotices(answer.notices),
    ...answer.dependents.flatMap(item => [
      { kind: 'item' as const, text: place(item.file, item.anchor), badges: badges(item) },
      { kind: 'text' as const, text: item.nature ?? 'It does not say what it assumes.' },
      { kind: 'footer' as const, text: footer(item) },
    ]),
    ...describeCrossCutting(answer.cross_cutting ?? []),
    ...describeFlaws(answer),
    ...trailingNotices(answer.notices),
  ];
}

type Item = DepsAnswer['dependents'][number];

function badges(item: Item): Badge[] {
  return [
    { text: item.target === undefined ? 'on the whole file' : ['on ', name(item.target)] },
    stateBadge(item.freshness),
    { text: `confidence ${item.confidence.toFixed(2)}`, tone: 'quiet' },
    ...(item.match === 'fuzzy' ? [{ text: 'perhaps another name', tone: 'warn' as const }] : []),
    ...(item.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...recoveredBadge(item.recovered),
  ];
}

function footer({ commit, timestamp, noted_as, recovered }: Item): Inline {
  const was: Inline = noted_as === undefined ? '' : ['noted as ', name(noted_as)];
  return dotted([idOf(commit), day(timestamp), was, describeRecovered(recovered)]);
}
