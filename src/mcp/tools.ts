/** The tools of the server: the queries of the registry, as a model calls them. */
import type * as z from 'zod/mini';
import { QUERIES } from '../query/registry.ts';
import { inputSchema } from '../query/schemas.ts';
import type { CallContext } from './answering.ts';
import type { Session } from './session.ts';

export type Tool = {
  name: string;
  title: string;
  description: string;
  /** The words by which a host that loads tools late finds this one. */
  searchHint: string;
  input: z.core.$ZodObject;
  output: z.core.$ZodObject;
  run(args: Record<string, unknown>, context: CallContext): Promise<object>;
};

export async function createTools(session: Pick<Session, 'ask'>): Promise<readonly Tool[]> {
  return Promise.all(
    QUERIES.map(async query => ({
      name: `ultragit_${query.name}`,
      ...query.tool,
      input: inputSchema(query.parameters),
      output: (await query.output()) as z.core.$ZodObject,
      run: (args: Record<string, unknown>, { signal, progress, allow, looked }: CallContext) =>
        session.ask(
          { signal, progress, looked, onSettings: ({ callTimeout }) => allow?.(callTimeout * 1000) },
          snapshot => query.run(snapshot, args, { audience: 'agent', progress }),
        ),
    })),
  );
}
