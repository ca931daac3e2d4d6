import { oneLine, sanitise } from '../annotation/sanitise.ts';
import type { Freshness, HistoryAnswer, Notice, Related } from '../answers.ts';
import { assembleScope, withoutEmpty } from '../pipeline/assemble.ts';
import { blame, ownersOf } from '../pipeline/blame.ts';
import { type Cuttable, cap } from '../pipeline/cap.ts';
import { withCorrections } from '../pipeline/corrections.ts';
import { freshnessElsewhere } from '../pipeline/elsewhere.ts';
import { explainEmpty } from '../pipeline/empty.ts';
import { filter } from '../pipeline/filter.ts';
import { freshness } from '../pipeline/freshness.ts';
import { locate } from '../pipeline/locate.ts';
import { fileNames } from '../pipeline/names.ts';
import { type Found, notes } from '../pipeline/notes.ts';
import { noteNotices, unread } from '../pipeline/notices.ts';
import { scopeInHistory } from '../pipeline/past.ts';
import { withoutPredecessors } from '../pipeline/predecessors.ts';
import { related } from '../pipeline/related.ts';
import { excludedBy } from '../pipeline/scope.ts';
import { settle } from '../pipeline/settle.ts';
import { goneWith, inOrder, referredTo, seekInNotes } from '../pipeline/timeline.ts';
import { isoSeconds, timestampOf } from '../pipeline/timestamp.ts';
import type { View } from '../pipeline/view.ts';
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
  return workspace.ask(context, (view, notices) => answer(view, notices, query));
}

async function answer(view: View, notices: Notice[], query: HistoryQuery): Promise<HistoryAnswer> {
  const here = await scopeInHistory(view, query);
  const excluded = excludedBy(here.path, view.settings);
  const owned = await blame(view, here);
  const names = await fileNames(view, here.path, here.commit, owned);
  const owners = ownersOf(owned);
  const found = await notes(view, excluded ? [] : names, owners);
  const own = await withoutPredecessors(view, here, owned, await locate(view, here, names, found.found));
  const located = await settle(here, own);
  seekInNotes(here, query.anchor, located);
  const direct = await inOrder(view, await filter(here, located));

  const limit = query.limit ?? view.settings.historyLimit;
  const kept = direct.slice(-limit);
  const distant = query.followRelated === false ? [] : await referredTo(view, kept, direct);
  // What is asked about comes first: what it refers to only fills the room that is left.
  const room = limit - kept.length;
  const shownRelated = room > 0 ? (await inOrder(view, distant)).slice(-room) : [];
  const relatedStates = await freshnessElsewhere(
    view,
    shownRelated.map(item => item.found),
  );
  const entries = new Map<Found, { state: Freshness; context?: Related[] }>();
  for (const item of kept) {
    const state = goneWith(here) ?? (await freshness(view, here, owned, names, item));
    const references = query.followRelated === false ? [] : await related(view, item.found, 1);
    entries.set(item.found, { state, context: references });
  }
  for (const [at, item] of shownRelated.entries()) {
    entries.set(item.found, { state: relatedStates[at] ?? { state: 'unknown' } });
  }
  const timeline: Entry[] = [];
  for (const item of await inOrder(view, [...kept, ...shownRelated])) {
    const { state = { state: 'unknown' as const }, context } = entries.get(item.found) ?? {};
    timeline.push(await describe(view, item.found, context ? 'direct' : 'related', state, context));
  }

  notices.push(...here.notices);
  if (excluded) notices.push(excluded);
  else notices.push(...noteNotices(view, found, owners, owned.shallow));
  if (direct.length === 0 && !excluded) {
    const facts = { path: here.path, elsewhereInFile: located.length, malformedHere: unread(view, owners) };
    const shallow = view.repository.shallowBoundaries().size > 0;
    notices.push(explainEmpty(view, { ...facts, unreachable: found.unreachable.length, shallow }));
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
    scope: assembleScope(view, here, names),
    timeline,
    stats: {
      annotations_found: new Set(located.map(item => item.found.annotation)).size,
      entries_found: total,
      entries_returned: timeline.length,
      related_entries: shownRelated.length,
      notes_unreachable: found.unreachable.length || undefined,
      notes_malformed: view.index.malformed.length || undefined,
    },
    notices,
  };
  const lean = query.verbose ? full : withoutEmpty(full, ['timeline']);
  const oldest: Cuttable<'timeline'> = { key: 'timeline', noun: 'step', from: 'start' };
  const capped = cap(lean, [oldest], 'Name a function as anchor, or ask for fewer steps.');
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
  view: View,
  found: Found,
  kind: Entry['kind'],
  state: Freshness,
  references: Related[] | undefined,
): Promise<Entry> {
  const { annotation, region, commit } = found;
  return {
    commit: commit.id,
    timestamp: isoSeconds(await timestampOf(view, annotation, commit)),
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
