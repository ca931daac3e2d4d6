import type { CrossCutting, Dependent, RegionAnswer, SaidInCommit, ScopeAnswer } from '../../answers.ts';
import { distinct, sum } from '../../collections.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleRegion } from '../../pipeline/answer/assemble-region.ts';
import { assembleScope } from '../../pipeline/answer/assemble-scope.ts';
import { explainEmpty } from '../../pipeline/answer/explain-empty.ts';
import { fitReadBytes } from '../../pipeline/answer/fit-bytes.ts';
import { fitTokens } from '../../pipeline/answer/fit-tokens.ts';
import { notesBehind, withFlaws } from '../../pipeline/answer/flawed-notes.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import { withoutEmpty } from '../../pipeline/answer/without-empty.ts';
import { freshness } from '../../pipeline/judge/freshness.ts';
import { filtersIn, narrow } from '../../pipeline/judge/narrow.ts';
import { newerAnnotations } from '../../pipeline/judge/newer-annotations.ts';
import { byConfidence, type Scored, score } from '../../pipeline/judge/score.ts';
import { type FileRegions, regions } from '../../pipeline/regions.ts';
import { crossCutting } from '../../pipeline/relations/cross-cutting.ts';
import { dependents } from '../../pipeline/relations/dependents.ts';
import { namesInScope } from '../../pipeline/relations/names-in-scope.ts';
import { related } from '../../pipeline/relations/related.ts';
import { type Said, saidInCommits } from '../../pipeline/relations/said-in-commits.ts';
import { writtenBy } from '../../pipeline/relations/written-by.ts';
import { type Snapshot, snapshotAt } from '../../pipeline/snapshot.ts';
import type { AnswerOptions } from '../define.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { ReadAnswer } from './answer.ts';
import { readParameters } from './parameters.ts';

type ReadQuery = QueryOf<typeof readParameters>;

/** What one file gave, before the files of a query share an answer. */
type FileReading = {
  scope: ScopeAnswer;
  scored: Scored[];
  newer: Map<Scored, string>;
  dependents: Dependent[];
  crossCutting: CrossCutting[];
  said: SaidInCommit[];
  notices: Notice[];
  regions: FileRegions;
};

/** Every annotation that concerns a file, a unit or a range of lines, scored, within a token budget. */
export async function run(
  snapshot: Snapshot,
  query: ReadQuery,
  { audience, verbose }: AnswerOptions,
): Promise<ReadAnswer> {
  const files: FileReading[] = [];
  for (const path of query.paths ?? [query.path ?? '']) files.push(await readFile(snapshot, path, query));

  const ranked = files.flatMap(file => file.scored).sort(byConfidence);
  const confident = ranked.filter(item => item.confidence >= (query.min_confidence ?? 0));
  const shown = confident.slice(0, query.max_regions ?? snapshot.settings.maxRegions);
  const newer = new Map(files.flatMap(file => [...file.newer]));
  const answers: RegionAnswer[] = [];
  let hops = 0;
  for (const item of shown) {
    const references = await related(snapshot, item.found, query.depth ?? 1);
    hops = Math.max(hops, ...references.map(({ hop }) => hop));
    answers.push(assembleRegion(item, references, newer.get(item)));
  }
  const notices = [
    ...snapshot.notices,
    ...leftOutNotices(ranked, confident, shown),
    ...foundByName(shown.map(item => item.found)),
  ];
  const [first] = files;
  const parts = files.map(file => file.regions);
  const full: ReadAnswer = {
    $schema: 'ultragit-read/v1',
    query: echo(readParameters, query),
    scope: files.length === 1 ? first?.scope : undefined,
    scopes: files.length === 1 ? undefined : files.map(file => file.scope),
    regions: answers,
    dependencies_on_this: distinct(files.flatMap(file => file.dependents)),
    cross_cutting: distinct(files.flatMap(file => file.crossCutting)),
    said_in_commits: saidOfAll(files),
    stats: {
      commits_examined: new Set(parts.flatMap(commitsExamined)).size,
      annotations_found: sum(parts, annotationsFound),
      regions_matched: sum(parts, part => part.matched.length),
      regions_returned: answers.length,
      related_hops: hops,
      uncommitted_lines: sum(parts, part => (part.excluded ? 0 : part.scope.uncommittedLines)) || undefined,
      notes_malformed: snapshot.index.malformed.length || undefined,
      notes_repaired: sum(parts, part => part.notes.repaired.length) || undefined,
      notes_unreachable: sum(parts, part => part.notes.unreachable.length) || undefined,
      characters_removed: sum(parts, part => part.notes.charactersRemoved) || undefined,
    },
    notices: distinct([
      ...sayNotices(notices, audience),
      ...files.flatMap(file => sayNotices(file.notices, audience)),
    ]),
  };
  const { max_tokens } = query;
  const lean = verbose
    ? await withFlaws(full, snapshot, notesBehind(parts), max_tokens)
    : withoutEmpty(full, ['regions']);
  const fitting = max_tokens === undefined ? lean : fitTokens(lean, max_tokens);
  return fitReadBytes(fitting, audience);
}

