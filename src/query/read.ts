import type { CrossCutting, Dependent, Notice, ReadAnswer, RegionAnswer, ScopeAnswer } from '../answers.ts';
import { UltragitError } from '../errors.ts';
import { assembleRegion, assembleScope, withoutEmpty } from '../pipeline/answer/assemble.ts';
import { explainEmpty } from '../pipeline/answer/explain-empty.ts';
import { fitReadBytes } from '../pipeline/answer/fit-bytes.ts';
import { fitTokens } from '../pipeline/answer/fit-tokens.ts';
import { noteNotices, unread } from '../pipeline/answer/note-notices.ts';
import { blame, ownersOf } from '../pipeline/history/blame.ts';
import { fileNames } from '../pipeline/history/file-names.ts';
import { freshness } from '../pipeline/judge/freshness.ts';
import { matchScope } from '../pipeline/judge/match-scope.ts';
import { narrow } from '../pipeline/judge/narrow.ts';
import { newerAnnotations } from '../pipeline/judge/newer-annotations.ts';
import { byConfidence, type Scored, score } from '../pipeline/judge/score.ts';
import { locate } from '../pipeline/locate/locate.ts';
import { reconcile } from '../pipeline/locate/reconcile.ts';
import { withoutPredecessors } from '../pipeline/locate/without-predecessors.ts';
import { notes } from '../pipeline/notes/find-regions.ts';
import { crossCutting } from '../pipeline/relations/cross-cutting.ts';
import { dependents } from '../pipeline/relations/dependents.ts';
import { namesInScope } from '../pipeline/relations/names-in-scope.ts';
import { related } from '../pipeline/relations/related.ts';
import { excludedBy, scope } from '../pipeline/scope/scope.ts';
import { missingFile } from '../pipeline/scope/scope-in-history.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { isOrAre, plural } from '../wording.ts';
import { sum } from './sum.ts';
import type { CallContext, Workspace } from './workspace.ts';

export type ReadQuery = {
  paths: string[];
  anchor?: string;
  lines?: string;
  since?: string;
  tags?: string[];
  contextLevel?: 'enhanced' | 'inferred';
  minConfidence?: number;
  depth?: number;
  maxRegions?: number;
  maxTokens?: number;
  rev?: string;
  verbose?: boolean;
};

/** What one file gave, before the files of a query share an answer. */
type FileReading = {
  scope: ScopeAnswer;
  scored: Scored[];
  newer: Map<Scored, string>;
  dependents: Dependent[];
  crossCutting: CrossCutting[];
  notices: Notice[];
  commits: Set<string>;
  annotations: number;
  matched: number;
  uncommittedLines: number;
  repaired: string[];
  unreachable: string[];
  charactersRemoved: number;
};

/** Every annotation that concerns a file, a unit or a range of lines, scored, within a token budget. */
export async function read(
  workspace: Workspace,
  query: ReadQuery,
  context: CallContext = {},
): Promise<ReadAnswer> {
  return workspace.ask(context, (snapshot, notices) => answer(snapshot, notices, query));
}

async function answer(snapshot: Snapshot, notices: Notice[], query: ReadQuery): Promise<ReadAnswer> {
  const files: FileReading[] = [];
  for (const path of query.paths) files.push(await readFile(snapshot, path, query));

  const ranked = files.flatMap(file => file.scored).sort(byConfidence);
  const confident = ranked.filter(item => item.confidence >= (query.minConfidence ?? 0));
  const shown = confident.slice(0, query.maxRegions ?? snapshot.settings.maxRegions);
  const newer = new Map(files.flatMap(file => [...file.newer]));
  const depth = query.depth ?? 1;
  const regions: RegionAnswer[] = [];
  let hops = 0;
  for (const item of shown) {
    const references = await related(snapshot, item.found, depth);
    hops = Math.max(hops, ...references.map(({ hop }) => hop));
    regions.push(assembleRegion(item, references, newer.get(item)));
  }
  if (ranked.length > 0 && confident.length === 0) notices.push(noneTrusted(ranked));
  if (confident.length > shown.length) notices.push(moreRegions(confident.length, shown.length));
  for (const file of files) notices.push(...file.notices);

  const [first] = files;
  const malformed = snapshot.index.malformed.length;
  const full: ReadAnswer = {
    $schema: 'ultragit-read/v1',
    query: asked(query),
    scope: files.length === 1 ? first?.scope : undefined,
    scopes: files.length === 1 ? undefined : files.map(file => file.scope),
    regions,
    dependencies_on_this: distinct(files.flatMap(file => file.dependents)),
    cross_cutting: distinct(files.flatMap(file => file.crossCutting)),
    stats: {
      commits_examined: new Set(files.flatMap(file => [...file.commits])).size,
      annotations_found: sum(files, file => file.annotations),
      regions_matched: sum(files, file => file.matched),
      regions_returned: regions.length,
      related_hops: hops,
      uncommitted_lines: sum(files, file => file.uncommittedLines) || undefined,
      notes_malformed: malformed || undefined,
      notes_repaired: sum(files, file => file.repaired.length) || undefined,
      notes_unreachable: sum(files, file => file.unreachable.length) || undefined,
      characters_removed: sum(files, file => file.charactersRemoved) || undefined,
    },
    notices: distinct(notices),
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['regions']);
  return fitReadBytes(query.maxTokens === undefined ? lean : fitTokens(lean, query.maxTokens));
}

