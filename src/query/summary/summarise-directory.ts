import { UltragitError } from '../../errors.ts';
import { type FileName, formerNames } from '../../pipeline/history/file-names.ts';
import { newestPerUnit } from '../../pipeline/judge/newest-per-unit.ts';
import { lostRegions } from '../../pipeline/moves/follow-lost.ts';
import { movesWithin } from '../../pipeline/moves/moves-within.ts';
import type { FileNotes, FoundRegion } from '../../pipeline/notes/find-regions.ts';
import { type FileInScope, type FileRegions, fileInScope, regionsOf } from '../../pipeline/regions.ts';
import type { ListedFile } from '../../pipeline/scope/list-files.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnswerOptions } from '../define.ts';
import { briefFile, type FileBrief } from './brief.ts';
import { joinNotes, type NotesOfFile, withoutTexts } from './join-notes.ts';
import { type AnnotatedFile, type BriefedFile, type KeptBriefs, keptBriefs } from './kept-briefs.ts';
import { type OrderOf, placeAll } from './place-all.ts';
import { type FileSummary, summariseFile } from './summarise-file.ts';

export type DirectorySummary = {
  files: FileBrief[];
  notes: FileNotes;
  /** Annotated files that could not be read. */
  unreadable: string[];
};

type Options = Pick<AnswerOptions, 'progress'> & { verbose: boolean };

/** Summarises those of the files that an annotation names, today or under an old name. */
export async function summariseDirectory(
  snapshot: Snapshot,
  listed: readonly ListedFile[],
  { verbose, progress }: Options,
): Promise<DirectorySummary> {
  const files = listed.map(({ path }) => path);
  const former = await formerNames(snapshot, snapshot.head);
  const namesOf = (file: string): FileName[] => [{ name: file }, ...(former.get(file) ?? [])];
  const annotated = listed.map(file => withNotes(snapshot, file, namesOf(file.path))).filter(isAnnotated);
  const kept = verbose ? undefined : await keptBriefs(snapshot, annotated);
  const known = new Map<string, BriefedFile>();
  for (const file of annotated) {
    snapshot.signal?.throwIfAborted();
    const brief = kept?.recall(file);
    if (brief) known.set(file.path, brief);
  }
  const unknown = annotated.filter(({ path }) => !known.has(path));
  const making = { snapshot, verbose, kept, orderOf: await placeAll(snapshot, unknown) };

  const briefs = new Map<string, FileBrief>();
  const notes: NotesOfFile[] = [];
  const lost = new Map<FoundRegion, string>();
  const unreadable: string[] = [];
  for (const [at, file] of annotated.entries()) {
    snapshot.signal?.throwIfAborted();
    const made = known.get(file.path) ?? (await makeBrief(making, file));
    if (made) {
      briefs.set(file.path, made.brief);
      notes.push(made.notes);
      for (const found of made.lost) lost.set(found, file.path);
    } else {
      unreadable.push(file.path);
    }
    progress?.(at + 1, annotated.length, 'Summarising files');
  }
  for (const [path, arrivals] of await movesWithin(snapshot, files, lost)) {
    const file = await open(snapshot, path, namesOf(path));
    if (file) briefs.set(path, (await summarise(making, await regionsOf(file, { arrivals }))).brief);
  }
  const inOrder = files.flatMap(file => briefs.get(file) ?? []);
  return { files: inOrder, notes: joinNotes(notes), unreadable };
}

function withNotes({ index }: Snapshot, file: ListedFile, names: readonly FileName[]): AnnotatedFile {
  const records = new Set(names.flatMap(({ name }) => index.byFile(name)));
  return { ...file, names, records: [...records] };
}

function isAnnotated({ records }: AnnotatedFile): boolean {
  return records.length > 0;
}

type Making = { snapshot: Snapshot; verbose: boolean; kept?: KeptBriefs; orderOf: OrderOf };

/** Undefined for a file that can't be read. */
async function makeBrief(making: Making, file: AnnotatedFile): Promise<BriefedFile | undefined> {
  const { snapshot, kept } = making;
  const { seen, stop } = snapshot.repository.witness.watch();
  try {
    const opened = await open(snapshot, file.path, file.names);
    if (!opened) return undefined;
    const found = await regionsOf(opened);
    const { units, brief } = await summarise(making, found);
    const lost = lostRegions(opened, found.located).map(item => item.found);
    const made = { brief, lost, notes: withoutTexts(found.notes) };
    kept?.keep(made, { file, found, units, seen });
    return made;
  } finally {
    stop();
  }
}

async function summarise({ verbose, orderOf }: Making, found: FileRegions) {
  const summary = withoutRules(await summariseFile(found));
  const units = await newestPerUnit(summary.placed, orderOf);
  return { units, brief: briefFile(summary, units, { verbose, isNamed: true }) };
}

/** What is agreed for a directory is said of the directory. */
function withoutRules(summary: FileSummary): FileSummary {
  return { ...summary, placed: summary.placed.filter(({ unit }) => unit.anchor.type !== 'directory') };
}

/** Undefined for a file that can't be read: a directory may have links, submodules and files of any size. */
async function open(
  snapshot: Snapshot,
  path: string,
  names: readonly FileName[],
): Promise<FileInScope | undefined> {
  try {
    return await fileInScope(snapshot, { path }, { lazyBlame: true, names });
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}
