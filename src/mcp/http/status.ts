import { LEGACY_VERSIONS, MODERN_VERSIONS } from '../protocol.ts';
import type { Counted } from './counted.ts';
import { JSON_TYPE, type Reply } from './reply.ts';

type Server = { version: string; worktree: string };
type State = { started: Date; clients: number; calls: Counted };

/** How a server is, for `mcp status` and whoever looks after it. */
export async function status(
  { version, worktree }: Server,
  { started, clients, calls }: State,
): Promise<Reply> {
  const { tools } = JSON.parse((await calls.list()).json) as { tools: { name: string }[] };
  const { running, answered, lastError } = calls;
  const body = {
    name: 'ultragit',
    version,
    protocols: [...MODERN_VERSIONS, ...LEGACY_VERSIONS],
    worktree,
    pid: process.pid,
    started: started.toISOString(),
    clients,
    calls: { running, answered },
    tools: tools.map(({ name }) => name),
    last_error: lastError,
  };
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(body) };
}
