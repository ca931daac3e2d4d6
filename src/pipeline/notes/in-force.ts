import type { Annotation, Correction, Region } from '../../annotation/schema.ts';
import { groupBy } from '../../collections.ts';
import { shortId } from '../../wording.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import type { Snapshot } from '../snapshot.ts';
import type { FoundRegion } from './find-regions.ts';
import { fromSeconds } from './timestamp-of.ts';

/**
 * Decisions that a later one superseded, that were made for a time which is over, or until a condition: the first two
 * are no longer in force, and are shown as if a correction had removed them. The day is that of HEAD.
 */
export async function inForce(snapshot: Snapshot, found: readonly FoundRegion[]): Promise<FoundRegion[]> {
  const superseded = await supersededBy(snapshot, found);
  const today = fromSeconds(snapshot.head.committer.time).toISOString().slice(0, 10);
  return found.map(item => {
    const by = superseded.get(item);
    const ended = by === undefined ? endedOn(item.annotation, today) : `superseded by ${shortId(by)}`;
    const region = judge(item.region, item.annotation, ended, today);
    return region === item.region ? item : { ...item, region };
  });
}

function endedOn({ expires }: Annotation, today: string): string | undefined {
  return isOver(expires, today) ? `expired on ${expires}` : undefined;
}

function judge(region: Region, { expires }: Annotation, ended: string | undefined, today: string): Region {
  if (ended !== undefined) return corrected(region, [takenBack('constraints', ended)]);
  const over = (region.constraints ?? []).flatMap(({ until }, at) =>
    isOver(until, today) ? [takenBack(`constraints[${at}]`, `was in force until ${until}`)] : [],
  );
  const limited = (region.constraints ?? []).some(({ until }) => until !== undefined);
  const open = expires === undefined ? [] : [`In force until: ${expires}`];
  if (!limited && open.length === 0) return region;
  return corrected(
    {
      ...region,
      constraints: region.constraints?.map(item =>
        item.until === undefined ? item : { ...item, text: `${item.text} (until ${item.until})` },
      ),
      ...(open.length > 0 ? { open_threads: [...(region.open_threads ?? []), ...open] } : {}),
    },
    over,
  );
}

function corrected(region: Region, corrections: Correction[]): Region {
  if (corrections.length === 0) return region;
  return { ...region, corrections: [...(region.corrections ?? []), ...corrections] };
}

function takenBack(field: string, reason: string): Correction {
  return { field, correction_type: 'remove', reason };
}

/** Only a date can be over; whether a condition has come to pass, nobody here knows. */
function isOver(until: string | undefined, today: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(until ?? '')?.[0];
  return date !== undefined && date < today;
}

/** The commit that the note hangs on. */
function annotatedObject({ commit, recovered }: FoundRegion): string {
  return recovered?.from ?? commit.id;
}

/**
 * The commit in this history, or recovered for it, that says it replaces a region's annotation, by its name or by its
 * commit. What came before an annotation, itself by the same name perhaps, does not replace it.
 */
async function supersededBy(
  snapshot: Snapshot,
  found: readonly FoundRegion[],
): Promise<Map<FoundRegion, string>> {
  const candidates = new Map<FoundRegion, string[]>();
  const superseded = new Map<FoundRegion, string>();
  const beside = groupBy(found, annotatedObject);
  for (const item of found) {
    const own = annotatedObject(item);
    if (isNamedBy(item, beside.get(own) ?? [])) superseded.set(item, own);
    const others = supersedersOf(snapshot, item).filter(object => object !== own);
    if (others.length > 0) candidates.set(item, others);
  }
  if (candidates.size === 0) return superseded;
  const here = await ancestorsOf(snapshot, snapshot.head.id, [...candidates.values()].flat());
  const recovered = new Set(found.filter(item => item.recovered).map(annotatedObject));
  for (const [item, others] of candidates) {
    const earlier = await ancestorsOf(snapshot, item.commit.id, others);
    const isLater = (object: string) => !earlier.has(object) && (here.has(object) || recovered.has(object));
    const by = others.find(isLater);
    if (by !== undefined) superseded.set(item, by);
  }
  return superseded;
}

/** Whether another record of the same note or message replaces it. */
function isNamedBy({ annotation }: FoundRegion, beside: readonly FoundRegion[]): boolean {
  const { record_id: name } = annotation;
  return (
    name !== undefined &&
    beside.some(({ annotation: other }) => other !== annotation && other.supersedes?.includes(name))
  );
}

/** The objects whose notes say that they replace this one. */
function supersedersOf({ index }: Snapshot, item: FoundRegion): string[] {
  const { record_id: name } = item.annotation;
  if (name === undefined && item.region.file === item.said.file) return [];
  const byName = name === undefined ? [] : index.bySuperseded(name);
  return [...byName, ...index.bySuperseded(annotatedObject(item))].map(({ object }) => object);
}
