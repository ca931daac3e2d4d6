import type { ConstraintAnswer } from '../../answers.ts';
import {
  assembleCautions,
  assembleConstraint,
  assembleFreshness,
  assembleOrigin,
  assemblePromises,
  assembleState,
} from '../../pipeline/answer/assemble-region.ts';
import { intentOf } from '../../pipeline/judge/intent-of.ts';
import type { AnnotatedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import type { Scored } from '../../pipeline/judge/score.ts';
import { isoSeconds } from '../../pipeline/notes/timestamp-of.ts';
import { isTakenBack, withCorrections } from '../../pipeline/notes/with-corrections.ts';
import type { SummaryAnswer } from './answer.ts';

/** From a unit and its annotations to what goes out: what the newest says, and what is in force of all. */
export function assembleUnit(
  { item, older, unit: { anchor, lines } }: AnnotatedUnit,
  verbose: boolean,
): SummaryAnswer['units'][number] {
  const { found, freshness, confidence } = item;
  const { type, name, signature } = anchor;
  const { commit, date } = assembleOrigin(found, item.timestamp, undefined);
  return {
    anchor: { type, name, signature: verbose ? signature : undefined },
    lines,
    ...assembleState(freshness),
    ...assemblePromises(found),
    constraints: constraintsInForce(item, older),
    intent: intentOf(found),
    risk_notes: found.region.risk_notes,
    ...assembleCautions(found, { verbose }),
    commit,
    date,
    ...(verbose ? { confidence, freshness: assembleFreshness(freshness, verbose) } : {}),
  };
}

/** Each once, in the words of its newest annotation; none that a newer annotation took back. */
function constraintsInForce(newest: Scored, older: readonly Scored[]): ConstraintAnswer[] {
  const settled = new Set<string>();
  return [newest, ...older].flatMap(({ found, timestamp }) =>
    withCorrections(found.region).flatMap(constraint => {
      const words = constraint.text.replace(/\s+/g, ' ').trim();
      if (settled.has(words)) return [];
      settled.add(words);
      if (isTakenBack(constraint)) return [];
      const since = found === newest.found ? undefined : isoSeconds(timestamp).replace(/T.*/, '');
      return [assembleConstraint(constraint, since)];
    }),
  );
}
