/** The tools of the server: the queries of the registry, as a model calls them. */
import type * as z from 'zod/mini';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { Query } from '../query/define.ts';
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
  /** `undeclared`: names of arguments that it does not take. */
  run(args: Record<string, unknown>, context: CallContext, undeclared?: readonly string[]): Promise<object>;
};

export async function createTools(session: Pick<Session, 'ask'>): Promise<readonly Tool[]> {
  return Promise.all(
    QUERIES.map(
      async (query): Promise<Tool> => ({
        name: `ultragit_${query.name}`,
        ...query.tool,
        input: inputSchema(query.parameters),
        output: (await query.output()) as z.core.$ZodObject,
        run: (args, { signal, progress, allow, looked }, undeclared = []) =>
          session.ask(
            {
              ...{ signal, progress, looked },
              about: typeof args.path === 'string' ? args.path : undefined,
              onSettings: ({ callTimeout }) => allow?.(callTimeout * 1000),
            },
            snapshot =>
              query.run(withUndeclared(snapshot, undeclared, query), args, { audience: 'agent', progress }),
          ),
      }),
    ),
  );
}

/** What an agent asked for in vain is said in the answer. */
function withUndeclared(
  snapshot: Snapshot,
  names: readonly string[],
  { parameters }: Pick<Query, 'parameters'>,
): Snapshot {
  if (names.length === 0) return snapshot;
  const declared = Object.keys(parameters).filter(name => parameters[name]?.tool !== undefined);
  return { ...snapshot, notices: [...snapshot.notices, { code: 'undeclared_argument', names, declared }] };
}
