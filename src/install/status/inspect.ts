/** Asks any MCP server at an address what it is: in the modern era, else in the legacy one. */

import type { Endpoint } from '../endpoint.ts';
import { type Introduction, legacy, type Met, modern } from './eras.ts';
import { field, type Remedy, type Session, SessionError } from './session.ts';
import { openUrlSession } from './url-session.ts';

export type Tool = { name: string; title?: string; description?: string };

export type Inspected = {
  name?: string;
  title?: string;
  version?: string;
  protocol: string;
  transport: string;
  capabilities: Readonly<Record<string, unknown>>;
  tools: readonly Tool[];
};

/** Pages of a list that go on for ever end here. */
const MOST_PAGES = 20;

/** What another era would not change. */
const FINAL: readonly Remedy[] = ['serve', 'token'];

export async function inspect(
  endpoint: Pick<Endpoint, 'url' | 'headers'>,
  introduction: Introduction & { signal: AbortSignal },
): Promise<Inspected> {
  const visit = async (era: typeof modern): Promise<Inspected> => {
    const session = openUrlSession(endpoint, introduction.signal);
    try {
      const looked = await look(session, await era(session, introduction), introduction);
      return { ...looked, transport: session.transport };
    } finally {
      await session.close();
    }
  };
  try {
    return await visit(modern);
  } catch (error) {
    if (!(error instanceof SessionError) || FINAL.includes(error.remedy)) throw error;
    return visit(legacy);
  }
}

type Looked = Omit<Inspected, 'transport'>;

async function look(session: Session, met: Met, { timeoutMs }: Introduction): Promise<Looked> {
  const capabilities = Object(met.capabilities) as Record<string, unknown>;
  const tools = 'tools' in capabilities ? await toolsOf(session, met.meta, timeoutMs) : [];
  const { serverInfo, protocol } = met;
  return { ...texts(serverInfo, ['name', 'title', 'version']), protocol, capabilities, tools };
}

async function toolsOf(session: Session, meta: Met['meta'], timeoutMs: number): Promise<Tool[]> {
  const found: Tool[] = [];
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page++) {
    const more = typeof cursor === 'string' ? { cursor } : {};
    const listed = await session.request('tools/list', { ...meta, ...more }, timeoutMs);
    const tools = field(listed, 'tools');
    if (!Array.isArray(tools)) throw new SessionError('its list of tools is none', 'address');
    found.push(...tools.map(tool => ({ name: '?', ...texts(tool, ['name', 'title', 'description']) })));
    cursor = field(listed, 'nextCursor');
    if (typeof cursor !== 'string') break;
  }
  return found;
}

/** The fields of these names that are texts. */
function texts<K extends string>(value: unknown, names: readonly K[]): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {};
  for (const name of names) {
    const text = field(value, name);
    if (typeof text === 'string') found[name] = text;
  }
  return found;
}
