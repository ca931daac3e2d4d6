/** The message of a POST, whatever transport it belongs to. */
import type { IncomingMessage } from 'node:http';
import { failure, type Message, PARSE_ERROR, readLine } from '../jsonrpc.ts';
import { acceptedBy } from './exchange.ts';
import type { Bodies } from './read-body.ts';
import { JSON_TYPE, type Reply, refusal } from './reply.ts';

/** Or why it is refused; undefined where the client went away in the middle. Its body counts until `signal` aborts. */
export async function readMessage(
  request: IncomingMessage,
  bodies: Bodies,
  signal: AbortSignal,
): Promise<Message | readonly unknown[] | Reply | undefined> {
  const wrong = wrongForm(request);
  if (wrong) return wrong;
  const body = await bodies.read(request, signal);
  if (body === undefined || signal.aborted) return undefined;
  if (!Buffer.isBuffer(body)) return body;
  const message = readLine(body);
  if (message === undefined) return invalid(failure(null, PARSE_ERROR, 'Parse error: the body is empty'));
  if ('kind' in message && message.kind === 'invalid') {
    return invalid(failure(message.id, message.code, message.message));
  }
  return message;
}

/** A page of another site can send a form without asking first, and no JSON. */
function wrongForm({ headers }: IncomingMessage): Reply | undefined {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== JSON_TYPE)
    return refusal(415, `The header Content-Type must be ${JSON_TYPE}.`);
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return refusal(415, 'The body must not be compressed.');
  const { json, stream } = acceptedBy(headers);
  if (json || stream) return undefined;
  return refusal(406, `The header Accept must allow ${JSON_TYPE} or text/event-stream.`);
}

function invalid(body: string): Reply {
  return { status: 400, type: JSON_TYPE, body };
}
