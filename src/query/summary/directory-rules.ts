import type { PlacedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import { ANCHOR, weigh } from '../../pipeline/judge/score.ts';
import { ofDirectory } from '../../pipeline/judge/unit-of.ts';
import { findRegions } from '../../pipeline/notes/find-regions.ts';
import { directoriesAround } from '../../pipeline/notes/look-up.ts';
import { timestampOf } from '../../pipeline/notes/timestamp-of.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';

/** What is agreed for the directories that these files are in. It concerns all of them, so a summary says it once. */
export async function directoryRules(snapshot: Snapshot, files: readonly string[]): Promise<PlacedUnit[]> {
  const directories = new Set(files.flatMap(directoriesAround));
  const ruled = [...directories].filter(directory => snapshot.index.byFile(directory).length > 0).sort();
  const rules = await Promise.all(ruled.map(directory => rulesOf(snapshot, directory)));
  return rules.flat();
}

async function rulesOf(snapshot: Snapshot, directory: string): Promise<PlacedUnit[]> {
  const path = `${directory === '/' ? '' : directory}${ANY_FILE}`;
  const { found } = await findRegions(snapshot, [{ name: path }], new Set(), { commit: snapshot.head, path });
  const rules = found.filter(({ region }) => region.file === directory);
  return Promise.all(
    rules.map(async rule => {
      const timestamp = await timestampOf(snapshot, rule.annotation, rule.commit);
      const freshness = { state: 'unknown' as const };
      const judged = weigh(snapshot, rule, { timestamp, anchor: ANCHOR.lines, freshness });
      const located = { found: rule, path: directory, match: 'file' as const };
      const item = { ...located, ...judged, timestamp, freshness };
      return { item, unit: ofDirectory(directory, directory) };
    }),
  );
}

/** No file is called so: only what concerns the directory that it would be in is found. */
const ANY_FILE = '\0';
