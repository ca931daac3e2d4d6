import { groupBy } from '../../collections.ts';
import { UltragitError } from '../../errors.ts';
import { parseGlob } from '../../glob/glob.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleRepository } from '../../pipeline/answer/assemble-scope.ts';
import { nothingHere } from '../../pipeline/answer/explain-empty.ts';
import { lean } from '../../pipeline/answer/lean.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import { NO_NOTES } from '../../pipeline/notes/find-regions.ts';
import { notedBy } from '../../pipeline/relations/noted-by.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { type Entry, entries, firstSentenceOf, only, without } from '../../pipeline/trim/shrink.ts';
import { QUOTED } from '../../wording.ts';
import type { AnswerOptions } from '../define.ts';
import { fitAnswer } from '../fit-answer.ts';
import { echo, type QueryOf } from '../parameters.ts';
import { shrinkSaid } from '../read/shrink.ts';
import type { SearchAnswer } from './answer.ts';
import { assembleResult } from './assemble-result.ts';
import { type JudgedResult, judgeResults, rankResults } from './judge-results.ts';
import { searchMessages } from './messages.ts';
import { withNearest } from './nearest-words.ts';
import { MOST_RESULTS, searchParameters } from './parameters.ts';
import { placeCandidates } from './place-candidates.ts';
import { scan } from './scan.ts';
import { type Term, termsOf } from './terms.ts';

type SearchQuery = QueryOf<typeof searchParameters>;

/** Of so many times the results that are shown it is looked up whether their code is still there. */
const JUDGED_PER_SHOWN = 2;
const MOST_MESSAGES = 5;

/** Every annotation, of all files and sources, whose texts have the words: was this tried before? */
export async function run(
  snapshot: Snapshot,
  query: SearchQuery,
  { audience, verbose = false, progress }: AnswerOptions,
): Promise<SearchAnswer> {
  const terms = termsOf(query.words);
  const most = query.max_results ?? MOST_RESULTS;
  const found = await find(snapshot, query, terms, { most, progress });
  const shown = byFile(found.best.slice(0, most));
  const writers = await notedBy(
    snapshot,
    shown.map(item => item.found),
  );
  const isMessages = query.kind === 'message';
  const said =
    isMessages || found.total === 0
      ? await searchMessages(snapshot, terms, {
          most: isMessages ? most : MOST_MESSAGES,
          since: query.since,
        })
      : [];
  const full: SearchAnswer = {
    $schema: 'ultragit-search/v1',
    quoted: QUOTED,
    query: echo(searchParameters, query),
    scope: assembleRepository(snapshot, verbose),
    results: shown.map(item => assembleResult(item, { notedBy: writers.get(item.found), verbose, terms })),
    said_in_commits: said,
    stats: { notes_searched: found.searched, results_found: found.total, results_returned: shown.length },
    notices: sayNotices(
      [...snapshot.notices, ...found.notices, ...foundByName(shown.map(item => item.found))],
      audience,
    ),
  };
  const answer = verbose ? full : lean(full);
  return fitAnswer(answer, {
    entries: shrinkSearch(answer),
    maxTokens: query.max_tokens,
    defaultTokens: verbose ? undefined : snapshot.settings.maxTokens,
    recount: fitted => ({ ...fitted, stats: { ...fitted.stats, results_returned: fitted.results.length } }),
    fix: 'Look for more words, or in one directory.',
    audience,
  });
}

type Found = { best: JudgedResult[]; total: number; searched: number; notices: Notice[] };

async function find(
  snapshot: Snapshot,
  query: SearchQuery,
  terms: readonly Term[],
  { most, progress }: { most: number } & Pick<AnswerOptions, 'progress'>,
): Promise<Found> {
  if (query.kind === 'message') return { best: [], total: 0, searched: 0, notices: [] };
  const isInPath = pathFilter(query.path);
  const wanted = { terms, kind: query.kind, tags: query.tags };
  const { candidates, matched, searched, ...rest } = await scan(snapshot, wanted, progress);
  const { placed, notes } = await placeCandidates(snapshot, candidates);
  const ranked = await rankResults(snapshot, placed, wanted, { since: query.since, isInPath });
  const best = await judgeResults(snapshot, ranked.slice(0, most * JUDGED_PER_SHOWN));
  const total = ranked.length + matched - candidates.length;
  const notices = noteNotices(snapshot, { ...NO_NOTES, ...notes }, { owners: new Set(), shallow: false });
  if (total > most) notices.push({ code: 'more_results', total, shown: most });
  if (total === 0) notices.push(await nothingFound(snapshot, query, terms, rest));
  return { best, total, searched, notices };
}

function pathFilter(path: string | undefined): (file: string) => boolean {
  if (path === undefined) return () => true;
  const glob = parseGlob(path);
  if ('matches' in glob) return file => glob.matches(file.replace(/\/$/, ''));
  throw new UltragitError('bad_argument', `The pattern ${path} ${glob.problem}.`, [
    'Name a file or a directory, or write a pattern as in .gitignore: src/**/*.ts',
  ]);
}

async function nothingFound(
  snapshot: Snapshot,
  { kind, path, since, tags }: SearchQuery,
  terms: readonly Term[],
  { others, absent }: { others: number; absent: readonly string[] },
): Promise<Notice> {
  const { index, sources } = snapshot;
  if (index.size === 0) return nothingHere(snapshot);
  return {
    code: 'nothing_found',
    words: terms.map(({ text }) => text),
    kind,
    sources: sources.filter(({ size }) => size > 0),
    narrowed: path !== undefined || since !== undefined || tags !== undefined,
    others,
    absent: await withNearest(snapshot, absent),
  };
}

/** Files in the order of their best result, and in each file the best first. */
function byFile(results: readonly JudgedResult[]): JudgedResult[] {
  return [...groupBy(results, ({ files }) => files.join('\n')).values()].flat();
}

function shrinkSearch({ results, said_in_commits }: SearchAnswer): Entry[] {
  const found = entries('results', results, [
    without(
      'tags',
      'commit_summary',
      'author',
      'carries_signature',
      'claimed_by',
      'commit_author',
      'more_files',
    ),
    firstSentenceOf('intent'),
    only('file', 'files', 'anchor', 'lines', 'state', 'changed', 'matches', 'commit', 'date'),
    only('file', 'files', 'anchor', 'state', 'matches', 'commit'),
  ]).map((entry, at) => ({ ...entry, name: nameOf(results[at]) }));
  return [...found, ...shrinkSaid(said_in_commits)];
}

function nameOf(result: SearchAnswer['results'][number] | undefined): string {
  return [result?.file ?? result?.files?.[0], result?.anchor?.name].filter(Boolean).join(' ');
}
