import { oneLine } from '../../annotation/sanitise.ts';
import { groupBy, sum } from '../../collections.ts';
import { UltragitError } from '../../errors.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleScope, readFrom } from '../../pipeline/answer/assemble-scope.ts';
import { explainEmpty } from '../../pipeline/answer/explain-empty.ts';
import { fitBytes } from '../../pipeline/answer/fit-bytes.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import { withoutEmpty } from '../../pipeline/answer/without-empty.ts';
import type { Blame } from '../../pipeline/history/blame.ts';
import { intentOf } from '../../pipeline/judge/intent-of.ts';
import { newestPerUnit, type PlacedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import { type FileNotes, shownSource } from '../../pipeline/notes/find-regions.ts';
import { isoSeconds } from '../../pipeline/notes/timestamp-of.ts';
import { withCorrections } from '../../pipeline/notes/with-corrections.ts';
import { regions } from '../../pipeline/regions.ts';
import { type Said, saidInCommits } from '../../pipeline/relations/said-in-commits.ts';
import { excludedBy } from '../../pipeline/scope/excluded-by.ts';
import { findPlace, type Place } from '../../pipeline/scope/find-place.ts';
import { listFiles } from '../../pipeline/scope/list-files.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnswerOptions } from '../define.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { SummaryAnswer } from './answer.ts';
import { directoryRules } from './directory-rules.ts';
import { summaryParameters } from './parameters.ts';
import { summariseDirectory } from './summarise-directory.ts';
import { type FileSummary, summariseFile } from './summarise-file.ts';

type SummaryQuery = QueryOf<typeof summaryParameters>;

/** What a file or a directory gave, before it is counted. */
type Summarised = {
  path: string;
  isDirectory: boolean;
  scope: SummaryAnswer['scope'];
  summaries: FileSummary[];
  /** Of a directory: what is agreed for all of it. */
  rules?: PlacedUnit[];
  /** All files in scope, annotated or not. */
  files: string[];
  /** Absent where no notes were looked at, because nothing is in scope. */
  notes?: FileNotes;
  /** Who owns the lines of the one file. */
  blame?: Blame;
  /** What commits say of the one file, where nothing is annotated. */
  said?: Said['commits'];
  notices: readonly Notice[];
};

const MOST_UNANNOTATED = 200;

/** A file or a directory in brief: the newest annotation of each unit, and what has none. */
export async function run(
  snapshot: Snapshot,
  query: SummaryQuery,
  { audience, verbose, progress }: AnswerOptions,
): Promise<SummaryAnswer> {
  const place = await findPlace(snapshot.repository, snapshot.head, query.path, true);
  const found = place.isDirectory
    ? await lookIntoDirectory(snapshot, query, place, { progress })
    : await lookIntoFile(snapshot, query);
  const newest = await newestPerUnit(snapshot, [
    ...(found.rules ?? []),
    ...found.summaries.flatMap(({ placed }) => placed),
  ]);
  const perFile = groupBy(
    newest.filter(({ item }) => !found.rules?.some(rule => rule.item === item)),
    ({ unit }) => unit.file,
  );
  const files = found.summaries.flatMap(({ file, units }) => {
    const entries = perFile.get(file);
    return entries ? [coverage(file, units?.length, entries)] : [];
  });
  const unannotated = found.isDirectory
    ? found.files.filter(file => !perFile.has(file)).map(oneLine)
    : namesWithout(found.summaries, newest);
  const astUnits = sum(found.summaries, ({ units }) => units?.length ?? 0);
  const annotated = sum(files, file => file.annotated_units);
  const gone = sum(found.summaries, item => item.gone);
  const notices = [
    ...snapshot.notices,
    ...found.notices,
    ...noticesAbout(snapshot, found, newest.length, gone),
    ...foundByName(newest.map(({ item }) => item.found)),
    ...moreUnannotated(unannotated.length, found.isDirectory),
  ];
  const full: SummaryAnswer = {
    $schema: 'ultragit-summary/v1',
    query: echo(summaryParameters, query),
    scope: found.scope,
    units: newest.map(entry =>
      found.isDirectory ? { file: oneLine(entry.unit.file), ...describeUnit(entry) } : describeUnit(entry),
    ),
    files: found.isDirectory ? files : undefined,
    unannotated: unannotated.slice(0, MOST_UNANNOTATED),
    said_in_commits: found.said,
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
    notices: sayNotices(notices, audience),
  };
  const lean = verbose ? full : withoutEmpty(full, ['units']);
  const fix = 'Ask about a smaller directory or one file.';
  return fitBytes(lean, [{ key: 'units', noun: 'unit' }], fix, audience);
}

async function lookIntoFile(snapshot: Snapshot, query: SummaryQuery): Promise<Summarised> {
  const file = await regions(snapshot, query);
  const { path, notices } = file.scope;
  const base = { path, isDirectory: false, scope: assembleScope(file), files: [path], blame: file.blame };
  if (file.excluded) return { ...base, summaries: [], notices: [file.excluded] };
  const isWanted = snapshot.settings.saidInCommits && file.matched.length === 0;
  const said = isWanted ? await saidInCommits(snapshot, file.scope, { subjectsOnly: true }) : undefined;
  return {
    ...{ ...base, summaries: [await summariseFile(file)], notes: file.notes, said: said?.commits },
    notices: [...notices, ...(said?.notices ?? [])],
  };
}

async function lookIntoDirectory(
  snapshot: Snapshot,
  { anchor }: SummaryQuery,
  { path, notices }: Place,
  options: Pick<AnswerOptions, 'progress'>,
): Promise<Summarised> {
  if (anchor !== undefined) {
    throw new UltragitError('bad_argument', `${path || 'The root'} is a directory, which has no units.`, [
      'Leave the anchor out, or name a file.',
    ]);
  }
  const { repository, head, settings } = snapshot;
  const all = await listFiles(repository, head, path);
  const files = all.filter(file => !excludedBy(file, settings));
  const scope: SummaryAnswer['scope'] = {
    directory: oneLine(path) || '.',
    revision: head.id,
    source: repository.location.root === undefined ? 'commit' : 'worktree',
    ...readFrom(snapshot),
  };
  const base = { path: path || '.', isDirectory: true, scope, files };
  if (files.length === 0) {
    const excluded = all[0] === undefined ? undefined : excludedBy(all[0], settings);
    const nothing = excluded ?? { code: 'no_files' as const, path, commit: head.id };
    return { ...base, summaries: [], notices: [...notices, nothing] };
  }
  const [found, rules] = await Promise.all([
    summariseDirectory(snapshot, files, options),
    directoryRules(snapshot, files),
  ]);
  const unread: Notice[] =
    found.unreadable.length > 0 ? [{ code: 'files_unread', files: found.unreadable.map(oneLine) }] : [];
  return { ...base, rules, summaries: found.files, notes: found.notes, notices: [...notices, ...unread] };
}

function noticesAbout(snapshot: Snapshot, found: Summarised, annotated: number, gone: number): Notice[] {
  const { notes, path, summaries, blame } = found;
  if (!notes) return [];
  const owners = blame?.owners ?? new Set();
  const notices = noteNotices(snapshot, notes, { owners, shallow: blame?.shallow ?? false });
  if (gone > 0) notices.push({ code: 'units_gone', count: gone, path });
  if (annotated === 0) {
    const shallow = snapshot.repository.shallowBoundaries().size > 0;
    const elsewhereInFile = Math.max(0, sum(summaries, item => item.regions) - gone);
    const unreachable = notes.unreachable;
    notices.push(explainEmpty(snapshot, { path, elsewhereInFile, unreachable, shallow, owners }));
  }
  return notices;
}

function moreUnannotated(total: number, isDirectory: boolean): Notice[] {
  if (total <= MOST_UNANNOTATED) return [];
  const what = isDirectory ? 'files' : 'units';
  return [{ code: 'more_unannotated', total, listed: MOST_UNANNOTATED, what }];
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

function describeUnit({ item, unit: { anchor, lines } }: PlacedUnit): SummaryAnswer['units'][number] {
  const { region, commit, recovered } = item.found;
  return {
    anchor,
    lines,
    intent: intentOf(item.found),
    constraints: withCorrections(region.constraints ?? [], region.corrections ?? []),
    risk_notes: region.risk_notes,
    corrections: region.corrections,
    last_modified: isoSeconds(item.timestamp),
    commit: commit.id,
    source: shownSource(item.found),
    recovered,
    confidence: item.confidence,
    freshness: item.freshness,
  };
}
