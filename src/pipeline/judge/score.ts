import type { Region } from '../../annotation/schema.ts';
import type { Freshness, RegionAnswer } from '../../answers.ts';
import { isSameName, unitsNamed } from '../../syntax/anchor.ts';
import { signatureKey } from '../../syntax/signature.ts';
import { mentions } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import { linesNow } from '../locate/locate.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import { timestampOf } from '../notes/timestamp-of.ts';
import { type Scope, unitsOf } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Matched } from './match-scope.ts';

export type Scored = Matched & {
  freshness: Freshness;
  timestamp: Date;
  confidence: number;
  factors: RegionAnswer['confidence_factors'];
};

const DAY_MS = 86_400_000;
/** They add up to 1. */
const WEIGHTS = { recency: 0.4, context: 0.3, anchor: 0.2, provenance: 0.1 };
const CONTEXT = { enhanced: 1, inferred: 0.5 };
const PROVENANCE = { initial: 1, amend: 0.8, squash: 0.7 };
export const ANCHOR = { signature: 1, name: 0.7, lines: 0.4, gone: 0.3 };
const CORRECTION = 0.15;
const FLOOR = 0.1;
const MOST_BY_NAME = 0.5;

/** How far a region can be trusted today, from 0 to 1, with the factors that explain the number. */
export async function score(
  snapshot: Snapshot,
  scope: Scope,
  matched: Matched,
  freshness: Freshness,
): Promise<Scored> {
  const { annotation, commit } = matched.found;
  const timestamp = await timestampOf(snapshot, annotation, commit);
  const anchor = await anchorFactor(scope, matched);
  return { ...matched, freshness, timestamp, ...weigh(snapshot, matched.found, timestamp, anchor) };
}

/** The weighted sum of four factors, less what corrections take off; what was found by name alone is never sure. */
export function weigh(
  snapshot: Snapshot,
  { annotation, region, recovered }: Pick<FoundRegion, 'annotation' | 'region' | 'recovered'>,
  timestamp: Date,
  anchor: number,
): { confidence: number; factors: RegionAnswer['confidence_factors'] } {
  const days = (snapshot.head.committer.time * 1000 - timestamp.getTime()) / DAY_MS;
  const recency = 0.5 ** (Math.max(0, days) / snapshot.settings.recencyHalfLife);
  const context = CONTEXT[annotation.context_level];
  const provenance = PROVENANCE[annotation.provenance.operation];
  const sum =
    WEIGHTS.recency * recency +
    WEIGHTS.context * context +
    WEIGHTS.anchor * anchor +
    WEIGHTS.provenance * provenance;
  const base = recovered?.by === 'name' ? Math.min(sum, MOST_BY_NAME) : sum;
  const doubts = (region.corrections ?? []).filter(item => item.correction_type !== 'amend').length;
  const factors = { recency: round(recency), context, anchor, provenance };
  if (doubts === 0) return { confidence: round(base), factors };
  return {
    confidence: round(Math.max(FLOOR, base - CORRECTION * doubts)),
    factors: { ...factors, corrections: round(-CORRECTION * doubts) },
  };
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
  const isIn = (text: string) => signatureKey(text).includes(signature);
  if (lines && mentions(lines, anchor.name)) return isIn(utf8(lines)) ? ANCHOR.signature : ANCHOR.name;
  const same = unitsNamed((await unitsOf(scope)) ?? [], anchor.name);
  if (same.length === 0) return lines ? ANCHOR.lines : ANCHOR.gone;
  return same.some(unit => isIn(unit.signature)) ? ANCHOR.signature : ANCHOR.name;
}

function utf8(lines: readonly string[]): string {
  return Buffer.from(lines.join('\n'), 'latin1').toString('utf8');
}

function nameOf(item: Scored): string {
  return item.found.region.ast_anchor?.name ?? '';
}

/** Whether two regions are about the same unit. */
export function sameUnit(a: Region, b: Region): boolean {
  const [one, other] = [a.ast_anchor?.name, b.ast_anchor?.name];
  if (one === undefined || other === undefined) return one === other && !a.lines && !b.lines;
  return isSameName(one, other);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
