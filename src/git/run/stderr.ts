/** What git said when it exited with an error, and the error that a user gets. Git's own words are never repeated. */
import type { Words } from '../../audience.ts';
import { type ErrorCode, UltragitError } from '../../errors.ts';
import type { GitOutput } from './runner.ts';

type Row = {
  name: string;
  /** Discovery runs as the user, on a directory; a query runs in the private directory, to some end; so does what writes, in the real one. */
  during: 'discovery' | 'query' | 'writing' | 'reaching';
  pattern: RegExp;
  code: ErrorCode;
  /** `{directory}`, `{doing}`, `{exitCode}` and the named groups of the pattern are filled in. */
  sentence: string;
  hints: readonly Words[];
};

const NO_REPOSITORY = {
  code: 'not_a_repository',
  sentence: 'Not a git repository: {directory}',
  hints: [
    {
      terminal: 'Run ultragit inside a repository, or name one with --repo.',
      agent: 'The server was started outside of a repository: start the host in one.',
    },
  ],
} as const;

/** The first row that fits holds; for each kind of call the last one fits everything. */
const ROWS = [
  {
    // `discover` asks again: a bare repository that was named itself is welcome.
    name: 'bare',
    during: 'discovery',
    pattern: /^fatal: (cannot use bare repository|this operation must be run in a work tree)/m,
    ...NO_REPOSITORY,
  },
  {
    name: 'other owner',
    during: 'discovery',
    pattern: /dubious ownership/,
    code: 'repository_unsafe',
    sentence: 'The repository at {directory} belongs to another user.',
    hints: ['If you trust it, run: git config --global --add safe.directory {directory}'],
  },
  {
    name: 'newer format',
    during: 'discovery',
    pattern: /repository format version|unknown repository extension/i,
    code: 'git_failed',
    sentence: 'The installed git is too old for the format of the repository at {directory}.',
    hints: ['Install a newer git.'],
  },
  {
    name: 'malformed config',
    during: 'discovery',
    pattern: /bad config line (?<line>\d+)/,
    code: 'bad_config',
    sentence: 'A git config for {directory} is malformed, in line {line}.',
    hints: ['Run `git config --list` there: it names the file.'],
  },
  {
    name: 'no directory',
    during: 'discovery',
    pattern: /cannot change to/,
    code: 'not_a_repository',
    sentence: 'There is no directory {directory}.',
    hints: [
      {
        terminal: 'Check the path given with --repo.',
        agent: 'The server was started for a directory that is not there any more.',
      },
    ],
  },
  {
    // A working directory that is gone is in no repository.
    name: 'no repository',
    during: 'discovery',
    pattern: /not a git repository|unable to read current working directory/i,
    ...NO_REPOSITORY,
  },
  {
    name: 'refused',
    during: 'discovery',
    pattern: /^/,
    code: 'git_failed',
    sentence: 'git failed (exit {exitCode}) while looking for the repository of {directory}.',
    hints: ['Check that `git status` works there, and that the git on the PATH is the real one.'],
  },
  {
    name: 'damaged',
    during: 'query',
    pattern:
      /missing|bad object|corrupt|(unable to|cannot|could not) (read|stream|unpack)|failed to traverse|disappeared|inflate|not a tree|not a commit/i,
    code: 'git_failed',
    sentence: "Part of the repository's history is missing or damaged, so {doing} failed.",
    hints: ['In a partial or shallow clone fetch the missing history; otherwise run `git fsck`.'],
  },
  {
    name: 'unknown',
    during: 'query',
    pattern: /^/,
    code: 'git_failed',
    sentence: 'git failed (exit {exitCode}) while {doing}.',
    hints: ['Check the repository with `git fsck`, and that git is 2.36 or newer.'],
  },
  {
    name: 'nobody',
    during: 'writing',
    pattern: /tell me who you are|auto-detect|empty ident name|no email was given|no name was given/i,
    code: 'no_identity',
    sentence: 'git does not know who you are, so nothing was written.',
    hints: [
      'Run: git config --global user.name "Your Name" && git config --global user.email you@example.com',
    ],
  },
  {
    name: 'locked',
    during: 'writing',
    pattern: /\.lock'?: File exists/,
    code: 'not_written',
    sentence: 'Another git process holds the lock of the notes ref, so {doing} failed.',
    hints: ['Try again; if no git is running, a killed one left a .lock file beside the ref: remove it.'],
  },
  {
    name: 'not allowed',
    during: 'writing',
    pattern: /permission denied|read-only file system|insufficient permission/i,
    code: 'not_written',
    sentence: 'The repository can not be written to, so {doing} failed.',
    hints: ['Check who owns the files under .git, and that the disk is not read-only.'],
  },
  {
    name: 'full',
    during: 'writing',
    pattern: /no space left|disk quota/i,
    code: 'not_written',
    sentence: 'The disk is full, so {doing} failed.',
    hints: ['Nothing was changed; make room and try again.'],
  },
  {
    name: 'name taken',
    during: 'writing',
    pattern: /exists; cannot create|cannot lock ref .* there is a non-empty directory/,
    code: 'not_written',
    sentence: 'Another ref has part of this name, so {doing} failed.',
    hints: ['`git for-each-ref refs/notes` lists the refs; choose another name.'],
  },
  {
    name: 'refused',
    during: 'writing',
    pattern: /^/,
    code: 'not_written',
    sentence: 'git failed (exit {exitCode}) while {doing}; nothing was changed.',
    hints: ['Check the repository with `git fsck`, and that git is 2.36 or newer.'],
  },
  {
    name: 'no access',
    during: 'reaching',
    pattern:
      /permission denied|authentication failed|could not read (username|password)|access denied|returned error: 40[13]/i,
    code: 'remote_failed',
    sentence: 'The remote {remote} refused access, so {doing} failed.',
    hints: ['See that `git fetch {remote}` works: the same credentials are used.'],
  },
  {
    name: 'transport',
    during: 'reaching',
    pattern: /transport '(?<transport>[\w+.-]+)' not allowed/,
    code: 'remote_failed',
    sentence: 'The address of the remote {remote} asks for the transport {transport}, which is not used.',
    hints: ['Give the remote an address with https, ssh or a path: git remote set-url {remote} <address>'],
  },
  {
    name: 'unreachable',
    during: 'reaching',
    pattern:
      /could not resolve|couldn't connect|failed to connect|connection (refused|timed out|reset)|network is unreachable|unable to access/i,
    code: 'remote_failed',
    sentence: 'The remote {remote} could not be reached, so {doing} failed.',
    hints: ['Nothing is lost: run it again when you are online. `git fetch {remote}` says more.'],
  },
  {
    name: 'no remote repository',
    during: 'reaching',
    pattern: /does not appear to be a git repository|repository .* (does not exist|not found)/i,
    code: 'remote_failed',
    sentence: 'There is no repository at the address of the remote {remote}.',
    hints: ['Check it with: git remote get-url {remote}'],
  },
  {
    name: 'failed remotely',
    during: 'reaching',
    pattern: /^/,
    code: 'remote_failed',
    sentence: 'git failed (exit {exitCode}) while {doing}.',
    hints: ['`git fetch {remote}` shows what git says.'],
  },
] as const satisfies readonly Row[];

