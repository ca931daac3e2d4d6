import type { DepsAnswer, Freshness, Notice } from '../answers.ts';
import { UltragitError } from '../errors.ts';
import { assembleScope, withoutEmpty } from '../pipeline/assemble.ts';
import { blame } from '../pipeline/blame.ts';
import { type Cuttable, cap } from '../pipeline/cap.ts';
import { crossCutting, type Dependency, dependents } from '../pipeline/dependents.ts';
import { noNotesRef, plural } from '../pipeline/empty.ts';
import { freshness } from '../pipeline/freshness.ts';
import { locate } from '../pipeline/locate.ts';
import { fileNames } from '../pipeline/names.ts';
import { scopeInHistory } from '../pipeline/past.ts';
import { excludedBy, scope, scopeNames } from '../pipeline/scope.ts';
import type { View } from '../pipeline/view.ts';
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
  if (excluded) notices.push(excluded);

  const wanted = scopeNames(here);
  const found = excluded ? [] : await dependents(view, names, wanted);
  const concerns = excluded ? [] : await crossCutting(view, names, wanted);
  const limit = Math.min(query.maxResults ?? view.settings.depsScanLimit, view.settings.depsScanLimit);
  const shown = found.slice(0, limit);
  const states = await dependentFreshness(view, shown);
  notices.push(...here.notices);
  if (found.length > shown.length) {
    notices.push({
      code: 'more_dependents',
      message: `${plural(found.length, 'dependent')} found; the ${shown.length} with the highest confidence are shown.`,
      fix: `Ask for more with --max-results ${found.length}.`,
    });
  }
  if (found.length === 0 && !excluded) notices.push(noDependents(view, here.path));
  const malformed = view.index.malformed.length;
  const full: DepsAnswer = {
    $schema: 'ultragit-deps/v1',
    query: { path: query.path, anchor: query.anchor, max_results: query.maxResults },
    scope: assembleScope(view, here, names),
    dependents: shown.map(({ dependent, annotation, match }, at) => ({
      ...dependent,
      context_level: annotation.context_level,
      match,
      freshness: states[at] ?? { state: 'unknown' },
    })),
    cross_cutting: concerns,
    stats: {
      notes_indexed: view.index.size,
      dependencies_found: found.length,
      scan_method: 'index',
      notes_malformed: malformed || undefined,
    },
    notices,
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['dependents']);
  return cap(lean, CUTTABLE, 'Name a function as anchor.');
}

/** Whether the code that made each assumption is still what it was when it made it. */
async function dependentFreshness(view: View, dependencies: readonly Dependency[]): Promise<Freshness[]> {
  return Promise.all(
    dependencies.map(async ({ region, commit, written, annotation }) => {
      const file = await scope(view.repository, view.head, { path: region.file }).catch(ignoreMissing);
      if (!file) return { state: 'gone' };
      const names = [{ name: region.file }];
      const found = { commit, written, annotation, region, evidence: 'index' as const };
      const [located] = await locate(view, file, names, [found]);
      if (!located) return { state: 'unknown' };
      return freshness(view, file, await blame(view, file, { lazy: true }), names, located, {
        nameCommits: false,
      });
    }),
  );
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof UltragitError)) throw error;
}

function noDependents(view: View, path: string): Notice {
  if (view.notesTree === undefined) return noNotesRef(view);
  return {
    code: 'no_dependents',
    message: `None of the ${plural(view.index.size, 'note')} declares a dependency on ${path}. Code may depend on it all the same.`,
  };
}
