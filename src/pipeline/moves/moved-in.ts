import { comparedWith, open, startOf, today } from '../following/start.ts';
import { type FileHistory, fileHistory } from '../history/file-history.ts';
import { type Located, linesNow, locate } from '../locate/locate.ts';
import { mapToday } from '../locate/place-today.ts';
import { type FoundRegion, findRegions } from '../notes/find-regions.ts';
import { namesToday } from '../placing/names-today.ts';
import type { Snapshot } from '../snapshot.ts';
import { isDoubtful } from './follow-lost.ts';

/** The regions that were written for other files and live in this one today. */
export async function movedIn(file: FileHistory, origins: readonly string[]): Promise<Located[]> {
  const found: Located[] = [];
  for (const path of origins) {
    const { head } = file.snapshot;
    const notes = await findRegions(file.snapshot, [{ name: path }], new Set(), { commit: head, path });
    for (const item of notes.found.filter(({ region }) => region.file === path)) {
      const located = await arrived(file, item);
      if (located) found.push(located);
    }
  }
  return found;
}

/** Those of some regions of other files that are in this one. */
export async function arrivedOf(file: FileHistory, items: readonly FoundRegion[]): Promise<Located[]> {
  const found = await Promise.all(items.map(item => arrived(file, item)));
  return found.filter(located => located !== undefined);
}

/** Undefined where it is still in its own file, or went elsewhere. */
export async function arrived(file: FileHistory, item: FoundRegion): Promise<Located | undefined> {
  const { snapshot, scope } = file;
  const path = item.region.file;
  const start = await startOf(snapshot, item, [{ name: path }]);
  if (!start || (await isIn(snapshot, item, path))) return undefined;
  const place = await today(snapshot, start, scope);
  if (!place || place === 'gone' || place.scope !== scope) return undefined;
  const renamed = (await namesToday(snapshot, [path]))(path) ?? path;
  if (![path, scope.path].includes(renamed) && (await isIn(snapshot, item, renamed))) return undefined;
  return {
    found: { ...item, evidence: 'moved' },
    path: start.written.version.path,
    subject: start.written.subject,
    followed: comparedWith(start, place),
    mapping: () => mapToday(file, start.written.version),
  };
}

/** Whether a file has a region by a direct comparison, beyond doubt. */
async function isIn(snapshot: Snapshot, item: FoundRegion, path: string): Promise<boolean> {
  const scope = await open(snapshot, path);
  if (!scope) return false;
  const names = [...new Set([path, item.region.file])].map(name => ({ name }));
  const file = await fileHistory(snapshot, scope, { lazyBlame: true, names });
  const [located] = await locate(file, [item]);
  return located !== undefined && linesNow(located) !== undefined && !isDoubtful(file, located);
}
