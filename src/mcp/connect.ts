/** Where the tools meet the repository that answers them. */
import type { Answer, CallContext } from './answering.ts';
import { pageAnswer } from './page-answer.ts';
import { Session, type SessionOptions } from './session.ts';
import { createTools, type Tool } from './tools.ts';

/** `close` ends what the queries keep open: git processes, temporary files. */
export type Connection = {
  tools: readonly Tool[];
  page(question: unknown, context: CallContext): Promise<Answer>;
  close(): Promise<void>;
};

export async function connect(options: SessionOptions): Promise<Connection> {
  const session = new Session(options);
  return {
    tools: await createTools(session),
    page: (question, context) => pageAnswer(session, question, context),
    close: async () => session.close(),
  };
}
