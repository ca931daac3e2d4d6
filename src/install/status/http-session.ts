/** A session with a server at an address, over Streamable HTTP: each message is a request of its own. */

import type { Endpoint } from '../endpoint.ts';
import { EventStream } from './event-stream.ts';
import { type Exchange, exchange, type Reply, STATUS, type Wants, WHOLE } from './exchange.ts';
import { errorText, field, type Message, parseMessage, type Session, SessionError } from './session.ts';

const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion';
const ACCEPT = 'application/json, text/event-stream';
const GOODBYE_MS = 1_000;

/** A request, or without an id a notification. */
type Sent = { id?: number; method: string; params?: Record<string, unknown> };

export function openHttpSession(
  { url, headers }: Pick<Endpoint, 'url' | 'headers'>,
  signal: AbortSignal,
): Session {
  let lastId = 0;
  /** What `initialize` agreed on. */
  let agreed: Record<string, string> = {};

  type Asked = Pick<Exchange, 'method' | 'what' | 'deadlineMs' | 'headers' | 'body'>;
  const ask = (asked: Asked, wants: Wants) =>
    exchange({ url, signal, ...asked, headers: { ...headers, ...asked.headers } }, wants);

  const post = (message: Sent, own: Record<string, string>, deadlineMs: number) => {
    const { id, method: what } = message;
    const more = { Accept: ACCEPT, 'Content-Type': 'application/json', ...own };
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const wants = id === undefined ? STATUS : untilAnswered(id);
    return ask({ method: 'POST', what, deadlineMs, headers: more, body }, wants);
  };

  return {
    async request(method, params, deadlineMs) {
      const id = ++lastId;
      const own = modernHeaders(method, params) ?? agreed;
      const reply = await post({ id, method, params }, own, deadlineMs);
      const result = resultOf(reply, id);
      if (method === 'initialize') agreed = agreedOn(reply, result);
      return result;
    },
    async notify(method, deadlineMs) {
      await post({ method }, agreed, deadlineMs);
    },
    async close() {
      if (agreed['Mcp-Session-Id'] === undefined || signal.aborted) return;
      const goodbye = { method: 'DELETE', what: 'DELETE', deadlineMs: GOODBYE_MS, headers: agreed } as const;
      // Servers may refuse it, and nothing depends on it.
      await ask(goodbye, STATUS).catch(() => {});
    },
  };
}

/** Undefined in the legacy era. */
function modernHeaders(method: string, params: Record<string, unknown>): Record<string, string> | undefined {
  const version = field(params._meta, VERSION_FIELD);
  if (typeof version !== 'string') return undefined;
  return {
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(typeof params.name === 'string' && { 'Mcp-Name': params.name }),
  };
}

function agreedOn(reply: Reply, result: unknown): Record<string, string> {
  const [version, id] = [field(result, 'protocolVersion'), reply.header('mcp-session-id')];
  return {
    ...(typeof version === 'string' && { 'MCP-Protocol-Version': version }),
    ...(id !== undefined && { 'Mcp-Session-Id': id }),
  };
}

/** An event stream may stay open after the answer. */
const untilAnswered =
  (id: number): Wants =>
  type => {
    if (type !== 'text/event-stream') return WHOLE(type);
    const events = new EventStream();
    return chunk => events.push(chunk).some(({ data }) => isAnswer(parseMessage(data), id));
  };

const isAnswer = (message: Message | undefined, id: number): boolean =>
  message !== undefined && message.id === id && message.method === undefined;

function resultOf(reply: Reply, id: number): unknown {
  refuseStatus(reply);
  const message = messagesIn(reply).find(
    one => isAnswer(one, id) || ((one?.id ?? null) === null && one?.error !== undefined),
  );
  if (message?.error !== undefined) {
    throw new SessionError(`it answered: ${errorText(message.error)}`, 'address', reply.status);
  }
  if (message !== undefined && 'result' in message) return message.result;
  throw new SessionError(notMcp(reply), 'address', reply.status);
}

function messagesIn({ type, text }: Reply): (Message | undefined)[] {
  if (type !== 'text/event-stream') return [parseMessage(text)];
  return new EventStream().push(`${text}\n\n`).map(({ data }) => parseMessage(data));
}

/** What the status alone says. */
export function refuseStatus({ status, header }: Reply): void {
  if (status === 401) throw new SessionError('it needs a token, or refuses the one it got (401)', 'token');
  if (status >= 300 && status < 400) {
    const target = header('location');
    throw new SessionError(
      `it sends elsewhere (${status})${target ? `, to ${target.slice(0, 200)}` : ''}, which is not followed`,
      'address',
    );
  }
  if (status === 429 || status === 503) throw new SessionError(`it is busy (${status})`, 'serve');
}

export function notMcp({ status, type, text }: Reply): string {
  if (type === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text)) {
    return `it answers with a web page (${status}), not with MCP`;
  }
  if (status === 404 || status === 405) return `no MCP server answers at this path (${status})`;
  if (text.trim() === '') return `its answer is empty (${status})`;
  return `its answer is no message of MCP (${status}): ${text.trim().slice(0, 80)}`;
}
