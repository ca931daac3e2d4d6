import type { RegionAnswer, SaidInCommit } from '../../answers.ts';
import {
  all,
  type Entry,
  entries,
  firstSentenceOf,
  leftOut,
  only,
  partsOf,
  shrinking,
  without,
} from '../../pipeline/trim/shrink.ts';
import type { ReadAnswer } from './answer.ts';

/** The entries of a read, those first that matter most, and how each gets smaller. */
export function shrinkRead(answer: ReadAnswer): Entry[] {
  return [
    ...answer.regions.map((region, at) => shrinkRegion(region, at, answer.scope?.anchor?.name)),
    ...entries('dependencies_on_this', answer.dependencies_on_this, [
      without('nature', 'changed', 'commit'),
      undefined,
      undefined,
      leftOut,
    ]),
    ...entries('cross_cutting', answer.cross_cutting, [without('tags'), undefined, leftOut]),
    ...shrinkSaid(answer.said_in_commits),
  ];
}

/** Commit messages are no annotations. */
export function shrinkSaid(said: readonly Omit<SaidInCommit, 'lines'>[] | undefined): Entry[] {
  const steps = [firstSentenceOf('body'), undefined, without('body', 'author'), leftOut] as const;
  return entries('said_in_commits', said, steps).map(entry => ({ ...entry, isLast: true }));
}

function shrinkRegion(region: RegionAnswer, at: number, unit: string | undefined): Entry {
  const where = region.anchor ? ['anchor'] : ['current_lines', 'current_ranges'];
  return shrinking(
    { list: 'regions', at, name: nameOf(region) ?? unit ?? 'whole file', constraints: region.constraints },
    region,
    [
      all(without('tags', 'related', 'open_threads'), partsOf(['semantic_dependencies'], 'file', 'anchor')),
      firstSentenceOf('reasoning', 'risk_notes'),
      all(
        only('file', ...WHERE, 'freshness', 'constraints', 'rejected_alternatives', 'intent'),
        partsOf(['freshness'], 'state', 'changed'),
        partsOf(['rejected_alternatives'], 'alternative'),
      ),
      all(
        only('file', ...where, 'freshness', 'constraints'),
        partsOf(['anchor'], 'name'),
        partsOf(['freshness'], 'state'),
      ),
    ],
  );
}

const WHERE = ['anchor', 'current_lines', 'current_ranges', 'moved_to'];

function nameOf(region: RegionAnswer): string | undefined {
  const { file, anchor, current_lines: lines, current_ranges: ranges } = region;
  const part = anchor?.name ?? (lines ? `lines ${lines.start}:${lines.end}` : ranges && `lines ${ranges[0]}`);
  return [file, part].filter(Boolean).join(' ') || undefined;
}
