/** Speaks to a server as a host would, in both protocol versions: lists its tools and calls one. */

import { DEFAULT_NOTEREF } from '../../config.ts';
import type { Launch } from '../launch.ts';
import { openSession, type Remedy, type Session, SessionError } from './session.ts';

export type Seen = {
  protocols: string[];
  tools: string[];
  repository?: string;
  /** Why there is nothing to answer from, which is no fault of the entry. */
  nothing?: string;
  notesRef?: string;
  annotations?: number;
};

export type Finding = { seen: Seen } | { reason: string; remedy: Remedy };

export type ProbeOptions = {
  version: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** Whether a server that finds no repository fails. */
  needsRepository: boolean;
};

type Options = ProbeOptions;

const TOOL = 'ultragit_summary';
const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';
/** After this time a host assumes that the server knows the legacy protocol only. */
const DISCOVER_MS = 3_000;
const META = 'io.modelcontextprotocol/';

type Era = (
  session: Session,
  options: Options,
) => Promise<{ protocol: string; meta: Record<string, unknown> }>;

const modern: Era = async (session, { version, timeoutMs }) => {
  const meta = {
    _meta: {
      [`${META}protocolVersion`]: MODERN,
      [`${META}clientInfo`]: { name: 'ultragit-status', version },
      [`${META}clientCapabilities`]: {},
    },
  };
  const answer = await session.request('server/discover', meta, Math.min(timeoutMs, DISCOVER_MS));
  const supported = field(answer, 'supportedVersions');
  if (!Array.isArray(supported) || !supported.includes(MODERN)) throw unexpected('server/discover');
  return { protocol: MODERN, meta };
};

const legacy: Era = async (session, { version, timeoutMs }) => {
  const hello = {
    protocolVersion: LEGACY,
    capabilities: {},
    clientInfo: { name: 'ultragit-status', version },
  };
  const protocol = field(await session.request('initialize', hello, timeoutMs), 'protocolVersion');
  if (typeof protocol !== 'string') throw unexpected('initialize');
  session.notify('notifications/initialized');
  return { protocol, meta: {} };
};

export async function probe(launch: Launch, options: Options): Promise<Finding> {
  const [inModern, inLegacy] = await Promise.all([
    visit(modern, launch, options),
    visit(legacy, launch, options),
  ]);
  if ('reason' in inModern) return inLegacy;
  if ('reason' in inLegacy) return inModern;
  return { seen: { ...inModern.seen, protocols: [...inModern.seen.protocols, ...inLegacy.seen.protocols] } };
}

async function visit(era: Era, launch: Launch, options: Options): Promise<Finding> {
  let session: Session | undefined;
  try {
    session = openSession(launch, options.signal);
    const { protocol, meta } = await era(session, options);
    const tools = toolNames(await session.request('tools/list', meta, options.timeoutMs));
    if (!tools.includes(TOOL)) throw new SessionError(`it has no tool ${TOOL}`, 'rewrite');
    const call = { ...meta, name: TOOL, arguments: { path: '.' } };
    const answer = await session.request('tools/call', call, options.timeoutMs * 3);
    if (field(answer, 'isError') === true) {
      const said = firstText(answer);
      if (isTooEarly(said, options)) return { seen: { protocols: [protocol], tools, nothing: said } };
      throw new SessionError(`${TOOL} failed: ${said}`, 'elsewhere');
    }
    return { seen: { protocols: [protocol], tools, ...facts(field(answer, 'structuredContent')) } };
  } catch (error) {
    if (error instanceof SessionError) return { reason: error.message, remedy: error.remedy };
    throw error;
  } finally {
    await session?.close();
  }
}

/** A repository may come later, and so may its first commit. */
const isTooEarly = (said: string, { needsRepository }: Options): boolean =>
  said.startsWith('This branch has no commits yet') ||
  (!needsRepository && said.startsWith('Not a git repository'));

/** The notes ref, which is not named where it is the default, and how much is annotated, as `ultragit_summary` says. */
function facts(answer: unknown): Pick<Seen, 'repository' | 'notesRef' | 'annotations'> {
  const scope = field(answer, 'scope');
  const [repository, ref] = [field(scope, 'repository'), field(scope, 'notes_ref') ?? DEFAULT_NOTEREF];
  const stats = field(answer, 'stats');
  const [units, others = 0] = [field(stats, 'annotated_units'), field(stats, 'other_regions')];
  return {
    ...(typeof repository === 'string' && { repository }),
    ...(typeof ref === 'string' && { notesRef: ref }),
    ...(typeof units === 'number' && typeof others === 'number' && { annotations: units + others }),
  };
}

function toolNames(listed: unknown): string[] {
  const tools = field(listed, 'tools');
  return Array.isArray(tools) ? tools.map(tool => String(field(tool, 'name'))) : [];
}

function firstText(answer: unknown): string {
  const content = field(answer, 'content');
  return Array.isArray(content) ? String(field(content[0], 'text') ?? 'no reason given') : 'no reason given';
}

const unexpected = (method: string) =>
  new SessionError(`its answer to ${method} is not what the protocol asks for`, 'rewrite');

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
