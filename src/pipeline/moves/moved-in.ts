import { append } from '../../collections.ts';
import { followAll } from '../following/follow.ts';
import { comparedWith, open, type Start, startOf, today } from '../following/start.ts';
import { type FileHistory, fileHistory } from '../history/file-history.ts';
import { mentions } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import { isWordy, textOf } from '../lines/recognise.ts';
import { annotatedVersion } from '../locate/annotated-version.ts';
import { type Located, linesNow, locate } from '../locate/locate.ts';
import { linesOfVersion } from '../locate/parsed-version.ts';
import { mapToday } from '../locate/place-today.ts';
import { type FoundRegion, findRegions } from '../notes/find-regions.ts';
import { namesToday } from '../placing/names-today.ts';
import type { Snapshot } from '../snapshot.ts';
import { isDoubtful } from './follow-lost.ts';

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
  const texts = new Set(file.scope.lines.map(textOf));
  const starts = new Map<T, Start>();
  for (const item of items) {
    if (item.region.ast_anchor && !(await mayBeIn(file, texts, item))) continue;
    const start = await startOf(snapshot, item, [{ name: item.region.file }]);
    if (start && soundsLike(file, texts, start) && !(await isIn(item, item.region.file))) {
      starts.set(item, start);
    }
  }
  await followAll(snapshot, [...starts.values()]);
  const found = new Map<T, Located>();
  for (const [item, start] of starts) {
    const located = await arrived(file, item, start, isIn);
    if (located) found.set(item, located);
  }
  return found;
}

/** Whether a file has the name of what a region is about, or a line of it. */
function soundsLike({ scope }: FileHistory, texts: ReadonlySet<string>, { written }: Start): boolean {
  const { parsed, subject } = written;
  if (subject.unit && mentions(scope.lines, subject.unit.name)) return true;
  return linesIn(parsed.lines, subject.lines).some(line => isWordy(line) && texts.has(textOf(line)));
}

/** The same where no parser was asked: without either, nobody would know it there. */
async function mayBeIn(
  { snapshot, scope }: FileHistory,
  texts: ReadonlySet<string>,
  item: FoundRegion,
): Promise<boolean> {
  const { lines: range, ast_anchor: anchor, file } = item.region;
  if (!range || (anchor && mentions(scope.lines, anchor.name))) return true;
  const version = await annotatedVersion(snapshot, item, [{ name: file }]);
  const lines = version && (await linesOfVersion(snapshot, version.blob));
  return linesIn(lines ?? [], range).some(line => isWordy(line) && texts.has(textOf(line)));
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
  if (!place || place === 'gone' || place.scope !== scope) return undefined;
  const renamed = (await namesToday(snapshot, [path]))(path) ?? path;
  if (![path, scope.path].includes(renamed) && (await isIn(item, renamed))) return undefined;
  return {
    found: { ...item, evidence: 'moved' },
    path: start.written.version.path,
    subject: start.written.subject,
    followed: comparedWith(start, place),
    mapping: () => mapToday(file, start.written.version),
  };
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
