import type { Annotation, Region } from '../../annotation/schema.ts';
import { isTakenBack, withCorrections } from '../../pipeline/notes/with-corrections.ts';

/** What a text of an annotation is. */
export const KINDS = [
  'constraint',
  'rejected',
  'risk',
  'reasoning',
  'intent',
  'thread',
  'dependency',
  'concern',
] as const;

export type TextKind = (typeof KINDS)[number];

/** A text of an annotation; `reason` is why something was rejected or taken back, `on` what is relied on. */
export type SaidText = { kind: TextKind; text: string; reason?: string; on?: string; takenBack?: boolean };

/** All that a region says, what matters most first. */
export function saidIn({ summary }: Annotation, region: Region): SaidText[] {
  const {
    rejected_alternatives: rejected = [],
    open_threads: threads = [],
    semantic_dependencies: relied = [],
  } = region;
  const one = (kind: TextKind, text: string | undefined): SaidText[] => (text ? [{ kind, text }] : []);
  return [
    ...withCorrections(region).map(item => ({
      ...{ kind: 'constraint' as const, text: item.text, reason: item.correction?.reason },
      ...(isTakenBack(item) ? { takenBack: true } : {}),
    })),
    ...rejected.map(({ approach, reason }) => ({ kind: 'rejected' as const, text: approach, reason })),
    ...one('risk', region.risk_notes),
    ...one('reasoning', region.reasoning),
    ...one('intent', region.intent ?? summary),
    ...threads.flatMap(text => one('thread', text)),
    ...relied.map(({ file, anchor, nature = '' }) => ({
      ...{ kind: 'dependency' as const, text: nature, on: [file, anchor].filter(Boolean).join(' ') },
    })),
  ];
}

/** A concern that spans files as a region of the first place that it names: there it is shown. */
export function concernsOf({ cross_cutting: all = [] }: Annotation): Map<Region, SaidText> {
  const concerns = new Map<Region, SaidText>();
  for (const { description, regions, tags } of all) {
    const [first] = regions;
    if (!first) continue;
    const anchor = first.anchor === undefined ? {} : { ast_anchor: { name: first.anchor } };
    concerns.set({ file: first.file, ...anchor, tags }, { kind: 'concern', text: description });
  }
  return concerns;
}
