import { UltragitError } from '../errors.ts';
import { answerPage, pageFailure } from '../page/answer-page.ts';
import { question } from '../page/question.ts';
import type { Answer, CallContext } from './answering.ts';
import type { Session } from './session.ts';

/** From what the page asks to the JSON that it is told. */
export async function pageAnswer(
  session: Pick<Session, 'ask'>,
  asked: unknown,
  { signal, progress, allow }: CallContext,
): Promise<Answer> {
  const context = {
    ...{ signal, progress },
    onSettings: ({ callTimeout }: { callTimeout: number }) => allow?.(callTimeout * 1000),
  };
  try {
    const meant = question(asked);
    const answer = await session.ask(context, snapshot => answerPage(snapshot, meant));
    return { json: JSON.stringify(answer), isError: false };
  } catch (error) {
    if (error instanceof UltragitError) return { json: JSON.stringify(pageFailure(error)), isError: true };
    throw error;
  }
}
