/** From a message to its reply: exactly one for each request, none for anything else. */
import type { Log } from '../log.ts';
import { type Answer, type Answering, asAnswer, type CallContext, failed } from './answering.ts';
import { MAX_SENT_BYTES } from './framing.ts';
import * as rpc from './jsonrpc.ts';
import { Pool } from './pool.ts';
import { createProgress } from './progress.ts';
import {
  BATCH_VERSION,
  Introductions,
  isModern,
  type LegacyVersion,
  type Method,
  negotiate,
  progressToken,
  recognise,
} from './protocol.ts';
import { INTERNAL_ERROR_TEXT, instructionsFor, TOO_LARGE_TEXT } from './texts.ts';

export type DispatchOptions = {
  /** Called when it is first needed: nothing slow may stand before the first reply. */
  answering: () => Promise<Answering>;
  /** What is known of the repository without delay: the first reply waits for it. */
  knownSources?: () => Promise<readonly { name: string; size: number }[] | undefined>;
  version: string;
  /** Whether the first reply is given already, and what was agreed on where that was a handshake. */
  isIntroduced?: boolean;
  negotiated?: LegacyVersion;
  log: Log;
  /** Told about every exception that is a bug. */
  onBug: (error: unknown) => void;
  /** Milliseconds from any fixed point. */
  clock: () => number;
  /** Sends a notification now, or not at all when the reader is slow. */
  notify: (message: string) => boolean;
};

/** Resolves when the next reply may come. */
type Respond = (reply: string, id: rpc.Id | null) => Promise<void>;
/** Of one message, where a transport has a way of its own for each. */
type Exchange = {
  /** Instead of the client's own. */
  notify?: DispatchOptions['notify'];
  /** Cancels the calls of this message. */
  signal?: AbortSignal;
};
type Outcome = 'ok' | 'tool_error' | 'error';

const RUNNING_CALLS = 4;
const BATCH_SIZE = 1000;
const BATCH_RESERVE = BATCH_SIZE * 2048;

