import { append } from '../../collections.ts';
import { followAll } from '../following/follow.ts';
import { comparedWith, open, type Start, startOf, today } from '../following/start.ts';
import { type FileHistory, fileHistory } from '../history/file-history.ts';
import { lineHash } from '../lines/line-set.ts';
import { mentions } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import { isWordy } from '../lines/recognise.ts';
import { annotatedVersion } from '../locate/annotated-version.ts';
import { type Located, linesNow, locate } from '../locate/locate.ts';
import { linesOfVersion } from '../locate/parsed-version.ts';
import { mapToday } from '../locate/place-today.ts';
import { type FoundRegion, findRegions } from '../notes/find-regions.ts';
import { namesToday } from '../placing/names-today.ts';
import type { Snapshot } from '../snapshot.ts';
import { isDoubtful, keepFor } from './follow-lost.ts';
import { knownWhereabouts, placedOnDisk, signsOf, type Whereabouts } from './placement-facts.ts';

/** The regions that were written for other files and live in this one today. */
export async function movedIn(file: FileHistory, origins: readonly string[]): Promise<Located[]> {
  const { snapshot } = file;
  const found: FoundRegion[] = [];
  for (const path of origins) {
    const now = { commit: snapshot.head, path };
    const notes = await findRegions(snapshot, [{ name: path }], new Set(), now);
    append(
      found,
      notes.found.filter(({ region }) => region.file === path),
    );
  }
  return [...(await arrivedOf(file, found)).values()];
}

/** Those of some regions of other files that are in this one; all are followed together. */
export async function arrivedOf<T extends FoundRegion>(
  file: FileHistory,
  items: readonly T[],
): Promise<Map<T, Located>> {
  if (items.length === 0) return new Map();
  const { snapshot } = file;
  const isIn = homes(snapshot);
  const hashes = new Set(file.scope.lines.map(lineHash));
  const found = new Map<T, Located>();
  const starts = new Map<T, Start>();
  for (const item of items) {
    const likely = await likelyIn(file, item, hashes, isIn);
    if (likely && 'start' in likely) starts.set(item, likely.start);
    else if (likely) found.set(item, likely.here);
  }
  await followAll(snapshot, [...starts.values()]);
  for (const [item, start] of starts) {
    const located = await arrived(file, item, start, isIn);
    if (located) found.set(item, located);
  }
  return found;
}

/** Its place in the file, where that is known, or where it is followed from, where it may be in it. */
async function likelyIn(
  file: FileHistory,
  item: FoundRegion,
  hashes: ReadonlySet<number>,
  isIn: IsIn,
): Promise<{ here: Located } | { start: Start } | undefined> {
  const { snapshot, scope } = file;
  const names = [{ name: item.region.file }];
  const known = await knownWhereabouts(snapshot, item, names);
  if (known === 'gone' || (known && known.moved.path !== scope.path)) return undefined;
  if (item.region.ast_anchor && !(await mayBeIn(file, hashes, item))) return undefined;
  if (await isIn(item, item.region.file)) return undefined;
  const here = known && arrivedBefore(file, item, known);
  if (here) return (await isInRenamed(file, item, isIn)) ? undefined : { here };
  const start = (await soundsLike(file, hashes, item)) ? await startOf(snapshot, item, names) : undefined;
  return start && { start };
}

/** As an earlier process found it. */
function arrivedBefore(
  file: FileHistory,
  item: FoundRegion,
  known: Exclude<Whereabouts, 'gone'>,
): Located | undefined {
  const placed = placedOnDisk(known, file.scope);
  if (!placed) return undefined;
  const mapping = async () => {
    const version = await annotatedVersion(file.snapshot, item, [{ name: item.region.file }]);
    return version && mapToday(file, version);
  };
  const { subject, followed } = placed;
  return { found: { ...item, evidence: 'moved' }, path: item.region.file, subject, followed, mapping };
}

/** Whether a file has the name of what a region is about, or a line of it. */
async function soundsLike(
  { snapshot, scope }: FileHistory,
  hashes: ReadonlySet<number>,
  item: FoundRegion,
): Promise<boolean> {
  const names = [{ name: item.region.file }];
  const signs = await signsOf(snapshot, item, names, async () => {
    const { parsed, subject } = (await startOf(snapshot, item, names))?.written ?? {};
    if (!parsed || !subject) return undefined;
    const own = linesIn(parsed.lines, subject.lines).filter(isWordy).map(lineHash);
    return { hashes: own, ...(subject.unit ? { name: subject.unit.name } : {}) };
  });
  if (signs?.name !== undefined && mentions(scope.lines, signs.name)) return true;
  return signs?.hashes.some(hash => hashes.has(hash)) === true;
}

/** The same where no parser was asked: without either, nobody would know it there. */
async function mayBeIn(
  { snapshot, scope }: FileHistory,
  hashes: ReadonlySet<number>,
  item: FoundRegion,
): Promise<boolean> {
  const { lines: range, ast_anchor: anchor, file } = item.region;
  if (!range || (anchor && mentions(scope.lines, anchor.name))) return true;
  const version = await annotatedVersion(snapshot, item, [{ name: file }]);
  const lines = version && (await linesOfVersion(snapshot, version.blob));
  return linesIn(lines ?? [], range).some(line => isWordy(line) && hashes.has(lineHash(line)));
}

/** Undefined where it went elsewhere. */
async function arrived(
  file: FileHistory,
  item: FoundRegion,
  start: Start,
  isIn: IsIn,
): Promise<Located | undefined> {
  const { snapshot, scope } = file;
  const path = item.region.file;
  const place = await today(snapshot, start, scope);
  await keepFor(snapshot, item, [{ name: path }], start, place);
  if (!place || place === 'gone' || place.scope !== scope) return undefined;
  if (await isInRenamed(file, item, isIn)) return undefined;
  return {
    found: { ...item, evidence: 'moved' },
    path: start.written.version.path,
    subject: start.written.subject,
    followed: comparedWith(start, place),
    mapping: () => mapToday(file, start.written.version),
  };
}

/** Its file got another name, and has it there. */
async function isInRenamed(
  { snapshot, scope }: FileHistory,
  item: FoundRegion,
  isIn: IsIn,
): Promise<boolean> {
  const path = item.region.file;
  const renamed = (await namesToday(snapshot, [path]))(path) ?? path;
  return ![path, scope.path].includes(renamed) && isIn(item, renamed);
}

type IsIn = (item: FoundRegion, path: string) => Promise<boolean>;

/** Tells whether a file has a region by a direct comparison, beyond doubt; each file is opened once. */
function homes(snapshot: Snapshot): IsIn {
  const opened = new Map<string, Promise<FileHistory | undefined>>();
  return async (item, path) => {
    const opening = opened.get(path) ?? openFile(snapshot, path);
    opened.set(path, opening);
    const file = await opening;
    if (!file) return false;
    const names = [...new Set([path, item.region.file])].map(name => ({ name }));
    const [located] = await locate({ ...file, names }, [item]);
    return located !== undefined && linesNow(located) !== undefined && !isDoubtful(file, located);
  };
}

async function openFile(snapshot: Snapshot, path: string): Promise<FileHistory | undefined> {
  const scope = await open(snapshot, path);
  return scope && fileHistory(snapshot, scope, { lazyBlame: true, names: [{ name: path }] });
}