export function recognise(during: Row['during'], stderr: string): (typeof ROWS)[number] {
  const row = ROWS.find(candidate => candidate.during === during && candidate.pattern.test(stderr));
  if (!row) throw new Error(`No row of the table fits everything during ${during}.`);
  return row;
}

/** The error of a discovery that git refused. */
export function refusal({ stderr, exitCode }: GitOutput, directory: string): UltragitError {
  return explain('discovery', stderr, { directory, exitCode: String(exitCode) });
}

export function noRepository(directory: string): UltragitError {
  return explain('discovery', 'fatal: not a git repository', { directory });
}

/** The error of a process that ended because of what it read; undefined where it ended for another reason. */
export function damageIn(stderr: string, doing: string): UltragitError | undefined {
  return recognise('query', stderr).name === 'damaged' ? explain('query', stderr, { doing }) : undefined;
}

/** The stdout of a call that has no use for a failure; `doing` says in the error what failed. */
export function succeeded({ exitCode, stdout, stderr }: GitOutput, doing: string): string {
  if (exitCode === 0) return stdout;
  throw explain('query', stderr, { doing, exitCode: String(exitCode) });
}

/** As `succeeded`, for what writes. */
export function written({ exitCode, stdout, stderr }: GitOutput, doing: string): string {
  if (exitCode === 0) return stdout;
  throw explain('writing', stderr, { doing, exitCode: String(exitCode) });
}

/** As `succeeded`, for what goes to a remote. */
export function reached(output: GitOutput, remote: string, doing: string): string {
  const { exitCode, stdout, stderr } = output;
  if (exitCode === 0) return stdout;
  throw explain('reaching', stderr, { doing, remote, exitCode: String(exitCode) });
}

function explain(during: Row['during'], stderr: string, facts: Record<string, string>): UltragitError {
  const { pattern, code, sentence, hints } = recognise(during, stderr);
  const known: Record<string, string> = { ...facts, ...pattern.exec(stderr)?.groups };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
  const fillBoth = (hint: Words): Words =>
    typeof hint === 'string' ? fill(hint) : { terminal: fill(hint.terminal), agent: fill(hint.agent) };
  return new UltragitError(code, fill(sentence), hints.map(fillBoth));
}
