import { oneLine } from '../annotation/sanitise.ts';
import type { DepsAnswer, Notice } from '../answers.ts';
import { assembleScope, withoutEmpty } from '../pipeline/answer/assemble.ts';
import { noNotesRef } from '../pipeline/answer/explain-empty.ts';
import { type Cuttable, fitBytes } from '../pipeline/answer/fit-bytes.ts';
import { noteNotices } from '../pipeline/answer/note-notices.ts';
import { type FileName, fileNames } from '../pipeline/history/file-names.ts';
import { matchScope } from '../pipeline/judge/match-scope.ts';
import { type Located, locate } from '../pipeline/locate/locate.ts';
import { reconcile } from '../pipeline/locate/reconcile.ts';
import { notes } from '../pipeline/notes/find-regions.ts';
import { crossCutting } from '../pipeline/relations/cross-cutting.ts';
import {
  type Dependencies,
  type Dependency,
  dependencies,
  newestOfEach,
} from '../pipeline/relations/dependents.ts';
import { freshnessElsewhere, namesToday } from '../pipeline/relations/freshness-elsewhere.ts';
import { namesInScope } from '../pipeline/relations/names-in-scope.ts';
import { excludedBy, type Scope, scopeNames } from '../pipeline/scope/scope.ts';
import { anchorGone, scopeInHistory } from '../pipeline/scope/scope-in-history.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { isOrAre, plural } from '../wording.ts';
import type { CallContext, Workspace } from './workspace.ts';

export type DepsQuery = { path: string; anchor?: string; maxResults?: number; verbose?: boolean };

const CUTTABLE: Cuttable<'cross_cutting' | 'dependents'>[] = [
  { key: 'cross_cutting', noun: 'cross-cutting concern' },
  { key: 'dependents', noun: 'dependent' },
];

/** All code whose annotations declare an assumption about this code, over all notes. */
export async function deps(
  workspace: Workspace,
  query: DepsQuery,
  context: CallContext = {},
): Promise<DepsAnswer> {
  return workspace.ask(context, (snapshot, notices) => answer(snapshot, notices, query));
}

async function answer(snapshot: Snapshot, notices: Notice[], query: DepsQuery): Promise<DepsAnswer> {
  const here = await scopeInHistory(snapshot, query);
  const names = await fileNames(snapshot, here.path, here.commit);
  const excluded = excludedBy(here.path, snapshot.settings);

  const wanted = excluded ? [] : await namesInScope(here, await regionsIn(snapshot, here, names));
  const declared = excluded
    ? { found: [], unreachable: [] }
    : await declarations(snapshot, here, names, wanted, query.anchor);
  const isPast = here.anchor?.units.length === 0;
  const concerns = excluded ? [] : await crossCutting(snapshot, names, isPast ? scopeNames(here) : wanted);
  const found = await newestOfEach(snapshot, await underTodaysNames(snapshot, declared.found));
  const shown = found.slice(0, query.maxResults ?? snapshot.settings.depsScanLimit);
  const states = await freshnessElsewhere(snapshot, shown.map(asFound));

  notices.push(...here.notices);
  if (excluded) notices.push(excluded);
  else notices.push(...noticesAbout(snapshot, declared));
  if (found.length > shown.length) notices.push(moreDependents(found.length, shown.length));
  if (found.length === 0 && !excluded) notices.push(await noDependents(snapshot, here, names));
  const full: DepsAnswer = {
    $schema: 'ultragit-deps/v1',
    query: { path: query.path, anchor: query.anchor, max_results: query.maxResults },
    scope: assembleScope(snapshot, here, names),
    dependents: shown.map(({ dependent, annotation, match, target, region, recovered }, at) => {
      const noted = oneLine(region.file);
      return {
        ...dependent,
        noted_as: noted === dependent.file ? undefined : noted,
        target,
        context_level: annotation.context_level,
        match,
        recovered,
        freshness: states[at] ?? { state: 'unknown' },
      };
    }),
    cross_cutting: concerns,
    stats: {
      notes_indexed: snapshot.index.size,
      dependencies_found: found.length,
      scan_method: 'index',
      notes_unreachable: declared.unreachable.length || undefined,
      notes_malformed: snapshot.index.malformed.length || undefined,
    },
    notices,
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['dependents']);
  return fitBytes(lean, CUTTABLE, 'Name a function as anchor.');
}

/** For a unit that the file no longer has, what names it all the same; else what names the file. */
async function declarations(
  snapshot: Snapshot,
  here: Scope,
  names: readonly FileName[],
  wanted: readonly string[],
  anchor: string | undefined,
): Promise<Dependencies> {
  if (anchor !== undefined && (!here.anchor || here.anchor.match === 'fuzzy')) {
    const past = await dependencies(snapshot, names, [anchor]);
    if (past.found.some(({ match }) => match === 'exact' || match === 'unqualified')) {
      anchorGone(here, anchor);
      return { ...past, found: past.found.filter(({ match }) => match !== 'fuzzy') };
    }
  }
  return dependencies(snapshot, names, wanted);
}

/** What was annotated in the unit that was named: it may have had another name then. */
async function regionsIn(snapshot: Snapshot, here: Scope, names: readonly FileName[]): Promise<Located[]> {
  if (!here.anchor?.units.length) return [];
  const { found } = await notes(snapshot, names, new Set());
  return matchScope(here, await reconcile(here, await locate(snapshot, here, names, found)));
}

/** A dependent whose file was renamed goes by the name that it has today. */
async function underTodaysNames(snapshot: Snapshot, found: readonly Dependency[]): Promise<Dependency[]> {
  const today = await namesToday(
    snapshot,
    found.map(({ region }) => region.file),
  );
  return found.map(item => {
    const file = oneLine(today(item.region.file) ?? item.region.file);
    return { ...item, dependent: { ...item.dependent, file } };
  });
}

function asFound({ commit, written, annotation, region, recovered }: Dependency) {
  return { commit, written, annotation, region, recovered, evidence: 'index' as const };
}

function noticesAbout(snapshot: Snapshot, { unreachable }: Dependencies): Notice[] {
  const nothing = { found: [], annotations: 0, repaired: [], misplaced: [], charactersRemoved: 0 };
  return noteNotices(snapshot, { ...nothing, unreachable }, new Set(), false);
}

function moreDependents(total: number, shown: number): Notice {
  return {
    code: 'more_dependents',
    message: `${plural(total, 'dependent')} found; the ${shown} with the highest confidence ${isOrAre(shown)} shown.`,
    fix: `Name a unit, or on the command line ask for more with --max-results ${total}.`,
  };
}

async function noDependents(snapshot: Snapshot, here: Scope, names: readonly FileName[]): Promise<Notice> {
  if (snapshot.notesTree === undefined) return noNotesRef(snapshot);
  const what = here.anchor ? `${here.anchor.query} in ${here.path}` : here.path;
  const others = here.anchor
    ? await newestOfEach(snapshot, (await dependencies(snapshot, names, [])).found)
    : [];
  const code = 'no_dependents';
  const message = `None of the ${plural(snapshot.index.size, 'note')} declares a dependency on ${what}. Code may depend on it all the same.`;
  if (others.length === 0) return { code, message };
  const fix = `${plural(others.length, 'dependent')} on other parts of the file: ultragit deps ${here.path}`;
  return { code, message, fix };
}
