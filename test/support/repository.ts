// A scenario of test-repos/ as a real repository. Each is built once per run, by the first test that needs it. Tests that
// only read share it; the others get a copy, which is removed when the test file is done. Later commits tick a clock of
// their own, so their ids are stable, too.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import {
  type BuildOptions,
  buildRepository as build,
  gitEnvironment,
  scenarios,
} from '../../test-repos/build-repository.mjs';
import { afterEachFile } from './clean-up.ts';
import { fingerprint, pathIn } from './fingerprint.ts';

export { scenarios };

/** Scenarios with notes in a shape of their own: test/annotation/dialects/ says what each note gives. */
export const OTHER_DIALECTS: ReadonlySet<string> = new Set([
  'chronicle-v2',
  'chronicle-v3',
  'chronicle-knowledge',
  'prose',
  'entire',
  'agents',
  'lore',
]);

export interface Repository {
  /** The root of the working tree; of a bare repository, the git directory. */
  readonly path: string;
  /** The environment that git runs in: scrubbed, with a fixed author. Good for spawning the CLI, too. */
  readonly env: Record<string, string>;
  /** Runs git and gives its stdout without the final newline; throws when git fails. */
  git(...args: string[]): string;
  /** As `git`, with something on stdin and the exact bytes of stdout. */
  gitBytes(args: string[], input?: string | Buffer): Buffer;
  /** Writes a file of the working tree and its directories; does not commit. */
  write(file: string, content: string | Buffer): void;
  remove(file: string): void;
  /** Writes these files (null removes one), commits them, gives the new commit's id. */
  commit(message: string, files?: Record<string, string | Buffer | null>): string;
  /** Hangs a note on a revision, byte for byte; an object is written as JSON. Replaces an older note. */
  annotate(rev: string, note: object | string | Buffer, ref?: string): void;
  /** A linked worktree, detached at `rev`. */
  addWorktree(rev?: string): Repository;
}

const clockStart = Date.UTC(2025, 11, 1) / 1000;
const rooms = new Set<string>();

afterEachFile(() => {
  for (const room of rooms) rmSync(room, { recursive: true, force: true });
  rooms.clear();
});

/** An empty temporary directory, removed when the test file is done. */
export function temporaryDirectory(): string {
  const room = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-test-')));
  rooms.add(room);
  return room;
}

/** As it is after a clone where it is `packed`: then its objects can be read through git alone. */
type FixtureOptions = BuildOptions & { packed?: boolean };

/** A copy of the scenario's repository, to be changed at will. */
export async function buildRepository(scenario: string, options: FixtureOptions = {}): Promise<Repository> {
  const room = temporaryDirectory();
  const path = join(room, options.bare ? 'repo.git' : 'repo');
  copyDirectory(fixture(scenario, options), path);
  return openRepository(path, room);
}

/** The scenario's repository itself, for tests that only read. A run ends with an error where one was changed. */
export function sharedRepository(scenario: string, options: FixtureOptions = {}): Repository {
  return openRepository(fixture(scenario, options), temporaryDirectory());
}

/** Built under another name and then renamed, because several workers may need it at once. */
function fixture(scenario: string, { packed = false, bare = false, objectFormat = 'sha1' }: FixtureOptions) {
  const traits = [scenario, objectFormat, ...(bare ? ['bare'] : []), ...(packed ? ['packed'] : [])];
  const path = join(inject('fixtures'), traits.join('-'));
  if (existsSync(path)) return path;
  const draft = mkdtempSync(`${path}.`);
  build(scenario, draft, { bare, objectFormat });
  if (packed) openRepository(draft, draft).git('repack', '-adq');
  try {
    renameSync(draft, path);
    writeFileSync(`${path}.fingerprint`, JSON.stringify(fingerprint(path)));
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(draft, { recursive: true });
  }
  return path;
}

/** Several times as fast as `cpSync`, and for names that are not UTF-8, too. */
function copyDirectory(from: string | Buffer, to: string | Buffer): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true, encoding: 'buffer' })) {
    const [source, target] = [pathIn(from, entry.name), pathIn(to, entry.name)];
    if (entry.isDirectory()) copyDirectory(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFileSync(source, target);
  }
}

/** A clone over file:// that knows the last `depth` commits, and the notes unless told otherwise. */
export function shallowClone(repo: Repository, depth: number, { notes = true } = {}): Repository {
  return openClone(repo, { notes }, '--depth', String(depth));
}

/** A clone over file://, made with these options. */
export function openClone(repo: Repository, { notes = true }, ...options: string[]): Repository {
  const room = temporaryDirectory();
  const path = join(room, 'clone');
  repo.git('clone', '-q', ...options, `file://${repo.path}`, path);
  const clone = openRepository(path, room);
  if (notes) clone.git('fetch', '-q', 'origin', 'refs/notes/*:refs/notes/*');
  return clone;
}

function openRepository(path: string, room: string): Repository {
  const env = {
    ...gitEnvironment(room),
    GIT_AUTHOR_NAME: 'Test Author',
    GIT_AUTHOR_EMAIL: 'author@example.com',
    GIT_COMMITTER_NAME: 'Test Committer',
    GIT_COMMITTER_EMAIL: 'committer@example.com',
  };
  let clock = clockStart;

  const gitBytes = (args: string[], input: string | Buffer = '') => {
    const date = `${clock} +0000`;
    return execFileSync('git', args, {
      cwd: path,
      env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    });
  };
  const git = (...args: string[]) => gitBytes(args).toString().replace(/\n$/, '');

  const write = (file: string, content: string | Buffer) => {
    const target = join(path, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  const remove = (file: string) => rmSync(join(path, file), { recursive: true, force: true });

  /** HEAD, where two plain files tell it: starting git takes longer than all else that a test does. */
  const tip = (): string | undefined => {
    try {
      const head = readFileSync(join(path, '.git/HEAD'), 'utf8').trim();
      return head.startsWith('ref: ') ? readFileSync(join(path, '.git', head.slice(5)), 'utf8').trim() : head;
    } catch {
      return undefined;
    }
  };

  const commit: Repository['commit'] = (message, files = {}) => {
    clock += 60;
    for (const [file, content] of Object.entries(files)) {
      if (content === null) remove(file);
      else write(file, content);
    }
    const names = Object.keys(files);
    if (names.length > 0) git('--literal-pathspecs', 'add', '-A', '--', ...names);
    git('commit', '-q', '--allow-empty', '-m', message);
    return tip() ?? git('rev-parse', 'HEAD');
  };

  // `notes add -F` would tidy white space; `-C` takes a blob as it is.
  const annotate: Repository['annotate'] = (rev, note, ref = 'refs/notes/ultragit') => {
    clock += 60;
    const text = typeof note === 'string' || Buffer.isBuffer(note) ? note : JSON.stringify(note, null, 2);
    const blob = gitBytes(['hash-object', '-w', '--stdin'], text).toString().trim();
    git('notes', `--ref=${ref}`, 'add', '-f', '--allow-empty', '-C', blob, rev);
  };

  const addWorktree: Repository['addWorktree'] = (rev = 'HEAD') => {
    const linked = join(room, `worktree-${rooms.size}-${clock++}`);
    git('worktree', 'add', '-q', '--detach', linked, rev);
    return openRepository(linked, room);
  };

  return { path, env, git, gitBytes, write, remove, commit, annotate, addWorktree };
}
