import { oneLine } from '../../annotation/sanitise.ts';
import { groupBy, partition, sum } from '../../collections.ts';
import { UltragitError } from '../../errors.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleRepository, assembleScope } from '../../pipeline/answer/assemble-scope.ts';
import { explainEmpty } from '../../pipeline/answer/explain-empty.ts';
import { withFlaws } from '../../pipeline/answer/flawed-notes.ts';
import { lean } from '../../pipeline/answer/lean.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import type { Blame } from '../../pipeline/history/blame.ts';
import { type AnnotatedUnit, newestPerUnit, type PlacedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import type { FileNotes } from '../../pipeline/notes/find-regions.ts';
import { regions } from '../../pipeline/regions.ts';
import { type Said, saidInCommits } from '../../pipeline/relations/said-in-commits.ts';
import { excludedBy } from '../../pipeline/scope/excluded-by.ts';
import { findPlace, type Place } from '../../pipeline/scope/find-place.ts';
import { listFiles } from '../../pipeline/scope/list-files.ts';
import { unreadableDirectory } from '../../pipeline/scope/open-file.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnswerOptions } from '../define.ts';
import { fitAnswer } from '../fit-answer.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { SummaryAnswer } from './answer.ts';
import { assembleUnit } from './assemble-unit.ts';
import { cover, type FileCoverage } from './cover.ts';
import { directoryRules } from './directory-rules.ts';
import { summaryParameters } from './parameters.ts';
import { shrinkSummary, smallerParts } from './shrink.ts';
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

const MOST_UNANNOTATED = 100;

/** A file or a directory in brief: of each unit what is to be known, and what has nothing. */
export async function run(
  snapshot: Snapshot,
  query: SummaryQuery,
  { audience, verbose = false, progress }: AnswerOptions,
): Promise<SummaryAnswer> {
  const place = await findPlace(snapshot.repository, snapshot.head, query.path, true);
  const found = place.isDirectory
    ? await lookIntoDirectory(snapshot, query, place, { progress, verbose })
    : await lookIntoFile(snapshot, query, verbose);
  const units = await newestPerUnit(snapshot, [
    ...(found.rules ?? []),
    ...found.summaries.flatMap(({ placed }) => placed),
  ]);
  const rules = new Set(found.rules?.map(({ item }) => item));
  const perFile = groupBy(
    units.filter(({ item }) => !rules.has(item)),
    ({ unit }) => unit.file,
  );
  const covered = found.summaries.flatMap(({ file, units: all }) => {
    const entries = perFile.get(file);
    return entries ? [coverage(file, all?.length, entries)] : [];
  });
  const astUnits = sum(found.summaries, ({ units: all }) => all?.length ?? 0);
  const annotated = sum(covered, file => file.annotated);
  const gone = sum(found.summaries, item => item.gone);
  const notices = [
    ...snapshot.notices,
    ...found.notices,
    ...noticesAbout(snapshot, found, units.length, gone),
    ...foundByName(units.map(({ item }) => item.found)),
  ];
  const full: SummaryAnswer = {
    $schema: 'ultragit-summary/v1',
    query: echo(summaryParameters, query),
    scope: found.scope,
    tree: found.isDirectory ? cover(place.path, found.files, covered) : undefined,
    units: (found.isDirectory ? weightiestFirst(units) : units).map(entry => ({
      file: found.isDirectory ? oneLine(entry.unit.file) : undefined,
      ...assembleUnit(entry, verbose),
    })),
    unannotated:
      !found.isDirectory && (verbose || units.length > 0) ? namesWithout(found.summaries, units) : [],
    said_in_commits: found.said,
    stats: {
      files: found.files.length,
      annotated_files: (found.isDirectory && perFile.size) || undefined,
      ast_units: astUnits,
      annotated_units: annotated,
      unannotated_units: astUnits - annotated,
      other_regions: units.length - annotated || undefined,
      regions_gone: gone || undefined,
      ...(verbose ? { annotated_files: perFile.size, ...whatWasRead(snapshot, found) } : {}),
    },
    notices: sayNotices(notices, audience),
  };
  const behind = found.notes && { repaired: found.notes.repaired, owners: found.blame?.owners };
  const answer = verbose ? await withFlaws(full, snapshot, behind) : lean(full);
  return fitAnswer(answer, {
    entries: shrinkSummary(answer),
    maxTokens: query.max_tokens,
    defaultTokens: verbose ? undefined : snapshot.settings.maxTokens,
    fix: smallerParts(answer),
    audience,
  });
}

function whatWasRead({ index }: Snapshot, { notes }: Summarised) {
  return {
    notes_unreachable: notes?.unreachable.length ?? 0,
    notes_indexed: index.size,
    notes_malformed: index.malformed.length,
  };
}

/** Units with constraints or risks, then the others. */
function weightiestFirst(units: readonly AnnotatedUnit[]): AnnotatedUnit[] {
  const [weighty, others] = partition(units, ({ item, older }) =>
    [item, ...older].some(({ found: { region } }) => region.constraints?.length || region.risk_notes),
  );
  return [...weighty, ...others];
}

async function lookIntoFile(snapshot: Snapshot, query: SummaryQuery, verbose: boolean): Promise<Summarised> {
  const file = await regions(snapshot, query);
  const { path, notices } = file.scope;
  const base = {
    path,
    isDirectory: false,
    scope: assembleScope(file, verbose),
    files: [path],
    blame: file.blame,
  };
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
  { verbose = false, progress }: Pick<AnswerOptions, 'progress' | 'verbose'>,
): Promise<Summarised> {
  if (anchor !== undefined) {
    throw new UltragitError('bad_argument', `${path || 'The root'} is a directory, which has no units.`, [
      'Leave the anchor out, or name a file.',
    ]);
  }
  const { repository, head, settings } = snapshot;
  const all = await listFiles(repository, head, path);
  const files = all.filter(file => !excludedBy(file, settings));
  const isBare = repository.location.root === undefined;
  const { repository: root, ...sources } = assembleRepository(snapshot, verbose);
  const scope: SummaryAnswer['scope'] = {
    repository: root,
    directory: oneLine(path) || '.',
    revision: verbose || isBare ? head.id : undefined,
    ...sources,
    source: verbose ? (isBare ? 'commit' : 'worktree') : undefined,
  };
  const base = { path: path || '.', isDirectory: true, scope, files };
  if (files.length === 0) {
    const nothing = await whyNoFiles(snapshot, path, all[0]);
    return { ...base, summaries: [], notices: [...notices, nothing] };
  }
  const [found, rules] = await Promise.all([
    summariseDirectory(snapshot, files, { progress }),
    directoryRules(snapshot, files),
  ]);
  const unread: Notice[] =
    found.unreadable.length > 0 ? [{ code: 'files_unread', files: found.unreadable.map(oneLine) }] : [];
  return { ...base, rules, summaries: found.files, notes: found.notes, notices: [...notices, ...unread] };
}

/** Takes one of the files that the settings left out, if there is any. */
async function whyNoFiles(
  { repository, head, settings }: Snapshot,
  path: string,
  file: string | undefined,
): Promise<Notice> {
  const unreadable = await unreadableDirectory(repository, head, path.split('/').filter(Boolean));
  if (unreadable) throw unreadable;
  const excluded = file === undefined ? undefined : excludedBy(file, settings);
  return excluded ?? { code: 'no_files', path, commit: head.id };
}

function noticesAbout(snapshot: Snapshot, found: Summarised, annotated: number, gone: number): Notice[] {
  const { notes, path, isDirectory, summaries, blame } = found;
  if (!notes) return [];
  const owners = blame?.owners ?? new Set();
  const notices = noteNotices(snapshot, notes, { owners, shallow: blame?.shallow ?? false });
  if (gone > 0) notices.push({ code: 'units_gone', count: gone, path });
  if (annotated === 0) {
    const shallow = snapshot.repository.shallowBoundaries().size > 0;
    const elsewhereInFile = Math.max(0, sum(summaries, item => item.regions) - gone);
    const unreachable = notes.unreachable;
    notices.push(
      explainEmpty(snapshot, { path, isDirectory, elsewhereInFile, unreachable, shallow, owners }),
    );
  }
  return notices;
}

function coverage(file: string, units: number | undefined, entries: readonly PlacedUnit[]): FileCoverage {
  const annotated = entries.filter(({ unit }) => unit.unit).length;
  return { file, units, annotated, others: entries.length - annotated };
}

function namesWithout(summaries: readonly FileSummary[], units: readonly PlacedUnit[]): string[] {
  const covered = new Set(units.map(({ unit }) => unit.unit));
  return summaries
    .flatMap(({ units: all = [] }) => all.filter(unit => !covered.has(unit)).map(({ name }) => name))
    .slice(0, MOST_UNANNOTATED);
}
