/** Who may ask at all: checked before anything of the body is read, for every path alike. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackName } from './address.ts';
import { NOT_KNOWN, type Reply, refusal } from './reply.ts';

export type Guard = {
  /** Bound to loopback: then a name of another machine in `Host` is a page that had its name resolved to this one. */
  isLocal: boolean;
  token?: string;
};

/** Browsers say so of requests that no page of this server made. */
const FOREIGN = ['cross-site', 'same-site'];

/** Undefined for a request that may go on. */
export function refuse(
  { headers, rawHeaders }: IncomingMessage,
  guard: Guard,
  isPublic: boolean,
): Reply | undefined {
  const host = hostOf(headers.host, rawHeaders);
  if (host === undefined)
    return refusal(400, 'The request needs one Host header, with a name and perhaps a port.');
  if (guard.isLocal && !isLoopbackName(host.hostname)) {
    return refusal(
      403,
      'The Host header names another machine. This server answers to localhost and 127.0.0.1.',
    );
  }
  if (headers.origin !== undefined && !isSame(headers.origin, host)) {
    return refusal(403, 'The Origin header names another site.');
  }
  if (FOREIGN.includes(String(headers['sec-fetch-site']))) {
    return refusal(403, 'The request comes from a page of another site.');
  }
  if (guard.token === undefined || isPublic || carries(headers.authorization, guard.token)) return undefined;
  return refusal(401, 'Unauthorized', {
    code: NOT_KNOWN,
    headers: { 'WWW-Authenticate': 'Bearer realm="ultragit"' },
  });
}

function hostOf(host = '', rawHeaders: readonly string[]): URL | undefined {
  const given = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (given.length !== 1 || !/^(\[[\da-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?$/.test(host)) return undefined;
  return urlOf(`http://${host}`);
}

/** Behind a proxy that ends TLS, the page has another scheme. */
function isSame(origin: string, { host }: URL): boolean {
  return /^https?:\/\//i.test(origin) && urlOf(origin)?.host === host;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** In a time that says nothing about how much of it was right. */
function carries(authorization = '', token: string): boolean {
  const given = /^bearer +(?<token>\S+)$/i.exec(authorization)?.groups?.token ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
