/** Where the tools meet what answers them. */
import { depsAnswerSchema, historyAnswerSchema, readAnswerSchema, summaryAnswerSchema } from '../answers.ts';
import { deps } from '../query/deps.ts';
import { history } from '../query/history.ts';
import { read } from '../query/read.ts';
import { summary } from '../query/summary.ts';
import { Session, type SessionOptions } from './session.ts';
import { createTools, type Tool } from './tools.ts';

/** `close` ends what the queries keep open: git processes, temporary files. */
export type Connection = { tools: readonly Tool[]; close(): Promise<void> };

export async function connect(options: SessionOptions): Promise<Connection> {
  const session = new Session(options);
  const queries: Parameters<typeof createTools>[0] = {
    read: ({ path, max_tokens: maxTokens, ...rest }, context) =>
      session.ask(workspace => read(workspace, { ...rest, paths: [path], maxTokens }, context)),
    deps: (args, context) => session.ask(workspace => deps(workspace, args, context)),
    history: (args, context) => session.ask(workspace => history(workspace, args, context)),
    summary: (args, context) => session.ask(workspace => summary(workspace, args, context)),
  };
  const outputs = {
    read: readAnswerSchema,
    deps: depsAnswerSchema,
    history: historyAnswerSchema,
    summary: summaryAnswerSchema,
  };
  return { tools: createTools(queries, outputs), close: async () => session.close() };
}
