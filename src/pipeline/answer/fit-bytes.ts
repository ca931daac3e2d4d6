import type { Audience } from '../../audience.ts';
import { type NoticeText, sayNotice } from '../../notices.ts';
import { plural } from '../../wording.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { fitTokens, type Trimmable } from './fit-tokens.ts';

/**
 * No answer is larger. Over MCP it travels twice, once as text in which every quote and backslash is
 * escaped again, and clients hang up at 10 MiB.
 */
export const MAX_ANSWER_BYTES = 3_000_000;

const ROOM_FOR_NOTICE = 1_000;
const LIMIT = MAX_ANSWER_BYTES - ROOM_FOR_NOTICE;

/** A list that may be shortened, from the end, or `from` its start, and what one of its items is called. */
export type Cuttable<Key> = { key: Key; noun: string; from?: 'start' | 'end' };

/** Shortens lists, the first one first, until the answer fits; a notice says by how much. */
export function fitBytes<
  Key extends string,
  Answer extends { [key in Key]?: unknown[] } & { notices?: NoticeText[] },
>(answer: Answer, lists: readonly Cuttable<Key>[], fix: string, audience: Audience): Answer {
  const before = sizeOf(answer);
  if (before <= MAX_ANSWER_BYTES) return answer;
  const capped = { ...answer };
  const lost: string[] = [];
  let excess = before - LIMIT;
  for (const { key, noun, from = 'end' } of lists) {
    const items = [...(answer[key] ?? [])];
    if (from === 'start') items.reverse();
    const total = items.length;
    while (excess > 0 && items.length > 0) excess -= sizeOf(items.pop()) + 1;
    if (items.length === total) continue;
    if (from === 'start') items.reverse();
    Object.assign(capped, { [key]: items });
    lost.push(
      `the ${from === 'start' ? 'oldest' : 'last'} ${total - items.length} of ${plural(total, noun)}`,
    );
  }
  return withNotice(capped, tooLarge(before, lost.join(' and '), fix, audience));
}

/** A read gives up what helps least, as for a token budget. */
export function fitReadBytes<Answer extends Trimmable & { notices?: NoticeText[] }>(
  answer: Answer,
  audience: Audience,
): Answer {
  const before = sizeOf(answer);
  if (before <= MAX_ANSWER_BYTES) return answer;
  let budget = estimateTokens(JSON.stringify(answer));
  let trimmed = answer;
  for (let size = before; size > LIMIT && budget > 0; size = sizeOf(trimmed)) {
    budget = Math.floor(Math.min(budget * 0.9, (budget * LIMIT) / size));
    trimmed = fitTokens(answer, budget);
  }
  const fix = 'Name a function as anchor, or give a line range or a token limit.';
  return withNotice(trimmed, tooLarge(before, 'what helps least, as `trimmed` says,', fix, audience));
}

function withNotice<Answer extends { notices?: NoticeText[] }>(answer: Answer, notice: NoticeText): Answer {
  return { ...answer, notices: [...(answer.notices ?? []), notice] };
}

function tooLarge(bytes: number, lost: string, fix: string, audience: Audience): NoticeText {
  return sayNotice({ code: 'answer_too_large', bytes, limit: MAX_ANSWER_BYTES, lost, fix }, audience);
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
