import { WHOLE_FILE } from '../../pipeline/answer/assemble-dependent.ts';
import {
  describeCrossCutting,
  describeRecovered,
  recoveredBadge,
  stateBadge,
  title,
} from '../../render/answer-parts.ts';
import type { Badge, Block } from '../../render/blocks.ts';
import { describeFlaws } from '../../render/flaws.ts';
import { leadingNotices, trailingNotices } from '../../render/notices.ts';
import { day, place, short } from '../../render/phrases.ts';
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
    ...(item.on ? [{ text: `on ${item.on === WHOLE_FILE ? 'the ' : ''}${item.on}` }] : []),
    stateBadge(item),
    ...(item.match === 'fuzzy' ? [{ text: 'perhaps another name', tone: 'warn' as const }] : []),
    ...(item.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...recoveredBadge(item.recovered),
  ];
}

function footer({ commit, date, noted_as, recovered }: Item): string {
  const was = noted_as === undefined ? '' : `noted as ${noted_as}`;
  return [short(commit), day(date), was, describeRecovered(recovered)].filter(Boolean).join(' · ');
}
