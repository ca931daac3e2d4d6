import { mayHaveDecisions, readDecisions } from '../annotation/decisions/decisions.ts';
import { DECISION_PATTERN } from '../annotation/decisions/vocabulary.ts';
import { candidateKeys, type NamedInNote } from '../annotation/note-keys.ts';
import { createSanitiser } from '../annotation/sanitise.ts';
import { mergeBase } from '../git/calls.ts';
import { commitsSaying } from '../git/change-calls.ts';
import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import { cancelled } from '../git/run/failures.ts';
import { walkNearby } from '../git/walk-nearby.ts';
import { filesChangedBy } from './changed-files.ts';
import { NoteList } from './note-list.ts';
import { MESSAGES } from './notes-index.ts';
import { NOTHING_NAMED, type SourceReader } from './source-reader.ts';

const AT_ONCE = 1_000;

/** Commits that left the history and are asked about one by one; with more, all is read anew. */
const FEW = 20;

/**
 * Decisions in commit messages, as notes whose text is the message of the commit that they are on. Its states are
 * commits: an index of one has the decisions of its history.
 */
export function messagesSource(repository: Repository): SourceReader {
  const keys = new Map<string, NamedInNote>();
  const saying = (head: string, known: readonly string[], signal?: AbortSignal) =>
    repository.run(commitsSaying(DECISION_PATTERN, head, known), signal);
  const read = async (ids: readonly string[], signal?: AbortSignal) => {
    // Git compares the commits of one batch while the messages of the next are read.
    let compared = Promise.resolve();
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      if (signal?.aborted) throw cancelled();
      const some = ids.slice(at, at + AT_ONCE);
      await Promise.all(some.map(readOne));
      const batch = some.filter(id => keys.has(id));
      compared = Promise.all([compared, compare(batch, signal)]).then(() => undefined);
      compared.catch(() => undefined);
    }
    await compared;
    return ids.filter(id => keys.has(id));
  };
  const readOne = async (id: string) => {
    const commit = await repository.commit(id);
    const decisions = commit ? readDecisions(commit.message) : [];
    if (decisions.length > 0) keys.set(id, candidateKeys(decisions, createSanitiser()));
  };
  const compare = async (ids: readonly string[], signal?: AbortSignal) => {
    if (ids.length === 0) return;
    for (const [id, files] of await filesChangedBy(repository, ids, signal)) {
      const named = keys.get(id);
      if (named) keys.set(id, { ...named, files: [...named.files, ...files], isExpanded: true });
    }
  };
  const entries = (ids: readonly string[]) => ids.map(id => ({ object: id, blob: id }));
  return {
    source: MESSAGES,
    // A clone that was deepened has more history: what was read of the shorter one does not stand for it.
    key: `${MESSAGES} ${repository.shallowness()}`,
    async list(head, signal) {
      const near = await walkNearby(repository, head);
      const all = near.complete ? { commits: deciding(near.commits), complete: true } : undefined;
      const { commits, complete } = all ?? (await saying(head, [], signal));
      return { notes: NoteList.of(entries(await read(commits, signal))), complete };
    },
    async changes(before, after, most, signal) {
      if (!(await repository.commit(before))) return undefined;
      const newer = await newerThan(repository, before, after);
      if (newer && newer.length <= most) {
        const ids = await read(newer, signal);
        return { objects: new Set(ids), notes: entries(ids) };
      }
      // To read a short history anew takes less than to ask git what two branches do not share.
      if ((await walkNearby(repository, after)).complete) return undefined;
      const [added, left] = await Promise.all([
        saying(after, [before], signal),
        saying(before, [after], signal),
      ]);
      const isMuch = added.commits.length > most || left.commits.length > FEW;
      if (!added.complete || !left.complete || isMuch) return undefined;
      // With wrong clocks, git lists commits that both histories have.
      const bases = await Promise.all(left.commits.map(id => repository.run(mergeBase(after, id), signal)));
      const gone = left.commits.filter((id, at) => bases[at] !== id);
      const ids = await read(added.commits, signal);
      return { objects: new Set([...gone, ...ids]), notes: entries(ids) };
    },
    async keysOf({ object }) {
      const found = keys.get(object) ?? NOTHING_NAMED;
      keys.delete(object);
      return found;
    },
  };
}

/** Deciding commits that came since, where few commits did: then no process is needed. Undefined where git must say. */
async function newerThan(
  repository: Repository,
  before: string,
  after: string,
): Promise<string[] | undefined> {
  const { commits, complete } = await walkNearby(repository, after, { isKnown: id => id === before });
  const isBuiltOnIt = [...commits.values()].some(({ parents }) => parents.includes(before));
  return complete && isBuiltOnIt ? deciding(commits) : undefined;
}

function deciding(commits: ReadonlyMap<string, Commit>): string[] {
  return [...commits.values()].filter(({ message }) => mayHaveDecisions(message)).map(({ id }) => id);
}
