import type { Trimmed } from '../../answers.ts';
import { groupBy, partition, sum } from '../../collections.ts';
import { countShares, tokenCost, tokensIn } from './estimate-tokens.ts';
import { keepEntries } from './keep-entries.ts';
import { type Entry, SMALLEST } from './shrink.ts';

/** What an answer may cost. */
export type Limit = { most: number; cost: (text: string) => number; in: 'tokens' | 'bytes' };

export function tokens(most: number): Limit {
  return { most, cost: tokenCost, in: 'tokens' };
}

/**
 * No answer is larger. Over MCP it travels twice, once as text in which every quote and backslash is
 * escaped again, and clients hang up at 10 MiB.
 */
export const MAX_ANSWER_BYTES = 3_000_000;

export const BYTES: Limit = { most: MAX_ANSWER_BYTES, cost: text => Buffer.byteLength(text), in: 'bytes' };

/** Puts an answer together from its lists; what a limit cost it, where one did. */
export type Assemble<Answer> = (lists: Readonly<Record<string, unknown[]>>, trimmed?: Trimmed) => Answer;

type Placed = { entry: Entry; step: number };

/** The part of the room that an overview may take. */
const OVERVIEW = 1 / 4;
/** A larger number in the frame must not leave less room: all are counted as if they had six digits. */
const NUMBERS_IN_FRAME = 3;

/**
 * Takes an answer in parts, the entries that matter most first; gives it whole where that fits the limit, else with
 * its entries shrunk step by step, all before any goes on to the next step, the last first. As many as possible keep
 * their smallest form, which has all their constraints; those that have none go first. What room is left is used,
 * from the first entry on.
 */
export function fitInto<Answer extends object>(
  assemble: Assemble<Answer>,
  entries: readonly Entry[],
  limit: Limit,
): Answer {
  if (costOfWhole(assemble, entries, limit) <= limit.most) return wholeOf(assemble, entries);
  const ranked = [...entries].sort((a, b) => Number(b.constraints > 0) - Number(a.constraints > 0));
  const frame = assemble({}, largestTrimmed(entries, limit));
  const digits = NUMBERS_IN_FRAME * (limit.cost('999999') - limit.cost(`${limit.most}`));
  let room = limit.most - costOf(frame, limit) - Math.max(0, digits);
  // The parts together may cost a little more than each for itself.
  for (let attempt = 0; attempt < 3 && room > 0; attempt++) {
    const answer = shrink(assemble, ranked, room, limit);
    const excess = costOf(answer, limit) - limit.most;
    if (excess <= 0) return answer;
    room -= excess;
  }
  return overBudget(assemble, entries, limit);
}

/** The answer with all entries as they are. */
export function wholeOf<Answer extends object>(
  assemble: Assemble<Answer>,
  entries: readonly Entry[],
): Answer {
  return assemble(listsOf(entries.map(entry => ({ entry, step: 0 }))));
}

/** What that costs; entries that know what they cost are not made for it. */
export function costOfWhole<Answer extends object>(
  assemble: Assemble<Answer>,
  entries: readonly Entry[],
  limit: Limit,
): number {
  const counted = limit.in === 'tokens' ? entries.filter(({ shares }) => shares !== undefined) : [];
  if (counted.length === 0) return costOf(wholeOf(assemble, entries), limit);
  const others = entries.filter(({ shares }) => shares === undefined);
  const shares =
    countShares(JSON.stringify(wholeOf(assemble, others))) +
    sum(counted, entry => entry.shares?.whole ?? 0) -
    sum([...groupBy(counted, ({ list }) => list).values()], overcounted);
  return Math.ceil(tokensIn(shares));
}

/** Each entry is counted with a comma after it; after the last one of a list there is none. */
function overcounted(list: readonly Entry[]): number {
  const last = list.reduce((a, b) => (b.at > a.at ? b : a));
  const text = JSON.stringify(last.form(0));
  return countShares(`${text},`) - (countShares(`${text}]`) - countShares(']'));
}

