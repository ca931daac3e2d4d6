import { oneLine, sanitise } from '../../annotation/sanitise.ts';
import type { Related } from '../../answers.ts';
import { MESSAGES } from '../../index/notes-index.ts';
import { type Notice, sayNotices } from '../../notices.ts';
import {
  assembleCautions,
  assembleFreshness,
  assembleMoved,
  assembleOrigin,
  assemblePromises,
  assembleState,
} from '../../pipeline/answer/assemble-region.ts';
import { assembleScope } from '../../pipeline/answer/assemble-scope.ts';
import { explainEmpty } from '../../pipeline/answer/explain-empty.ts';
import { notesBehind, withFlaws } from '../../pipeline/answer/flawed-notes.ts';
import { lean } from '../../pipeline/answer/lean.ts';
import { foundByName, noteNotices } from '../../pipeline/answer/note-notices.ts';
import { commitSummary } from '../../pipeline/judge/commit-summary.ts';
import { type Freshness, freshness } from '../../pipeline/judge/freshness.ts';
import { intentOf } from '../../pipeline/judge/intent-of.ts';
import type { Moved } from '../../pipeline/locate/locate.ts';
import type { FoundRegion } from '../../pipeline/notes/find-regions.ts';
import { timestampOf } from '../../pipeline/notes/timestamp-of.ts';
import { type FileRegions, regions } from '../../pipeline/regions.ts';
import { type Elsewhere, freshnessElsewhere } from '../../pipeline/relations/freshness-elsewhere.ts';
import { notedBy, type Recorded } from '../../pipeline/relations/noted-by.ts';
import { related as referencesOf } from '../../pipeline/relations/related.ts';
import { goneWith, inOrder, referredTo } from '../../pipeline/relations/timeline.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import {
  all,
  type Entry,
  firstLineOf,
  firstSentenceOf,
  only,
  partsOf,
  shrinking,
  without,
} from '../../pipeline/trim/shrink.ts';
import { QUOTED } from '../../wording.ts';
import type { AnswerOptions } from '../define.ts';
import { fitAnswer } from '../fit-answer.ts';
import { echo, type QueryOf } from '../parameters.ts';
import type { HistoryAnswer } from './answer.ts';
import { historyParameters } from './parameters.ts';

type HistoryQuery = QueryOf<typeof historyParameters>;

type TimelineEntry = HistoryAnswer['timeline'][number];

/** An entry of the timeline before it is described; `references` only where it is about the scope itself. */
type Step = { found: FoundRegion; state: Freshness; moved?: Moved; references?: Related[] };

const LONGEST_MESSAGE = 2_000;

/** The timeline of reasoning about a file or a unit, oldest first; it outlives renames and deletion. */
export async function run(
  snapshot: Snapshot,
  query: HistoryQuery,
  { audience, verbose = false }: AnswerOptions,
): Promise<HistoryAnswer> {
  const file = await regions(snapshot, query, { past: true });
  const { located, notes } = file;
  const direct = await inOrder(snapshot, file.matched);
  const limit = query.limit ?? snapshot.settings.historyLimit;
  const kept = direct.slice(-limit);
  const followRelated = query.follow_related !== false;
  const follow = async (entries: typeof direct) =>
    followRelated ? referredTo(snapshot, entries, direct) : [];
  const distant = await follow(kept);
  // What is asked about comes first: what it refers to only fills the room that is left.
  const room = limit - kept.length;
  const shownRelated = room > 0 ? (await inOrder(snapshot, distant)).slice(-room) : [];

  const steps: Step[] = [];
  for (const item of kept) {
    const state = goneWith(file.scope, item) ?? (await freshness(file, item));
    steps.push({
      found: item.found,
      moved: item.moved,
      state,
      references: followRelated ? await referencesOf(snapshot, item.found, 1) : [],
    });
  }
  const states = await freshnessElsewhere(
    snapshot,
    shownRelated.map(item => item.found),
  );
  for (const [at, { found }] of shownRelated.entries()) {
    steps.push(stepElsewhere(found, states[at]));
  }
  const writers = await notedBy(
    snapshot,
    steps.map(({ found }) => found),
  );
  const timeline: TimelineEntry[] = [];
  for (const step of await inOrder(snapshot, steps)) {
    const writer = writers.get(step.found);
    timeline.push(await describe(snapshot, step, { file: file.scope.path, writer, verbose }));
  }

  // With more room, entries would be shown that refer to others.
  const related = (kept.length < direct.length ? await follow(direct) : distant).length;
  const total = direct.length + related;
  const notices = [...snapshot.notices, ...noticesAbout(file), ...foundByName(timeline)];
  if (total > timeline.length) {
    const counts = { direct: direct.length, shown: kept.length, related };
    notices.push({ code: 'older_entries', ...counts, total });
  }
  const full: HistoryAnswer = {
    $schema: 'ultragit-history/v1',
    quoted: QUOTED,
    query: echo(historyParameters, query),
    scope: assembleScope(file, verbose),
    timeline,
    stats: {
      annotations_found: new Set(located.map(item => item.found.annotation)).size,
      entries_found: total,
      entries_returned: timeline.length,
      related_entries: shownRelated.length || undefined,
      ...(verbose
        ? {
            notes_unreachable: notes.unreachable.length,
            notes_malformed: snapshot.index.malformed.length,
          }
        : {}),
    },
    notices: sayNotices(notices, audience),
  };
  const answer = verbose ? await withFlaws(full, snapshot, notesBehind([file])) : lean(full);
  return fitAnswer(answer, {
    entries: shrinkTimeline(answer),
    maxTokens: query.max_tokens,
    defaultTokens: verbose ? undefined : snapshot.settings.maxTokens,
    fix: 'Name a function as anchor, or ask for fewer steps.',
    audience,
    recount,
  });
}

