import type { Answer, Answering } from './answering.ts';
import { Pool } from './pool.ts';

type Closable = Answering & { close(): Promise<boolean> };

/** Hands on so many calls at once, whoever they are from; the others wait, in order. */
export function atMost(limit: number, inner: Closable): Closable {
  const pool = new Pool(limit);
  return {
    prepare: () => inner.prepare(),
    list: () => inner.list(),
    close: () => inner.close(),
    async call(params, context) {
      let answer: Promise<Answer> | undefined;
      await pool.run(context.signal, async () => {
        answer = inner.call(params, context);
        await answer.catch(() => {});
      });
      context.signal.throwIfAborted();
      if (!answer) throw new Error('A call was not run.');
      return answer;
    },
  };
}
