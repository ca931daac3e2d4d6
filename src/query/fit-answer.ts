import type { Trimmed } from '../answers.ts';
import type { Audience } from '../audience.ts';
import { type NoticeText, sayNotice } from '../notices.ts';
import { MAIN_LISTS } from '../pipeline/answer/lean.ts';
import { estimateTokens } from '../pipeline/trim/estimate-tokens.ts';
import { BYTES, costOfWhole, fitInto, MAX_ANSWER_BYTES, tokens, wholeOf } from '../pipeline/trim/fit-into.ts';
import type { Entry } from '../pipeline/trim/shrink.ts';

type Fitting<Answer> = {
  /** The lists of the answer, those entries first that matter most; where these know what they cost, it has none yet. */
  entries: readonly Entry[];
  /** What a caller asked for. */
  maxTokens?: number;
  /** What holds where nothing was asked for; a verbose answer has no such bound. */
  defaultTokens?: number;
  /** What to ask instead, where the answer is cut. */
  fix: string;
  audience: Audience;
  /** Counts of the answer that follow from its lists. */
  recount?: (answer: Answer) => Answer;
};

type Fitted = { notices?: NoticeText[]; trimmed?: Trimmed };

/** Every answer has a bound: the tokens that were asked for, else a default, and the bytes that a client takes. */
export function fitAnswer<Answer extends Fitted>(answer: Answer, fitting: Fitting<Answer>): Answer {
  const { entries, maxTokens, defaultTokens, fix, audience, recount = same => same } = fitting;
  const lists = [...new Set(entries.map(({ list }) => list))];
  const assembleWith =
    (notices: NoticeText[] | undefined) =>
    (shown: Readonly<Record<string, unknown[]>>, trimmed?: Trimmed): Answer => {
      const filled = Object.fromEntries(
        lists.map(list => [list, shown[list] ?? (MAIN_LISTS.has(list) ? [] : undefined)]),
      );
      return recount(withoutUndefined({ ...answer, ...filled, ...(notices ? { notices } : {}), trimmed }));
    };
  const isOpen = entries.some(({ shares }) => shares !== undefined);
  const budget = maxTokens ?? defaultTokens;
  const sizeIn = (most: number) =>
    isOpen
      ? costOfWhole(assembleWith(answer.notices), entries, tokens(most))
      : estimateTokens(JSON.stringify(answer));
  const size = budget === undefined ? 0 : sizeIn(budget);
  if (budget !== undefined && size > budget) {
    const told =
      maxTokens === undefined
        ? [
            ...(answer.notices ?? []),
            sayNotice({ code: 'answer_trimmed', tokens: size, budget, fix }, audience),
          ]
        : answer.notices;
    const fitted = fitInto(assembleWith(told), entries, tokens(budget));
    if (Buffer.byteLength(JSON.stringify(fitted)) <= MAX_ANSWER_BYTES) return fitted;
  }
  const whole = isOpen ? wholeOf(assembleWith(answer.notices), entries) : answer;
  const bytes = Buffer.byteLength(JSON.stringify(whole));
  if (bytes <= MAX_ANSWER_BYTES) return whole;
  const notice = sayNotice({ code: 'answer_too_large', bytes, limit: MAX_ANSWER_BYTES, fix }, audience);
  return fitInto(assembleWith([...(answer.notices ?? []), notice]), entries, BYTES);
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
}
