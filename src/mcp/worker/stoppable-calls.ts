/**
 * Calls that can be stopped: they run in a worker thread. One that does not end when it is asked to takes the thread
 * with it, and the calls beside it, which only read, begin anew in the next thread, once.
 */
import { CALL_DEADLINE } from '../../deadlines.ts';
import {
  type Answer,
  type Answering,
  asAnswer,
  type CallContext,
  type Closable,
  failed,
  failedPage,
  type WithPage,
} from '../answering.ts';
import { INTERNAL_ERROR, type Params, RpcError } from '../jsonrpc.ts';
import { brokenOffTexts, outOfMemoryTexts, outOfTimeTexts } from '../texts.ts';
import type { Failure, FromWorker, StopReason, ToWorker } from './messages.ts';
import { type End, Thread, type ThreadOptions } from './thread.ts';

export type StoppableOptions = ThreadOptions & {
  /** In milliseconds; a call that learns its own limit from the settings has that one. */
  timeLimit?: number;
  onBug: (error: unknown) => void;
  /** The result of `tools/list`, where it can be had without the thread. */
  knownList?: () => string | undefined;
};

/** How long a call may take to stop after it was asked to. */
const GRACE_MS = 500;

type Call = {
  id: number;
  message: ToWorker;
  context: CallContext | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  /** Settles it with what the caller should know. */
  giveUp(texts: readonly string[]): void;
  /** When it was sent, or began. */
  since: number;
  timer?: NodeJS.Timeout;
  /** The thread has taken it up. */
  began: boolean;
  /** Nobody waits for it any more. */
  stopped: boolean;
  /** A thread ended in which it was. */
  again: boolean;
};

type Running = { thread: Thread; calls: Map<number, Call> };

export class StoppableCalls implements Answering, WithPage, Closable {
  readonly #options: StoppableOptions;
  /** Also those that were ended and are still there. */
  readonly #threads = new Set<Thread>();
  #running: Running | undefined;
  #list: Answer | undefined;
  #count = 0;
  #closed = false;
  /** Calls that begin anew do so one after the other: the one that brought the thread down then does so alone. */
  #secondAttempts: Promise<unknown> = Promise.resolve();

  constructor(options: StoppableOptions) {
    this.#options = options;
  }

  prepare(): void {
    this.#current();
  }

  async list(): Promise<Answer> {
    const known = this.#list ? undefined : this.#options.knownList?.();
    if (known !== undefined) this.#list = { json: known, isError: false };
    this.#list ??= await this.#run(call => ({ kind: 'list', call }));
    return this.#list;
  }

  async call(params: Params, context: CallContext): Promise<Answer> {
    context.signal.throwIfAborted();
    return this.#run(call => ({ kind: 'call', call, params }), context);
  }

  async page(question: unknown, context: CallContext): Promise<Answer> {
    context.signal.throwIfAborted();
    return this.#run(call => ({ kind: 'page', call, question }), context);
  }

