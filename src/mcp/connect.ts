/** Where the tools meet what answers them. */
import * as z from 'zod/mini';
import { UltragitError } from '../errors.ts';
import { createTools, type Tool } from './tools.ts';

export type ConnectOptions = { repo?: string; noteref?: string; cwd: string; env: NodeJS.ProcessEnv };

/** `close` ends what the queries keep open: git processes, temporary files. */
export type Connection = { tools: readonly Tool[]; close(): Promise<void> };

export async function connect(_options: ConnectOptions): Promise<Connection> {
  const query = async () => {
    throw new UltragitError('not_a_repository', 'This build answers no queries yet.');
  };
  const queries = { read: query, deps: query, history: query, summary: query };
  const answer = z.looseObject({});
  const outputs = { read: answer, deps: answer, history: answer, summary: answer };
  return { tools: createTools(queries, outputs), close: async () => {} };
}
