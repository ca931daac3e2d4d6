import type { DepsAnswer } from '../answers.ts';
import type { Block } from './blocks.ts';
import { describeCrossCutting, describeNotice, stateBadge, title } from './describe-read.ts';
import { dash, place, short } from './phrases.ts';

/** Who relies on this code, and on what exactly. */
export function describeDeps(answer: DepsAnswer): Block[] {
  return [
    title(answer.scope),
    ...answer.dependents.flatMap(item => [
      {
        kind: 'item' as const,
        text: place(item.file, item.anchor),
        badges: [
          stateBadge(item.freshness),
          { text: `confidence ${item.confidence.toFixed(2)}`, tone: 'quiet' as const },
          ...(item.match === 'file' ? [{ text: 'on the whole file', tone: 'quiet' as const }] : []),
          ...(item.context_level === 'inferred' ? [{ text: 'inferred', tone: 'quiet' as const }] : []),
        ],
      },
      { kind: 'text' as const, text: item.nature ?? 'It does not say what it assumes.' },
      { kind: 'footer' as const, text: dash(short(item.commit), item.timestamp.slice(0, 10)) },
    ]),
    ...describeCrossCutting(answer.cross_cutting ?? []),
    ...(answer.notices ?? []).map(describeNotice),
  ];
}
