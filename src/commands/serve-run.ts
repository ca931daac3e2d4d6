/** What `mcp serve` and the page do when they run: the server over HTTP as a process. A bundle of its own. */
import { resolve } from 'node:path';
import { cacheDirectoryOutside } from '../cache/directory.ts';
import { announceServer, rememberPort, runningServers } from '../cache/running-servers.ts';
import { discover, type Location } from '../git/discover.ts';
import { createLog } from '../log.ts';
import { atMost } from '../mcp/at-most.ts';
import { endProcess } from '../mcp/end-process.ts';
import { portsFor } from '../mcp/http/choose-port.ts';
import type { HttpLimits } from '../mcp/http/limits.ts';
import { pages } from '../mcp/http/pages.ts';
import { type Serving, serveHttp } from '../mcp/http/serve-http.ts';
import { placesFor } from '../mcp/places.ts';
import { builtPage } from '../page/built-page.ts';
import { version } from '../version.ts';
import type { Io } from './io.ts';
import type { Listening } from './mcp-serve.ts';
import { type ClosableAnswering, serverAnswering, sourcesKnownIn } from './server-answering.ts';

export type RunOptions = Listening & {
  repo?: string;
  noteref?: string;
  /** Instead of the line that `mcp serve` prints. */
  onListening?: (serving: Serving) => void;
  /** Tests have their own. */
  answering?: (onBug: (error: unknown) => void) => Promise<ClosableAnswering>;
  limits?: Partial<HttpLimits>;
};

/** As this may stand in another bundle than who calls it, an error of ours goes there as data. */
export type Failed = { message: string; hints: string[] };

type Place = { worktree: string; location?: Location };

/** The directory of the bundle that this is in. */
const BESIDE = new URL('./', import.meta.url);
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Queries at once, of all clients together: one thread works, and git beside it. */
const RUNNING_CALLS = 8;

/** Ends the process when it is told to, at once when it is told twice; comes back only where it could not start. */
export async function runServe(options: RunOptions, io: Io): Promise<Failed | undefined> {
  const { address, token, repo, noteref } = options;
  const surroundings = { repo, noteref, cwd: io.cwd };
  const { worktree, location } = await placeOf(placesFor({ ...surroundings, env: io.env }), io.env);
  const directory = cacheDirectoryOutside([location?.root, location?.gitDir, location?.commonDir], io.env);
  const ending = new AbortController();
  let answering: ClosableAnswering | undefined;
  const end = () => (ending.signal.aborted ? endProcess(process, answering, 'at_once') : ending.abort());
  for (const name of SIGNALS) process.on(name, end);
  const onBug = (error: unknown) => io.stderr.write(`ultragit bug ${describe(error)}\n`);
  // A stray exception or rejection in one call must not take the others down.
  process.on('uncaughtException', onBug);

  const around = (calls: ClosableAnswering) => atMost(RUNNING_CALLS, calls);
  answering = await (options.answering?.(onBug) ?? serverAnswering({ surroundings, onBug, around }));
  let serving: Serving;
  try {
    serving = await serveHttp({
      host: address.host,
      ports: address.port === 0 ? portsFor(worktree, directory) : [address.port],
      token,
      worktree,
      version,
      answering,
      knownSources: () => sourcesKnownIn(surroundings),
      log: createLog(io.env.ULTRAGIT_LOG, line => io.stderr.write(line)),
      onBug,
      clock: () => performance.now(),
      signal: ending.signal,
      pages: pages({ answering, page: () => builtPage(BESIDE), onBug }),
      limits: options.limits,
    });
  } catch (error) {
    return failureOf(error as NodeJS.ErrnoException, options);
  }
  const withdraw = directory === undefined ? () => {} : announce(directory, worktree, serving, options);
  process.once('exit', withdraw);
  (options.onListening ?? (found => tell(io, found, worktree, location !== undefined)))(serving);
  await serving.closed;
  withdraw();
  return endProcess(process, answering);
}

async function placeOf(places: readonly string[], env: Io['env']): Promise<Place> {
  for (const place of places) {
    try {
      const location = await discover(place, env);
      return { worktree: location.root ?? location.gitDir, location };
    } catch {
      // Each call says what is wrong, when it is.
    }
  }
  return { worktree: resolve(places[0] ?? '.') };
}

/** Gives what takes it back. The port is remembered, unless another server of this worktree has its usual one. */
function announce(
  directory: string,
  worktree: string,
  { url, port }: Serving,
  options: RunOptions,
): () => void {
  const others = runningServers(directory).filter(server => server.worktree === worktree);
  if (options.address.port === 0 && others.length === 0) rememberPort(directory, { worktree, port });
  const token = options.token !== undefined;
  const started = new Date().toISOString();
  return announceServer(directory, { worktree, url, pid: process.pid, started, version, token });
}

function tell(io: Io, { url }: Serving, worktree: string, isRepository: boolean): void {
  const what = isRepository ? worktree : `${worktree} (no git repository yet)`;
  const lines = [
    `Ultragit serves ${what} at ${url}. Ctrl-C ends it.`,
    `The page for people is ${new URL('/', url).href}; \`ultragit mcp install --http\` tells a host.`,
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
}

function failureOf(
  { code, message }: NodeJS.ErrnoException,
  { address: { host, port } }: RunOptions,
): Failed {
  const where = `${host}:${port}`;
  const known: Record<string, Failed> = {
    EADDRINUSE: {
      message: `Something else listens at ${where} already.`,
      hints: ['`ultragit mcp status` shows the servers that run.', 'Leave out --addr for a free port.'],
    },
    EACCES: { message: `Listening at ${where} is not allowed.`, hints: ['Choose a port from 1024 up.'] },
    EADDRNOTAVAIL: { message: `${host} is no address of this machine.`, hints: [] },
    ENOTFOUND: { message: `${host} is no name that this machine knows.`, hints: [] },
  };
  return (
    known[code ?? ''] ?? { message: `The server can't listen at ${where}: ${code ?? message}.`, hints: [] }
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
