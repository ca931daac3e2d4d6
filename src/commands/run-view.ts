/** What `view` does: finds the place, a server that shows it, or starts one, and opens a browser. Loaded when it runs. */
import { resolve } from 'node:path';
import { oneLine } from '../annotation/sanitise.ts';
import { exitCode, UltragitError } from '../errors.ts';
import type { Location } from '../git/discover.ts';
import { link, type Place } from '../page/link.ts';
import { findPlace } from '../pipeline/scope/find-place.ts';
import { scopeToday } from '../pipeline/scope/scope-in-history.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { read } from '../query/read/definition.ts';
import { Workspace } from '../query/workspace.ts';
import type { Io } from './io.ts';
import { listeningOf, type ServeFlags } from './mcp-serve.ts';
import { openBrowser } from './open-browser.ts';
import { printError } from './print-error.ts';
import { progressOn } from './progress.ts';
import { questionOf } from './question.ts';
import { serverOf } from './server-of.ts';
import { leaveOnSignals } from './signals.ts';

export type ViewFlags = ServeFlags & { open: boolean };

const ANYWHERE = '127.0.0.1:0';

export async function runView(io: Io, word: string | undefined, flags: ViewFlags): Promise<number> {
  try {
    const listening = listeningOf(flags, io);
    const { location, place } = await look(io, word, flags);
    const fragment = place ? `#${link(place)}` : '';
    const show = (server: string, says: string) => {
      const address = `${new URL('/', server)}${fragment}`;
      io.stdout.write(`${says} ${address}\n`);
      if (flags.open) openBrowser(io, address);
    };
    const isPlain = flags.addr === ANYWHERE && listening.token === undefined && flags.noteref === undefined;
    const running = isPlain ? await serverOf(location, io.env) : undefined;
    if (running !== undefined) {
      show(running, 'A server of this worktree is running already. It shows the page at');
      return 0;
    }
    const { runServe } = await import('./serve-run.ts');
    const failed = await runServe(
      {
        ...flags,
        ...listening,
        onListening: ({ url }) => show(url, 'Ctrl-C ends the server. It shows the page at'),
      },
      io,
    );
    if (!failed) return 0;
    printError(io, new UltragitError('usage', failed.message, failed.hints));
    return 1;
  } catch (error) {
    if (!(error instanceof UltragitError)) throw error;
    printError(io, error);
    return exitCode(error);
  }
}

/** Where the repository is, and which place of it is meant; absent where that is all of it. */
async function look(
  io: Io,
  word: string | undefined,
  { repo, noteref }: ViewFlags,
): Promise<{ location: Location; place?: Place }> {
  const progress = progressOn(io);
  const stay = leaveOnSignals();
  let workspace: Workspace | undefined;
  try {
    workspace = await Workspace.open({
      ...{ directory: repo ?? io.cwd, env: io.env, noteref, strictConfig: false, useCache: true },
      ...{ reading: 'by page', said: repo === undefined ? io.said : undefined },
    });
    const directory = repo === undefined ? io.cwd : resolve(io.cwd, repo);
    const snapshot = await workspace.snapshot({ progress: progress.report });
    const place = word === undefined ? undefined : await placeMeant(snapshot, word, directory);
    return { location: workspace.repository.location, place };
  } finally {
    progress.clear();
    workspace?.close();
    stay();
  }
}

/** As `read` takes it; of a directory, all of the repository is shown. */
async function placeMeant(snapshot: Snapshot, word: string, directory: string): Promise<Place | undefined> {
  const { path, anchor, lines } = (await questionOf(snapshot, read, [word], {}, directory)) as Place;
  const { isDirectory } = await findPlace(snapshot.repository, snapshot.head, path, true);
  if (isDirectory) return undefined;
  const scope = await scopeToday(snapshot, { path, anchor, lines });
  const [unit, ...others] = scope.anchor?.units ?? [];
  const name = unit && others.length === 0 ? unit.name : anchor;
  return { path: oneLine(scope.path), anchor: name === undefined ? undefined : oneLine(name), lines };
}
