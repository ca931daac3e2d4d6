import type { MessagePort } from 'node:worker_threads';
import { removeAbandoned } from '../../git/temporary.ts';
import { answerHere } from '../answer-here.ts';
import { type Connection, connect } from '../connect.ts';
import type { SessionOptions } from '../session.ts';
import { createTools } from '../tools.ts';
import { serveCalls } from './in-worker.ts';

/** The environment of the thread is a copy of that of the process. */
export type WorkerData = Omit<SessionOptions, 'env'>;

/** Long after the first answer: nobody waits for it. */
const TIDY_AFTER_MS = 5_000;

/** The result of `tools/list`: the same for every repository, so that the build makes a file of it. */
export async function toolsList(): Promise<string> {
  const unused = { ask: () => Promise.reject(new Error('No repository is needed to list the tools.')) };
  return (await answerHere(() => createTools(unused)).list()).json;
}

/** Answers the queries of one repository, until the main thread is done with them. */
export function answerQueries(port: MessagePort, data: WorkerData, process: NodeJS.Process): void {
  let connection: Promise<Connection> | undefined;
  const connected = () => {
    connection ??= connect({ ...data, env: process.env });
    connection.catch(() => {
      connection = undefined;
    });
    return connection;
  };
  const answering = answerHere(
    async () => (await connected()).tools,
    async (question, context) => (await connected()).page(question, context),
  );
  const close = async () => (await connection?.catch(() => undefined))?.close();
  serveCalls(port, { answering, close, process });
  setTimeout(() => removeAbandoned(Date.now()), TIDY_AFTER_MS).unref();
}
