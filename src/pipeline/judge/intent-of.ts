import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import { commitSummary } from './commit-summary.ts';

/** What a region says it is for, else what its annotation does; of a whole commit, its subject says that. */
export function intentOf(found: FoundRegion): string {
  const { region, annotation, commit, written = commit } = found;
  return region.intent ?? annotation.summary ?? (isOfWholeCommit(found) ? commitSummary(written) : '');
}
