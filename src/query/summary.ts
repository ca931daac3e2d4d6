import { oneLine } from '../annotation/sanitise.ts';
import type { Notice, SummaryAnswer } from '../answers.ts';
import { UltragitError } from '../errors.ts';
import { assembleScope, withoutEmpty } from '../pipeline/assemble.ts';
import { blame } from '../pipeline/blame.ts';
import { cap } from '../pipeline/cap.ts';
import { withCorrections } from '../pipeline/corrections.ts';
import { explainEmpty } from '../pipeline/empty.ts';
import { filter } from '../pipeline/filter.ts';
import { freshness } from '../pipeline/freshness.ts';
import { listFiles } from '../pipeline/listing.ts';
import { locate } from '../pipeline/locate.ts';
import { type FileName, fileNames, formerNames } from '../pipeline/names.ts';
import { notes } from '../pipeline/notes.ts';
import { noteNotices } from '../pipeline/notices.ts';
import { normalisePath, onDisk } from '../pipeline/path.ts';
import { excludedBy, type Scope, scope, unitsOf } from '../pipeline/scope.ts';
import { type Scored, score } from '../pipeline/score.ts';
import { settle } from '../pipeline/settle.ts';
import { isoSeconds } from '../pipeline/timestamp.ts';
import { newestPerUnit, positions, type SummaryUnit, unitOf } from '../pipeline/units.ts';
import type { View } from '../pipeline/view.ts';
import type { CallContext, Workspace } from './workspace.ts';

export type SummaryQuery = { path: string; anchor?: string; verbose?: boolean };

type UnitAnswer = SummaryAnswer['units'][number];

/** What one file gave: a line for each annotated unit, and the names of the others. */
type FileSummary = { units: UnitAnswer[]; unannotated: string[]; astUnits: number; notices: Notice[] };

const MOST_UNANNOTATED = 200;

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
  const path = normalisePath(query.path, view.repository.location.root);
  const isDirectory = await isDirectoryHere(view, path);
  if (isDirectory && query.anchor !== undefined) {
    throw new UltragitError('bad_argument', `${path || 'The root'} is a directory, which has no units.`, [
      'Leave the anchor out, or name a file.',
    ]);
  }
  const found = isDirectory
    ? await summariseDirectory(view, path, context)
    : await summariseFile(view, query);
  notices.push(...found.notices);
  const malformed = view.index.malformed.length;
  const annotated = found.units.filter(unit => unit.anchor.type !== 'file').length;
  const full: SummaryAnswer = {
    $schema: 'ultragit-summary/v1',
    query: { path: query.path, anchor: query.anchor },
    scope: found.scope,
    units: found.units,
    unannotated: found.unannotated.slice(0, MOST_UNANNOTATED),
    stats: {
      files: found.files,
      annotated_files: found.annotatedFiles,
      ast_units: found.astUnits,
      annotated_units: annotated,
      unannotated_units: Math.max(0, found.astUnits - annotated),
      notes_indexed: view.index.size,
      notes_malformed: malformed || undefined,
    },
    notices,
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['units']);
  return cap(lean, [{ key: 'units', noun: 'unit' }], 'Ask about a smaller directory or one file.');
}

async function isDirectoryHere(view: View, path: string): Promise<boolean> {
  if (path === '') return true;
  const { root } = view.repository.location;
  if (root !== undefined && onDisk(root, path) === 'directory') return true;
  return (await view.repository.entryAt(view.head, path))?.mode === '40000';
}

type Found = FileSummary & { scope: SummaryAnswer['scope']; files: number; annotatedFiles: number };

async function summariseFile(view: View, query: SummaryQuery): Promise<Found> {
  const here = await scope(view.repository, view.head, query);
  const names = await fileNames(view, here.path, here.commit);
  const excluded = excludedBy(here.path, view.settings);
  const base = { scope: assembleScope(view, here, names), files: 1 };
  if (excluded) {
    return { ...base, units: [], unannotated: [], astUnits: 0, annotatedFiles: 0, notices: [excluded] };
  }
  const found = await summariseScope(view, here, names);
  return { ...base, ...found, annotatedFiles: found.units.length > 0 ? 1 : 0 };
}