async function readFile(now: Snapshot, path: string, query: ReadQuery): Promise<FileReading> {
  const { anchor, lines } = query;
  const rev =
    query.rev === undefined ? undefined : await now.repository.resolve(query.rev, now.head, now.signal);
  const snapshot = rev ? snapshotAt(now, rev) : now;
  const found = await regions(snapshot, { path, anchor, lines, rev });
  const { matched, located, names, notes, blame, excluded } = found;
  const scored: Scored[] = [];
  for (const item of matched) {
    scored.push(await score(snapshot, found.scope, item, await freshness(found, item)));
  }
  const selected = excluded ? [] : await narrow(snapshot, scored, query);
  const wanted = excluded ? [] : await namesInScope(found.scope, matched);
  const dependencies = excluded ? [] : await dependents(snapshot, names, wanted);

  const said = await saidOf(snapshot, found, query);
  const notices = excluded
    ? [excluded]
    : [...found.scope.notices, ...noteNotices(snapshot, notes, blame), ...said.notices];
  if (selected.length === 0 && scored.length > 0) {
    notices.push({ code: 'filtered_out', regions: scored.length, by: filtersIn(query) });
  } else if (selected.length === 0 && !excluded) {
    const unreachable = notes.unreachable;
    const facts = { path: found.scope.path, elsewhereInFile: located.length, unreachable };
    const { owners, shallow } = blame;
    notices.push(explainEmpty(snapshot, { ...facts, owners, shallow }));
  }
  return {
    scope: { ...assembleScope(found), written_by: excluded ? undefined : await writtenBy(found) },
    scored: selected,
    newer: await newerAnnotations(snapshot, scored),
    dependents: dependencies.map(({ dependent }) => dependent),
    crossCutting: excluded ? [] : await crossCutting(snapshot, names, wanted),
    said: said.commits,
    notices,
    regions: found,
  };
}

/** Where nothing is annotated, or where messages are asked for. */
async function saidOf(snapshot: Snapshot, file: FileRegions, { messages }: ReadQuery): Promise<Said> {
  const isWanted = messages ?? (snapshot.settings.saidInCommits && file.matched.length === 0);
  return isWanted && !file.excluded ? saidInCommits(snapshot, file.scope) : { commits: [], notices: [] };
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

function commitsExamined({ blame, notes }: FileRegions): string[] {
  return [...blame.owners, ...notes.found.map(item => item.commit.id)];
}

function annotationsFound({ located }: FileRegions): number {
  return new Set(located.map(item => item.found.annotation)).size;
}

function leftOutNotices(ranked: readonly Scored[], confident: readonly Scored[], shown: readonly Scored[]) {
  const notices: Notice[] = [];
  const [best] = ranked;
  if (best && confident.length === 0) {
    notices.push({ code: 'below_confidence', regions: ranked.length, highest: best.confidence });
  }
  if (confident.length > shown.length) {
    notices.push({ code: 'more_regions', total: confident.length, shown: shown.length });
  }
  return notices;
}
