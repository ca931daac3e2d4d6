/** A session over HTTP+SSE, the transport of 2024-11-05: answers come on a stream, which names the address to send to. */

import type { Endpoint } from '../endpoint.ts';
import { EventStream } from './event-stream.ts';
import { type Exchange, exchange, type Reply, STATUS, type Wants, WHOLE } from './exchange.ts';
import { notMcp, refuseStatus } from './http-session.ts';
import { errorText, type Message, parseMessage, type Session, SessionError, tooLate } from './session.ts';

const STREAM_TYPE = 'text/event-stream';

type Answered = { resolve(message: Message): void; reject(error: SessionError): void };

/** There is no stream at this address: then it speaks another transport, or none. */
export class NoStream extends SessionError {}

export function openSseSession(
  { url, headers }: Pick<Endpoint, 'url' | 'headers'>,
  signal: AbortSignal,
): Session {
  const closing = new AbortController();
  const waiting = new Map<number, Answered>();
  let lastId = 0;
  let address: Promise<URL> | undefined;
  /** Why nothing more comes on the stream. */
  let over: SessionError | undefined;

  const either = AbortSignal.any([signal, closing.signal]);
  type Asked = Pick<Exchange, 'url' | 'method' | 'what' | 'deadlineMs' | 'headers' | 'body'>;
  const ask = (asked: Asked, wants: Wants) =>
    exchange({ ...asked, signal: either, headers: { ...headers, ...asked.headers } }, wants);

  const open = (deadlineMs: number): Promise<URL> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => fail(tooLate('GET with its endpoint', deadlineMs, 'serve')), deadlineMs);
      const fail = (error: SessionError) => {
        over = error;
        clearTimeout(late);
        reject(error);
        for (const { reject: rejectOne } of waiting.values()) rejectOne(error);
      };
      const take = ({ name, data }: { name: string; data: string }) => {
        if (name !== 'endpoint') return deliver(data);
        clearTimeout(late);
        const named = addressFrom(data, url);
        if (named) resolve(named);
        else fail(new SessionError('its event stream names an address of another origin', 'address'));
      };
      const events = new EventStream();
      const wants: Wants = type =>
        type === STREAM_TYPE
          ? chunk => {
              for (const event of events.push(chunk)) take(event);
              return false;
            }
          : WHOLE(type);
      const own = { Accept: STREAM_TYPE };
      const asked = { url, method: 'GET', what: 'GET', deadlineMs: FOR_EVER, headers: own } as const;
      ask(asked, wants).then(reply => fail(ended(reply)), fail);
    });

  const deliver = (data: string) => {
    const message = parseMessage(data);
    if (message === undefined || typeof message.id !== 'number' || message.method !== undefined) return;
    waiting.get(message.id)?.resolve(message);
  };

  const post = async (message: object, method: string, deadlineMs: number) => {
    address ??= open(deadlineMs);
    const asked = { url: await address, method: 'POST', what: method, deadlineMs } as const;
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const reply = await ask({ ...asked, body, headers: { 'Content-Type': 'application/json' } }, STATUS);
    refuseStatus(reply);
    if (reply.status >= 400) throw new SessionError(`it refuses ${method} (${reply.status})`, 'address');
  };

  const answerTo = (id: number, method: string, deadlineMs: number): Promise<Message> =>
    new Promise<Message>((resolve, reject) => {
      if (over) return reject(over);
      const late = setTimeout(() => reject(tooLate(method, deadlineMs, 'serve')), deadlineMs);
      const settle =
        <T>(act: (value: T) => void) =>
        (value: T) => {
          clearTimeout(late);
          waiting.delete(id);
          act(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
    });

  return {
    async request(method, params, deadlineMs) {
      const id = ++lastId;
      address ??= open(deadlineMs);
      await address;
      const answer = answerTo(id, method, deadlineMs);
      // An answer may come before its POST is over, and a refusal of the POST before any answer.
      const sent = post({ id, method, params }, method, deadlineMs).then(() => answer);
      const message = await Promise.race([answer, sent]);
      if (message.error !== undefined) {
        throw new SessionError(`it answered: ${errorText(message.error)}`, 'address');
      }
      return message.result;
    },
    notify: (method, deadlineMs) => post({ method }, method, deadlineMs),
    async close() {
      closing.abort();
    },
  };
}

/** The longest that a timer can wait: the stream is open for as long as the session. */
const FOR_EVER = 2 ** 31 - 1;

/** Headers, and with them a token, go to no other origin. */
function addressFrom(data: string, base: URL): URL | undefined {
  if (!URL.canParse(data, base.href)) return undefined;
  const named = new URL(data, base);
  return named.origin === base.origin ? named : undefined;
}

function ended(reply: Reply): SessionError {
  try {
    refuseStatus(reply);
  } catch (error) {
    if (error instanceof SessionError) return error;
  }
  if (reply.status === 200 && reply.type === STREAM_TYPE) {
    return new SessionError('it closed its event stream without an answer', 'serve');
  }
  return new NoStream(notMcp(reply), 'address');
}
