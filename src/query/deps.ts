import { oneLine } from '../annotation/sanitise.ts';
import type { DepsAnswer, Notice } from '../answers.ts';
import { assembleScope, withoutEmpty } from '../pipeline/assemble.ts';
import { type Cuttable, cap } from '../pipeline/cap.ts';
import { crossCutting } from '../pipeline/cross-cutting.ts';
import { type Dependencies, type Dependency, dependencies, newestOfEach } from '../pipeline/dependents.ts';
import { freshnessElsewhere, namesToday } from '../pipeline/elsewhere.ts';
import { noNotesRef } from '../pipeline/empty.ts';
import { filter } from '../pipeline/filter.ts';
import { type Located, locate } from '../pipeline/locate.ts';
import { type FileName, fileNames } from '../pipeline/names.ts';
import { namesInScope } from '../pipeline/names-in-scope.ts';
import { notes } from '../pipeline/notes.ts';
import { noteNotices } from '../pipeline/notices.ts';
import { anchorGone, scopeInHistory } from '../pipeline/past.ts';
import { excludedBy, type Scope, scopeNames } from '../pipeline/scope.ts';
import { settle } from '../pipeline/settle.ts';
import type { View } from '../pipeline/view.ts';
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
  return workspace.ask(context, (view, notices) => answer(view, notices, query));
}

async function answer(view: View, notices: Notice[], query: DepsQuery): Promise<DepsAnswer> {
  const here = await scopeInHistory(view, query);
  const names = await fileNames(view, here.path, here.commit);
  const excluded = excludedBy(here.path, view.settings);

  const wanted = excluded ? [] : await namesInScope(here, await regionsIn(view, here, names));
  const declared = excluded
    ? { found: [], unreachable: [] }
    : await declarations(view, here, names, wanted, query.anchor);
  const isPast = here.anchor?.units.length === 0;
  const concerns = excluded ? [] : await crossCutting(view, names, isPast ? scopeNames(here) : wanted);
  const found = await newestOfEach(view, await underTodaysNames(view, declared.found));
  const shown = found.slice(0, query.maxResults ?? view.settings.depsScanLimit);
  const states = await freshnessElsewhere(view, shown.map(asFound));

  notices.push(...here.notices);
  if (excluded) notices.push(excluded);
  else notices.push(...noticesAbout(view, declared));
  if (found.length > shown.length) notices.push(moreDependents(found.length, shown.length));
  if (found.length === 0 && !excluded) notices.push(await noDependents(view, here, names));
  const full: DepsAnswer = {
    $schema: 'ultragit-deps/v1',
    query: { path: query.path, anchor: query.anchor, max_results: query.maxResults },
    scope: assembleScope(view, here, names),
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
      notes_indexed: view.index.size,
      dependencies_found: found.length,
      scan_method: 'index',
      notes_unreachable: declared.unreachable.length || undefined,
      notes_malformed: view.index.malformed.length || undefined,
    },
    notices,
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['dependents']);
  return cap(lean, CUTTABLE, 'Name a function as anchor.');
}

/** For a unit that the file no longer has, what names it all the same; else what names the file. */
async function declarations(
  view: View,
  here: Scope,
  names: readonly FileName[],
  wanted: readonly string[],
  anchor: string | undefined,
): Promise<Dependencies> {
  if (anchor !== undefined && (!here.anchor || here.anchor.match === 'fuzzy')) {
    const past = await dependencies(view, names, [anchor]);
    if (past.found.some(({ match }) => match === 'exact' || match === 'unqualified')) {
      anchorGone(here, anchor);
      return { ...past, found: past.found.filter(({ match }) => match !== 'fuzzy') };
    }
  }
  return dependencies(view, names, wanted);
}

/** What was annotated in the unit that was named: it may have had another name then. */
async function regionsIn(view: View, here: Scope, names: readonly FileName[]): Promise<Located[]> {
  if (!here.anchor?.units.length) return [];
  const { found } = await notes(view, names, new Set());
  return filter(here, await settle(here, await locate(view, here, names, found)));
}

/** A dependent whose file was renamed goes by the name that it has today. */
async function underTodaysNames(view: View, found: readonly Dependency[]): Promise<Dependency[]> {
  const today = await namesToday(
    view,
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

function noticesAbout(view: View, { unreachable }: Dependencies): Notice[] {
  const nothing = { found: [], annotations: 0, repaired: [], misplaced: [], charactersRemoved: 0 };
  return noteNotices(view, { ...nothing, unreachable }, new Set(), false);
}

function moreDependents(total: number, shown: number): Notice {
  return {
    code: 'more_dependents',
    message: `${plural(total, 'dependent')} found; the ${shown} with the highest confidence ${isOrAre(shown)} shown.`,
    fix: `Name a unit, or on the command line ask for more with --max-results ${total}.`,
  };
}

async function noDependents(view: View, here: Scope, names: readonly FileName[]): Promise<Notice> {
  if (view.notesTree === undefined) return noNotesRef(view);
  const what = here.anchor ? `${here.anchor.query} in ${here.path}` : here.path;
  const others = here.anchor ? await newestOfEach(view, (await dependencies(view, names, [])).found) : [];
  const code = 'no_dependents';
  const message = `None of the ${plural(view.index.size, 'note')} declares a dependency on ${what}. Code may depend on it all the same.`;
  if (others.length === 0) return { code, message };
  const fix = `${plural(others.length, 'dependent')} on other parts of the file: ultragit deps ${here.path}`;
  return { code, message, fix };
}
