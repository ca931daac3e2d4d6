import type { RegionAnswer } from '../../src/answers.ts';
import type { FileData, SearchData } from '../../src/page/data.ts';
import { fold, has, type Term, termsOf } from '../../src/query/search/terms.ts';
import { QUOTED } from '../../src/wording.ts';

type Result = SearchData['results'][number];
type Match = Result['matches'][number];

const MOST = 50;

/** As `ultragit search`, on the annotations that a report has: each word must begin a word of one annotation. */
export function searchReport(
  files: readonly FileData[],
  { words, kind }: { words: string; kind?: string },
): SearchData {
  const terms = words.trim() === '' ? [] : termsOf(words.split(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const found = files.flatMap(file =>
    file.read.regions.flatMap(region => resultOf(file.path, region, terms, kind)),
  );
  const searched = files.reduce((sum, { read }) => sum + read.stats.annotations_found, 0);
  return {
    $schema: 'ultragit-search/v1',
    quoted: QUOTED,
    query: { words: terms.map(({ text }) => text) },
    scope: { repository: '' },
    results: found.slice(0, MOST),
    stats: {
      notes_searched: searched,
      results_found: found.length,
      results_returned: Math.min(found.length, MOST),
    },
    notices:
      found.length > MOST
        ? [{ code: 'more_results', message: `The first ${MOST} of ${found.length} annotations are shown.` }]
        : [],
  };
}

function resultOf(path: string, region: RegionAnswer, terms: readonly Term[], kind?: string): Result[] {
  const said = textsOf(region).filter(text => kind === undefined || text.kind === kind);
  const whole = said.map(({ text, reason = '', on = '' }) => fold(`${text}\n${reason}\n${on}`));
  const isFound = terms.length > 0 && terms.every(term => whole.some(text => has(term, text)));
  if (!isFound) return [];
  const matches = said.filter((_, at) => terms.some(term => has(term, whole[at] ?? '')));
  const { anchor, current_lines: lines, moved_to, freshness, intent } = region;
  const isIntentShown = matches.some(match => match.kind === 'intent');
  return [
    {
      file: region.file ?? path,
      anchor,
      lines,
      state: freshness.state,
      changed: freshness.changed,
      moved_to,
      matches,
      intent: isIntentShown ? undefined : intent,
      commit: region.commit,
      date: region.date,
      author: region.author,
      carries_signature: region.carries_signature,
      claimed_by: region.claimed_by,
      commit_author: region.commit_author,
      commit_summary: region.commit_summary,
      tags: region.tags,
    },
  ];
}

function textsOf(region: RegionAnswer): Match[] {
  const one = (kind: Match['kind'], text: string | undefined): Match[] => (text ? [{ kind, text }] : []);
  return [
    ...(region.constraints ?? []).flatMap(item =>
      one('constraint', typeof item === 'string' ? item : item.text),
    ),
    ...(region.taken_back ?? []).map(({ text, reason }) => ({
      ...{ kind: 'constraint' as const, text, reason, taken_back: true },
    })),
    ...(region.rejected_alternatives ?? []).map(({ alternative, reason }) => ({
      ...{ kind: 'rejected' as const, text: alternative, reason },
    })),
    ...one('risk', region.risk_notes),
    ...one('reasoning', region.reasoning),
    ...one('intent', region.intent),
    ...(region.open_threads ?? []).flatMap(text => one('thread', text)),
    ...(region.semantic_dependencies ?? []).map(({ file, anchor, nature = '' }) => ({
      ...{ kind: 'dependency' as const, text: nature, on: [file, anchor].filter(Boolean).join(' ') },
    })),
  ];
}
