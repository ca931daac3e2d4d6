import { oneLine, sanitise } from '../../annotation/sanitise.ts';
import { assembleMoved, assembleOrigin, assembleState } from '../../pipeline/answer/assemble-region.ts';
import { commitSummary } from '../../pipeline/judge/commit-summary.ts';
import { intentOf } from '../../pipeline/judge/intent-of.ts';
import { isOfWholeCommit, shownSource } from '../../pipeline/notes/find-regions.ts';
import type { Recorded } from '../../pipeline/relations/noted-by.ts';
import type { SearchAnswer } from './answer.ts';
import type { JudgedResult } from './judge-results.ts';
import type { SaidText } from './said-in.ts';
import { marksOf, type Term } from './terms.ts';

type ResultAnswer = SearchAnswer['results'][number];

const MOST_FILES = 3;

export function assembleResult(
  { found, match, files, timestamp, ...judged }: JudgedResult,
  { notedBy, verbose, terms }: { notedBy?: Recorded; verbose: boolean; terms: readonly Term[] },
): ResultAnswer {
  const { region, annotation, recovered } = found;
  const isWhole = isOfWholeCommit(found);
  const { ast_anchor: anchor } = region;
  const isInferred = annotation.context_level === 'inferred';
  return {
    file: isWhole ? undefined : sanitise(files[0] ?? region.file),
    files: isWhole ? files.slice(0, MOST_FILES).map(sanitise) : undefined,
    more_files: isWhole && files.length > MOST_FILES ? files.length - MOST_FILES : undefined,
    anchor: anchor && { type: anchor.unit_type, name: anchor.name },
    lines: isWhole ? undefined : judged.lines,
    ...assembleState(judged.freshness),
    moved_to: assembleMoved(judged.moved),
    matches: match.hits.map(hit => assembleMatch(hit, terms)),
    intent: match.hits.some(({ kind }) => kind === 'intent') ? undefined : intentOf(found) || undefined,
    recovered: recovered && { from: recovered.from, to: recovered.to, by: recovered.by },
    source: shownSource(found),
    context_level: verbose || isInferred ? annotation.context_level : undefined,
    ...assembleOrigin(found, timestamp, notedBy),
    commit_summary: commitSummary(found.commit),
    tags: region.tags,
  };
}

function assembleMatch(
  { kind, text, reason, on, takenBack }: SaidText,
  terms: readonly Term[],
): ResultAnswer['matches'][number] {
  return {
    kind,
    text: excerpt(text, terms),
    reason: reason && excerpt(reason, terms),
    on: on === undefined ? undefined : oneLine(on),
    taken_back: takenBack,
  };
}

const LONGEST_TEXT = 1_000;
const BEFORE = 300;

/** Of a very long text, what is around the first of the words. */
function excerpt(text: string, terms: readonly Term[]): string {
  if (text.length <= LONGEST_TEXT) return text;
  const places = terms.flatMap(term => marksOf(term, text).next().value?.[0] ?? []);
  const start = Math.max(0, Math.min(...places, text.length) - BEFORE);
  const from = places.length === 0 ? 0 : Math.min(start, text.length - LONGEST_TEXT);
  const shown = [...text.slice(from, from + LONGEST_TEXT)]
    .filter(character => !/\p{Cs}/u.test(character))
    .join('');
  return `${from > 0 ? '…' : ''}${shown}${from + LONGEST_TEXT < text.length ? '…' : ''}`;
}
