import { oneLine, sanitise } from '../annotation/sanitise.ts';
import type { HistoryAnswer, Notice } from '../answers.ts';
import { assembleScope, withoutEmpty } from '../pipeline/assemble.ts';
import { blame } from '../pipeline/blame.ts';
import { type Cuttable, cap } from '../pipeline/cap.ts';
import { withCorrections } from '../pipeline/corrections.ts';
import { explainEmpty } from '../pipeline/empty.ts';
import { filter, type Matched } from '../pipeline/filter.ts';
import { freshness } from '../pipeline/freshness.ts';
import { locate } from '../pipeline/locate.ts';
import { fileNames } from '../pipeline/names.ts';
import { type Found, notes } from '../pipeline/notes.ts';
import { noteNotices } from '../pipeline/notices.ts';
import { scopeInHistory } from '../pipeline/past.ts';
import { related, relatedRegions } from '../pipeline/related.ts';
import { excludedBy } from '../pipeline/scope.ts';
import { settle } from '../pipeline/settle.ts';
import { isoSeconds, timestampOf } from '../pipeline/timestamp.ts';
import type { View } from '../pipeline/view.ts';
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
  const owned = await blame(view, here, { lazy: true });
  const names = await fileNames(view, here.path, here.commit);
  const found = await notes(view, excluded ? [] : names, new Set());
  const located = await settle(here, await locate(view, here, names, found.found));
  const direct = await filter(here, located);
  const distant = query.followRelated === false ? [] : await relatedFound(view, direct);

  const kept = await newest(view, [...direct, ...distant], query.limit ?? view.settings.historyLimit);
  const timeline: Entry[] = [];
  for (const item of kept) {
    if ('match' in item) {
      const entry = await describe(view, item.found, 'direct');
      const references = query.followRelated === false ? [] : await related(view, item.found, 1);
      timeline.push({
        ...entry,
        related_context: references,
        freshness: await freshness(view, here, owned, names, item),
      });
    } else {
      timeline.push(await describe(view, item.found, 'related'));
    }
  }
  notices.push(...here.notices);
  if (excluded) notices.push(excluded);
  else {
    notices.push(...noteNotices(view, found, new Set(), owned.shallow));
    if (direct.length === 0) {
      const unreachable = found.unreachable.length;
      const shallow = view.repository.shallowBoundaries().size > 0;
      const facts = {
        path: here.path,
        elsewhereInFile: located.length,
        unreachable,
        shallow,
        malformedHere: 0,
      };
      notices.push(explainEmpty(view, facts));
    }
  }
  const total = direct.length + distant.length;
  if (total > timeline.length) {
    notices.push({
      code: 'older_entries',
      message: `${total} entries in all; the newest ${timeline.length} are shown.`,
      fix: `Ask for more with --limit ${total}.`,
    });
  }
  const malformed = view.index.malformed.length;
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
      annotations_found: found.annotations,
      entries_found: total,
      entries_returned: timeline.length,
      related_entries: timeline.filter(entry => entry.kind === 'related').length,
      notes_unreachable: found.unreachable.length || undefined,
      notes_malformed: malformed || undefined,
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

type Item = Matched | { found: Found };

/** What the direct entries refer to, unless it is a direct entry itself. */
async function relatedFound(view: View, direct: readonly Matched[]): Promise<{ found: Found }[]> {
  const seen = new Set(direct.map(({ found }) => found.region));
  const distant: { found: Found }[] = [];
  for (const { found } of direct) {
    for (const reference of await relatedRegions(view, found.region)) {
      if (seen.has(reference.region)) continue;
      seen.add(reference.region);
      distant.push({ found: reference });
    }
  }
  return distant;
}

/** Oldest first by what commits build on, then in source order; the limit cuts off the oldest. */
async function newest(view: View, items: readonly Item[], limit: number): Promise<Item[]> {
  const commits = items.map(item => item.found.commit);
  const order = await view.history.order(view.head.id, commits, view.signal);
  const position = new Map(order.map((id, at) => [id, at]));
  const at = (item: Item) => position.get(item.found.commit.id) ?? -1;
  const line = (item: Item) => item.found.region.lines?.start ?? 0;
  return [...items].sort((a, b) => at(a) - at(b) || line(a) - line(b)).slice(-limit);
}

async function describe(view: View, found: Found, kind: Entry['kind']): Promise<Entry> {
  const { annotation, region, commit } = found;
  return {
    commit: commit.id,
    timestamp: isoSeconds(await timestampOf(view, annotation, commit)),
    commit_message: sanitise(commit.message).trim().slice(0, LONGEST_MESSAGE),
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
    related_context: undefined,
    freshness: { state: 'unknown' },
  };
}
