import { extname } from 'node:path';
import { UltragitError } from '../errors.ts';
import { lastTouch } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import { findPath } from '../pipeline/scope/find-path.ts';
import { normalisePath } from '../pipeline/scope/normalise-path.ts';
import { scope, unitAround, unitsOf } from '../pipeline/scope/scope.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { CommandQuery } from '../query/define.ts';
import { resolveAnchor, unitsNamed } from '../syntax/anchor.ts';
import type { Unit } from '../syntax/unit.ts';
import { type Place, pathIn, readingsOf } from './place.ts';

type Values = Readonly<Record<string, unknown>>;

/** Where the words of a command line count from. */
type From = { snapshot: Snapshot; commit: Commit; directory: string | undefined };

/** A word as it was read: a path that may be there, and the part of the file that was named with it. */
type FoundPlace = Place & { word: string; exists: boolean; local?: string };

/**
 * From the words of a command line to a question: which are paths, from where they count, which part of the file they
 * name, and which is an anchor. It looks at the same state of the repository as the query does.
 */
export async function questionOf(
  snapshot: Snapshot,
  { parameters, command }: CommandQuery,
  words: readonly string[],
  given: Values,
  directory: string | undefined,
): Promise<Values> {
  if ('words' in parameters) return searchOf(snapshot, words, given, directory);
  const { repository, head } = snapshot;
  const rev = typeof given.rev === 'string' ? await repository.resolve(given.rev, head) : undefined;
  const from: From = { snapshot, commit: rev ?? head, directory };
  if ('paths' in parameters) return { ...given, ...(await manyPaths(from, words, given, rev)) };
  const [word = '', second] = words;
  const place = await findPlace(from, word);
  const path = await pathOf(from, place, command.past ?? false);
  if (second !== undefined && (await looksLikePath(snapshot, second, { path, rev }))) {
    throw new UltragitError('usage', `Here goes one path, and ${second} is another.`, [
      'Ask about the files one by one.',
    ]);
  }
  const part = onePart(place, second, given.lines);
  if (part.lines === undefined || 'lines' in parameters) return { ...given, path, ...part };
  return { ...given, path, anchor: part.anchor ?? (await unitAt(snapshot, path, part.lines)) };
}

/** A path in a flag counts from the same places as one that is a word; what is no path is a pattern. */
async function searchOf(
  { repository, head }: Snapshot,
  words: readonly string[],
  given: Values,
  directory: string | undefined,
): Promise<Values> {
  if (typeof given.path !== 'string') return { ...given, words };
  const found = await findPath(given.path, repository, head, directory);
  const path = found.exists ? normalisePath(found.path, repository.location.root) : given.path;
  return { ...given, words, path: path === '' ? undefined : path };
}

/** `read a.ts b.ts name`: the last word is an anchor unless it is a path. */
async function manyPaths(
  from: From,
  words: readonly string[],
  { lines }: Values,
  rev: Commit | undefined,
): Promise<{ path?: string; paths?: string[]; anchor?: string; lines?: unknown }> {
  const places = await Promise.all(words.map(word => findPlace(from, word)));
  const [first, last] = [places[0], places.at(-1)];
  const isAnchor =
    places.length > 1 &&
    last !== undefined &&
    !(last.exists && last.anchor === undefined) &&
    !(await looksLikePath(from.snapshot, last.word, { path: first?.path ?? '', rev }));
  const named = isAnchor ? places.slice(0, -1) : places;
  const [only, ...others] = named;
  if (!only || others.length > 0) {
    const isPart = lines !== undefined || isAnchor || named.some(place => place.lines ?? place.anchor);
    if (!isPart) return onceEach(named.map(({ path }) => path));
    throw new UltragitError('usage', 'A unit or lines go with one path.', [
      'Ask about the files one by one.',
    ]);
  }
  return { path: only.path, ...onePart(only, isAnchor ? last.word : undefined, lines) };
}

function onceEach(all: readonly string[]): { path?: string; paths?: string[] } {
  const paths = [...new Set(all)];
  return paths.length === 1 ? { path: paths[0] } : { paths };
}

/** The part of the file that is asked about: it may be named in one way only. */
function onePart(
  { word, ...place }: FoundPlace,
  anchor: string | undefined,
  lines: unknown,
): { anchor?: string; lines?: string } {
  const isTwice =
    (place.lines !== undefined && lines !== undefined && `${word} and --lines ${lines} both name lines.`) ||
    (place.anchor !== undefined && anchor !== undefined && `${word} and ${anchor} both name a unit.`);
  if (isTwice) throw new UltragitError('usage', isTwice, ['Leave one of them out.']);
  const named = anchor ?? place.anchor;
  const asked = place.lines ?? (typeof lines === 'string' ? lines : undefined);
  return {
    ...(named === undefined ? {} : { anchor: named }),
    ...(asked === undefined ? {} : { lines: asked }),
  };
}

/** The first reading of a word whose file is there; where none is, the likeliest. */
async function findPlace({ snapshot, commit, directory }: From, word: string): Promise<FoundPlace> {
  const find = (path: string) => findPath(path, snapshot.repository, commit, directory);
  const [whole, ...parts] = readingsOf(word);
  for (const reading of parts.length > 0 ? [whole, ...parts] : []) {
    const found = await find(reading.path).catch(leavesRepository);
    if (found?.exists) return { ...reading, ...found, word };
  }
  const [likely = whole] = parts;
  return { ...likely, ...(await find(likely.path)), word };
}

/** What is outside is no file of ours by any name; the reading that is left says so. */
function leavesRepository(error: unknown): undefined {
  if (!(error instanceof UltragitError)) throw error;
}

type File = { path: string; rev?: Commit };

/** A line means the innermost unit around it, where a query knows no lines. */
async function unitAt(snapshot: Snapshot, path: string, lines: string): Promise<string> {
  const asked = await scope(snapshot, { path, lines });
  const unit = await unitAround(asked);
  if (unit) return unit.name;
  const [range] = asked.ranges ?? [];
  const where =
    range && range.end > range.start ? `Lines ${lines} of ${path} are` : `Line ${lines} of ${path} is`;
  throw new UltragitError('bad_lines', `${where} in no function, method or type.`, [
    `See what is known of lines: ultragit read ${path} --lines ${lines}`,
    'Or ask about the whole file: leave the line out.',
  ]);
}

/**
 * Whether a word after a path is another path, there or not: a slash or an ending tells, unless the file has a unit of
 * that name. `Client.connect` is one, `client.ts` is not.
 */
async function looksLikePath(snapshot: Snapshot, text: string, file: File): Promise<boolean> {
  const word = pathIn(text);
  if (word.includes('/')) return true;
  const ending = extname(word);
  if (!/^\.\w+$/.test(ending)) return false;
  const units = await unitsIn(snapshot, file);
  if (units && unitsNamed(units, text).length > 0) return false;
  if (ending === extname(file.path) || (await isOfSource(word))) return true;
  if (!units) return false;
  const isTypo = resolveAnchor(units, text).match !== undefined;
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
async function pathOf(
  { snapshot }: From,
  { path, local, exists }: FoundPlace,
  past: boolean,
): Promise<string> {
  if (exists || !past || local === undefined) return path;
  return (await snapshot.repository.run(lastTouch(snapshot.head.id, local))) ? local : path;
}
