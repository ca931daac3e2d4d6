/** The worker thread's side: answers what the main thread asks, and tells it of all that must not outlive the thread. */
import type { MessagePort } from 'node:worker_threads';
import { reportOwned } from '../../git/run/owned.ts';
import { OutOfTime } from '../../git/shared.ts';
import type { Answer, Answering, CallContext, WithPage } from '../answering.ts';
import { isRpcError } from '../jsonrpc.ts';
import type { Failure, FromWorker, ToWorker } from './messages.ts';

/** The main thread sends fewer on; what comes sooner is not worth a message. */
const PROGRESS_INTERVAL_MS = 20;

export type InWorkerOptions = {
  answering: Answering & WithPage;
  /** Ends what the queries keep open. */
  close(): Promise<void>;
  /** Of which this is a thread; its `exit` ends the thread alone. */
  process: NodeJS.Process;
};

export function serveCalls(port: MessagePort, { answering, close, process }: InWorkerOptions): void {
  const calls = new Map<number, AbortController>();
  const send = (message: FromWorker) => port.postMessage(message);
  reportOwned((change, owned) => send({ kind: 'owned', change, owned }));

  const run = async (call: number, work: (context: CallContext) => Promise<Answer>) => {
    const stop = new AbortController();
    calls.set(call, stop);
    send({ kind: 'began', call });
    try {
      const answer = await work(contextOf(call, stop.signal, send));
      send({ kind: 'answer', call, answer });
    } catch (error) {
      send({ kind: 'failure', call, failure: failureOf(error) });
    } finally {
      calls.delete(call);
    }
  };
  const receive = async (message: ToWorker) => {
    switch (message.kind) {
      case 'list':
        return run(message.call, () => answering.list());
      case 'call':
        return run(message.call, context => answering.call(message.params, context));
      case 'page':
        return run(message.call, context => answering.page(message.question, context));
      case 'stop':
        return calls.get(message.call)?.abort(message.why === 'out_of_time' ? new OutOfTime() : undefined);
      case 'close':
        await close();
        return process.exit(0);
    }
  };
  port.on('message', receive);
  answering.prepare();
  // A stray exception or rejection in one call must not take the others down.
  process.on('uncaughtException', error => send({ kind: 'bug', text: describe(error) }));
}

function contextOf(call: number, signal: AbortSignal, send: (message: FromWorker) => void): CallContext {
  let sentAt = Number.NEGATIVE_INFINITY;
  return {
    signal,
    progress(...report) {
      if (performance.now() - sentAt < PROGRESS_INTERVAL_MS) return;
      sentAt = performance.now();
      send({ kind: 'progress', call, report });
    },
    allow: time => send({ kind: 'allow', call, time }),
  };
}

function failureOf(error: unknown): Failure {
  if (!isRpcError(error)) return { bug: describe(error) };
  const { code, message, data } = error;
  return { rpc: { code, message, data } };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
