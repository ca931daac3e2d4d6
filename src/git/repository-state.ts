/**
 * All that an answer depends on but the file on disk, as one text that is made without git: two texts that are equal mean
 * that a question has the same answer. Whatever is not plain to see has no such text, and is left to git.
 */

import { type BigIntStats, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { userConfigFiles } from './user-config-files.ts';

export type Place = { root: string; gitDir: string; commonDir: string };

/** `unsafe`: something that would be waited for is where git keeps a file. */
export type Unclear = 'unclear' | 'unsafe';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads what is at a path, or knows what it would read there. */
export type Reader = <Content extends string | readonly string[]>(
  path: string,
  found: BigIntStats,
  read: (path: string) => Content,
) => Content;

const LARGEST_TEXT = 64 * 1024;
const LARGEST_STATE = 512 * 1024;
const MOST_REFS = 1_000;
const MOST_PACKS = 1_000;
const DEEPEST = 10;
/** A file that changed less than so long ago may change again without a new time. */
const RACY_MS = 3_000;
/** The same where the file system does not count in seconds. */
const TICK_MS = 100;

const BRANCH = 'ref: refs/heads/';
/** With refs in another format, git puts a name there that no branch can have. */
const NO_BRANCH = `${BRANCH}.invalid`;
const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
/** Stands in for bytes that are no UTF-8. */
const NO_TEXT = '\ufffd';
const IN_GIT_DIR = ['commondir', 'config.worktree'];
const IN_COMMON_DIR = ['packed-refs', 'shallow', 'config', 'objects/info/alternates', 'FETCH_HEAD'];
const AT_ROOT = ['.ultragit-config.toml', '.git-blame-ignore-revs'];

class NotPlain extends Error {
  readonly why: Unclear;

  constructor(why: Unclear) {
    super(why);
    this.why = why;
  }
}

/** The repository that git would find for a directory whose links are resolved; undefined where there is none. */
export function findRepository(directory: string): Place | Unclear | undefined {
  return plainly(() => {
    const disk = stats(directory)?.dev;
    for (let at = directory; ; at = dirname(at)) {
      const found = stats(below(at, '.git'));
      if (found && (at === directory || stats(at)?.dev === disk)) return placeAt(at, found);
      // Git does not go on to another disk, and a directory may be a git directory itself.
      if (found || stats(below(at, 'HEAD'))) throw new NotPlain('unclear');
      if (at === dirname(at)) return undefined;
    }
  });
}

function placeAt(root: string, found: BigIntStats): Place {
  const dotGit = below(root, '.git');
  const gitDir = found.isDirectory()
    ? dotGit
    : resolve(root, pointerIn(pathText(dotGit, 'required'), 'gitdir: '));
  const common = found.isDirectory() ? '' : pathText(below(gitDir, 'commondir')).trim();
  const commonDir = common === '' ? gitDir : resolve(gitDir, common);
  const isWhole = ['objects', 'refs'].every(name => stats(below(commonDir, name))?.isDirectory());
  if (!isWhole) throw new NotPlain('unclear');
  return { root, gitDir, commonDir };
}

/** Every system takes this separator, and `join` would have to load. */
export function below(directory: string, name: string): string {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}

function pointerIn(content: string, label: string): string {
  if (!content.startsWith(label)) throw new NotPlain('unclear');
  return content.slice(label.length).replace(/\r?\n$/, '');
}

export type RepositoryState = {
  text: string;
  /** False where something changed so lately that the same text may soon mean something else. */
  isSettled: boolean;
  /** When the files that are in the text were written: others, where they were something else for a moment. */
  times: () => string;
};

export function repositoryState(
  { root, gitDir, commonDir }: Place,
  env: Environment,
  now: number,
  reader: Reader = (path, _found, read) => read(path),
): RepositoryState | Unclear {
  const files: BigIntStats[] = [];
  const textOrStats = (path: string, look = lstatSync) => {
    const found = look(path, { bigint: true, throwIfNoEntry: false });
    if (found) files.push(found);
    return found && contentOf(path, found, reader);
  };
  return plainly(() => {
    const parts: string[] = [
      root,
      gitDir,
      commonDir,
      identityOf(gitDir),
      identityOf(below(commonDir, 'objects')),
    ];
    let newest = 0;
    const add = (name: string, content: string | BigIntStats | undefined) => {
      if (typeof content === 'object')
        newest = Math.max(newest, Number(content.mtimeMs), Number(content.ctimeMs));
      parts.push(`${name}\0${typeof content === 'object' ? stampOf(content) : (content ?? '')}`);
    };
    const head = textIn(textOrStats(below(gitDir, 'HEAD')), 'required').trim();
    if (head === NO_BRANCH || !(head.startsWith(BRANCH) || COMMIT.test(head))) throw new NotPlain('unclear');
    add('HEAD', head);
    // Before those that are packed: git removes a file once it has packed the ref.
    addRefs({ commonDir, reader, files }, 'refs', 0, { left: MOST_REFS }, add);
    for (const name of IN_GIT_DIR) add(name, textOrStats(below(gitDir, name)));
    for (const name of IN_COMMON_DIR) add(name, textOrStats(below(commonDir, name)));
    // With another pack, objects may be there that were missing: git sees one when its index is there.
    add('packs', packsIn(below(commonDir, 'objects/pack'), reader));
    for (const name of AT_ROOT) add(name, textOrStats(below(root, name)));
    for (const file of userConfigFiles(env)) add(file, textOrStats(file, statSync));
    const whole = parts.join('\0\0');
    if (whole.length > LARGEST_STATE) throw new NotPlain('unclear');
    return { text: whole, isSettled: now - newest > RACY_MS, times: () => files.map(stampOf).join() };
  });
}

/** Tags are no sources; what a ref names by the name of another one may be anywhere. */
function addRefs(
  within: { commonDir: string; reader: Reader; files: BigIntStats[] },
  under: string,
  depth: number,
  refs: { left: number },
  add: (name: string, content: string) => void,
): void {
  const { commonDir, reader, files } = within;
  for (const entry of namesIn(below(commonDir, under), reader)) {
    const name = `${under}/${entry}`;
    if (name === 'refs/tags' || name.endsWith('.lock')) continue;
    if (--refs.left < 0 || depth > DEEPEST) throw new NotPlain('unclear');
    const path = below(commonDir, name);
    const found = stats(path);
    if (found?.isDirectory()) {
      addRefs(within, name, depth + 1, refs, add);
      continue;
    }
    if (found) files.push(found);
    const content = textIn(found && contentOf(path, found, reader));
    if (content.startsWith('ref:') && !/^ref: refs\/(heads|remotes|notes)\//.test(content))
      throw new NotPlain('unclear');
    add(name, content);
  }
}

/**
 * Changes when an object comes or goes that is in no pack: its directory does. Undefined where objects may be elsewhere,
 * too, or one came since `before`.
 */
export function looseObjects({ commonDir }: Place, before = Number.POSITIVE_INFINITY): string | undefined {
  const found = plainly(() => {
    const objects = below(commonDir, 'objects');
    if (text(below(objects, 'info/alternates')) !== '') throw new NotPlain('unclear');
    const names = readdirSync(objects).filter(name => /^[0-9a-f]{2}$/.test(name));
    return names.sort().map(name => {
      const directory = stats(below(objects, name));
      if (!directory || !isSettled(directory, before)) throw new NotPlain('unclear');
      return `${name} ${directory.ino} ${directory.mtimeNs}`;
    });
  });
  return Array.isArray(found) ? found.join() : undefined;
}

/** Whether the last change of a file came so long before that a later one has another time. */
export function isSettled({ mtimeMs, ctimeMs, ctimeNs }: BigIntStats, before: number): boolean {
  const isCoarse = ctimeNs % 1_000_000_000n === 0n;
  return before - Math.max(Number(mtimeMs), Number(ctimeMs)) > (isCoarse ? RACY_MS : TICK_MS);
}

function packsIn(directory: string, reader: Reader): string {
  if (!stats(directory)) return '';
  const names = namesIn(directory, reader).filter(name => name.endsWith('.idx'));
  if (names.length > MOST_PACKS) throw new NotPlain('unclear');
  return names.sort().join(' ');
}

function namesIn(directory: string, reader: Reader): readonly string[] {
  const found = lstatSync(directory, { bigint: true });
  return reader(directory, found, path => readdirSync(path));
}

function identityOf(path: string): string {
  const found = stats(path);
  return found ? `${found.dev} ${found.ino}` : '';
}

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** A file that holds a path: one that is no text is left to git. */
function pathText(path: string, need?: 'required'): string {
  const content = text(path, need);
  if (content.includes(NO_TEXT)) throw new NotPlain('unclear');
  return content;
}

/** A file that is not there is empty, unless it must be. */
function text(path: string, need?: 'required'): string {
  const found = stats(path);
  return textIn(found && contentOf(path, found), need);
}

function textIn(content: string | BigIntStats | undefined, need?: 'required'): string {
  if (typeof content === 'string') return content;
  if (content !== undefined || need) throw new NotPlain('unclear');
  return '';
}

/** Of a large file its times: they change whenever it does. */
function contentOf(path: string, found: BigIntStats, reader?: Reader): string | BigIntStats {
  if (found.isFIFO() || found.isSocket() || found.isCharacterDevice() || found.isBlockDevice()) {
    if (path === '/dev/null') return '';
    throw new NotPlain('unsafe');
  }
  if (!found.isFile()) throw new NotPlain('unclear');
  if (found.size > LARGEST_TEXT) return found;
  return reader ? reader(path, found, exactText) : exactText(path);
}

/** Differs when a byte does. Node reads UTF-8 fastest; what is none is told by its bytes. */
function exactText(path: string): string {
  const content = readFileSync(path, 'utf8');
  return content.includes(NO_TEXT) ? `${NO_TEXT}${readFileSync(path, 'latin1')}` : content;
}

function stats(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

function plainly<T>(look: () => T): T | Unclear {
  try {
    return look();
  } catch (error) {
    return error instanceof NotPlain ? error.why : 'unclear';
  }
}
