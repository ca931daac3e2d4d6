import { oneLine } from '../../annotation/sanitise.ts';
import type { DependentAnswer, ScopeAnswer } from '../../answers.ts';
import type { JudgedDependency } from '../relations/dependents.ts';
import { assembleState } from './assemble-region.ts';

/** What a dependency on no unit in particular is on. */
export const WHOLE_FILE = 'whole file';

/** From a dependency to what goes out: who relies on what, what it assumes, and whether it is still as it was. */
export function assembleDependent(
  { file, anchor, target, nature, freshness, match, recovered, commit }: JudgedDependency,
  scope: ScopeAnswer,
  verbose: boolean,
): DependentAnswer {
  const on = target === undefined ? WHOLE_FILE : oneLine(target);
  return {
    file,
    anchor,
    on: verbose || on !== scope.anchor?.name ? on : undefined,
    nature,
    ...assembleState(freshness),
    match: verbose || match === 'fuzzy' ? match : undefined,
    recovered,
    commit: commit.id,
  };
}
