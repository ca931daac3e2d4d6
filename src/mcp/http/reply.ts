/** Replies that are whole before they are sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { failure, type Id } from '../jsonrpc.ts';

export type Reply = {
  status: number;
  type?: string;
  body?: string | Uint8Array;
  headers?: Readonly<Record<string, string>>;
};

/** On every reply: nothing of this is for another site, for a cache, or for guessing what it is. */
export const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export const JSON_TYPE = 'application/json';

/** What is refused before it is a message of the protocol; the codes are those of servers. */
const REFUSED = -32000;
/** For a wrong token, and, as in the official servers, for a session that is not there. */
export const NOT_KNOWN = -32001;

/** What is thrown away of a body that was refused, before the connection is. */
const MOST_SKIPPED = 16 * 1024 * 1024;

export function refusal(
  status: number,
  message: string,
  { code = REFUSED, id = null, headers }: { code?: number; id?: Id | null; headers?: Reply['headers'] } = {},
): Reply {
  return { status, type: JSON_TYPE, body: failure(id, code, message), headers };
}

export function methodNotAllowed(allow: string): Reply {
  return refusal(405, `Method not allowed. This address takes ${allow}.`, { headers: { Allow: allow } });
}

export function send(
  response: ServerResponse,
  { status, type, body, headers }: Reply,
  stallTime: number,
): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, {
    ...COMMON_HEADERS,
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(status === 204 ? {} : { 'Content-Length': bytes?.length ?? 0 }),
    ...headers,
  });
  cutOffWhenStalled(response, stallTime);
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
  if (!response.req.complete) skipBody(response.req);
}

/** From now on, or from when its turn comes, a reader that takes nothing for that long has its connection closed. */
export function cutOffWhenStalled(response: ServerResponse, stallTime: number): void {
  if (response.socket) response.socket.setTimeout(stallTime);
  else response.once('socket', (socket: Socket) => socket.setTimeout(stallTime));
  // Before node's own listener, which sets the time of an idle connection, or lets the next response begin.
  response.prependOnceListener('finish', () => response.socket?.setTimeout(0));
}

/** Reads and forgets what is left of a body, so that the client sees the reply, and its next request is understood. */
function skipBody(request: IncomingMessage): void {
  let skipped = 0;
  request.on('data', (part: Buffer) => {
    skipped += part.length;
    if (skipped > MOST_SKIPPED) request.destroy();
  });
  request.on('error', () => {});
}