export class Dispatcher {
  readonly #options: DispatchOptions;
  readonly #introductions: Introductions;
  readonly #pool = new Pool(RUNNING_CALLS);
  readonly #calls = new Map<string | number, Set<AbortController>>();
  #answering: Promise<Answering> | undefined;
  #negotiated: LegacyVersion | undefined;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#introductions = new Introductions(options.version);
    this.#negotiated = options.negotiated;
    if (options.isIntroduced) this.#prepare();
  }

  async answer(
    message: rpc.Message | readonly unknown[],
    respond: Respond,
    exchange: Exchange = {},
  ): Promise<void> {
    if ('kind' in message) await this.#answer(message, respond, exchange);
    else await this.#answerBatch(message, respond, exchange);
  }

  cancelAll(): void {
    for (const id of this.#calls.keys()) this.#cancel(id);
  }

  async #answer(message: rpc.Message, respond: Respond, exchange: Exchange): Promise<void> {
    if (message.kind === 'invalid') {
      await respond(rpc.failure(message.id, message.code, message.message), message.id);
    } else if (message.kind === 'request') {
      if (message.method === 'tools/call') await this.#call(message, respond, exchange);
      else await respond((await this.#reply(message, noContext)).text, message.id);
    } else if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
      this.#cancel(message.params.requestId);
    }
  }

  async #answerBatch(parts: readonly unknown[], respond: Respond, exchange: Exchange): Promise<void> {
    const refusal = this.#refuseBatch(parts);
    if (refusal) return respond(rpc.failure(null, rpc.INVALID_REQUEST, `Invalid request: ${refusal}`), null);
    const replies: string[] = [];
    let room = MAX_SENT_BYTES - BATCH_RESERVE;
    const collect: Respond = async (reply, id) => {
      const size = Buffer.byteLength(reply) + 1;
      const fits = size <= room;
      if (fits) room -= size;
      replies.push(fits ? reply : rpc.failure(id, rpc.INTERNAL_ERROR, TOO_LARGE_TEXT));
    };
    await Promise.all(parts.map(part => this.#answer(readPart(part), collect, exchange)));
    if (replies.length > 0) await respond(`[${replies.join(',')}]`, null);
  }

  #refuseBatch(parts: readonly unknown[]): string | undefined {
    if (this.#negotiated !== BATCH_VERSION) return 'this protocol version has no batches';
    if (parts.length === 0) return 'a batch must not be empty';
    return parts.length > BATCH_SIZE ? `a batch may have at most ${BATCH_SIZE} messages` : undefined;
  }

  async #call(request: rpc.Request, respond: Respond, exchange: Exchange): Promise<void> {
    const { id, params } = request;
    const { clock } = this.#options;
    const notify = exchange.notify ?? this.#options.notify;
    const cancellation = this.#track(id);
    const { signal } = cancellation;
    const cancel = () => cancellation.abort();
    if (exchange.signal?.aborted) cancel();
    exchange.signal?.addEventListener('abort', cancel, { once: true });
    const progress = createProgress(progressToken(params), notify, clock);
    signal.addEventListener('abort', progress.stop, { once: true });
    try {
      await this.#pool.run(signal, async () => {
        const started = clock();
        const { text, outcome } = await this.#reply(request, { signal, progress: progress.report });
        progress.stop();
        this.#options.log('info', 'call', {
          tool: rpc.quoted(String(params.name)),
          id: id.text,
          outcome: signal.aborted ? 'cancelled' : outcome,
          ms: Math.round(clock() - started),
          characters: text.length,
        });
        if (!signal.aborted) await respond(text, id);
      });
    } finally {
      exchange.signal?.removeEventListener('abort', cancel);
      this.#untrack(id, cancellation);
    }
  }

  /** Never throws: whatever goes wrong is a reply, too. */
  async #reply(request: rpc.Request, context: CallContext): Promise<{ text: string; outcome: Outcome }> {
    const { id, params } = request;
    try {
      const { era, method } = recognise(request.method, params);
      const frame = (json: string) => rpc.success(id, this.#introductions.frame(era, method, json));
      const { json, isError } = await this.#result(method, params, context);
      const text = frame(json);
      if (isTooLarge(text)) {
        return { text: frame(asAnswer(failed([TOO_LARGE_TEXT])).json), outcome: 'tool_error' };
      }
      return { text, outcome: isError ? 'tool_error' : 'ok' };
    } catch (error) {
      if (rpc.isRpcError(error)) {
        return { text: rpc.failure(id, error.code, error.message, error.data), outcome: 'error' };
      }
      if (!context.signal.aborted) this.#options.onBug(error);
      return { text: rpc.failure(id, rpc.INTERNAL_ERROR, INTERNAL_ERROR_TEXT), outcome: 'error' };
    }
  }

  async #result(method: Method, params: rpc.Params, context: CallContext): Promise<Answer> {
    switch (method) {
      case 'ping':
        return asAnswer({});
      case 'initialize': {
        this.#negotiated = negotiate(params.protocolVersion);
        const result = this.#introductions.initialize(this.#negotiated, await this.#instructions());
        this.#prepare();
        return asAnswer(result);
      }
      case 'server/discover': {
        const result = this.#introductions.discover(await this.#instructions());
        this.#prepare();
        return asAnswer(result);
      }
      case 'tools/list': {
        if ((params.cursor ?? null) !== null) {
          throw new rpc.RpcError(rpc.INVALID_PARAMS, 'Unknown cursor', { field: 'cursor' });
        }
        return (await this.#load()).list();
      }
      case 'tools/call':
        return (await this.#load()).call(params, context);
    }
  }

  async #instructions(): Promise<string> {
    try {
      return instructionsFor(await this.#options.knownSources?.());
    } catch (error) {
      this.#options.log('debug', 'no known sources', { reason: String(error) });
      return instructionsFor();
    }
  }

  /** The next request needs the tools; the reply to this one goes first. */
  #prepare(): void {
    setImmediate(() => {
      this.#load()
        .then(answering => answering.prepare())
        .catch(this.#options.onBug);
    });
  }

  #load(): Promise<Answering> {
    this.#answering ??= this.#options.answering();
    return this.#answering;
  }

  // Two calls may have the same id, against the rules; both are answered, and cancelled together.
  #track(id: rpc.Id): AbortController {
    const call = new AbortController();
    const same = this.#calls.get(id.value) ?? new Set();
    this.#calls.set(id.value, same.add(call));
    return call;
  }

  #untrack(id: rpc.Id, call: AbortController): void {
    const same = this.#calls.get(id.value);
    same?.delete(call);
    if (same?.size === 0) this.#calls.delete(id.value);
  }

  #cancel(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    for (const call of this.#calls.get(id) ?? []) call.abort();
  }
}

/** Counting the bytes of a text copies it, so that it is done only where there may be too many. */
function isTooLarge(text: string): boolean {
  const mostBytes = 3 * text.length;
  return mostBytes > MAX_SENT_BYTES && Buffer.byteLength(text) > MAX_SENT_BYTES;
}

const noContext: CallContext = { signal: new AbortController().signal, progress: () => {} };

/** Neither the handshake nor the modern era may stand in a batch. */
function readPart(part: unknown): rpc.Message {
  const message = rpc.readMessage(part);
  if (message.kind !== 'request') return message;
  if (message.method !== 'initialize' && !isModern(message.params)) return message;
  const reason = 'Invalid request: not allowed in a batch';
  return { kind: 'invalid', id: message.id, code: rpc.INVALID_REQUEST, message: reason };
}
