/** Who answers calls, here or in another thread; the loop and a store of answers in front of it see no more. */
import { outgoing } from '../annotation/sanitise.ts';
import type { Looked } from '../kept/asked.ts';
import type { Params } from './jsonrpc.ts';

/** A result as JSON text, which is made once, next to the work, and goes into the reply as it is. */
export type Answer = {
  json: string;
  isError: boolean;
  /** What it was made of, where that is known. */
  looked?: Looked;
};

export type CallContext = {
  signal: AbortSignal;
  /** `done` must grow; calls that don't are dropped. */
  progress(done: number, total?: number, message?: string): void;
  /** How long the call may take, once that is known, in milliseconds. */
  allow?(time: number): void;
  /** What the answer was made of. */
  looked?(looked: Looked): void;
};

export type Answering = {
  /** Gets ready: the next request may need it. */
  prepare(): void;
  /** The result of `tools/list`. */
  list(): Promise<Answer>;
  /** The result of `tools/call`. Rejects with RpcError when the call is malformed, and with whatever a bug throws. */
  call(params: Params, context: CallContext): Promise<Answer>;
};

/** Who answers the page, too. */
export type WithPage = {
  /** What the page is told. A question that can't be answered is an answer, too; rejects with whatever a bug throws. */
  page(question: unknown, context: CallContext): Promise<Answer>;
};

/** Who has something to end. */
export type Closable = {
  /**
   * Ends all work: patiently, as on a busy machine that takes seconds, or at once, when somebody has asked twice. False where work goes
   * on that nothing can stop.
   */
  close(how?: 'at_once'): Promise<boolean>;
};

export type ToolResult = {
  content: readonly [{ type: 'text'; text: string }];
  structuredContent?: object;
  isError?: true;
};

export function failed(lines: readonly string[]): ToolResult {
  return { content: [{ type: 'text', text: outgoing(lines.join('\n')) }], isError: true };
}

/** What could not be finished, as the page reads it. */
export function failedPage([message = '', ...hints]: readonly string[]): Answer {
  return { json: JSON.stringify({ error: { code: 'not_finished', message, hints } }), isError: true };
}

export function asAnswer(result: object): Answer {
  return { json: JSON.stringify(result), isError: 'isError' in result };
}