  /** Resolves when all threads have ended, with false where one could not be ended. */
  async close(how?: 'at_once'): Promise<boolean> {
    this.#closed = true;
    const ended = await Promise.all([...this.#threads].map(thread => thread.close(how)));
    return !ended.includes(false);
  }

  #run(messageOf: (call: number) => ToWorker, context?: CallContext): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      const giveUp = (texts: readonly string[]) => {
        if (call.message.kind === 'page') call.resolve(failedPage(texts));
        else if (context) call.resolve(asAnswer(failed(texts)));
        else call.reject(new RpcError(INTERNAL_ERROR, texts.join(' ')));
      };
      const state = { since: 0, began: false, stopped: false, again: false };
      const call: Call = { id, message: messageOf(id), context, resolve, reject, giveUp, ...state };
      const cancel = () => {
        call.reject(context?.signal.reason);
        this.#stop(call, 'cancelled');
      };
      context?.signal.addEventListener('abort', cancel, { once: true });
      this.#send(call);
    });
  }

  #send(call: Call): void {
    const { thread, calls } = this.#current();
    calls.set(call.id, call);
    call.began = false;
    call.since = performance.now();
    this.#limit(call, CALL_DEADLINE);
    thread.send(call.message);
  }

  #current(): Running {
    if (this.#running) return this.#running;
    const calls = new Map<number, Call>();
    const thread = new Thread(
      this.#options,
      message => this.#receive(calls, message),
      (how, error) => this.#lost(running, how, error),
    );
    const running: Running = { thread, calls };
    this.#threads.add(thread);
    this.#running = running;
    return running;
  }

  #receive(calls: Map<number, Call>, message: Exclude<FromWorker, { kind: 'owned' }>): void {
    if (message.kind === 'bug') {
      this.#options.onBug(asError(message.text));
      return;
    }
    const call = calls.get(message.call);
    if (!call) return;
    if (message.kind === 'progress') {
      if (!call.stopped) call.context?.progress(...message.report);
    } else if (message.kind === 'began') {
      // A thread that has to start first is not the call's fault.
      call.began = true;
      call.since = performance.now();
      if (!call.stopped) this.#limit(call, this.#options.timeLimit ?? CALL_DEADLINE);
    } else if (message.kind === 'allow') {
      if (!call.stopped) this.#limit(call, message.time);
    } else {
      calls.delete(call.id);
      settle(call, message);
    }
  }

  #limit(call: Call, time: number): void {
    clearTimeout(call.timer);
    const late = () => {
      if (this.#isStopping()) {
        // Another one may keep the thread from all of them; this one then begins anew.
        call.timer = setTimeout(late, GRACE_MS);
        return;
      }
      call.giveUp(outOfTimeTexts(time));
      this.#stop(call, 'out_of_time');
    };
    call.timer = setTimeout(late, time - (performance.now() - call.since));
  }

  /** The thread answers soon, or is replaced. */
  #isStopping(): boolean {
    return [...(this.#running?.calls.values() ?? [])].some(({ stopped }) => stopped);
  }

  /** Asks the thread to stop it, and ends the thread if it does not. */
  #stop(call: Call, why: StopReason): void {
    clearTimeout(call.timer);
    call.stopped = true;
    const running = this.#running;
    if (!running?.calls.has(call.id)) return;
    running.thread.send({ kind: 'stop', call: call.id, why });
    call.timer = setTimeout(() => {
      if (running.calls.has(call.id)) this.#replace(running);
    }, GRACE_MS);
  }

  #replace(running: Running): void {
    if (this.#running === running) this.#running = undefined;
    running.thread.end();
    this.#beginAnew(running, brokenOffTexts());
  }

  /** The thread has ended by itself. A call that was alone in it is the reason. */
  #lost(running: Running, how: End, error: Error | undefined): void {
    this.#threads.delete(running.thread);
    if (this.#running === running) this.#running = undefined;
    if (how === 'broken') this.#options.onBug(error);
    const texts = how === 'out_of_memory' ? outOfMemoryTexts() : brokenOffTexts();
    if (running.calls.size === 1) {
      for (const call of running.calls.values()) call.again = call.began = true;
    }
    this.#beginAnew(running, texts);
  }

  #beginAnew({ calls }: Running, texts: readonly string[]): void {
    for (const call of calls.values()) {
      clearTimeout(call.timer);
      if (call.stopped) continue;
      if ((call.again && call.began) || this.#closed) call.giveUp(texts);
      else if (call.again) this.#send(call);
      else this.#tryAgain(call);
    }
    calls.clear();
  }

  #tryAgain(call: Call): void {
    call.again = true;
    const { resolve, reject } = call;
    this.#secondAttempts = this.#secondAttempts.then(
      () =>
        new Promise<void>(done => {
          call.resolve = answer => done(resolve(answer));
          call.reject = error => done(reject(error));
          if (call.stopped) done();
          else this.#send(call);
        }),
    );
  }
}

function settle(call: Call, message: Extract<FromWorker, { kind: 'answer' | 'failure' }>): void {
  clearTimeout(call.timer);
  if (message.kind === 'answer') call.resolve(message.answer);
  else call.reject(errorOf(message.failure));
}

function errorOf(failure: Failure): Error {
  if ('bug' in failure) return asError(failure.bug);
  const { code, message, data } = failure.rpc;
  return new RpcError(code, message, data);
}

/** With the stack of where it happened. */
function asError(text: string): Error {
  const error = new Error(text);
  error.stack = text;
  return error;
}