async function summariseDirectory(view: View, path: string, { progress }: CallContext): Promise<Found> {
  const all = await listFiles(view.repository, view.head, path);
  const files = all.filter(file => !excludedBy(file, view.settings));
  const former = await formerNames(view, view.head);
  const annotated = files.filter(file => former.has(file) || view.index.byFile(file).length > 0);
  const result: Found = {
    scope: {
      directory: path || '.',
      revision: view.head.id,
      source: 'worktree',
      notes_ref: view.settings.noteref,
    },
    ...{ units: [], unannotated: [], astUnits: 0, notices: [], files: files.length, annotatedFiles: 0 },
  };
  const withUnits = new Set<string>();
  const order = await orderOfNotes(view, [
    ...annotated,
    ...[...former.values()].flat().map(({ name }) => name),
  ]);
  for (const [at, file] of annotated.entries()) {
    view.signal?.throwIfAborted();
    const names = [{ name: file }, ...(former.get(file) ?? [])];
    const here = await scope(view.repository, view.head, { path: file });
    const found = await summariseScope(view, here, names, order);
    result.units.push(...found.units.map(unit => ({ file: oneLine(file), ...unit })));
    result.astUnits += found.astUnits;
    if (found.units.length > 0) withUnits.add(file);
    progress?.(at + 1, annotated.length, 'Summarising files');
  }
  result.annotatedFiles = withUnits.size;
  result.unannotated = files.filter(file => !withUnits.has(file)).map(oneLine);
  if (result.unannotated.length > MOST_UNANNOTATED) {
    result.notices.push({
      code: 'more_unannotated',
      message: `${result.unannotated.length} files have no annotations; the first ${MOST_UNANNOTATED} are listed.`,
    });
  }
  if (result.units.length === 0) result.notices.push(emptyNotice(view, path || '.', 0, 0));
  return result;
}

/** Asks git about all annotated commits at once, which would be a process or two for each file otherwise. */
async function orderOfNotes(view: View, names: readonly string[]): Promise<Map<string, number>> {
  const ids = new Set(names.flatMap(name => view.index.byFile(name).map(record => record.object)));
  const commits = await Promise.all([...ids].map(id => view.repository.commit(id)));
  const existing = commits.filter(commit => commit !== undefined);
  const reachable = await view.history.ancestorsOf(
    view.head.id,
    existing.map(({ id }) => id),
    view.signal,
  );
  return positions(
    view,
    existing.filter(({ id }) => reachable.has(id)),
  );
}

async function summariseScope(
  view: View,
  here: Scope,
  names: readonly FileName[],
  order?: ReadonlyMap<string, number>,
): Promise<FileSummary> {
  const owned = await blame(view, here, { lazy: true });
  const found = await notes(view, names, new Set());
  const located = await settle(here, await locate(view, here, names, found.found));
  const matched = await filter(here, located);
  const units = await unitsOf(here);
  const placed: { item: Scored; unit: SummaryUnit }[] = [];
  let gone = 0;
  for (const item of matched) {
    const state = await freshness(view, here, owned, names, item, { nameCommits: false });
    const scored = await score(view, here, item, state);
    const unit = unitOf(scored, units);
    if (unit) placed.push({ item: scored, unit });
    else gone++;
  }
  const newest = await newestPerUnit(view, placed, order);
  const covered = new Set(newest.map(({ unit }) => unit.unit));
  const inScope = here.anchor?.units.length ? here.anchor.units : (units ?? []);
  const notices = [...here.notices, ...noteNotices(view, found, new Set(), owned.shallow)];
  if (gone > 0) {
    notices.push({
      code: 'units_gone',
      message: `${gone} annotated region${gone === 1 ? ' is' : 's are'} no longer in ${here.path}; ultragit read and history still show them.`,
    });
  }
  if (newest.length === 0)
    notices.push(emptyNotice(view, here.path, located.length, found.unreachable.length));
  return {
    units: newest.map(({ item, unit }) => describe(item, unit)),
    unannotated: inScope.filter(unit => !covered.has(unit)).map(unit => unit.name),
    astUnits: inScope.length,
    notices,
  };
}

function emptyNotice(view: View, path: string, elsewhereInFile: number, unreachable: number): Notice {
  const shallow = view.repository.shallowBoundaries().size > 0;
  return explainEmpty(view, { path, elsewhereInFile, unreachable, shallow, malformedHere: 0 });
}

function describe(item: Scored, { anchor, lines }: SummaryUnit): UnitAnswer {
  const { region, annotation, commit } = item.found;
  return {
    anchor,
    lines,
    intent: region.intent ?? annotation.summary ?? '',
    constraints: withCorrections(region.constraints ?? [], region.corrections ?? []),
    risk_notes: region.risk_notes,
    last_modified: isoSeconds(item.timestamp),
    commit: commit.id,
    confidence: item.confidence,
    freshness: item.freshness,
  };
}
