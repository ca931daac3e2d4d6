import { cutText } from '../../annotation/messages/cut-text.ts';
import { readMessage } from '../../annotation/messages/read-message.ts';
import { oneLine } from '../../annotation/sanitise.ts';
import { UltragitError } from '../../errors.ts';
import { commitsMentioning } from '../../git/change-calls.ts';
import { fromSeconds, isoSeconds } from '../../pipeline/notes/timestamp-of.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { SearchAnswer } from './answer.ts';
import { fold, has, type Term } from './terms.ts';

type Said = NonNullable<SearchAnswer['said_in_commits']>;

const LONGEST_BODY = 300;
/** Git finds words inside of others, too: so many are looked at to find those that begin with it. */
const PER_SHOWN = 4;

/** The newest commits of this history whose messages have all terms. */
export async function searchMessages(
  { repository, head, signal }: Snapshot,
  terms: readonly Term[],
  most: number,
): Promise<Said> {
  const words = terms.flatMap(({ text }) => text.split(' '));
  const ids = await repository
    .run(commitsMentioning(words, head.id, most * PER_SHOWN), signal)
    .catch(historyUnread);
  const found: Said = [];
  for (const id of ids) {
    const commit = await repository.commit(id);
    const message = fold(commit?.message ?? '');
    if (!commit || found.length >= most || !terms.every(term => has(term, message))) continue;
    const { summary, body, refersTo } = readMessage(commit.message);
    found.push({
      commit: commit.id,
      date: isoSeconds(fromSeconds(commit.author.time)),
      author: oneLine(commit.author.name) || undefined,
      summary,
      body: cutText(body, LONGEST_BODY) || undefined,
      refers_to: refersTo,
    });
  }
  return found;
}

/** A clone that lacks part of its history still has its annotations. */
function historyUnread(error: unknown): string[] {
  if (!(error instanceof UltragitError) || error.code === 'cancelled') throw error;
  return [];
}
