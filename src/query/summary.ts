import { oneLine } from '../annotation/sanitise.ts';
import type { Notice, SummaryAnswer } from '../answers.ts';
import { UltragitError } from '../errors.ts';
import { assembleScope, withoutEmpty } from '../pipeline/assemble.ts';
import { type Blame, blame, ownersOf } from '../pipeline/blame.ts';
import { cap } from '../pipeline/cap.ts';
import { explainEmpty } from '../pipeline/empty.ts';
import { findPlace, type Place } from '../pipeline/file.ts';
import { listFiles } from '../pipeline/listing.ts';
import { locate } from '../pipeline/locate.ts';
import { fileNames } from '../pipeline/names.ts';
import { type Notes, notes } from '../pipeline/notes.ts';
import { noteNotices, unread } from '../pipeline/notices.ts';
import { withoutPredecessors } from '../pipeline/predecessors.ts';
import { excludedBy, scope } from '../pipeline/scope.ts';
import { newestPerUnit, type PlacedUnit } from '../pipeline/units.ts';
import type { View } from '../pipeline/view.ts';
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
  return workspace.ask(context, (view, notices) => answer(view, notices, query, context));
}

async function answer(
  view: View,
  notices: Notice[],
  query: SummaryQuery,
  context: CallContext,
): Promise<SummaryAnswer> {
  const place = await findPlace(view.repository, view.head, query.path, true);
  const found = place.isDirectory
    ? await lookIntoDirectory(view, query, place, context)
    : await lookIntoFile(view, query);
  const newest = await newestPerUnit(
    view,
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
    notices.push(...noteNotices(view, found.notes, owners, found.owned?.shallow ?? false));
    if (gone > 0) notices.push(regionsGone(gone, place.path || '.'));
    if (newest.length === 0) notices.push(nothingHere(view, place.path || '.', found, gone));
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
      notes_indexed: view.index.size,
      notes_malformed: view.index.malformed.length || undefined,
    },
    notices,
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['units']);
  return cap(lean, [{ key: 'units', noun: 'unit' }], 'Ask about a smaller directory or one file.');
}

async function lookIntoFile(view: View, query: SummaryQuery): Promise<Found> {
  const here = await scope(view.repository, view.head, query);
  const owned = await blame(view, here);
  const names = await fileNames(view, here.path, here.commit, owned);
  const base = { files: [here.path], owned };
  const excluded = excludedBy(here.path, view.settings);
  if (excluded) {
    return { ...base, scope: assembleScope(view, here, names), summaries: [], notices: [excluded] };
  }
  const found = await notes(view, names, ownersOf(owned));
  const own = await withoutPredecessors(view, here, owned, await locate(view, here, names, found.found));
  const summarised = await summariseFile(view, here, owned, names, own);
  return {
    ...base,
    scope: assembleScope(view, here, names),
    summaries: [{ file: here.path, ...summarised }],
    notes: found,
    notices: here.notices,
  };
}

async function lookIntoDirectory(
  view: View,
  { anchor }: SummaryQuery,
  { path, notices }: Place,
  context: CallContext,
): Promise<Found> {
  if (anchor !== undefined) {
    throw new UltragitError('bad_argument', `${path || 'The root'} is a directory, which has no units.`, [
      'Leave the anchor out, or name a file.',
    ]);
  }
  const all = await listFiles(view.repository, view.head, path);
  const files = all.filter(file => !excludedBy(file, view.settings));
  const answer: SummaryAnswer['scope'] = {
    directory: oneLine(path) || '.',
    revision: view.head.id,
    source: view.repository.location.root === undefined ? 'commit' : 'worktree',
    notes_ref: view.settings.noteref,
  };
  if (files.length === 0) {
    notices.push((all[0] !== undefined && excludedBy(all[0], view.settings)) || noFiles(view, path));
    return { scope: answer, summaries: [], files, notices };
  }
  const found = await summariseDirectory(view, files, context);
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

function nothingHere(view: View, path: string, found: Found, gone: number): Notice {
  const shallow = view.repository.shallowBoundaries().size > 0;
  const elsewhereInFile = Math.max(0, sum(found.summaries, item => item.regions) - gone);
  const unreachable = found.notes?.unreachable.length ?? 0;
  const malformedHere = found.owned ? unread(view, ownersOf(found.owned)) : 0;
  return explainEmpty(view, { path, elsewhereInFile, unreachable, shallow, malformedHere });
}

function noFiles(view: View, path: string): Notice {
  const message = `${path || 'The root'} has no files in the commit ${shortId(view.head.id)}.`;
  return { code: 'no_files', message, fix: 'Annotations belong to commits: commit the files first.' };
}
