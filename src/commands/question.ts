import { UltragitError } from '../errors.ts';
import { lastTouch } from '../git/calls.ts';
import { findPath } from '../pipeline/scope/find-path.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { Query } from '../query/define.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * From the words of a command line to a question: which are paths, from where they count, and which is an
 * anchor. It looks at the same state of the repository as the query does.
 */
export async function questionOf(
  snapshot: Snapshot,
  { parameters, command }: Query,
  words: readonly string[],
  given: Values,
  directory: string | undefined,
): Promise<Values> {
  if ('paths' in parameters) return { ...given, ...(await manyPaths(snapshot, words, given, directory)) };
  const [path = '', anchor] = words;
  const found = await onePath(snapshot, path, directory, command.past ?? false);
  return { ...given, path: found, anchor };
}

/** `read a.ts b.ts name`: the last word is an anchor unless there is a file of that name. */
async function manyPaths(
  snapshot: Snapshot,
  words: readonly string[],
  { rev, lines }: Values,
  directory: string | undefined,
): Promise<{ path?: string; paths?: string[]; anchor?: string }> {
  const { repository, head } = snapshot;
  const commit = typeof rev === 'string' ? await repository.resolve(rev, head) : head;
  const find = (word: string) => findPath(word, repository, commit, directory);
  const last = words.at(-1) ?? '';
  const isAnchor = words.length > 1 && !last.includes('/') && !(await find(last)).exists;
  const named = isAnchor ? words.slice(0, -1) : words;
  if (named.length > 1 && (lines !== undefined || isAnchor)) {
    throw new UltragitError('usage', 'An anchor or --lines goes with one path.', [
      'Ask about the files one by one.',
    ]);
  }
  const found = await Promise.all(named.map(async word => (await find(word)).path));
  const paths = [...new Set(found)];
  return { ...(paths.length === 1 ? { path: paths[0] } : { paths }), ...(isAnchor ? { anchor: last } : {}) };
}

/** A path as the user typed it, which may be relative to the current directory; `past` where it may be gone. */
async function onePath(
  { repository, head }: Snapshot,
  path: string,
  directory: string | undefined,
  past: boolean,
): Promise<string> {
  const found = await findPath(path, repository, head, directory);
  if (found.exists || !past || found.local === undefined) return found.path;
  return (await repository.run(lastTouch(head.id, found.local))) ? found.local : found.path;
}
