import type { CrossCutting, DependentAnswer, SaidInCommit, ScopeAnswer } from '../../answers.ts';
import { distinct, sum } from '../../collections.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleScope } from '../../pipeline/answer/assemble-scope.ts';
import { explainEmpty } from '../../pipeline/answer/explain-empty.ts';
import { notesBehind, withFlaws } from '../../pipeline/answer/flawed-notes.ts';
import { lean } from '../../pipeline/answer/lean.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import type { Matched } from '../../pipeline/judge/match-scope.ts';
import { filtersIn, narrow } from '../../pipeline/judge/narrow.ts';
import { byConfidence, type Scored } from '../../pipeline/judge/score.ts';
import { movedTargets } from '../../pipeline/moves/moved-targets.ts';
import { type FileRegions, regions } from '../../pipeline/regions.ts';
import { crossCutting } from '../../pipeline/relations/cross-cutting.ts';
import { dependents } from '../../pipeline/relations/dependents.ts';
import { namesInScope } from '../../pipeline/relations/names-in-scope.ts';
import { type Said, saidInCommits } from '../../pipeline/relations/said-in-commits.ts';
import { writtenBy } from '../../pipeline/relations/written-by.ts';
import { type Snapshot, snapshotAt } from '../../pipeline/snapshot.ts';
import { QUOTED } from '../../wording.ts';
import type { AnswerOptions } from '../define.ts';
import { fitAnswer } from '../fit-answer.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { ReadAnswer } from './answer.ts';
import { assembleRegions, dependentOf, type Judged, leanConcern } from './assemble-regions.ts';
import { judgeRegions } from './judge-regions.ts';
import { readParameters } from './parameters.ts';
import { shrinkRead } from './shrink.ts';

type ReadQuery = QueryOf<typeof readParameters>;

/** What one file gave, before the files of a query share an answer. */
type FileReading = {
  scope: ScopeAnswer;
  scored: Judged[];
  dependents: DependentAnswer[];
  crossCutting: CrossCutting[];
  said: SaidInCommit[];
  notices: Notice[];
  regions: FileRegions;
};

/** Other code that relies on this: as much as helps to read it. `deps` has all of it. */
const MOST_DEPENDENTS = 20;

/** Every annotation that concerns a file, a unit or a range of lines, scored, within a token budget. */
export async function run(
  snapshot: Snapshot,
  query: ReadQuery,
  { audience, verbose = false }: AnswerOptions,
): Promise<ReadAnswer> {
  const files: FileReading[] = [];
  for (const path of query.paths ?? [query.path ?? '']) {
    files.push(await readFile(snapshot, path, query, verbose));
  }
  const ranked = files.flatMap(file => file.scored).sort(byConfidence);
  const confident = ranked.filter(item => item.confidence >= (query.min_confidence ?? 0));
  const shown = confident.slice(0, query.max_regions ?? snapshot.settings.maxRegions);
  const { answers, hops } = await assembleRegions(snapshot, files, shown, {
    depth: query.depth,
    verbose,
  });
  const notices = [
    ...snapshot.notices,
    ...leftOutNotices(ranked, confident, shown),
    ...foundByName(shown.map(item => item.found)),
  ];
  const [first] = files;
  const parts = files.map(file => file.regions);
  const matched = sum(parts, part => part.matched.length);
  const full: ReadAnswer = {
    $schema: 'ultragit-read/v1',
    quoted: QUOTED,
    query: echo(readParameters, query),
    scope: files.length === 1 ? first?.scope : undefined,
    scopes: files.length === 1 ? undefined : files.map(file => file.scope),
    regions: answers,
    dependencies_on_this: distinct(files.flatMap(file => file.dependents)),
    cross_cutting: distinct(files.flatMap(file => file.crossCutting)).map(item =>
      verbose ? item : leanConcern(item, files.length === 1 ? first?.scope : undefined),
    ),
    said_in_commits: saidOfAll(files),
    stats: {
      annotations_found: sum(parts, annotationsFound),
      regions_matched: verbose || matched > answers.length ? matched : undefined,
      regions_returned: answers.length,
      ...(verbose ? whatWasRead(snapshot, parts, hops) : {}),
    },
    notices: distinct([
      ...sayNotices(notices, audience),
      ...files.flatMap(file => sayNotices(file.notices, audience)),
    ]),
  };
  const answer = verbose ? await withFlaws(full, snapshot, notesBehind(parts), query.max_tokens) : lean(full);
  const fix = 'Name a function as anchor, or give lines.';
  return fitAnswer(answer, {
    entries: shrinkRead(answer),
    maxTokens: query.max_tokens,
    defaultTokens: verbose ? undefined : snapshot.settings.readTokens,
    recount,
    fix,
    audience,
  });
}

function recount(answer: ReadAnswer): ReadAnswer {
  return { ...answer, stats: { ...answer.stats, regions_returned: answer.regions.length } };
}

