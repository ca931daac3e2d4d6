import type { Answer, Answering, CallContext } from '../answering.ts';
import { isRpcError, type Params, quoted } from '../jsonrpc.ts';

/** Counts the calls of all clients, and keeps what went wrong last. */
export class Counted implements Answering {
  readonly #inner: Answering;
  running = 0;
  answered = 0;
  lastError: string | undefined;

  constructor(inner: Answering) {
    this.#inner = inner;
  }

  prepare(): void {
    this.#inner.prepare();
  }

  list(): Promise<Answer> {
    return this.#inner.list();
  }

  async call(params: Params, context: CallContext): Promise<Answer> {
    this.running++;
    try {
      const answer = await this.#inner.call(params, context);
      this.answered++;
      if (answer.isError) this.lastError = textOf(answer);
      return answer;
    } catch (error) {
      if (isRpcError(error)) this.lastError = quoted(error.message);
      throw error;
    } finally {
      this.running--;
    }
  }
}

/** The first line of what the caller was told. */
function textOf({ json }: Answer): string | undefined {
  const { content } = JSON.parse(json) as { content?: { text?: string }[] };
  return quoted(content?.[0]?.text?.split('\n')[0] ?? '');
}
