import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { SimpleGitOptions } from 'simple-git';
import { commandLine, type GitCommand, type Start } from './runner.ts';

/** simple-git refuses a binary by path, and variables that can make git start programs, unless they are named. */
const UNSAFE: Record<GitCommand['place']['mode'], SimpleGitOptions['unsafe']> = {
  private: { allowUnsafeCustomBinary: true, allowUnsafeConfigPaths: true },
  user: {
    allowUnsafeCustomBinary: true,
    allowUnsafeConfigPaths: true,
    allowUnsafeEditor: true,
    allowUnsafePager: true,
    allowUnsafeAskPass: true,
  },
  // The two last are what turns both off.
  writing: {
    allowUnsafeCustomBinary: true,
    allowUnsafeConfigPaths: true,
    allowUnsafeEditor: true,
    allowUnsafePager: true,
    allowUnsafeAskPass: true,
    allowUnsafeHooksPath: true,
    allowUnsafeFsMonitor: true,
  },
};

export const startSimpleGit: Start = async (command, onStart) => {
  const { place, input } = command;
  const { simpleGit } = await import('simple-git');
  let status = { exitCode: 0, stderr: '' };
  const options: Partial<SimpleGitOptions> = {
    baseDir: place.cwd,
    binary: place.git,
    // By default a timer waits for 50 ms after each exit, and the program with it.
    completion: { onClose: true, onExit: false },
    allowEnvironment: Object.keys(place.env),
    unsafe: UNSAFE[place.mode],
    // Without this, simple-git throws where git said no.
    errors(_error, result) {
      status = { exitCode: result.exitCode, stderr: Buffer.concat(result.stdErr).toString() };
      return undefined;
    },
    ...(input === undefined ? {} : { input: () => input }),
  };

  // simple-git keeps its children to itself and only interrupts them; node says which ones it makes.
  let newest: ChildProcess | undefined;
  const onCreate = (message: unknown) => {
    newest = (message as { process: ChildProcess }).process;
    // Without a file handle left, simple-git fails before it listens for the error, and the process with it.
    newest.on('error', () => undefined);
  };
  const ignoreOthers = () => unsubscribe('child_process', onCreate);
  subscribe('child_process', onCreate);
  try {
    const stdout = await simpleGit(options)
      .env(place.env)
      .outputHandler((_command, output) => {
        ignoreOthers();
        // Called right after the spawn, so the newest child is this one.
        if (newest) onStart(newest);
        // After a command that printed nothing simple-git waits for 50 ms more, in case of late output. There is
        // none: it has waited for all streams to close. An empty chunk counts as output.
        output.once('end', () => output.emit('data', Buffer.alloc(0)));
      })
      .raw(commandLine(command));
    return { ...status, stdout };
  } finally {
    ignoreOthers();
  }
};
