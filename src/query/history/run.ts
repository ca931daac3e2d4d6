import { oneLine, sanitise } from '../../annotation/sanitise.ts';
import type { Freshness, Related } from '../../answers.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import { assembleScope } from '../../pipeline/answer/assemble-scope.ts';
import { explainEmpty } from '../../pipeline/answer/explain-empty.ts';
import { type Cuttable, fitBytes } from '../../pipeline/answer/fit-bytes.ts';
import { notesBehind, withFlaws } from '../../pipeline/answer/flawed-notes.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import { withoutEmpty } from '../../pipeline/answer/without-empty.ts';
import { freshness } from '../../pipeline/judge/freshness.ts';
import { intentOf } from '../../pipeline/judge/intent-of.ts';
import { type FoundRegion, shownSource } from '../../pipeline/notes/find-regions.ts';
import { isoSeconds, timestampOf } from '../../pipeline/notes/timestamp-of.ts';
import { withCorrections } from '../../pipeline/notes/with-corrections.ts';
import { type FileRegions, regions } from '../../pipeline/regions.ts';
import { freshnessElsewhere } from '../../pipeline/relations/freshness-elsewhere.ts';
import { related } from '../../pipeline/relations/related.ts';
import { goneWith, inOrder, referredTo } from '../../pipeline/relations/timeline.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnswerOptions } from '../define.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { HistoryAnswer } from './answer.ts';
import { historyParameters } from './parameters.ts';

type HistoryQuery = QueryOf<typeof historyParameters>;

type Entry = HistoryAnswer['timeline'][number];

/** An entry of the timeline before it is described; `references` only where it is about the scope itself. */
type Step = { found: FoundRegion; state: Freshness; references?: Related[] };

const LONGEST_MESSAGE = 2_000;

/** The timeline of reasoning about a file or a unit, oldest first; it outlives renames and deletion. */
export async function run(
  snapshot: Snapshot,
  query: HistoryQuery,
  { audience, verbose }: AnswerOptions,
): Promise<HistoryAnswer> {
  const file = await regions(snapshot, query, { past: true });
  const { located, notes } = file;
  const direct = await inOrder(snapshot, file.matched);
  const limit = query.limit ?? snapshot.settings.historyLimit;
  const kept = direct.slice(-limit);
  const followRelated = query.follow_related !== false;
  const distant = followRelated ? await referredTo(snapshot, kept, direct) : [];
  // What is asked about comes first: what it refers to only fills the room that is left.
  const room = limit - kept.length;
  const shownRelated = room > 0 ? (await inOrder(snapshot, distant)).slice(-room) : [];

  const steps: Step[] = [];
  for (const item of kept) {
    const state = goneWith(file.scope) ?? (await freshness(file, item));
    steps.push({
      found: item.found,
      state,
      references: followRelated ? await related(snapshot, item.found, 1) : [],
    });
  }
  const states = await freshnessElsewhere(
    snapshot,
    shownRelated.map(item => item.found),
  );
  for (const [at, { found }] of shownRelated.entries()) {
    steps.push({ found, state: states[at] ?? { state: 'unknown' } });
  }
  const timeline: Entry[] = [];
  for (const step of await inOrder(snapshot, steps)) timeline.push(await describe(snapshot, step));

  const total = direct.length + distant.length;
  const notices = [...snapshot.notices, ...noticesAbout(file), ...foundByName(timeline)];
  if (total > timeline.length) {
    const counts = { direct: direct.length, shown: kept.length, related: distant.length };
    notices.push({ code: 'older_entries', ...counts, total });
  }
  const full: HistoryAnswer = {
    $schema: 'ultragit-history/v1',
    query: echo(historyParameters, query),
    scope: assembleScope(file),
    timeline,
    stats: {
      annotations_found: new Set(located.map(item => item.found.annotation)).size,
      entries_found: total,
      entries_returned: timeline.length,
      related_entries: shownRelated.length,
      notes_unreachable: notes.unreachable.length || undefined,
      notes_malformed: snapshot.index.malformed.length || undefined,
    },
    notices: sayNotices(notices, audience),
  };
  const lean = verbose
    ? await withFlaws(full, snapshot, notesBehind([file]))
    : withoutEmpty(full, ['timeline']);
  const oldest: Cuttable<'timeline'> = { key: 'timeline', noun: 'step', from: 'start' };
  const fix = 'Name a function as anchor, or ask for fewer steps.';
  return withCounts(fitBytes(lean, [oldest], fix, audience));
}

function withCounts(answer: HistoryAnswer): HistoryAnswer {
  const { timeline } = answer;
  const related_entries = timeline.filter(entry => entry.kind === 'related').length;
  return { ...answer, stats: { ...answer.stats, entries_returned: timeline.length, related_entries } };
}

function noticesAbout({ snapshot, scope, blame, notes, located, matched, excluded }: FileRegions): Notice[] {
  if (excluded) return [...scope.notices, excluded];
  const notices = [...scope.notices, ...noteNotices(snapshot, notes, blame)];
  if (matched.length === 0) {
    const shallow = snapshot.repository.shallowBoundaries().size > 0;
    const unreachable = notes.unreachable;
    const facts = { path: scope.path, elsewhereInFile: located.length, unreachable, shallow };
    notices.push(explainEmpty(snapshot, { ...facts, owners: blame.owners }));
  }
  return notices;
}

async function describe(snapshot: Snapshot, { found, state, references }: Step): Promise<Entry> {
  const { annotation, region, commit } = found;
  return {
    commit: commit.id,
    timestamp: isoSeconds(await timestampOf(snapshot, annotation, commit)),
    commit_message: [...sanitise(commit.message).trim()].slice(0, LONGEST_MESSAGE).join(''),
    author: oneLine(commit.author.name),
    kind: references ? 'direct' : 'related',
    file: oneLine(region.file),
    anchor: region.ast_anchor?.name,
    context_level: annotation.context_level,
    provenance: annotation.provenance.operation,
    recovered: found.recovered,
    source: shownSource(found),
    intent: intentOf(found),
    reasoning: region.reasoning,
    constraints: withCorrections(region.constraints ?? [], region.corrections ?? []),
    risk_notes: region.risk_notes,
    rejected_alternatives: region.rejected_alternatives,
    related_context: references,
    corrections: region.corrections,
    freshness: state,
  };
}
