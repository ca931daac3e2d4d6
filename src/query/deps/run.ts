import { oneLine } from '../../annotation/sanitise.ts';
import type { ScopeAnswer } from '../../answers.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleDependent } from '../../pipeline/answer/assemble-dependent.ts';
import { assembleScope } from '../../pipeline/answer/assemble-scope.ts';
import { nothingHere } from '../../pipeline/answer/explain-empty.ts';
import { withFlaws } from '../../pipeline/answer/flawed-notes.ts';
import { lean } from '../../pipeline/answer/lean.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import { missingNames } from '../../pipeline/history/missing-names.ts';
import { movedTargets } from '../../pipeline/moves/moved-targets.ts';
import { originsOf } from '../../pipeline/moves/origins.ts';
import { NO_NOTES } from '../../pipeline/notes/find-regions.ts';
import { isoSeconds } from '../../pipeline/notes/timestamp-of.ts';
import { type FileInScope, fileInScope, regionsOf } from '../../pipeline/regions.ts';
import { crossCutting } from '../../pipeline/relations/cross-cutting.ts';
import {
  type Dependencies,
  dependencies,
  type JudgedDependency,
  judgeDependents,
  newestOfEach,
} from '../../pipeline/relations/dependents.ts';
import { namesInScope } from '../../pipeline/relations/names-in-scope.ts';
import { anchorGone, scopeNames } from '../../pipeline/scope/scope.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { type Entry, entries, firstSentenceOf, leftOut, only, without } from '../../pipeline/trim/shrink.ts';
import { QUOTED } from '../../wording.ts';
import type { AnswerOptions } from '../define.ts';
import { fitAnswer } from '../fit-answer.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { DepsAnswer } from './answer.ts';
import { depsParameters } from './parameters.ts';

type DepsQuery = QueryOf<typeof depsParameters>;

/** All code whose annotations declare an assumption about this code, over all notes. */
export async function run(
  snapshot: Snapshot,
  query: DepsQuery,
  { audience, verbose = false }: AnswerOptions,
): Promise<DepsAnswer> {
  const asked = await fileInScope(snapshot, query, {
    past: true,
    lazyBlame: !(await mayHaveMoved(snapshot, query)),
  });
  const { file, declared, wanted } = await declarations(asked, query.anchor);
  const { names, excluded } = file;
  const concerns = excluded ? [] : await crossCutting(snapshot, names, wanted);
  const found = await judgeDependents(snapshot, await newestOfEach(snapshot, declared.found));
  const shown = found.slice(0, query.max_results ?? snapshot.settings.depsScanLimit);

  const notices: Notice[] = [...snapshot.notices, ...file.scope.notices];
  if (excluded) notices.push(excluded);
  else notices.push(...noticesAbout(snapshot, declared));
  notices.push(...foundByName(shown));
  if (found.length > shown.length) {
    notices.push({ code: 'more_dependents', total: found.length, shown: shown.length });
  }
  if (found.length === 0 && !excluded) notices.push(await noDependents(file));
  const scope = assembleScope(file, verbose);
  const full: DepsAnswer = {
    $schema: 'ultragit-deps/v1',
    quoted: QUOTED,
    query: echo(depsParameters, query),
    scope,
    dependents: shown.map(item => describe(item, scope, verbose)),
    cross_cutting: concerns,
    stats: {
      dependencies_found: found.length,
      ...(verbose ? whatWasRead(snapshot, declared) : {}),
    },
    notices: sayNotices(notices, audience),
  };
  const answer = verbose ? await withFlaws(full, snapshot, excluded ? undefined : declared) : lean(full);
  return fitAnswer(answer, {
    entries: shrinkDeps(answer),
    maxTokens: query.max_tokens,
    defaultTokens: verbose ? undefined : snapshot.settings.maxTokens,
    fix: 'Name a function as anchor.',
    audience,
  });
}

/** To see what came from other files takes a blame: of a unit, or where a file that notes name is no longer there. */
async function mayHaveMoved(snapshot: Snapshot, { anchor }: DepsQuery): Promise<boolean> {
  return anchor !== undefined || (await missingNames(snapshot, snapshot.head)).size > 0;
}

function whatWasRead({ index }: Snapshot, { unreachable }: Dependencies) {
  return {
    notes_indexed: index.size,
    scan_method: 'index' as const,
    notes_unreachable: unreachable.length,
    notes_malformed: index.malformed.length,
  };
}

function describe(
  item: JudgedDependency,
  scope: ScopeAnswer,
  verbose: boolean,
): DepsAnswer['dependents'][number] {
  const { region, annotation, timestamp } = item;
  const { commit, ...dependent } = assembleDependent(item, scope, verbose);
  const noted = oneLine(region.file);
  const isInferred = annotation.context_level === 'inferred';
  return {
    ...dependent,
    context_level: verbose || isInferred ? annotation.context_level : undefined,
    noted_as: verbose && noted !== item.file ? noted : undefined,
    commit,
    date: timestamp.getTime() === 0 ? undefined : isoSeconds(timestamp),
    confidence: item.confidence,
  };
}

function shrinkDeps({ dependents, cross_cutting }: DepsAnswer): Entry[] {
  const named = entries('dependents', dependents, [
    without('context_level', 'noted_as', 'recovered', 'match', 'changed'),
    firstSentenceOf('nature'),
    only('file', 'anchor', 'on', 'nature', 'state'),
    only('file', 'anchor', 'on', 'state'),
  ]).map((entry, at) => ({ ...entry, name: nameOf(dependents[at]) }));
  return [...named, ...entries('cross_cutting', cross_cutting, [without('tags'), undefined, leftOut])];
}

function nameOf(dependent: DepsAnswer['dependents'][number] | undefined): string {
  return [dependent?.file, dependent?.anchor].filter(Boolean).join(' ');
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
  if (file.excluded)
    return { file, declared: { found: [], unreachable: [], repaired: [], over: [] }, wanted: [] };
  if (anchor !== undefined && (!scope.anchor || scope.anchor.match === 'fuzzy')) {
    const past = await dependencies(snapshot, names, [anchor]);
    if (past.found.some(({ match }) => match === 'exact' || match === 'unqualified')) {
      const found = past.found.filter(({ match }) => match !== 'fuzzy');
      const gone = anchorGone(scope, anchor);
      return { file: { ...file, scope: gone }, declared: { ...past, found }, wanted: scopeNames(gone) };
    }
  }
  // What was annotated in the unit that was named may have had another name then.
  const found = scope.anchor?.units.length
    ? await regionsOf(file)
    : { ...file, matched: [], origins: await originsOf(file) };
  const wanted = await namesInScope(found.scope, found.matched);
  const moved = await movedTargets(file, found.origins);
  const declared = await dependencies(snapshot, names, wanted, moved);
  const isUnknown = scope.anchor?.units.length === 0;
  return { file: found, declared, wanted: isUnknown ? scopeNames(scope) : wanted };
}

function noticesAbout(snapshot: Snapshot, { unreachable, over }: Dependencies): Notice[] {
  return noteNotices(snapshot, { ...NO_NOTES, unreachable, over }, { owners: new Set(), shallow: false });
}

async function noDependents({ snapshot, scope, names }: FileInScope): Promise<Notice> {
  if (snapshot.index.size === 0) return nothingHere(snapshot, scope.path);
  const { path, anchor } = scope;
  const all = anchor ? await dependencies(snapshot, names, []) : undefined;
  const others = all ? (await newestOfEach(snapshot, all.found)).length : 0;
  return { code: 'no_dependents', notes: snapshot.index.size, path, anchor: anchor?.query, others };
}
