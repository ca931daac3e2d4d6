/** What the commands that write, or look at what would be written, have in common. */
import { resolve } from 'node:path';
import { oneLine } from '../annotation/sanitise.ts';
import { exitCode, UltragitError } from '../errors.ts';
import type { Commit } from '../git/parsers.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { Workspace } from '../query/workspace.ts';
import type { Look } from '../render/pretty.ts';
import { chooseFormat, type FormatFlags, type FormatName, formatNamed } from './formats.ts';
import type { Io } from './io.ts';
import { printError } from './print-error.ts';
import { readAll } from './read-all.ts';
import { leaveOnSignals } from './signals.ts';
import { lookOf } from './terminal/look.ts';

export type WritingFlags = FormatFlags & { repo?: string; noteref?: string };

export type Opened = {
  workspace: Workspace;
  snapshot: Snapshot;
  /** Where the user's relative paths count from. */
  directory: string;
  format: FormatName;
  look: Look;
};

/** Opens the repository, does it, and says what went wrong: one line for a person, JSON for a program. */
export async function inWorkspace(
  io: Io,
  flags: WritingFlags,
  act: (opened: Opened) => Promise<number>,
): Promise<number> {
  const format = chooseFormat(io, flags);
  const stay = leaveOnSignals();
  let workspace: Workspace | undefined;
  try {
    workspace = await Workspace.open({
      directory: flags.repo ?? io.cwd,
      env: io.env,
      noteref: flags.noteref,
      strictConfig: true,
      useCache: true,
      reading: 'by page',
      said: flags.repo === undefined ? io.said : undefined,
    });
    const snapshot = await workspace.snapshot();
    const directory = flags.repo === undefined ? io.cwd : resolve(io.cwd, flags.repo);
    return await act({ workspace, snapshot, directory, format, look: lookOf(io, flags) });
  } catch (error) {
    if (!(error instanceof UltragitError)) throw error;
    const { renderError } = formatNamed(format);
    if (renderError) io.stdout.write(renderError(error));
    else printError(io, error);
    return exitCode(error);
  } finally {
    workspace?.close();
    stay();
  }
}

/** The commit that a word names; HEAD where none is given. */
export function commitNamed({ repository, head }: Snapshot, revision = 'HEAD'): Promise<Commit> {
  return repository.resolve(revision, head);
}

const MOST_INPUT = 4 * 1024 * 1024;

/** What is on stdin; refuses to wait for somebody to type it, unless that was asked for. */
export async function readStdin({ stdin }: Io, isAskedFor: boolean): Promise<string> {
  if (!stdin || (stdin.isTTY && !isAskedFor)) {
    throw new UltragitError('usage', 'There is nothing to write: no flags, and nothing on stdin.', [
      'Say it in flags: ultragit annotate <path> <unit> --intent "…"',
      'Or fill in a draft: ultragit annotate --draft > note.json, then: ultragit annotate < note.json',
    ]);
  }
  const text = await readAll(stdin, MOST_INPUT);
  if (text !== undefined) return text;
  throw new UltragitError('bad_annotation', 'The input is larger than 1 MiB.', ['Say it shorter.']);
}

export function warn(io: Io, warnings: readonly string[]): void {
  for (const warning of warnings) io.stderr.write(`Note: ${oneLine(warning)}\n`);
}
