/** A session with a server at an address, over Streamable HTTP: each message is a request of its own. */

import type { Endpoint } from '../endpoint.ts';
import { EventStream } from './event-stream.ts';
import { type Exchange, exchange, type IsEnough, type Reply } from './exchange.ts';
import { errorText, field, type Message, parseMessage, type Session, SessionError } from './session.ts';

const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion';
const ACCEPT = 'application/json, text/event-stream';
const GOODBYE_MS = 1_000;

export function openHttpSession(
  { url, headers }: Pick<Endpoint, 'url' | 'headers'>,
  signal: AbortSignal,
): Session {
  let lastId = 0;
  /** What `initialize` agreed on. */
  let agreed: Record<string, string> = {};

  const ask = (
    asked: Pick<Exchange, 'method' | 'what' | 'deadlineMs' | 'headers' | 'body'>,
    enough: (type: string) => IsEnough = anything,
  ) => exchange({ url, signal, ...asked, headers: { ...headers, ...asked.headers } }, enough);

  const post = (
    message: object,
    method: string,
    own: Record<string, string>,
    deadlineMs: number,
    id?: number,
  ) => {
    const more = { Accept: ACCEPT, 'Content-Type': 'application/json', ...own };
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    return ask({ method: 'POST', what: method, deadlineMs, headers: more, body }, untilAnswered(id));
  };

  return {
    async request(method, params, deadlineMs) {
      const id = ++lastId;
      const own = modernHeaders(method, params) ?? agreed;
      const reply = await post({ id, method, params }, method, own, deadlineMs, id);
      const result = resultOf(reply, id);
      if (method === 'initialize') agreed = agreedOn(reply, result);
      return result;
    },
    async notify(method, deadlineMs) {
      await post({ method }, method, agreed, deadlineMs);
    },
    async close() {
      if (agreed['Mcp-Session-Id'] === undefined || signal.aborted) return;
      const goodbye = { method: 'DELETE', what: 'DELETE', deadlineMs: GOODBYE_MS, headers: agreed } as const;
      // Servers may refuse it, and nothing depends on it.
      await ask(goodbye).catch(() => {});
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

const anything = (): IsEnough => () => false;

/** An event stream may stay open after the answer. */
const untilAnswered =
  (id: number | undefined) =>
  (type: string): IsEnough => {
    if (type !== 'text/event-stream' || id === undefined) return () => false;
    const events = new EventStream();
    return chunk => events.push(chunk).some(text => isAnswer(parseMessage(text), id));
  };

const isAnswer = (message: Message | undefined, id: number): boolean =>
  message !== undefined && message.id === id && message.method === undefined;

function resultOf(reply: Reply, id: number): unknown {
  refuseStatus(reply);
  const message = messagesIn(reply).find(
    one => isAnswer(one, id) || ((one?.id ?? null) === null && one?.error !== undefined),
  );
  if (message?.error !== undefined) {
    throw new SessionError(`it answered: ${errorText(message.error)}`, 'address');
  }
  if (message !== undefined && 'result' in message) return message.result;
  throw new SessionError(notMcp(reply), 'address');
}

function messagesIn({ type, text }: Reply): (Message | undefined)[] {
  if (type !== 'text/event-stream') return [parseMessage(text)];
  return new EventStream().push(`${text}\n\n`).map(parseMessage);
}

/** What the status alone says. */
function refuseStatus({ status, header }: Reply): void {
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

function notMcp({ status, type, text }: Reply): string {
  if (type === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text)) {
    return `it answers with a web page (${status}), not with MCP`;
  }
  if (status === 404 || status === 405) return `no MCP server answers at this path (${status})`;
  if (text.trim() === '') return `its answer is empty (${status})`;
  return `its answer is no message of MCP (${status}): ${text.trim().slice(0, 80)}`;
}