function shrink<Answer extends object>(
  assemble: Assemble<Answer>,
  ranked: readonly Entry[],
  room: number,
  limit: Limit,
): Answer {
  const price = (value: unknown) => (value === undefined ? 0 : limit.cost(`${JSON.stringify(value)},`));
  const smallest = (entry: Entry) =>
    limit.in === 'tokens' && entry.shares ? tokensIn(entry.shares.smallest) : price(entry.form(SMALLEST));
  const sizes = ranked.map(entry => ({ entry, smallest: smallest(entry), name: price(entry.name) }));
  const [overview, others] = partition(
    sizes.filter(({ smallest }) => smallest > 0),
    ({ entry }) => entry.isOverview ?? false,
  );
  const reserved = Math.min(
    sum(overview, ({ smallest }) => smallest),
    room * OVERVIEW,
  );
  const kept = [...keepEntries(overview, reserved), ...keepEntries(others, room - reserved)];
  let left = room - sum(kept, ({ smallest }) => smallest);
  const isKept = new Set(kept.map(({ entry }) => entry));
  const isDropped = ({ entry }: { entry: Entry }) => !isKept.has(entry);
  const dropped = others.filter(isDropped);
  const named: string[] = [];
  for (const { entry, name } of dropped) {
    if (entry.name === undefined || name > left) continue;
    named.push(entry.name);
    left -= name;
  }
  const steps = new Map(
    sizes
      .filter(({ entry, smallest }) => smallest === 0 || isKept.has(entry))
      .map(({ entry, smallest }) => [entry, { step: SMALLEST, cost: smallest }] as const),
  );
  for (const isLast of [false, true]) {
    const group = [...steps.keys()].filter(entry => (entry.isLast ?? false) === isLast);
    left = growBack(group, steps, left, price);
  }
  const placed = [...steps].map(([entry, { step }]) => ({ entry, step }));
  const units = { named: [...new Set(named)], more: dropped.length - named.length };
  const rows = overview.filter(isDropped).map(({ entry }) => entry);
  const trimmed = trimmedBy(placed, units, rows, limit);
  return withEstimate(estimate => assemble(listsOf(placed), { ...trimmed, ...estimate }), limit);
}

/** Gives entries back what there is room for, a step of each before the next one of any; gives what room is left. */
function growBack(
  entries: readonly Entry[],
  steps: Map<Entry, { step: number; cost: number }>,
  room: number,
  price: (value: unknown) => number,
): number {
  let left = room;
  for (let step = SMALLEST - 1; step >= 0; step--) {
    for (const entry of entries) {
      const now = steps.get(entry);
      if (now?.step !== step + 1) continue;
      const cost = price(entry.form(step));
      if (cost - now.cost > left) continue;
      left -= cost - now.cost;
      steps.set(entry, { step, cost });
    }
  }
  return left;
}

function listsOf(placed: readonly Placed[]): Record<string, unknown[]> {
  const shown = placed
    .map(({ entry, step }) => ({ entry, form: entry.form(step) }))
    .filter(({ form }) => form !== undefined)
    .sort((a, b) => a.entry.at - b.entry.at);
  const lists = groupBy(shown, ({ entry }) => entry.list);
  return Object.fromEntries([...lists].map(([list, items]) => [list, items.map(({ form }) => form)]));
}

/** What a reader would ask for again where it is left out; of all else it is only said how many are. */
function isUnit(entry: Entry): boolean {
  return !entry.isOverview && (entry.shares !== undefined || entry.form(SMALLEST) !== undefined);
}

function trimmedBy(
  placed: readonly Placed[],
  { named, more }: { named: string[]; more: number },
  rows: readonly Entry[],
  limit: Limit,
): Trimmed {
  const [shown, unseen] = partition(placed, ({ entry, step }) => entry.form(step) !== undefined);
  const shortened = shown.filter(({ step }) => step > 0).length;
  const hidden = groupBy([...rows, ...unseen.map(({ entry }) => entry)], ({ list }) => list);
  return {
    ...(limit.in === 'tokens' ? { max_tokens: limit.most } : {}),
    ...(shortened > 0 ? { shortened } : {}),
    ...(named.length > 0 ? { units: named } : {}),
    ...(more > 0 ? { more_units: more } : {}),
    ...(hidden.size > 0
      ? { left_out: Object.fromEntries([...hidden].map(([list, items]) => [list, items.length])) }
      : {}),
  };
}

/** As much as `trimmed` may take, but for the names in it. */
function largestTrimmed(entries: readonly Entry[], limit: Limit): Trimmed {
  const count = entries.length;
  const lists = new Set(entries.filter(entry => !isUnit(entry)).map(({ list }) => list));
  return {
    ...(limit.in === 'tokens' ? { max_tokens: limit.most, estimated_tokens: limit.most } : {}),
    ...{ shortened: count, units: [], more_units: count },
    ...(lists.size > 0 ? { left_out: Object.fromEntries([...lists].map(list => [list, count])) } : {}),
  };
}

/** Not even the frame fits: it is all that is sent. */
function overBudget<Answer extends object>(
  assemble: Assemble<Answer>,
  entries: readonly Entry[],
  limit: Limit,
): Answer {
  const max = limit.in === 'tokens' ? { max_tokens: limit.most } : {};
  const trimmed = { ...max, more_units: entries.filter(isUnit).length || undefined, over_budget: true };
  return withEstimate(estimate => assemble({}, { ...trimmed, ...estimate }), limit);
}

/** An answer says what it costs, which is part of what it costs. */
function withEstimate<Answer extends object>(
  make: (estimate: Pick<Trimmed, 'estimated_tokens'>) => Answer,
  limit: Limit,
): Answer {
  if (limit.in !== 'tokens') return make({});
  const first = costOf(make({ estimated_tokens: limit.most }), limit);
  return make({ estimated_tokens: costOf(make({ estimated_tokens: first }), limit) });
}

function costOf(answer: object, limit: Limit): number {
  return Math.ceil(limit.cost(JSON.stringify(answer)));
}
