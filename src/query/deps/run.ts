import { oneLine } from '../../annotation/sanitise.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleScope } from '../../pipeline/answer/assemble-scope.ts';
import { nothingHere } from '../../pipeline/answer/explain-empty.ts';
import { type Cuttable, fitBytes } from '../../pipeline/answer/fit-bytes.ts';
import { withFlaws } from '../../pipeline/answer/flawed-notes.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import { withoutEmpty } from '../../pipeline/answer/without-empty.ts';
import { NO_NOTES } from '../../pipeline/notes/find-regions.ts';
import { namesToday } from '../../pipeline/placing/names-today.ts';
import { type FileInScope, fileInScope, regionsOf } from '../../pipeline/regions.ts';
import { crossCutting } from '../../pipeline/relations/cross-cutting.ts';
import {
  type Dependencies,
  type Dependency,
  dependencies,
  newestOfEach,
} from '../../pipeline/relations/dependents.ts';
import { freshnessElsewhere } from '../../pipeline/relations/freshness-elsewhere.ts';
import { namesInScope } from '../../pipeline/relations/names-in-scope.ts';
import { anchorGone, scopeNames } from '../../pipeline/scope/scope.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnswerOptions } from '../define.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { DepsAnswer } from './answer.ts';
import { depsParameters } from './parameters.ts';

type DepsQuery = QueryOf<typeof depsParameters>;

const CUTTABLE: Cuttable<'cross_cutting' | 'dependents'>[] = [
  { key: 'cross_cutting', noun: 'cross-cutting concern' },
  { key: 'dependents', noun: 'dependent' },
];

/** All code whose annotations declare an assumption about this code, over all notes. */
export async function run(
  snapshot: Snapshot,
  query: DepsQuery,
  { audience, verbose }: AnswerOptions,
): Promise<DepsAnswer> {
  const asked = await fileInScope(snapshot, query, { past: true, lazyBlame: true });
  const { file, declared, wanted } = await declarations(asked, query.anchor);
  const { names, excluded } = file;
  const concerns = excluded ? [] : await crossCutting(snapshot, names, wanted);
  const found = await newestOfEach(snapshot, await underTodaysNames(snapshot, declared.found));
  const shown = found.slice(0, query.max_results ?? snapshot.settings.depsScanLimit);
  const states = await freshnessElsewhere(snapshot, shown.map(asFound));

  const notices: Notice[] = [...snapshot.notices, ...file.scope.notices];
  if (excluded) notices.push(excluded);
  else notices.push(...noticesAbout(snapshot, declared));
  notices.push(...foundByName(shown));
  if (found.length > shown.length) {
    notices.push({ code: 'more_dependents', total: found.length, shown: shown.length });
  }
  if (found.length === 0 && !excluded) notices.push(await noDependents(file));
  const full: DepsAnswer = {
    $schema: 'ultragit-deps/v1',
    query: echo(depsParameters, query),
    scope: assembleScope(file),
    dependents: shown.map((item, at) => ({
      ...describe(item),
      freshness: states[at] ?? { state: 'unknown' },
    })),
    cross_cutting: concerns,
    stats: {
      notes_indexed: snapshot.index.size,
      dependencies_found: found.length,
      scan_method: 'index',
      notes_unreachable: declared.unreachable.length || undefined,
      notes_malformed: snapshot.index.malformed.length || undefined,
    },
    notices: sayNotices(notices, audience),
  };
  const lean = verbose
    ? await withFlaws(full, snapshot, excluded ? undefined : declared)
    : withoutEmpty(full, ['dependents']);
  return fitBytes(lean, CUTTABLE, 'Name a function as anchor.', audience);
}

type Declarations = {
  /** The file in scope; a unit that it no longer has is asked for by the name that the notes have for it. */
  file: FileInScope;
  declared: Dependencies;
  /** The names by which other code may mean what is in scope. */
  wanted: string[];
};

/** For a unit that the file no longer has, what names it all the same; else what names the file. */
async function declarations(file: FileInScope, anchor: string | undefined): Promise<Declarations> {
  const { snapshot, scope, names } = file;
  if (file.excluded) return { file, declared: { found: [], unreachable: [], repaired: [] }, wanted: [] };
  if (anchor !== undefined && (!scope.anchor || scope.anchor.match === 'fuzzy')) {
    const past = await dependencies(snapshot, names, [anchor]);
    if (past.found.some(({ match }) => match === 'exact' || match === 'unqualified')) {
      const found = past.found.filter(({ match }) => match !== 'fuzzy');
      const gone = anchorGone(scope, anchor);
      return { file: { ...file, scope: gone }, declared: { ...past, found }, wanted: scopeNames(gone) };
    }
  }
  // What was annotated in the unit that was named may have had another name then.
  const found = scope.anchor?.units.length ? await regionsOf(file) : { ...file, matched: [] };
  const wanted = await namesInScope(found.scope, found.matched);
  const declared = await dependencies(snapshot, names, wanted);
  const isUnknown = scope.anchor?.units.length === 0;
  return { file: found, declared, wanted: isUnknown ? scopeNames(scope) : wanted };
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

function asFound({ commit, written, annotation, region, said, source, recovered }: Dependency) {
  return { commit, written, annotation, region, said, source, recovered, evidence: 'index' as const };
}

function describe({ dependent, annotation, match, target, region }: Dependency) {
  const noted = oneLine(region.file);
  return {
    ...dependent,
    noted_as: noted === dependent.file ? undefined : noted,
    target,
    context_level: annotation.context_level,
    match,
  };
}

function noticesAbout(snapshot: Snapshot, { unreachable }: Dependencies): Notice[] {
  return noteNotices(snapshot, { ...NO_NOTES, unreachable }, { owners: new Set(), shallow: false });
}

async function noDependents({ snapshot, scope, names }: FileInScope): Promise<Notice> {
  if (snapshot.index.size === 0) return nothingHere(snapshot);
  const { path, anchor } = scope;
  const all = anchor ? await dependencies(snapshot, names, []) : undefined;
  const others = all ? (await newestOfEach(snapshot, all.found)).length : 0;
  return { code: 'no_dependents', notes: snapshot.index.size, path, anchor: anchor?.query, others };
}
