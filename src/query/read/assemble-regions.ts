import type { CrossCutting, DependentAnswer, RegionAnswer, Related, ScopeAnswer } from '../../answers.ts';
import type { Commit } from '../../git/parsers.ts';
import { assembleDependent } from '../../pipeline/answer/assemble-dependent.ts';
import { assembleRegion } from '../../pipeline/answer/assemble-region.ts';
import { freshness } from '../../pipeline/judge/freshness.ts';
import type { Scored } from '../../pipeline/judge/score.ts';
import { namesToday } from '../../pipeline/placing/names-today.ts';
import type { FileRegions } from '../../pipeline/regions.ts';
import type { JudgedDependency } from '../../pipeline/relations/dependents.ts';
import { notedBy } from '../../pipeline/relations/noted-by.ts';
import { related } from '../../pipeline/relations/related.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';

/** A region, and the commit of a later annotation of its unit, where there is one. */
export type Judged = Scored & { newer?: Commit };

/** What was asked about, and what of it was found. */
type Found = { scope: ScopeAnswer; scored: readonly Judged[]; regions: FileRegions };

/** From the regions that are shown to what goes out, and how many references away they were followed. */
export async function assembleRegions(
  snapshot: Snapshot,
  files: readonly Found[],
  shown: readonly Judged[],
  { depth, verbose }: { depth?: number; verbose: boolean },
): Promise<{ answers: RegionAnswer[]; hops: number }> {
  const fileOf = new Map(files.flatMap(file => file.scored.map(item => [item, file] as const)));
  const today = await namesToday(
    snapshot,
    shown.flatMap(({ found }) => found.region.semantic_dependencies?.map(({ file }) => file) ?? []),
  );
  const commits = new Set(shown.map(({ found }) => found.commit.id));
  const writers = await notedBy(
    snapshot,
    shown.map(({ found }) => found),
  );
  const answers: RegionAnswer[] = [];
  let hops = 0;
  for (const item of shown) {
    const file = fileOf.get(item);
    if (!file) continue;
    const { scope } = file;
    const references = await related(snapshot, item.found, depth ?? 1);
    hops = Math.max(hops, ...references.map(({ hop = 1 }) => hop));
    answers.push(
      assembleRegion(
        { ...item, freshness: await freshness(file.regions, item) },
        {
          related:
            verbose || depth !== undefined ? references : references.map(item => leanReference(item, scope)),
          newer: item.newer,
          notedBy: writers.get(item.found),
          isOneOfMany: files.length > 1,
          ...{ scope, shown: commits, today, verbose },
        },
      ),
    );
  }
  return { answers, hops };
}

/** Where to look, and why; what is said there only where nothing else tells, or where it was asked how far to follow. */
function leanReference(reference: Related, scope: ScopeAnswer): Related {
  const { file, relationship, intent } = reference;
  return {
    ...reference,
    file: file === scope.file ? undefined : file,
    intent: relationship === undefined ? intent : undefined,
    constraints: undefined,
  };
}

/** Without what the scope of the one file says already, as long as something is left. */
export function leanConcern(concern: CrossCutting, scope?: ScopeAnswer): CrossCutting {
  const isOfScope = (region: CrossCutting['regions'][number]) =>
    region.file === scope?.file && region.anchor === scope.anchor?.name;
  const others = concern.regions.filter(region => !isOfScope(region));
  return { ...concern, regions: others.length > 0 ? others : concern.regions, tags: undefined };
}

/** Which annotation says so, `deps` tells. */
export function dependentOf(item: JudgedDependency, scope: ScopeAnswer, verbose: boolean): DependentAnswer {
  const { commit, ...dependent } = assembleDependent(item, scope, verbose);
  return verbose ? { ...dependent, commit } : dependent;
}
