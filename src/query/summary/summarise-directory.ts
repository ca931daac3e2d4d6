import { partition } from '../../collections.ts';
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
import { type AnnotatedFile, annotatedFiles } from './annotated-files.ts';
import { briefFile, type FileBrief } from './brief.ts';
import { joinNotes, type NotesOfFile, withoutTexts } from './join-notes.ts';
import { type BriefedFile, type KeptBriefs, keptBriefs, type Source } from './kept-briefs.ts';
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
  directory: string,
  listed: readonly ListedFile[],
  options: Options,
): Promise<DirectorySummary> {
  const files = listed.map(({ path }) => path);
  const former = await formerNames(snapshot, snapshot.head);
  const namesOf = (file: string): FileName[] => [{ name: file }, ...(former.get(file) ?? [])];
  const annotated = await annotatedFiles(snapshot, directory, listed, namesOf);
  const kept = options.verbose ? undefined : await keptBriefs(snapshot);
  const known = new Map(annotated.flatMap(file => recalled(kept, file)));
  const unknown = annotated.filter(({ path }) => !known.has(path));
  const making = { ...options, snapshot, kept, orderOf: await placeAll(snapshot, unknown) };
  const made = new Map([...known, ...(await makeAll(making, unknown, known.size))]);

  const briefs = new Map<string, FileBrief>();
  const notes: NotesOfFile[] = [];
  const lost = new Map<FoundRegion, string>();
  for (const { path } of annotated) {
    const file = made.get(path);
    if (!file) continue;
    briefs.set(path, file.brief);
    notes.push(file.notes);
    for (const found of file.lost) lost.set(found, path);
  }
  for (const [path, arrivals] of await movesWithin(snapshot, files, lost)) {
    const file = await open(snapshot, path, namesOf(path));
    if (file) briefs.set(path, (await summarise(making, await regionsOf(file, { arrivals }))).brief);
  }
  const unreadable = annotated.map(({ path }) => path).filter(path => !made.has(path));
  return { files: files.flatMap(file => briefs.get(file) ?? []), notes: joinNotes(notes), unreadable };
}

function recalled(kept: KeptBriefs | undefined, file: AnnotatedFile): [path: string, BriefedFile][] {
  const known = kept?.recall(file);
  return known ? [[file.path, known]] : [];
}

type Making = Options & { snapshot: Snapshot; kept?: KeptBriefs; orderOf: OrderOf };

/** So many files ask git together for what they need. */
const AT_ONCE = 8;

/** The briefs of files, without those that can't be read. */
async function makeAll(
  making: Making,
  files: readonly AnnotatedFile[],
  known: number,
): Promise<Map<string, BriefedFile>> {
  const { snapshot, kept, progress } = making;
  const made = new Map<string, BriefedFile>();
  let done = known;
  for (const group of inGroups(files, file => kept?.isPlain(file) ?? false)) {
    snapshot.signal?.throwIfAborted();
    const { seen, stop } = snapshot.repository.witness.watch();
    const all = await Promise.all(group.map(file => makeBrief(making, file))).finally(stop);
    for (const source of all) {
      if (!source) continue;
      made.set(source.file.path, source.made);
      kept?.keep(source, group, seen);
    }
    done += group.length;
    progress?.(done, known + files.length, 'Summarising files');
  }
  return made;
}

/** Plain ones in groups, each of the others by itself: they share a budget, of which the first have most. */
function inGroups(
  files: readonly AnnotatedFile[],
  isPlain: (file: AnnotatedFile) => boolean,
): AnnotatedFile[][] {
  const [plain, others] = partition(files, isPlain);
  const groups = others.map(file => [file]);
  for (let at = 0; at < plain.length; at += AT_ONCE) groups.push(plain.slice(at, at + AT_ONCE));
  return groups;
}

/** Undefined for a file that can't be read. */
async function makeBrief(making: Making, file: AnnotatedFile): Promise<Source | undefined> {
  const opened = await open(making.snapshot, file.path, file.names);
  if (!opened) return undefined;
  const found = await regionsOf(opened);
  const { units, brief } = await summarise(making, found);
  const lost = lostRegions(opened, found.located).map(item => item.found);
  return { made: { brief, lost, notes: withoutTexts(found.notes) }, file, found, units };
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
