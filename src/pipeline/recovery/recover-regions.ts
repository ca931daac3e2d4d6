import type { Region } from '../../annotation/schema.ts';
import { groupBy } from '../../collections.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import type { LeftOut } from '../../notices.ts';
import type { Snapshot } from '../snapshot.ts';
import { regionWentTo, type Successor } from './by-content.ts';
import { nameFinder } from './by-name.ts';
import { type Stray, strays, successorOf, successorOfLater } from './lost-commits.ts';
import type { FileNow } from './trace-lines.ts';

/** How an annotation of a commit outside this history came back into it. */
export type Recovered = { from: string; to?: string; by: 'derived_from' | 'patch_id' | 'content' | 'name' };

/** Found by nothing but the name of its file and unit: this clone does not have the commit. */
export function isByName({ recovered }: { recovered?: Recovered }): boolean {
  return recovered?.by === 'name';
}

/** A region of an annotation whose commit is not in this history; an absent one is not in this clone, either. */
export type LostRegion = { commit: Commit; region: Region };

/** The commit that a region belongs to now, and the one whose version of the file its lines count in. */
export type Recovery = { commit: Commit; written?: Commit; recovered: Recovered };

/** Where the file of that name is now. */
export type FindFile = (file: string) => FileNow | undefined;

/** Files in which names are looked for at once. */
const MOST_FILES_SEARCHED = 200;

/** Takes regions of lost commits; gives where each belongs now, or why it is left out, in the same order. */
export async function recoverRegions<T extends LostRegion>(
  snapshot: Snapshot,
  lost: readonly T[],
  findFile: FindFile,
): Promise<Map<T, Recovery | LeftOut>> {
  const absent = lost.filter(({ commit }) => isAbsent(commit));
  const outcomes: Map<T, Recovery | LeftOut> = await recoverByName(snapshot, absent, findFile);
  for (const item of lost) {
    if (!isAbsent(item.commit)) outcomes.set(item, await recoverByContent(snapshot, item, findFile));
  }
  return outcomes;
}

async function recoverByName<T extends LostRegion>(
  snapshot: Snapshot,
  lost: readonly T[],
  findFile: FindFile,
): Promise<Map<T, Recovery | LeftOut>> {
  const outcomes = new Map<T, Recovery | LeftOut>();
  const files = [...groupBy(lost, ({ region }) => region.file)];
  for (const [at, [file, items]] of files.entries()) {
    const now = findFile(file);
    const isSearched = snapshot.settings.recoverByName && at < MOST_FILES_SEARCHED;
    const isThere = isSearched && now ? await nameFinder(snapshot, now) : () => false;
    for (const item of items) {
      const recovery: Recovery = { commit: item.commit, recovered: { from: item.commit.id, by: 'name' } };
      outcomes.set(item, isThere(item.region) ? recovery : whyNotByName(snapshot, isSearched));
    }
  }
  return outcomes;
}

function whyNotByName({ settings }: Snapshot, isSearched: boolean): LeftOut {
  if (!settings.recoverByName) return 'turned_off';
  return isSearched ? 'no_such_unit' : 'not_searched';
}

/** By the lines of the region itself; else with its commit as a whole; else with what was built on that. */
async function recoverByContent(
  snapshot: Snapshot,
  { commit, region }: LostRegion,
  findFile: FindFile,
): Promise<Recovery | LeftOut> {
  const stray = snapshot.once(strays).get(commit.id);
  if (!stray) return 'not_searched';
  const whole = stray.branches.length > 0 ? await successorOf(snapshot, stray) : undefined;
  if (whole === 'unmerged') return whole;
  const successor = await successorOfRegion(snapshot, stray, region, findFile(region.file));
  if (successor === 'not searched') return 'not_searched';
  if (!successor) return 'lines_gone';
  const recovered: Recovered = { from: commit.id, to: successor.id, by: 'content' };
  return { commit: successor, written: commit, recovered };
}

async function successorOfRegion(
  snapshot: Snapshot,
  stray: Stray,
  region: Region,
  now: FileNow | undefined,
): Promise<Successor> {
  const own = now && (await regionWentTo(snapshot, stray, region, now));
  if (own !== undefined) return own;
  const whole = await successorOf(snapshot, stray);
  if (whole === 'unmerged') return undefined;
  return whole ?? successorOfLater(snapshot, stray);
}
