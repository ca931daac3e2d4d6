/** The servers of this user that run, as their state files and they themselves say. */

import { forgetServer, type RunningServer, runningServers } from '../../cache/running-servers.ts';
import { authorization } from '../endpoint.ts';
import { exchange, WHOLE } from './exchange.ts';
import { field, parseMessage, SessionError } from './session.ts';

export type RunningStatus = {
  server: RunningServer;
  state: 'ok' | 'needs_token' | 'failed';
  clients?: number;
  calls?: { running: number; answered: number };
  tools?: readonly string[];
  lastError?: string;
  reason?: string;
};

/** `directory` is the user's cache directory. */
type Asking = { directory: string; token: string | undefined; timeoutMs: number; signal: AbortSignal };

/** The oldest first. Those at whose address nothing listens are gone, and their files with them. */
export async function runningStatus(
  asking: Asking,
  isMeant: (server: RunningServer) => boolean = () => true,
): Promise<RunningStatus[]> {
  const servers = runningServers(asking.directory)
    .filter(isMeant)
    .sort((a, b) => a.started.localeCompare(b.started));
  const asked = await Promise.all(servers.map(server => ask(server, asking)));
  return asked.flatMap(one => one ?? []);
}

async function ask(server: RunningServer, asking: Asking): Promise<RunningStatus | undefined> {
  const { token, timeoutMs: deadlineMs, signal } = asking;
  const url = new URL('/status', server.url);
  const get = (headers: Record<string, string>) =>
    exchange({ url, method: 'GET', headers, deadlineMs, what: '/status', signal }, WHOLE);
  try {
    const first = await get({});
    // Only whoever asks for a token gets it.
    const { status, text } = first.status === 401 && token ? await get(authorization(token)) : first;
    if (status === 401) return { server, state: 'needs_token' };
    const said = status === 200 ? parseMessage(text) : undefined;
    // Another program may have the port by now.
    if (field(said, 'name') !== 'ultragit' || field(said, 'pid') !== server.pid)
      return forgotten(server, asking);
    return { server, state: 'ok', ...facts(said) };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    if (error.message.startsWith('nothing listens')) return forgotten(server, asking);
    return { server, state: 'failed', reason: error.message };
  }
}

function forgotten(server: RunningServer, { directory }: Asking): undefined {
  forgetServer(directory, server);
  return undefined;
}

function facts(said: unknown): Pick<RunningStatus, 'clients' | 'calls' | 'tools' | 'lastError'> {
  const [clients, tools, lastError] = [
    field(said, 'clients'),
    field(said, 'tools'),
    field(said, 'last_error'),
  ];
  const calls = field(said, 'calls');
  const [running, answered] = [field(calls, 'running'), field(calls, 'answered')];
  return {
    ...(typeof clients === 'number' && { clients }),
    ...(typeof running === 'number' && typeof answered === 'number' && { calls: { running, answered } }),
    ...(Array.isArray(tools) && { tools: tools.map(String) }),
    ...(lastError !== undefined && lastError !== null && { lastError: errorOf(lastError) }),
  };
}

const errorOf = (said: unknown): string => (typeof said === 'string' ? said : JSON.stringify(said));
