/** What the main thread and the worker thread say to each other. A call has a number, which both use. */
import type { Owned } from '../../git/run/owned.ts';
import type { Answer } from '../answering.ts';
import type { Params } from '../jsonrpc.ts';

/** Why a call is stopped: nobody wants its answer any more, or it took too long. */
export type StopReason = 'cancelled' | 'out_of_time';

export type ToWorker =
  | { kind: 'list'; call: number }
  | { kind: 'call'; call: number; params: Params }
  | { kind: 'page'; call: number; question: unknown }
  | { kind: 'stop'; call: number; why: StopReason }
  | { kind: 'close' };

/** An error that crosses: as the reply of the protocol, or with the stack of a bug. */
export type Failure = { rpc: { code: number; message: string; data: unknown } } | { bug: string };

/** `began` comes first, `answer` or `failure` last, and nothing of a call runs after that. */
export type FromWorker =
  | { kind: 'began'; call: number }
  | { kind: 'answer'; call: number; answer: Answer }
  | { kind: 'failure'; call: number; failure: Failure }
  | { kind: 'progress'; call: number; report: [done: number, total?: number, message?: string] }
  | { kind: 'allow'; call: number; time: number }
  | { kind: 'owned'; change: 'made' | 'gone'; owned: Owned }
  | { kind: 'bug'; text: string };
