import { oneLine } from '../annotation/sanitise.ts';
import type { Notice, SummaryAnswer } from '../answers.ts';
import { UltragitError } from '../errors.ts';
import { assembleScope, withoutEmpty } from '../pipeline/answer/assemble.ts';
import { explainEmpty } from '../pipeline/answer/explain-empty.ts';
import { fitBytes } from '../pipeline/answer/fit-bytes.ts';
import { noteNotices, unread } from '../pipeline/answer/note-notices.ts';
import { type Blame, blame, ownersOf } from '../pipeline/history/blame.ts';
import { fileNames } from '../pipeline/history/file-names.ts';
import { newestPerUnit, type PlacedUnit } from '../pipeline/judge/unit-of.ts';
import { locate } from '../pipeline/locate/locate.ts';
import { withoutPredecessors } from '../pipeline/locate/without-predecessors.ts';
import { type Notes, notes } from '../pipeline/notes/find-regions.ts';
import { listFiles } from '../pipeline/scope/list-files.ts';
import { findPlace, type Place } from '../pipeline/scope/open-file.ts';
import { excludedBy, scope } from '../pipeline/scope/scope.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { isOrAre, plural, shortId } from '../wording.ts';
import { sum } from './sum.ts';
import { summariseDirectory } from './summarise-directory.ts';
import { describeUnit, type FileSummary, summariseFile } from './summarise-file.ts';
import type { CallContext, Workspace } from './workspace.ts';

export type SummaryQuery = { path: string; anchor?: string; verbose?: boolean };

/** What a file or a directory gave, before it is counted. */
type Found = {
  scope: SummaryAnswer['scope'];
  summaries: (FileSummary & { file: string })[];
  notes?: Notes;
  /** Who owns the lines of the one file. */
  owned?: Blame;
  /** All files in scope, annotated or not. */
  files: string[];
  notices: Notice[];
};

const MOST_UNANNOTATED = 200;
const MOST_NAMED = 3;

/** A condensed view of a file or a directory: the newest annotation of each unit, and what has none. */
export async function summary(
  workspace: Workspace,
  query: SummaryQuery,
  context: CallContext = {},
): Promise<SummaryAnswer> {
  return workspace.ask(context, (snapshot, notices) => answer(snapshot, notices, query, context));
}

async function answer(
  snapshot: Snapshot,
  notices: Notice[],
  query: SummaryQuery,
  context: CallContext,
): Promise<SummaryAnswer> {
  const place = await findPlace(snapshot.repository, snapshot.head, query.path, true);
  const found = place.isDirectory
    ? await lookIntoDirectory(snapshot, query, place, context)
    : await lookIntoFile(snapshot, query);
  const newest = await newestPerUnit(
    snapshot,
    found.summaries.flatMap(({ placed }) => placed),
  );
  const perFile = new Map<string, PlacedUnit[]>();
  for (const entry of newest) {
    perFile.set(entry.unit.file, [...(perFile.get(entry.unit.file) ?? []), entry]);
  }
  const files = found.summaries.flatMap(({ file, units }) => {
    const entries = perFile.get(file);
    return entries ? [coverage(file, units?.length, entries)] : [];
  });
  const unannotated = place.isDirectory
    ? found.files.filter(file => !perFile.has(file)).map(oneLine)
    : namesWithout(found.summaries, newest);
  const astUnits = sum(found.summaries, ({ units }) => units?.length ?? 0);
  const annotated = sum(files, file => file.annotated_units);
  const gone = sum(found.summaries, item => item.gone);

  notices.push(...found.notices);
  if (found.notes) {
    const owners = found.owned ? ownersOf(found.owned) : new Set<string>();
    notices.push(...noteNotices(snapshot, found.notes, owners, found.owned?.shallow ?? false));
    if (gone > 0) notices.push(regionsGone(gone, place.path || '.'));
    if (newest.length === 0) notices.push(nothingHere(snapshot, place.path || '.', found, gone));
  }
  if (unannotated.length > MOST_UNANNOTATED) {
    const what = place.isDirectory ? 'files' : 'units';
    const message = `${unannotated.length} ${what} have no annotations; the first ${MOST_UNANNOTATED} are listed.`;
    notices.push({ code: 'more_unannotated', message });
  }
  const full: SummaryAnswer = {
    $schema: 'ultragit-summary/v1',
    query: { path: query.path, anchor: query.anchor },
    scope: found.scope,
    units: newest.map(entry =>
      place.isDirectory ? { file: oneLine(entry.unit.file), ...describeUnit(entry) } : describeUnit(entry),
    ),
    files: place.isDirectory ? files : undefined,
    unannotated: unannotated.slice(0, MOST_UNANNOTATED),
    stats: {
      files: found.files.length,
      annotated_files: perFile.size,
      ast_units: astUnits,
      annotated_units: annotated,
      unannotated_units: astUnits - annotated,
      other_regions: newest.length - annotated || undefined,
      regions_gone: gone || undefined,
      notes_unreachable: found.notes?.unreachable.length || undefined,
      notes_indexed: snapshot.index.size,
      notes_malformed: snapshot.index.malformed.length || undefined,
    },
    notices,
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['units']);
  return fitBytes(lean, [{ key: 'units', noun: 'unit' }], 'Ask about a smaller directory or one file.');
}

