import { oneLine } from '../../annotation/sanitise.ts';
import { partition, sum } from '../../collections.ts';
import { UltragitError } from '../../errors.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleRepository, assembleScope } from '../../pipeline/answer/assemble-scope.ts';
import { explainEmpty } from '../../pipeline/answer/explain-empty.ts';
import { withFlaws } from '../../pipeline/answer/flawed-notes.ts';
import { lean } from '../../pipeline/answer/lean.ts';
import { noteNotices, recoveredByName } from '../../pipeline/answer/note-notices.ts';
import type { Blame } from '../../pipeline/history/blame.ts';
import { commitOrder } from '../../pipeline/history/commit-order.ts';
import { newestPerUnit, type PlacedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import type { FileNotes } from '../../pipeline/notes/find-regions.ts';
import { regions } from '../../pipeline/regions.ts';
import { type Said, saidInCommits } from '../../pipeline/relations/said-in-commits.ts';
import { excludedBy } from '../../pipeline/scope/excluded-by.ts';
import { findPlace, type Place } from '../../pipeline/scope/find-place.ts';
import { listFiles } from '../../pipeline/scope/list-files.ts';
import { unreadableDirectory } from '../../pipeline/scope/open-file.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { QUOTED } from '../../wording.ts';
import type { AnswerOptions } from '../define.ts';
import { fitAnswer } from '../fit-answer.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { SummaryAnswer } from './answer.ts';
import { type Brief, brief, briefFile, type FileBrief } from './brief.ts';
import { cover, type FileCoverage } from './cover.ts';
import { directoryRules } from './directory-rules.ts';
import { summaryParameters } from './parameters.ts';
import { type BriefUnit, shrinkSummary, smallerParts } from './shrink.ts';
import { summariseDirectory } from './summarise-directory.ts';
import { type FileSummary, summariseFile } from './summarise-file.ts';

type SummaryQuery = QueryOf<typeof summaryParameters>;

/** What a file or a directory gave, before it is counted. */
type Summarised = {
  path: string;
  isDirectory: boolean;
  scope: SummaryAnswer['scope'];
  /** Of the annotated files, in the order of their names. */
  briefs: readonly FileBrief[];
  /** Of a directory: what is agreed for all of it. */
  rules?: Brief;
  /** All files in scope, annotated or not. */
  files: string[];
  /** Of the one file, the units without annotations. */
  unannotated?: string[];
  /** Absent where no notes were looked at, because nothing is in scope. */
  notes?: FileNotes;
  /** Who owns the lines of the one file. */
  blame?: Blame;
  /** What commits say of the one file, where nothing is annotated. */
  said?: Said['commits'];
  notices: readonly Notice[];
};

const NO_RULES: Brief = { units: [], annotated: 0, byName: 0, bytes: 0 };
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
  const { briefs, rules = NO_RULES } = found;
  const units = [...rules.units, ...briefs.flatMap(file => file.units)];
  const covered = briefs.flatMap(file => (file.units.length > 0 ? [coverage(file)] : []));
  const astUnits = sum(briefs, file => file.astUnits ?? 0);
  const annotated = sum(covered, file => file.annotated);
  const gone = sum(briefs, file => file.gone);
  const notices = [
    ...snapshot.notices,
    ...found.notices,
    ...noticesAbout(snapshot, found, units.length, gone),
    ...recoveredByName(rules.byName + sum(briefs, file => file.byName)),
  ];
  const full: SummaryAnswer = {
    $schema: 'ultragit-summary/v1',
    quoted: QUOTED,
    query: echo(summaryParameters, query),
    scope: found.scope,
    tree: found.isDirectory ? cover(place.path, found.files, covered) : undefined,
    units: [],
    unannotated: verbose || units.length > 0 ? (found.unannotated ?? []) : [],
    said_in_commits: found.said,
    stats: {
      files: found.files.length,
      annotated_files: (found.isDirectory && covered.length) || undefined,
      ast_units: astUnits,
      annotated_units: annotated,
      unannotated_units: astUnits - annotated,
      other_regions: units.length - annotated || undefined,
      regions_gone: gone || undefined,
      ...(verbose ? { annotated_files: covered.length, ...whatWasRead(snapshot, found) } : {}),
    },
    notices: sayNotices(notices, audience),
  };
  const behind = found.notes && { repaired: found.notes.repaired, owners: found.blame?.owners };
  const answer = verbose ? await withFlaws(full, snapshot, behind) : lean(full);
  return fitAnswer(answer, {
    entries: shrinkSummary(answer, found.isDirectory ? weightiestFirst(units) : units),
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
function weightiestFirst(units: readonly BriefUnit[]): BriefUnit[] {
  return partition(units, ({ isWeighty }) => isWeighty).flat();
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
  if (file.excluded) return { ...base, briefs: [], notices: [file.excluded] };
  const isWanted = snapshot.settings.saidInCommits && file.matched.length === 0;
  const said = isWanted ? await saidInCommits(snapshot, file.scope, { subjectsOnly: true }) : undefined;
  const summary = await summariseFile(file);
  const units = await newestPerUnit(summary.placed, commits => commitOrder(snapshot, commits));
  return {
    ...{ ...base, briefs: [briefFile(summary, units, { verbose, isNamed: false })], notes: file.notes },
    ...{ unannotated: namesWithout(summary, units), said: said?.commits },
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
  const listed = all.filter(file => !excludedBy(file.path, settings));
  const files = listed.map(file => file.path);
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
    const nothing = await whyNoFiles(snapshot, path, all[0]?.path);
    return { ...base, briefs: [], notices: [...notices, nothing] };
  }
  const [found, rules] = await Promise.all([
    summariseDirectory(snapshot, path, listed, { verbose, progress }),
    rulesIn(snapshot, files, verbose),
  ]);
  const unread: Notice[] =
    found.unreadable.length > 0 ? [{ code: 'files_unread', files: found.unreadable.map(oneLine) }] : [];
  return { ...base, rules, briefs: found.files, notes: found.notes, notices: [...notices, ...unread] };
}

async function rulesIn(snapshot: Snapshot, files: readonly string[], verbose: boolean): Promise<Brief> {
  const rules = await directoryRules(snapshot, files);
  const units = await newestPerUnit(rules, commits => commitOrder(snapshot, commits));
  return brief(units, { verbose, isNamed: true });
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
  const { notes, path, isDirectory, briefs, blame } = found;
  if (!notes) return [];
  const owners = blame?.owners ?? new Set();
  const notices = noteNotices(snapshot, notes, { owners, shallow: blame?.shallow ?? false });
  if (gone > 0) notices.push({ code: 'units_gone', count: gone, path });
  if (annotated === 0) {
    const shallow = snapshot.repository.shallowBoundaries().size > 0;
    const elsewhereInFile = Math.max(0, sum(briefs, file => file.regions) - gone);
    const unreachable = notes.unreachable;
    notices.push(
      explainEmpty(snapshot, { path, isDirectory, elsewhereInFile, unreachable, shallow, owners }),
    );
  }
  return notices;
}

function coverage({ file, astUnits, units, annotated }: FileBrief): FileCoverage {
  return { file, units: astUnits, annotated, others: units.length - annotated };
}

function namesWithout({ units: all = [] }: FileSummary, units: readonly PlacedUnit[]): string[] {
  const covered = new Set(units.map(({ unit }) => unit.unit));
  return all
    .filter(unit => !covered.has(unit))
    .map(({ name }) => name)
    .slice(0, MOST_UNANNOTATED);
}
