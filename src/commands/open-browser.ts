import { spawn } from 'node:child_process';
import { shellWords } from './completion/shell-words.ts';
import type { Io } from './io.ts';
import { findProgram } from './terminal/pager.ts';

type Surroundings = Pick<Io, 'env' | 'platform'>;

/** Starts a browser, which goes on by itself; where there is none, the address that was printed is all. */
export function openBrowser(io: Surroundings & Pick<Io, 'stderr' | 'home'>, address: string): void {
  const [name, ...args] = browserCommand(io, address);
  const program = name === undefined ? undefined : findProgram(name, io.env, io.platform);
  const fail = () => io.stderr.write('No browser could be started: open the address in one.\n');
  if (program === undefined) {
    fail();
    return;
  }
  // No shell, no terminal that it could write to, and not in the repository, whose files it could take for its own.
  const browser = spawn(program, args, { cwd: io.home, stdio: 'ignore', detached: true, windowsHide: true });
  browser.once('error', fail);
  browser.once('exit', code => code !== 0 && code !== null && fail());
  browser.unref();
}

/** The program and its arguments; empty where none can be known. */
export function browserCommand({ env, platform }: Surroundings, address: string): string[] {
  const [wanted = ''] = (env.BROWSER ?? '').split(platform === 'win32' ? ';' : ':');
  if (wanted.trim() !== '') return withAddress(wordsOf(wanted.trim(), platform), address);
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  // Without a display it would look for a browser that needs a terminal.
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', address] : [];
}

/** A path with a space is quoted; on Windows, a backslash is part of one. */
function wordsOf(command: string, platform: NodeJS.Platform): string[] {
  return shellWords(platform === 'win32' ? command.replaceAll('\\', '\\\\') : command);
}

function withAddress(words: readonly string[], address: string): string[] {
  return words.some(word => word.includes('%s'))
    ? words.map(word => word.replaceAll('%s', () => address))
    : [...words, address];
}