async function lookIntoFile(snapshot: Snapshot, query: SummaryQuery): Promise<Found> {
  const here = await scope(snapshot.repository, snapshot.head, query);
  const owned = await blame(snapshot, here);
  const names = await fileNames(snapshot, here.path, here.commit, owned);
  const base = { files: [here.path], owned };
  const excluded = excludedBy(here.path, snapshot.settings);
  if (excluded) {
    return { ...base, scope: assembleScope(snapshot, here, names), summaries: [], notices: [excluded] };
  }
  const found = await notes(snapshot, names, ownersOf(owned));
  const own = await withoutPredecessors(
    snapshot,
    here,
    owned,
    await locate(snapshot, here, names, found.found),
  );
  const summarised = await summariseFile(snapshot, here, owned, names, own);
  return {
    ...base,
    scope: assembleScope(snapshot, here, names),
    summaries: [{ file: here.path, ...summarised }],
    notes: found,
    notices: here.notices,
  };
}

async function lookIntoDirectory(
  snapshot: Snapshot,
  { anchor }: SummaryQuery,
  { path, notices }: Place,
  context: CallContext,
): Promise<Found> {
  if (anchor !== undefined) {
    throw new UltragitError('bad_argument', `${path || 'The root'} is a directory, which has no units.`, [
      'Leave the anchor out, or name a file.',
    ]);
  }
  const all = await listFiles(snapshot.repository, snapshot.head, path);
  const files = all.filter(file => !excludedBy(file, snapshot.settings));
  const answer: SummaryAnswer['scope'] = {
    directory: oneLine(path) || '.',
    revision: snapshot.head.id,
    source: snapshot.repository.location.root === undefined ? 'commit' : 'worktree',
    notes_ref: snapshot.settings.noteref,
  };
  if (files.length === 0) {
    notices.push((all[0] !== undefined && excludedBy(all[0], snapshot.settings)) || noFiles(snapshot, path));
    return { scope: answer, summaries: [], files, notices };
  }
  const found = await summariseDirectory(snapshot, files, context);
  if (found.unreadable.length > 0) {
    const named = found.unreadable.slice(0, MOST_NAMED).map(oneLine).join(', ');
    const message = `${plural(found.unreadable.length, 'annotated file')} could not be read: ${named}.`;
    notices.push({ code: 'files_unread', message });
  }
  return { scope: answer, summaries: found.files, notes: found.notes, files, notices };
}

function coverage(file: string, astUnits: number | undefined, entries: readonly PlacedUnit[]) {
  const annotated = entries.filter(({ unit }) => unit.unit).length;
  return {
    file: oneLine(file),
    ast_units: astUnits,
    annotated_units: annotated,
    other_regions: entries.length - annotated || undefined,
  };
}

function namesWithout(summaries: readonly FileSummary[], newest: readonly PlacedUnit[]): string[] {
  const covered = new Set(newest.map(({ unit }) => unit.unit));
  return summaries.flatMap(({ units = [] }) =>
    units.filter(unit => !covered.has(unit)).map(({ name }) => name),
  );
}

function regionsGone(count: number, path: string): Notice {
  return {
    code: 'units_gone',
    message: `${plural(count, 'annotated region')} ${isOrAre(count)} no longer in ${path}; ultragit read and history still show them.`,
  };
}

function nothingHere(snapshot: Snapshot, path: string, found: Found, gone: number): Notice {
  const shallow = snapshot.repository.shallowBoundaries().size > 0;
  const elsewhereInFile = Math.max(0, sum(found.summaries, item => item.regions) - gone);
  const unreachable = found.notes?.unreachable.length ?? 0;
  const malformedHere = found.owned ? unread(snapshot, ownersOf(found.owned)) : 0;
  return explainEmpty(snapshot, { path, elsewhereInFile, unreachable, shallow, malformedHere });
}

function noFiles(snapshot: Snapshot, path: string): Notice {
  const message = `${path || 'The root'} has no files in the commit ${shortId(snapshot.head.id)}.`;
  return { code: 'no_files', message, fix: 'Annotations belong to commits: commit the files first.' };
}