async function readFile(
  now: Snapshot,
  path: string,
  query: ReadQuery,
  verbose: boolean,
): Promise<FileReading> {
  const { anchor, lines } = query;
  const rev =
    query.rev === undefined ? undefined : await now.repository.resolve(query.rev, now.head, now.signal);
  const snapshot = rev ? snapshotAt(now, rev) : now;
  const shown = query.max_regions ?? now.settings.maxRegions;
  const most = isNarrowed(query) ? undefined : shown;
  const found = await regions(snapshot, { path, anchor, lines, rev }, { most });
  const { matched, names, excluded } = found;
  const scored = await judgeRegions(snapshot, found, shown);
  const selected = excluded ? [] : await narrow(snapshot, scored, query);
  const wanted = excluded ? [] : await namesInScope(found.scope, matched);
  const relying = excluded
    ? undefined
    : await dependents(snapshot, names, wanted, {
        limit: MOST_DEPENDENTS,
        moved: await movedTargets(found, found.origins),
      });

  const said = await saidOf(snapshot, found, query);
  const notices = excluded
    ? [excluded]
    : noticesAbout(snapshot, found, { scored, selected, said: said.notices, query });
  if (relying && relying.total > relying.dependents.length) {
    const { total, dependents: shown } = relying;
    notices.push({ code: 'more_dependents', total, shown: shown.length, path: found.scope.path });
  }
  const scope = assembleScope(found, verbose);
  return {
    scope: { ...scope, written_by: excluded ? undefined : await writtenBy(found) },
    scored: selected,
    dependents: relying?.dependents.map(item => dependentOf(item, scope, verbose)) ?? [],
    crossCutting: excluded ? [] : await crossCutting(snapshot, names, wanted),
    said: said.commits,
    notices,
    regions: found,
  };
}

/** What was found, what the question leaves of it, and what commits say instead. */
type Selected = {
  scored: readonly Judged[];
  selected: readonly Judged[];
  said: readonly Notice[];
  query: ReadQuery;
};

function noticesAbout(
  snapshot: Snapshot,
  { scope, notes, blame, located, matched }: FileRegions,
  { scored, selected, said, query }: Selected,
): Notice[] {
  const notices = [...scope.notices, ...noteNotices(snapshot, notes, blame), ...said];
  const beyond = (items: readonly Matched[]) => items.filter(({ isBeyondLimit }) => isBeyondLimit).length;
  const count = beyond(scored) - beyond(matched);
  if (count > 0) notices.push({ code: 'regions_not_followed', count, path: scope.path });
  if (selected.length > 0) return notices;
  if (scored.length > 0) {
    return [...notices, { code: 'filtered_out', regions: scored.length, by: filtersIn(query) }];
  }
  const { owners, shallow } = blame;
  const facts = { path: scope.path, elsewhereInFile: located.length, unreachable: notes.unreachable };
  return [...notices, explainEmpty(snapshot, { ...facts, owners, shallow })];
}

/** What is left out for another reason than its score may make room for any region. */
function isNarrowed({ min_confidence: least, since, tags, context_level: level }: ReadQuery): boolean {
  return [least, since, tags, level].some(value => value !== undefined);
}

/** Where nothing is annotated, or where messages are asked for. */
async function saidOf(snapshot: Snapshot, file: FileRegions, { messages, since }: ReadQuery): Promise<Said> {
  const isWanted = messages ?? (snapshot.settings.saidInCommits && file.matched.length === 0);
  if (!isWanted || file.excluded) return { commits: [], notices: [] };
  return saidInCommits(snapshot, file.scope, { since });
}

/** Of several files, each with its own; a commit that wrote more than one of them is quoted once. */
function saidOfAll(files: readonly FileReading[]): SaidInCommit[] {
  if (files.length === 1) return files.flatMap(({ said }) => said);
  const quoted = new Set<string>();
  return files.flatMap(({ scope, said }) =>
    said.map(item => {
      const isQuoted = quoted.has(item.commit);
      quoted.add(item.commit);
      return { file: scope.file, ...item, body: isQuoted ? undefined : item.body };
    }),
  );
}

/** What only a debugger wants to know. */
function whatWasRead({ index }: Snapshot, parts: readonly FileRegions[], hops: number) {
  return {
    commits_examined: new Set(parts.flatMap(commitsExamined)).size,
    related_hops: hops,
    notes_malformed: index.malformed.length,
    notes_repaired: sum(parts, part => part.notes.repaired.length),
    notes_unreachable: sum(parts, part => part.notes.unreachable.length),
    characters_removed: sum(parts, part => part.notes.charactersRemoved),
  };
}

function commitsExamined({ blame, notes }: FileRegions): string[] {
  return [...blame.owners, ...notes.found.map(item => item.commit.id)];
}

function annotationsFound({ located }: FileRegions): number {
  return new Set(located.map(item => item.found.annotation)).size;
}

function leftOutNotices(ranked: readonly Scored[], confident: readonly Scored[], shown: readonly Scored[]) {
  const notices: Notice[] = [];
  if (ranked.length > confident.length) {
    const left = ranked.slice(confident.length);
    notices.push({ code: 'below_confidence', regions: left.length, highest: left[0]?.confidence ?? 0 });
  }
  if (confident.length > shown.length) {
    notices.push({ code: 'more_regions', total: confident.length, shown: shown.length });
  }
  return notices;
}
