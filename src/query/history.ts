import { oneLine, sanitise } from '../annotation/sanitise.ts';
import type { Freshness, HistoryAnswer, Notice, Related } from '../answers.ts';
import { assembleScope, withoutEmpty } from '../pipeline/answer/assemble.ts';
import { explainEmpty } from '../pipeline/answer/explain-empty.ts';
import { type Cuttable, fitBytes } from '../pipeline/answer/fit-bytes.ts';
import { noteNotices, unread } from '../pipeline/answer/note-notices.ts';
import { blame, ownersOf } from '../pipeline/history/blame.ts';
import { fileNames } from '../pipeline/history/file-names.ts';
import { freshness } from '../pipeline/judge/freshness.ts';
import { matchScope } from '../pipeline/judge/match-scope.ts';
import { locate } from '../pipeline/locate/locate.ts';
import { reconcile } from '../pipeline/locate/reconcile.ts';
import { withoutPredecessors } from '../pipeline/locate/without-predecessors.ts';
import { type Found, notes } from '../pipeline/notes/find-regions.ts';
import { isoSeconds, timestampOf } from '../pipeline/notes/timestamp-of.ts';
import { withCorrections } from '../pipeline/notes/with-corrections.ts';
import { freshnessElsewhere } from '../pipeline/relations/freshness-elsewhere.ts';
import { related } from '../pipeline/relations/related.ts';
import { goneWith, inOrder, referredTo, seekInNotes } from '../pipeline/relations/timeline.ts';
import { excludedBy } from '../pipeline/scope/scope.ts';
import { scopeInHistory } from '../pipeline/scope/scope-in-history.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { isOrAre } from '../wording.ts';
import type { CallContext, Workspace } from './workspace.ts';

export type HistoryQuery = {
  path: string;
  anchor?: string;
  limit?: number;
  followRelated?: boolean;
  verbose?: boolean;
};

type Entry = HistoryAnswer['timeline'][number];

const LONGEST_MESSAGE = 2_000;

/** The timeline of reasoning about a file or a unit, oldest first; it outlives renames and deletion. */
export async function history(
  workspace: Workspace,
  query: HistoryQuery,
  context: CallContext = {},
): Promise<HistoryAnswer> {
  return workspace.ask(context, (snapshot, notices) => answer(snapshot, notices, query));
}

async function answer(snapshot: Snapshot, notices: Notice[], query: HistoryQuery): Promise<HistoryAnswer> {
  const here = await scopeInHistory(snapshot, query);
  const excluded = excludedBy(here.path, snapshot.settings);
  const owned = await blame(snapshot, here);
  const names = await fileNames(snapshot, here.path, here.commit, owned);
  const owners = ownersOf(owned);
  const found = await notes(snapshot, excluded ? [] : names, owners);
  const own = await withoutPredecessors(
    snapshot,
    here,
    owned,
    await locate(snapshot, here, names, found.found),
  );
  const located = await reconcile(here, own);
  seekInNotes(here, query.anchor, located);
  const direct = await inOrder(snapshot, await matchScope(here, located));

  const limit = query.limit ?? snapshot.settings.historyLimit;
  const kept = direct.slice(-limit);
  const distant = query.followRelated === false ? [] : await referredTo(snapshot, kept, direct);
  // What is asked about comes first: what it refers to only fills the room that is left.
  const room = limit - kept.length;
  const shownRelated = room > 0 ? (await inOrder(snapshot, distant)).slice(-room) : [];
  const relatedStates = await freshnessElsewhere(
    snapshot,
    shownRelated.map(item => item.found),
  );
  const entries = new Map<Found, { state: Freshness; context?: Related[] }>();
  for (const item of kept) {
    const state = goneWith(here) ?? (await freshness(snapshot, here, owned, names, item));
    const references = query.followRelated === false ? [] : await related(snapshot, item.found, 1);
    entries.set(item.found, { state, context: references });
  }
  for (const [at, item] of shownRelated.entries()) {
    entries.set(item.found, { state: relatedStates[at] ?? { state: 'unknown' } });
  }
  const timeline: Entry[] = [];
  for (const item of await inOrder(snapshot, [...kept, ...shownRelated])) {
    const { state = { state: 'unknown' as const }, context } = entries.get(item.found) ?? {};
    timeline.push(await describe(snapshot, item.found, context ? 'direct' : 'related', state, context));
  }

  notices.push(...here.notices);
  if (excluded) notices.push(excluded);
  else notices.push(...noteNotices(snapshot, found, owners, owned.shallow));
  if (direct.length === 0 && !excluded) {
    const facts = {
      path: here.path,
      elsewhereInFile: located.length,
      malformedHere: unread(snapshot, owners),
    };
    const shallow = snapshot.repository.shallowBoundaries().size > 0;
    notices.push(explainEmpty(snapshot, { ...facts, unreachable: found.unreachable.length, shallow }));
  }
  const total = direct.length + distant.length;
  if (total > timeline.length) notices.push(moreEntries(direct.length, kept.length, distant.length, total));
  const full: HistoryAnswer = {
    $schema: 'ultragit-history/v1',
    query: {
      path: query.path,
      anchor: query.anchor,
      limit: query.limit,
      follow_related: query.followRelated,
    },
    scope: assembleScope(snapshot, here, names),
    timeline,
    stats: {
      annotations_found: new Set(located.map(item => item.found.annotation)).size,
      entries_found: total,
      entries_returned: timeline.length,
      related_entries: shownRelated.length,
      notes_unreachable: found.unreachable.length || undefined,
      notes_malformed: snapshot.index.malformed.length || undefined,
    },
    notices,
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['timeline']);
  const oldest: Cuttable<'timeline'> = { key: 'timeline', noun: 'step', from: 'start' };
  const capped = fitBytes(lean, [oldest], 'Name a function as anchor, or ask for fewer steps.');
  if (capped === lean) return lean;
  const { length } = capped.timeline;
  const distantShown = capped.timeline.filter(entry => entry.kind === 'related').length;
  return {
    ...capped,
    stats: { ...capped.stats, entries_returned: length, related_entries: distantShown },
  };
}

function moreEntries(direct: number, kept: number, distant: number, total: number): Notice {
  const what =
    direct > kept
      ? `${direct} entries in all; the newest ${kept} ${isOrAre(kept)} shown.`
      : `${direct} entries, and ${distant} that they refer to; not all of those are shown.`;
  return { code: 'older_entries', message: what, fix: `Ask for more with a limit of ${total}.` };
}

async function describe(
  snapshot: Snapshot,
  found: Found,
  kind: Entry['kind'],
  state: Freshness,
  references: Related[] | undefined,
): Promise<Entry> {
  const { annotation, region, commit } = found;
  return {
    commit: commit.id,
    timestamp: isoSeconds(await timestampOf(snapshot, annotation, commit)),
    commit_message: [...sanitise(commit.message).trim()].slice(0, LONGEST_MESSAGE).join(''),
    author: oneLine(commit.author.name),
    kind,
    file: oneLine(region.file),
    anchor: region.ast_anchor?.name,
    context_level: annotation.context_level,
    provenance: annotation.provenance.operation,
    recovered: found.recovered,
    intent: region.intent ?? annotation.summary ?? '',
    reasoning: region.reasoning,
    constraints: withCorrections(region.constraints ?? [], region.corrections ?? []),
    risk_notes: region.risk_notes,
    rejected_alternatives: region.rejected_alternatives,
    related_context: references,
    corrections: region.corrections,
    freshness: state,
  };
}
