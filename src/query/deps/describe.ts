import { WHOLE_FILE } from '../../pipeline/answer/assemble-dependent.ts';
import {
  describeCrossCutting,
  describeRecovered,
  describeTrimmed,
  labelled,
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
    labelled(title(answer.scope)),
    ...leadingNotices(answer.notices),
    ...answer.dependents.flatMap(item => [
      { kind: 'item' as const, text: place(item.file, item.anchor), badges: badges(item) },
      { kind: 'text' as const, text: item.nature ?? 'It does not say what it assumes.' },
      { kind: 'footer' as const, text: footer(item) },
    ]),
    ...describeCrossCutting(answer.cross_cutting ?? []),
    ...describeTrimmed(answer.trimmed),
    ...describeFlaws(answer),
    ...trailingNotices(answer.notices),
  ];
}

type Item = DepsAnswer['dependents'][number];

function badges(item: Item): Badge[] {
  return [
    ...(item.on ? [{ text: item.on === WHOLE_FILE ? `on the ${item.on}` : ['on ', name(item.on)] }] : []),
    stateBadge(item),
    ...(item.match === 'fuzzy' ? [{ text: 'perhaps another name', tone: 'warn' as const }] : []),
    ...(item.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
    ...recoveredBadge(item.recovered),
  ];
}

function footer({ commit, date, noted_as, recovered }: Item): Inline {
  const was: Inline = noted_as === undefined ? '' : ['noted as ', name(noted_as)];
  return dotted([idOf(commit), day(date), was, describeRecovered(recovered)]);
}
