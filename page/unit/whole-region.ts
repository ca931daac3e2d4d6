import type { RegionAnswer } from '../../src/answers.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';

/** A region with what the scope and other regions say already, which an answer does not repeat. */
export function wholeRegion(region: RegionAnswer, { scope, regions }: ReadAnswer): RegionAnswer {
  const { freshness } = region;
  const isOfScope = !region.anchor && !region.file?.endsWith('/') && scope?.anchor !== undefined;
  const isThere = freshness.state === 'intact' || freshness.state === 'edited';
  const withSubject = (text: string) => {
    const subject = regions.find(({ commit }) => commit === text)?.commit_summary;
    return subject ? `${text} ${subject}` : text;
  };
  return {
    ...region,
    anchor: isOfScope ? scope?.anchor : region.anchor,
    current_lines:
      region.current_lines ?? (isOfScope && isThere && !region.current_ranges ? scope?.lines : undefined),
    freshness: { ...freshness, by: freshness.by?.map(withSubject) },
    newer: region.newer && withSubject(region.newer),
  };
}
