// A case as a line of JSON: what is needed to look at it by hand.
import type { At } from '../truth/match.ts';
import type { Case } from './judge.ts';

export function recordOf({ id, commit, verdict, why, event, finding }: Case): object {
  return {
    verdict,
    why,
    id,
    commit,
    annotated: event?.promised.commit,
    variant: event?.promised.variant,
    became: event?.became,
    before: event && placeOf(event.before),
    after: event?.after && placeOf(event.after),
    part: event?.part,
    finding,
  };
}

function placeOf({ path, unit }: At): object {
  return { path, unit: unit.name, lines: [unit.start, unit.end], top: unit.top };
}
