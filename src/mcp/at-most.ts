import type { Answer, Answering, CallContext, Closable, WithPage } from './answering.ts';
import { Pool } from './pool.ts';

type Inner = Answering & WithPage & Closable;

/** Hands on so many calls at once, whoever they are from; the others wait, in order. */
export function atMost(limit: number, inner: Inner): Inner {
  const pool = new Pool(limit);
  const inTurn = async ({ signal }: CallContext, work: () => Promise<Answer>): Promise<Answer> => {
    let answer: Promise<Answer> | undefined;
    await pool.run(signal, async () => {
      answer = work();
      await answer.catch(() => {});
    });
    signal.throwIfAborted();
    if (!answer) throw new Error('A call was not run.');
    return answer;
  };
  return {
    prepare: () => inner.prepare(),
    list: () => inner.list(),
    close: how => inner.close(how),
    call: (params, context) => inTurn(context, () => inner.call(params, context)),
    page: (question, context) => inTurn(context, () => inner.page(question, context)),
  };
}
