/** Which revision a message of a POST speaks, by its body and its headers, and what that asks of it. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  failure,
  type Id,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isRpcError,
  METHOD_NOT_FOUND,
  type Message,
  quoted,
  RpcError,
} from '../jsonrpc.ts';
import {
  isModern,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  recognise,
  UNSUPPORTED_VERSION,
  VERSION_KEY,
} from '../protocol.ts';
import { checkModernHeaders } from './modern-headers.ts';
import { JSON_TYPE, NOT_KNOWN, type Reply, refusal } from './reply.ts';

/** `new`: a handshake. `single`: a message that stands alone, of the modern era or of who does not shake hands. */
export type Route =
  | { kind: 'new' | 'single' }
  | { kind: 'session'; id: string }
  | { kind: 'refused'; reply: Reply };

/** From this one on, a client that has shaken hands says its version with every request. */
const FIRST_WITH_HEADER = '2025-06-18';

export function route(message: Message | readonly unknown[], headers: IncomingHttpHeaders): Route {
  const version = headers['mcp-protocol-version']?.toString();
  const session = headers['mcp-session-id']?.toString();
  if (isOfModernEra(message)) return modern(message, headers);
  if (version !== undefined && MODERN_VERSIONS.includes(version)) return withoutEnvelope(message);
  if (version !== undefined && !LEGACY_VERSIONS.some(known => known === version)) {
    return refused(message, unsupported(version));
  }
  if (isHandshake(message)) return { kind: 'new' };
  if (session !== undefined) return { kind: 'session', id: session };
  return version !== undefined && version >= FIRST_WITH_HEADER
    ? { kind: 'refused', reply: noSession(idOf(message)) }
    : { kind: 'single' };
}

export function noSession(id: Id | null): Reply {
  const what = 'The header Mcp-Session-Id is missing: the reply to initialize has it.';
  return refusal(400, what, { id });
}

/** Clients shake hands again when they see this. */
export function unknownSession(id: Id | null): Reply {
  return refusal(404, 'Session not found', { code: NOT_KNOWN, id });
}

export function idOf(message: Message | readonly unknown[]): Id | null {
  return 'kind' in message && message.kind === 'request' ? message.id : null;
}

function isOfModernEra(message: Message | readonly unknown[]): message is Message {
  return 'kind' in message && 'params' in message && isModern(message.params);
}

function isHandshake(message: Message | readonly unknown[]): boolean {
  return 'kind' in message && message.kind === 'request' && message.method === 'initialize';
}

function modern(message: Message, headers: IncomingHttpHeaders): Route {
  if (message.kind !== 'request') return { kind: 'single' };
  try {
    checkModernHeaders(message, headers);
    recognise(message.method, message.params);
    return { kind: 'single' };
  } catch (error) {
    if (isRpcError(error)) return refused(message, error);
    throw error;
  }
}

/** The header names the modern era, and the body does not. */
function withoutEnvelope(message: Message | readonly unknown[]): Route {
  if (!('kind' in message)) {
    return refused(
      message,
      new RpcError(INVALID_REQUEST, 'Invalid request: this protocol version has no batches'),
    );
  }
  if (message.kind !== 'request') return { kind: 'single' };
  return refused(message, new RpcError(INVALID_PARAMS, `Missing in _meta: ${VERSION_KEY}`));
}

function refused(message: Message | readonly unknown[], { code, message: text, data }: RpcError): Route {
  const status = code === METHOD_NOT_FOUND ? 404 : 400;
  return {
    kind: 'refused',
    reply: { status, type: JSON_TYPE, body: failure(idOf(message), code, text, data) },
  };
}

function unsupported(version: string): RpcError {
  const data = { supported: [...MODERN_VERSIONS, ...LEGACY_VERSIONS], requested: quoted(version) };
  return new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', data);
}
