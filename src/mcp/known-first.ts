import type { AskedCall, KnownAnswers } from '../kept/known-answers.ts';
import type { Answering, Closable, WithPage } from './answering.ts';
import { isRecord, type Params } from './jsonrpc.ts';

/** Stands in front of who answers: a call whose answer is known, and would be the same, goes no further. */
export function knownFirst<Inner extends Answering & WithPage & Closable>(
  inner: Inner,
  known: KnownAnswers,
): Answering & WithPage & Closable {
  return {
    prepare: () => inner.prepare(),
    list: () => inner.list(),
    page: (question, context) => inner.page(question, context),
    close: how => inner.close(how),
    async call(params, context) {
      context.signal.throwIfAborted();
      const asked = askedBy(params, known);
      const json = asked?.known();
      if (json !== undefined) return { json, isError: false };
      const answer = await inner.call(params, context);
      if (answer.looked && !answer.isError) asked?.keep(answer.json, answer.looked);
      return answer;
    },
  };
}

/** A call that is malformed is for others to refuse. */
function askedBy({ name, arguments: given = {} }: Params, known: KnownAnswers): AskedCall | undefined {
  return typeof name === 'string' && isRecord(given) ? known.ask(name, given) : undefined;
}