function stepElsewhere(found: FoundRegion, there: Elsewhere | undefined): Step {
  return { found, state: there?.freshness ?? { state: 'unknown' }, moved: there?.moved };
}

function recount(answer: HistoryAnswer): HistoryAnswer {
  const { timeline, stats } = answer;
  const related = timeline.filter(entry => entry.kind === 'related').length;
  return {
    ...answer,
    stats: {
      ...stats,
      entries_returned: timeline.length,
      ...(stats.related_entries === undefined ? {} : { related_entries: related }),
    },
  };
}

/** The newest matter most. */
function shrinkTimeline({ timeline }: HistoryAnswer): Entry[] {
  return timeline
    .map((entry, at) =>
      shrinking({ list: 'timeline', at, name: nameOf(entry), constraints: entry.constraints }, entry, [
        all(without('related_context', 'freshness'), firstLineOf('commit_message')),
        firstSentenceOf('reasoning', 'risk_notes'),
        all(
          only(
            'file',
            'anchor',
            'state',
            'changed',
            'moved_to',
            ...PROMISES,
            'intent',
            'kind',
            'commit',
            'date',
          ),
          partsOf(['rejected_alternatives'], 'alternative'),
        ),
        only('file', 'anchor', 'state', 'constraints', 'kind', 'commit'),
      ]),
    )
    .reverse();
}

const PROMISES = ['constraints', 'rejected_alternatives'];

function nameOf({ date = '', anchor, file = '', commit }: TimelineEntry): string {
  return [date, anchor ?? file, commit].filter(Boolean).join(' ');
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

async function describe(
  snapshot: Snapshot,
  { found, state, moved, references }: Step,
  { file, writer, verbose }: { file: string; writer?: Recorded; verbose: boolean },
): Promise<TimelineEntry> {
  const { annotation, region, commit } = found;
  const timestamp = await timestampOf(snapshot, annotation, commit);
  const named = oneLine(region.file);
  return {
    file: verbose || named !== file ? named : undefined,
    anchor: region.ast_anchor?.name,
    ...assembleState(state),
    moved_to: assembleMoved(moved),
    ...assemblePromises(found),
    intent: intentOf(found),
    reasoning: region.reasoning,
    risk_notes: region.risk_notes,
    related_context: references,
    ...assembleCautions(found, { verbose, notedBy: writer }),
    kind: references ? 'direct' : 'related',
    ...assembleOrigin(found, timestamp, writer),
    commit_message: messageOf(found, verbose),
    freshness: verbose ? assembleFreshness(state, verbose) : undefined,
  };
}

/** Of a commit whose message is the annotation, its subject is enough. */
function messageOf({ commit, source }: FoundRegion, verbose: boolean): string {
  if (source === MESSAGES && !verbose) return commitSummary(commit);
  return [...sanitise(commit.message).trim()].slice(0, LONGEST_MESSAGE).join('');
}
