import type { Region } from '../../annotation/schema.ts';
import type { RegionAnswer } from '../../answers.ts';
import { unitsNamed } from '../../syntax/anchor.ts';
import { signatureKey } from '../../syntax/signature.ts';
import { lastWord, mentions } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import { linesNow, type Moved } from '../locate/locate.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import { timestampOf } from '../notes/timestamp-of.ts';
import { type Scope, unitsOf } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Freshness } from './freshness.ts';
import type { Matched } from './match-scope.ts';

export type Factors = NonNullable<RegionAnswer['confidence_factors']>;

export type Scored = Matched & {
  freshness: Freshness;
  timestamp: Date;
  confidence: number;
  factors: Factors;
};

/** What is known of a region beside its annotation. */
export type Judgement = {
  timestamp: Date;
  /** How surely it is about the code in question. */
  anchor: number;
  freshness: Freshness;
  /** A later annotation of the same unit exists. */
  isOvertaken?: boolean;
};

const DAY_MS = 86_400_000;
/** They add up to 1. */
const WEIGHTS = { recency: 0.4, context: 0.3, anchor: 0.2, provenance: 0.1 };
const CONTEXT = { enhanced: 1, inferred: 0.5 };
const PROVENANCE = { initial: 1, amend: 0.8, squash: 0.7 };
export const ANCHOR = { signature: 1, name: 0.7, lines: 0.4, gone: 0.3 };
const FRESHNESS = { intact: 1, moved: 0.9, unknown: 0.7, gone: 0.3 };
/** What is left of the trust in a region all of whose lines changed, and that is still there. */
const ALL_EDITED = 0.5;
const OVERTAKEN = 0.9;
const CORRECTION = 0.15;
const FLOOR = 0.1;
const MOST_BY_NAME = 0.5;

/** How far a region can be trusted today, from 0 to 1, with the factors that explain the number. */
export async function score(
  snapshot: Snapshot,
  scope: Scope,
  matched: Matched,
  { freshness, isOvertaken }: Pick<Judgement, 'freshness' | 'isOvertaken'>,
): Promise<Scored> {
  const { annotation, commit } = matched.found;
  const timestamp = await timestampOf(snapshot, annotation, commit);
  const { ast_anchor: noted } = matched.found.region;
  const anchor = matched.moved ? movedFactor(matched.moved, noted) : await anchorFactor(scope, matched);
  const weighed = weigh(snapshot, matched.found, { timestamp, anchor, freshness, isOvertaken });
  return { ...matched, freshness, timestamp, ...weighed };
}

/**
 * The weighted sum of four factors, times how fresh it is, less what corrections take off; what was found by name
 * alone is never sure.
 */
export function weigh(
  snapshot: Snapshot,
  { annotation, region, recovered }: Pick<FoundRegion, 'annotation' | 'region' | 'recovered'>,
  { timestamp, anchor, freshness, isOvertaken = false }: Judgement,
): { confidence: number; factors: Factors } {
  const days = (snapshot.head.committer.time * 1000 - timestamp.getTime()) / DAY_MS;
  const recency = 0.5 ** (Math.max(0, days) / snapshot.settings.recencyHalfLife);
  const context = CONTEXT[annotation.context_level];
  const provenance = PROVENANCE[annotation.provenance.operation];
  const base =
    WEIGHTS.recency * recency +
    WEIGHTS.context * context +
    WEIGHTS.anchor * anchor +
    WEIGHTS.provenance * provenance;
  const fresh = freshnessFactor(freshness);
  const product = base * fresh * (isOvertaken ? OVERTAKEN : 1);
  const trusted = recovered?.by === 'name' ? Math.min(product, MOST_BY_NAME) : product;
  const doubts = (region.corrections ?? []).filter(item => item.correction_type !== 'amend').length;
  return {
    confidence: round(doubts === 0 ? trusted : Math.max(FLOOR, trusted - CORRECTION * doubts)),
    factors: {
      ...{ recency: round(recency), context, anchor, provenance, freshness: round(fresh) },
      ...(isOvertaken ? { newer: OVERTAKEN } : {}),
      ...(doubts === 0 ? {} : { corrections: round(-CORRECTION * doubts) }),
    },
  };
}

function freshnessFactor({ state, changed_lines = 0, total_lines = 1 }: Freshness): number {
  return state === 'edited' ? 1 - ALL_EDITED * Math.min(1, changed_lines / total_lines) : FRESHNESS[state];
}

/** Confidence first, then the newer one, then the commit id: equal questions get equal answers. */
export function byConfidence(a: Scored, b: Scored): number {
  return (
    b.confidence - a.confidence ||
    b.timestamp.getTime() - a.timestamp.getTime() ||
    compare(a.found.commit.id, b.found.commit.id) ||
    compare(nameOf(a), nameOf(b)) ||
    (a.found.region.lines?.start ?? 0) - (b.found.region.lines?.start ?? 0)
  );
}

/** The text of today's lines decides nearly always; only a unit that is not in them needs the outline. */
async function anchorFactor(scope: Scope, item: Matched): Promise<number> {
  const { ast_anchor: anchor, lines: noted } = item.found.region;
  const now = linesNow(item);
  const lines = now && linesIn(scope.lines, now);
  if (!anchor) return lines || !noted ? ANCHOR.lines : ANCHOR.gone;
  const signature = signatureKey(anchor.signature ?? '');
  const isIn = (text: () => string) => signature === '' || signatureKey(text()).includes(signature);
  if (lines && mentions(lines, anchor.name)) return isIn(() => utf8(lines)) ? ANCHOR.signature : ANCHOR.name;
  const same = unitsNamed((await unitsOf(scope)) ?? [], anchor.name);
  if (same.length === 0) return lines ? ANCHOR.lines : ANCHOR.gone;
  return same.some(unit => isIn(() => unit.signature)) ? ANCHOR.signature : ANCHOR.name;
}

/** The same for a unit that is in another file. */
function movedFactor({ unit }: Moved, anchor: Region['ast_anchor']): number {
  if (!unit || !anchor || lastWord(unit.name) !== lastWord(anchor.name)) return ANCHOR.lines;
  const signature = signatureKey(anchor.signature ?? '');
  return signatureKey(unit.signature).includes(signature) ? ANCHOR.signature : ANCHOR.name;
}

function utf8(lines: readonly string[]): string {
  return Buffer.from(lines.join('\n'), 'latin1').toString('utf8');
}

function nameOf(item: Scored): string {
  return item.found.region.ast_anchor?.name ?? '';
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
