import { UltragitError } from '../errors.ts';
import { type Notice, placesOf } from '../notices.ts';
import { unitsNamed } from '../syntax/anchor.ts';
import { wholeBlame } from './history/blame.ts';
import { type FileHistory, type FileHistoryOptions, fileHistory } from './history/file-history.ts';
import { missingNames } from './history/missing-names.ts';
import { type Matched, matchScope } from './judge/match-scope.ts';
import { lineHash } from './lines/line-set.ts';
import { mentions } from './lines/mentions.ts';
import { linesIn } from './lines/range.ts';
import { type Located, locate } from './locate/locate.ts';
import { withoutPredecessors } from './locate/without-predecessors.ts';
import { followLost } from './moves/follow-lost.ts';
import { arrivedOf, movedIn } from './moves/moved-in.ts';
import { originsOf } from './moves/origins.ts';
import { type FileNotes, type FoundRegion, findRegions, NO_NOTES } from './notes/find-regions.ts';
import { excludedBy } from './scope/excluded-by.ts';
import { anchorGone, type Scope, type ScopeQuestion, withNotice } from './scope/scope.ts';
import { scopeInHistory, scopeToday } from './scope/scope-in-history.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The spine that all queries share: from a question to the regions that concern it, and where they are today.
 * What a query does after that (freshness, score, relations) depends on what it shows.
 */

/** A file in scope, and the setting that keeps it out of all answers, where one does. */
export type FileInScope = FileHistory & { excluded?: Notice };

/** The regions of a file. */
export type FileRegions = FileInScope & {
  notes: FileNotes;
  /** Other files that may have lost something to this one. */
  origins: readonly string[];
  /** All regions of the file, where they are in it today. */
  located: readonly Located[];
  /** Those that concern what was asked about. */
  matched: readonly Matched[];
  /** What a direct comparison did not find has not been followed yet; where there are many, none was compared yet. */
  isOpen?: boolean;
};

export type RegionsOptions = FileHistoryOptions & {
  /** Also for a file that is no longer there: under its new name, or as it was before it was deleted. */
  past?: boolean;
  /** Of a whole file, how many are shown: leaves it to the caller to find the places of those that may be among them. */
  most?: number;
};

/** More than this many times those that are shown are not all compared with today's file. */
const MANY = 4;

/** Takes a question; gives the file that it means, with its place in history. */
export async function fileInScope(
  snapshot: Snapshot,
  question: ScopeQuestion,
  { past = false, ...options }: RegionsOptions = {},
): Promise<FileInScope> {
  const scope = past ? await scopeInHistory(snapshot, question) : await scopeToday(snapshot, question);
  const excluded = excludedBy(scope.path, snapshot.settings);
  if (!excluded) return fileHistory(snapshot, scope, options);
  const names = [{ name: scope.path }];
  return { ...(await fileHistory(snapshot, scope, { lazyBlame: true, names })), excluded };
}

/** Takes a question; gives every region of its file, and which of them concern it. */
export async function regions(
  snapshot: Snapshot,
  question: ScopeQuestion,
  options: RegionsOptions = {},
): Promise<FileRegions> {
  const file = await fileInScope(snapshot, question, options).catch((error: unknown) =>
    saidToLive(snapshot, question, options, error),
  );
  if (file.excluded) return { ...file, notes: NO_NOTES, origins: [], located: [], matched: [] };
  const { past, most } = options;
  return regionsOf(file, { anchor: question.anchor, past, most });
}

type Asked = {
  /** A unit may be one that the outline does not know any more but notes do. */
  anchor?: string;
  past?: boolean;
  most?: number;
  /** Regions of other files that live in this one, where that is known already. */
  arrivals?: readonly FoundRegion[];
};

/** The regions of a file, and which of them concern what was asked about. */
export async function regionsOf(file: FileInScope, asked: Asked = {}): Promise<FileRegions> {
  const notes = await findRegions(file.snapshot, file.names, file.blame.owners, file.scope);
  const { most } = asked;
  const isOpen = most !== undefined && asked.anchor === undefined && isWhole(file.scope);
  const all = await locate(file, notes.found, { open: isOpen && notes.found.length > MANY * most });
  // Without a blame every region would be doubtful, and each file of a directory would walk the whole history.
  const own = file.blame.isLazy ? all : await withoutPredecessors(file, all);
  const seen = await withWiderLook(file, own);
  const { located, origins } = await withMoves(seen, own, { ...asked, isOpen });
  const told = withNotices(seekInNotes(file.scope, asked, located), located);
  const { scope, matched } = await matchScope(told, located);
  return { ...file, scope, notes, origins, located, matched, isOpen };
}

