import type { Audience } from '../audience.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { Block } from '../render/blocks.ts';
import type { Parameters, QueryOf } from './parameters.ts';

/** How an answer is wanted. */
export type AnswerOptions = {
  audience: Audience;
  /** Keeps what is empty, and says what is wrong with notes. */
  verbose?: boolean;
  progress?: (done: number, total?: number, message?: string) => void;
};

/** Answers on one state of the repository. */
type Run<Table extends Parameters, Answer extends object> = (
  snapshot: Snapshot,
  query: QueryOf<Table>,
  options: AnswerOptions,
) => Promise<Answer>;

/** What the command line knows of a query before it needs its code. */
type CommandTexts = {
  name: string;
  /** The question that the README's table says it answers. */
  answers: string;
  command: {
    summary: string;
    arguments: readonly (readonly [name: string, help: string])[];
    usage?: string;
    examples: string;
    /** Words that name no file of today may name one of the past. */
    past?: boolean;
  };
};

/** What the tools know of it. */
type ToolTexts = {
  /** `searchHint`: one line, for hosts that look for tools by what they are for. */
  tool: { title: string; description: string; searchHint: string };
};

type Definition<Table extends Parameters, Answer extends object> = CommandTexts & {
  parameters: Table;
  run: () => Promise<Run<Table, Answer>>;
  describe: () => Promise<(answer: Answer) => Block[]>;
  /** The zod schema of the answer. */
  output: () => Promise<object>;
};

/** A query as the command line has it, which does not know its parameters or its answer by type. */
export type CommandQuery = CommandTexts & {
  parameters: Parameters;
  run(snapshot: Snapshot, query: Readonly<Record<string, unknown>>, options: AnswerOptions): Promise<object>;
  describe(answer: object): Promise<Block[]>;
  output(): Promise<object>;
};

/** A query that is a tool of the server, too. */
export type Query = CommandQuery & ToolTexts;

export function defineQuery<Table extends Parameters, Answer extends object>(
  definition: Definition<Table, Answer> & ToolTexts,
): Query {
  return { ...definition, ...defineCommand(definition) };
}

/** A query that people ask and that is no tool: what an agent would get from it, its tools give. */
export function defineCommand<Table extends Parameters, Answer extends object>(
  definition: Definition<Table, Answer>,
): CommandQuery {
  return {
    ...definition,
    run: async (snapshot, query, options) => {
      const run = await definition.run();
      return run(snapshot, query as QueryOf<Table>, options);
    },
    describe: async answer => (await definition.describe())(answer as Answer),
  };
}
