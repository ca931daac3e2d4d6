/** A card that should begin at `wanted` and is so high; in the order in which they should stand. */
type Card = { wanted: number; height: number };

const GAP = 12;

/**
 * Where each card begins, so that none covers another: pushed down by those before it. The chosen one stands where it
 * wants to, and those before it give way upwards as far as there is room.
 */
export function placeCards(cards: readonly Card[], chosen = -1): number[] {
  const tops: number[] = [];
  let free = 0;
  for (const { wanted, height } of cards) {
    const top = Math.max(wanted, free);
    tops.push(top);
    free = top + height + GAP;
  }
  const aside = chosen < 0 ? 0 : (tops[chosen] ?? 0) - (cards[chosen]?.wanted ?? 0);
  return aside > 0 ? liftedTo(chosen, aside, cards, tops) : tops;
}

function liftedTo(
  chosen: number,
  aside: number,
  cards: readonly Card[],
  pushed: readonly number[],
): number[] {
  const before = cards.slice(0, chosen).reduce((sum, { height }) => sum + height + GAP, 0);
  const tops = [...pushed];
  let free = Math.max((pushed[chosen] ?? 0) - aside, before);
  for (let at = chosen; at < cards.length; at++) {
    const top = at === chosen ? free : Math.max(cards[at]?.wanted ?? 0, free);
    tops[at] = top;
    free = top + (cards[at]?.height ?? 0) + GAP;
  }
  for (let at = chosen - 1; at >= 0; at--) {
    const below = (tops[at + 1] ?? 0) - GAP - (cards[at]?.height ?? 0);
    tops[at] = Math.min(tops[at] ?? 0, below);
  }
  return tops;
}