/** Which of its regions are shown does not depend on where they are. */
function isWhole({ ranges, anchor, gone }: Scope): boolean {
  return !ranges && !anchor && !gone;
}

function withNotices(scope: Scope, located: readonly Located[]): Scope {
  const count = located.filter(({ isBeyondLimit }) => isBeyondLimit).length;
  return count === 0 ? scope : withNotice(scope, { code: 'regions_not_followed', count, path: scope.path });
}

/** A longer file takes git long to blame: only where files that notes name are no longer there is that worth it. */
const MOST_LINES_BLAMED_AGAIN = 600;

/**
 * The file, all of it blamed where nothing is said of the lines in scope: a unit may have changed so much since it came here
 * that only the rest of its file tells where it is from.
 */
async function withWiderLook(file: FileInScope, own: readonly Located[]): Promise<FileInScope> {
  const { snapshot, scope, blame } = file;
  if (scope.ranges === undefined || blame.isLazy) return file;
  const { matched } = await matchScope(scope, own);
  if (matched.some(({ match }) => match !== 'file')) return file;
  const isShort = (scope.committed?.lines.length ?? 0) <= MOST_LINES_BLAMED_AGAIN;
  const isWorth = isShort || (await missingNames(snapshot, scope.commit)).size > 0;
  return isWorth ? { ...file, blame: await wholeBlame(snapshot, scope) } : file;
}

/** What moved out has its new place, and what moved in is here; a look at many files asks for that of all at once. */
async function withMoves(
  file: FileInScope,
  own: readonly Located[],
  { arrivals, isOpen }: Asked & Pick<FileRegions, 'isOpen'>,
): Promise<Pick<FileRegions, 'located' | 'origins'>> {
  if (file.blame.isLazy && !file.scope.gone && !arrivals) return { located: own, origins: [] };
  const origins = arrivals ? [] : await originsOf(file);
  const came = arrivals ? [...(await arrivedOf(file, arrivals)).values()] : await movedIn(file, origins);
  const followed = isOpen ? own : await followLost(file, own, { only: item => mayConcern(file.scope, item) });
  return { located: [...followed, ...came], origins };
}

/** Of what is lost in its file, only that may be in the lines in scope which has a line or the name of these. */
function mayConcern({ ranges, lines }: Scope, { lost, subject }: Located): boolean {
  if (!ranges || !lost) return true;
  const asked = ranges.flatMap(range => linesIn(lines, range));
  const hashes = new Set(asked.map(lineHash));
  return (
    lost.some(hash => hashes.has(hash)) || (subject?.unit && mentions(asked, subject.unit.name)) === true
  );
}

/** A unit that was removed has a past, and perhaps another place: where the outline does not know it, the notes may. */
function seekInNotes(scope: Scope, { anchor, past }: Asked, located: readonly Located[]): Scope {
  if (anchor === undefined || (scope.anchor && scope.anchor.match !== 'fuzzy')) return scope;
  const named = located.flatMap(item => {
    const { name } = item.found.region.ast_anchor ?? {};
    return name === undefined ? [] : [{ name, moved: item.moved }];
  });
  const meant = unitsNamed(named, anchor);
  const to = meant.flatMap(({ moved }) => (moved ? [{ file: moved.path, anchor: moved.unit?.name }] : []));
  if (to.length > 0) return anchorGone(scope, anchor, { code: 'anchor_moved', anchor, path: scope.path, to });
  return past && meant.length > 0 ? anchorGone(scope, anchor) : scope;
}

/** Of a file that is no longer there, the error also says where the annotated code of it lives. */
async function saidToLive(
  snapshot: Snapshot,
  question: ScopeQuestion,
  options: RegionsOptions,
  error: unknown,
): Promise<never> {
  const isMissing = error instanceof UltragitError && error.code === 'file_not_found';
  if (!isMissing || options.past || question.rev) throw error;
  const past = await fileInScope(
    snapshot,
    { path: question.path },
    { ...options, past: true, lazyBlame: true },
  ).catch(() => undefined);
  if (!past?.scope.gone || past.excluded) throw error;
  const { located } = await regionsOf(past);
  const places = located.flatMap(({ moved }) =>
    moved ? [{ file: moved.path, anchor: moved.unit?.name }] : [],
  );
  if (places.length === 0) throw error;
  const hint = `What annotations say of it moved along: ${placesOf(places)}.`;
  throw new UltragitError(error.code, error.message, [hint, ...error.hints]);
}
