/** How a client introduces itself in each era of the protocol, and what it learns of the server. */

import { DISCOVER_DEADLINE } from '../../deadlines.ts';
import { field, type Session, SessionError } from './session.ts';

export type Introduction = { version: string; timeoutMs: number };

export type Met = {
  protocol: string;
  /** Goes with every request of this era. */
  meta: Record<string, unknown>;
  serverInfo: unknown;
  capabilities: unknown;
};

export type Era = (session: Session, introduction: Introduction) => Promise<Met>;

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';
const META = 'io.modelcontextprotocol/';

export const modern: Era = async (session, { version, timeoutMs }) => {
  const meta = {
    _meta: {
      [`${META}protocolVersion`]: MODERN,
      [`${META}clientInfo`]: { name: 'ultragit-status', version },
      [`${META}clientCapabilities`]: {},
    },
  };
  const answer = await session.request('server/discover', meta, Math.min(timeoutMs, DISCOVER_DEADLINE));
  const supported = field(answer, 'supportedVersions');
  if (!Array.isArray(supported) || !supported.includes(MODERN)) throw unexpected('server/discover');
  const serverInfo = field(field(answer, '_meta'), `${META}serverInfo`);
  return { protocol: MODERN, meta, serverInfo, capabilities: field(answer, 'capabilities') };
};

export const legacy: Era = async (session, { version, timeoutMs }) => {
  const hello = {
    protocolVersion: LEGACY,
    capabilities: {},
    clientInfo: { name: 'ultragit-status', version },
  };
  const answer = await session.request('initialize', hello, timeoutMs);
  const protocol = field(answer, 'protocolVersion');
  if (typeof protocol !== 'string') throw unexpected('initialize');
  await session.notify('notifications/initialized', timeoutMs);
  const [serverInfo, capabilities] = [field(answer, 'serverInfo'), field(answer, 'capabilities')];
  return { protocol, meta: {}, serverInfo, capabilities };
};

const unexpected = (method: string) =>
  new SessionError(`its answer to ${method} is not what the protocol asks for`, 'rewrite');
