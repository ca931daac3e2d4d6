/** One HTTP request and its answer, within a deadline and a size. A redirect is an answer: nothing is followed. */

import type { ClientRequest, IncomingMessage } from 'node:http';
import { MAX_MESSAGE, SessionError } from './session.ts';

export type Exchange = {
  url: URL;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  body?: string;
  deadlineMs: number;
  /** What it has not answered when it is too late. */
  what: string;
  signal: AbortSignal;
};

export type Reply = { status: number; type: string; text: string; header(name: string): string | undefined };

/** Gets the body as it comes, and says when no more of it is wanted. */
type IsEnough = (chunk: string) => boolean;

/** By the type of the body; undefined where its status is enough. */
export type Wants = (type: string) => IsEnough | undefined;

export const WHOLE: Wants = () => () => false;
export const STATUS: Wants = () => undefined;

export async function exchange(asked: Exchange, wants: Wants): Promise<Reply> {
  const { request } =
    asked.url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const { url, method, body, deadlineMs, what, signal } = asked;
  return new Promise<Reply>((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      act();
      sent?.destroy();
    };
    const fail = (error: Error) => settle(() => reject(asSessionError(error, asked.url)));
    const abort = () => fail(new SessionError('the check was interrupted', 'serve'));
    const late = () =>
      fail(new SessionError(`it did not answer ${what} within ${deadlineMs / 1000} s`, 'serve'));
    const timer = setTimeout(late, deadlineMs);
    signal.addEventListener('abort', abort);
    let sent: ClientRequest | undefined;
    try {
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      sent = request(url, { method, headers: { ...asked.headers, ...length }, agent: false });
    } catch (error) {
      // Node refuses a header that a server's own words would make.
      return fail(error instanceof Error ? error : new Error(String(error)));
    }
    sent.on('error', fail);
    sent.on('response', response => read(response, wants, reply => settle(() => resolve(reply)), fail));
    sent.end(body);
  });
}

function read(
  response: IncomingMessage,
  wants: Wants,
  done: (reply: Reply) => void,
  fail: (error: Error) => void,
): void {
  const { headers, statusCode = 0 } = response;
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isEnough = wants(type);
  const parts: string[] = [];
  let size = 0;
  const finish = () =>
    done({
      status: statusCode,
      type,
      text: parts.join(''),
      header: name => [headers[name] ?? []].flat()[0],
    });
  if (!isEnough) {
    finish();
    return;
  }
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    size += chunk.length;
    if (size > MAX_MESSAGE) return fail(new SessionError('it sent more than 10 MiB', 'address'));
    parts.push(chunk);
    if (isEnough(chunk)) finish();
  });
  response.on('end', finish);
  response.on('error', fail);
}

/** What Node says of a connection that did not come about, or broke. */
const CAUSES: readonly (readonly [code: RegExp, reason: (url: URL) => string])[] = [
  [/^ECONNREFUSED$/, ({ host }) => `nothing listens at ${host}`],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, ({ hostname }) => `no address is known for ${hostname}`],
  [/^(?:ECONNRESET|EPIPE)$/, () => 'it closed the connection without an answer'],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, ({ host }) => `${host} can't be reached`],
  [/^(?:EPROTO|ERR_SSL_.*)$/, () => 'it does not speak https'],
  [/^(?:HPE_.*)$/, () => 'it does not speak HTTP'],
  [/CERT|^UNABLE_TO_/, () => 'its certificate is not trusted'],
  [/^ERR_INVALID_CHAR$/, () => "what it said can't be sent back in a header"],
];

function asSessionError(error: Error, url: URL): SessionError {
  if (error instanceof SessionError) return error;
  const code = 'code' in error ? String(error.code) : '';
  const known = CAUSES.find(([pattern]) => pattern.test(code))?.[1];
  const reason = known ? known(url) : `it can't be asked (${code || error.message})`;
  return new SessionError(reason, 'serve');
}
