/** Git started by simple-git: one command, from its start to all that it said. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { SimpleGit, SimpleGitOptions } from 'simple-git';
import { endGroup } from './owned.ts';
import { commandLine, type GitCommand, type Start } from './runner.ts';
import { startDirectly } from './start.ts';
import { heardFromGit } from './waiting.ts';

type Permissions = NonNullable<SimpleGitOptions['unsafe']>;

/** Variables of the user's own, which mean nothing to a command that asks nothing and shows nothing. */
const OF_THE_USER: Permissions = {
  allowUnsafeCustomBinary: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeEditor: true,
  allowUnsafePager: true,
  allowUnsafeAskPass: true,
};

/** simple-git refuses a binary by path, and what can make git start programs, unless it is named. */
const PERMISSIONS: Record<GitCommand['place']['mode'], Permissions> = {
  private: { allowUnsafeCustomBinary: true, allowUnsafeConfigPaths: true },
  // An empty template, which turns the user's own off.
  user: { ...OF_THE_USER, allowUnsafeTemplateDir: true },
  // The flags that turn hooks and monitor off.
  writing: { ...OF_THE_USER, allowUnsafeHooksPath: true, allowUnsafeFsMonitor: true },
};

/** For a remote all: the user's own environment may name any program, and `GIT_CONFIG_KEY_0` any setting. */
const REACHING: Permissions = {
  ...PERMISSIONS.writing,
  ...Object.fromEntries(
    'Alias CommandBinaries ConfigEnvCount CredentialHelper DiffExternal DiffTextConv Exec Filter GitProxy GpgProgram Include MergeDriver Pack ProtocolOverride SshCommand Submodule TemplateDir UrlRewrite'
      .split(' ')
      .map(name => [`allowUnsafe${name}`, true]),
  ),
  // Else the programs that git starts there would have to write git's options in full.
  allowAbbreviatedOptions: true,
};

/** No string can be longer. */
const LONGEST_OUTPUT = 512 * 1024 * 1024 - 1024;

export const startSimpleGit: Start = async (command, onStart) => {
  const { place, input } = command;
  const words = commandLine(command);
  // One that writes keeps the terminal, on which git may ask for a password, and with it our own group.
  const leads = place.mode !== 'writing' && process.platform !== 'win32';
  let status = { exitCode: 0, stderr: '' };
  const options: Partial<SimpleGitOptions> = {
    baseDir: place.cwd,
    binary: place.git,
    // By default a timer waits for 50 ms after each exit, and the program with it.
    completion: { onClose: true, onExit: false },
    allowEnvironment: Object.keys(place.env),
    unsafe: place.mode === 'writing' && place.reaches ? REACHING : PERMISSIONS[place.mode],
    // Without this, simple-git throws where git said no.
    errors(_error, result) {
      status = { exitCode: result.exitCode, stderr: Buffer.concat(result.stdErr).toString() };
      return undefined;
    },
  };

  const { simpleGit } = await import('simple-git');
  const git = inPlace(() => simpleGit(options));
  if (!git) return startDirectly(command, onStart);

  const started = expectSpawn({ file: place.git, words, leads });
  try {
    const stdout = await git
      .env(place.env)
      .outputHandler((_command, output) => {
        const child = started();
        if (child) {
          follow(child, leads);
          // simple-git leaves stdin open where there is no input. Git may end without reading it.
          child.stdin?.on('error', () => undefined);
          child.stdin?.end(input);
          onStart(child);
        }
        // After a command that printed nothing simple-git waits for 50 ms more, in case of late output. There is
        // none: it has waited for all streams to close. An empty chunk counts as output.
        output.once('end', () => output.emit('data', Buffer.alloc(0)));
      })
      .raw(words);
    return { ...status, stdout };
  } finally {
    started();
  }
};

/** simple-git asks for the working directory of this process, though it is given another one; none where it is gone. */
function inPlace(make: () => SimpleGit): SimpleGit | undefined {
  try {
    return make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === 'uv_cwd') return undefined;
    throw error;
  }
}

/** What simple-git is about to start. Which of several is which follows from what is called right after each spawn. */
type Expected = { file: string; words: readonly string[]; leads: boolean };

const expected = new Set<Expected>();
let newest: ChildProcess | undefined;

/** To be called right after the spawn: gives the child, and expects no other. */
function expectSpawn(coming: Expected): () => ChildProcess | undefined {
  if (expected.size === 0) subscribe('child_process', onCreate);
  expected.add(coming);
  return () => {
    if (!expected.delete(coming)) return undefined;
    if (expected.size === 0) unsubscribe('child_process', onCreate);
    const child = newest;
    newest = undefined;
    return child;
  };
}

/**
 * simple-git keeps its children to itself, and has no option to make one the leader of a process group. Node says which
 * children it makes, before it spawns them.
 */
function onCreate(message: unknown): void {
  const { process: child } = message as { process: Spawning };
  const spawn = child.spawn.bind(child);
  child.spawn = options => {
    const found = [...expected].find(one => isSame(one, options));
    if (!found) return spawn(options);
    newest = child;
    // Without a file handle left, simple-git fails before it listens for the error, and the process with it.
    child.on('error', () => undefined);
    return spawn({ ...options, detached: found.leads });
  };
}

/** As node has them: with the name of the program as the first word. */
type SpawnOptions = { file: string; args: readonly string[] };

/** Not in the types: how node's own functions spawn what they made. */
type Spawning = ChildProcess & { spawn(options: SpawnOptions & { detached?: boolean }): unknown };

function isSame({ file, words }: Expected, spawned: SpawnOptions): boolean {
  const [, ...args] = spawned.args;
  return (
    file === spawned.file && words.length === args.length && words.every((word, at) => word === args[at])
  );
}

function follow(child: ChildProcess, leads: boolean): void {
  // What it started and left behind would keep our pipes open.
  if (leads) child.on('exit', () => endGroup(child.pid));
  let size = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LONGEST_OUTPUT) child.kill('SIGKILL');
    });
  }
  child.stdout?.on('data', heardFromGit);
  child.on('close', heardFromGit);
}
