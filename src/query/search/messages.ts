import { cutText } from '../../annotation/messages/cut-text.ts';
import { readMessage } from '../../annotation/messages/read-message.ts';
import { oneLine } from '../../annotation/sanitise.ts';
import { UltragitError } from '../../errors.ts';
import { commitsMentioning } from '../../git/change-calls.ts';
import { type Dated, recent } from '../../pipeline/judge/narrow.ts';
import { fromSeconds, isoSeconds } from '../../pipeline/notes/timestamp-of.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { SearchAnswer } from './answer.ts';
import { fold, has, type Term } from './terms.ts';

type Said = NonNullable<SearchAnswer['said_in_commits']>;

const LONGEST_BODY = 300;
/** Git finds words inside of others, too: so many are looked at to find those that begin with it. */
const PER_SHOWN = 4;

/** The newest commits of this history whose messages have all terms, of those from a time on where one is given. */
export async function searchMessages(
  snapshot: Snapshot,
  terms: readonly Term[],
  { most, since }: { most: number; since?: string },
): Promise<Said> {
  const { repository, head, signal } = snapshot;
  const words = terms.flatMap(({ text }) => text.split(' '));
  const ids = await repository
    .run(commitsMentioning(words, head.id, most * PER_SHOWN), signal)
    .catch(historyUnread);
  const found: Dated[] = [];
  for (const id of ids) {
    const commit = await repository.commit(id);
    const message = fold(commit?.message ?? '');
    if (!commit || !terms.every(term => has(term, message))) continue;
    found.push({ commit, timestamp: fromSeconds(commit.author.time) });
  }
  const isRecent = since === undefined ? () => true : await recent(snapshot, found, since);
  return found.filter(isRecent).slice(0, most).map(said);
}

function said({ commit, timestamp }: Dated): Said[number] {
  const { summary, body, refersTo } = readMessage(commit.message);
  return {
    commit: commit.id,
    date: isoSeconds(timestamp),
    author: oneLine(commit.author.name) || undefined,
    summary,
    body: cutText(body, LONGEST_BODY) || undefined,
    refers_to: refersTo,
  };
}

/** A clone that lacks part of its history still has its annotations. */
function historyUnread(error: unknown): string[] {
  if (!(error instanceof UltragitError) || error.code === 'cancelled') throw error;
  return [];
}
