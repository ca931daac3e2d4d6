// A scenario of test-repos/ as a real repository in a temporary directory, which is removed when the test
// file is done. Later commits tick a clock of their own, so their ids are stable, too.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type BuildOptions,
  buildRepository as build,
  gitEnvironment,
  scenarios,
} from '../../test-repos/build-repository.mjs';
import { afterEachFile } from './clean-up.ts';

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
export async function buildRepository(
  scenario: string,
  { packed = false, ...options }: BuildOptions & { packed?: boolean } = {},
): Promise<Repository> {
  const room = temporaryDirectory();
  const path = join(room, options.bare ? 'repo.git' : 'repo');
  build(scenario, path, options);
  const repo = openRepository(path, room);
  if (packed) repo.git('repack', '-adq');
  return repo;
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

  const commit: Repository['commit'] = (message, files = {}) => {
    clock += 60;
    for (const [file, content] of Object.entries(files)) {
      if (content === null) remove(file);
      else write(file, content);
    }
    const names = Object.keys(files);
    if (names.length > 0) git('--literal-pathspecs', 'add', '-A', '--', ...names);
    git('commit', '-q', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD');
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
