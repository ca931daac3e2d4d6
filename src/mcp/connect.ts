/** Where the tools meet what answers them. */
import * as z from 'zod/mini';
import { UltragitError } from '../errors.ts';
import { createTools, type Tool } from './tools.ts';

export type ConnectOptions = { repo?: string; noteref?: string; cwd: string; env: NodeJS.ProcessEnv };

export async function connect(_options: ConnectOptions): Promise<readonly Tool[]> {
  const query = async () => {
    throw new UltragitError('not_a_repository', 'This build answers no queries yet.');
  };
  const queries = { read: query, deps: query, history: query, summary: query };
  const answer = z.looseObject({});
  return createTools(queries, { read: answer, deps: answer, history: answer, summary: answer });
}
