import { extname } from 'node:path';
import { UltragitError } from '../errors.ts';
import { lastTouch } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import { findPath } from '../pipeline/scope/find-path.ts';
import { scope, unitsOf } from '../pipeline/scope/scope.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { Query } from '../query/define.ts';
import { resolveAnchor, unitsNamed } from '../syntax/anchor.ts';
import type { Unit } from '../syntax/unit.ts';

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
  if (anchor !== undefined && (await looksLikePath(snapshot, anchor, { path: found }))) {
    throw new UltragitError('usage', `Here goes one path, and ${anchor} is another.`, [
      'Ask about the files one by one.',
    ]);
  }
  return { ...given, path: found, anchor };
}

/** `read a.ts b.ts name`: the last word is an anchor unless it is a path. */
async function manyPaths(
  snapshot: Snapshot,
  words: readonly string[],
  { rev, lines }: Values,
  directory: string | undefined,
): Promise<{ path?: string; paths?: string[]; anchor?: string }> {
  const { repository, head } = snapshot;
  const commit = typeof rev === 'string' ? await repository.resolve(rev, head) : undefined;
  const find = async (word: string) => (await findPath(word, repository, commit ?? head, directory)).path;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const isThere = (await findPath(last, repository, commit ?? head, directory)).exists;
  const isAnchor =
    words.length > 1 &&
    !isThere &&
    !(await looksLikePath(snapshot, last, { path: await find(first), rev: commit }));
  const named = isAnchor ? words.slice(0, -1) : words;
  if (named.length > 1 && (lines !== undefined || isAnchor)) {
    throw new UltragitError('usage', 'An anchor or --lines goes with one path.', [
      'Ask about the files one by one.',
    ]);
  }
  const paths = [...new Set(await Promise.all(named.map(find)))];
  return { ...(paths.length === 1 ? { path: paths[0] } : { paths }), ...(isAnchor ? { anchor: last } : {}) };
}

type File = { path: string; rev?: Commit };

/**
 * Whether a word after a path is another path, there or not: a slash or an ending tells, unless the file has a unit of
 * that name. `Client.connect` is one, `client.ts` is not.
 */
async function looksLikePath(snapshot: Snapshot, word: string, file: File): Promise<boolean> {
  if (word.includes('/')) return true;
  const ending = extname(word);
  if (!/^\.\w+$/.test(ending)) return false;
  const units = await unitsIn(snapshot, file);
  if (units && unitsNamed(units, word).length > 0) return false;
  if (ending === extname(file.path) || (await isOfSource(word))) return true;
  if (!units) return false;
  const isTypo = resolveAnchor(units, word).match !== undefined;
  return !isTypo && unitsNamed(units, word.slice(0, -ending.length)).length === 0;
}

async function isOfSource(name: string): Promise<boolean> {
  const { languageOf } = await import('../syntax/languages.ts');
  return languageOf(name, new Uint8Array()) !== undefined;
}

/** Undefined where no grammar can tell, or where the file is not there, which the query says better. */
async function unitsIn(snapshot: Snapshot, file: File): Promise<Unit[] | undefined> {
  try {
    return await unitsOf(await scope(snapshot, file));
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
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