async function readFile(snapshot: Snapshot, path: string, query: ReadQuery): Promise<FileReading> {
  const rev =
    query.rev === undefined
      ? undefined
      : await snapshot.repository.resolve(query.rev, snapshot.head, snapshot.signal);
  const question = { path, anchor: query.anchor, lines: query.lines, rev };
  const here = await scope(snapshot.repository, snapshot.head, question).catch(async (error: unknown) => {
    const isMissing = error instanceof UltragitError && error.code === 'file_not_found' && rev === undefined;
    throw isMissing ? await missingFile(snapshot, path, error) : error;
  });
  const excluded = excludedBy(here.path, snapshot.settings);
  if (excluded) return nothing(assembleScope(snapshot, here, []), excluded);
  const at: Snapshot = { ...snapshot, head: here.commit };

  // While git blames, what does not depend on it is read.
  const [owned] = await Promise.all([blame(at, here), at.notes.read(at.index.byFile(here.path))]);
  const names = await fileNames(at, here.path, here.commit, owned);
  const owners = ownersOf(owned);
  const found = await notes(at, names, owners);
  const own = await withoutPredecessors(at, here, owned, await locate(at, here, names, found.found));
  const located = await reconcile(here, own);
  const matched = await matchScope(here, located);
  const scored: Scored[] = [];
  for (const item of matched) {
    scored.push(await score(at, here, item, await freshness(at, here, owned, names, item)));
  }
  const selected = await narrow(at, scored, query);

  const wanted = await namesInScope(here, matched);
  const dependencies = await dependents(at, names, wanted);
  const concerns = await crossCutting(at, names, wanted);
  const notices = [...here.notices, ...noteNotices(at, found, owners, owned.shallow)];
  if (selected.length === 0 && scored.length > 0) notices.push(leftOut(scored.length, query));
  else if (selected.length === 0) {
    notices.push(
      explainEmpty(at, {
        path: here.path,
        elsewhereInFile: located.length,
        unreachable: found.unreachable.length,
        shallow: owned.shallow,
        malformedHere: unread(at, owners),
      }),
    );
  }
  return {
    scope: assembleScope(at, here, names),
    scored: selected,
    newer: await newerAnnotations(at, scored),
    dependents: dependencies.map(({ dependent }) => dependent),
    crossCutting: concerns,
    notices,
    commits: new Set([...owners, ...found.found.map(item => item.commit.id)]),
    annotations: new Set(located.map(item => item.found.annotation)).size,
    matched: matched.length,
    uncommittedLines: here.uncommittedLines,
    repaired: found.repaired,
    unreachable: found.unreachable,
    charactersRemoved: found.charactersRemoved,
  };
}

/** They concern what was asked about, but the reader wanted others. */
function leftOut(count: number, { since, tags, contextLevel }: ReadQuery): Notice {
  const flags = { '--since': since, '--tags': tags, '--context-level': contextLevel };
  const given = Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined ? [] : `${flag} ${value}`,
  );
  return {
    code: 'filtered_out',
    message: `${plural(count, 'region')} found, and left out by ${given.join(' and ')}.`,
    fix: 'Leave the filter out to see what there is.',
  };
}

function nothing(scope: ScopeAnswer, notice: Notice): FileReading {
  return {
    ...{ scope, scored: [], newer: new Map(), dependents: [], crossCutting: [], notices: [notice] },
    ...{ commits: new Set(), annotations: 0, matched: 0, uncommittedLines: 0 },
    ...{ repaired: [], unreachable: [], charactersRemoved: 0 },
  };
}

function asked(query: ReadQuery): ReadAnswer['query'] {
  return {
    path: query.paths.length === 1 ? query.paths[0] : undefined,
    paths: query.paths.length === 1 ? undefined : query.paths,
    anchor: query.anchor,
    lines: query.lines,
    since: query.since,
    tags: query.tags,
    context_level: query.contextLevel,
    min_confidence: query.minConfidence,
    depth: query.depth,
    max_regions: query.maxRegions,
    max_tokens: query.maxTokens,
    rev: query.rev,
  };
}

function moreRegions(total: number, shown: number): Notice {
  return {
    code: 'more_regions',
    message: `${total} regions match; the ${shown} with the highest confidence ${isOrAre(shown)} shown.`,
    fix: `Ask about less of the file, or on the command line for more with --max-regions ${total}.`,
  };
}

function noneTrusted(ranked: readonly Scored[]): Notice {
  const highest = ranked[0]?.confidence ?? 0;
  return {
    code: 'below_confidence',
    message: `${plural(ranked.length, 'region')} left out: the highest confidence is ${highest}.`,
    fix: `Ask for less: --min-confidence ${highest}`,
  };
}

/** Two files may share a concern, a dependent or a notice. */
function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map(item => [JSON.stringify(item), item])).values()];
}
