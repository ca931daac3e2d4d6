/** The four tools: the single source of their names, texts, inputs and outputs. */
import * as z from 'zod/mini';
import { TOOL_TEXTS } from './texts.ts';

export type CallContext = {
  signal: AbortSignal;
  /** `done` must grow; calls that don't are dropped. */
  progress(done: number, total?: number, message?: string): void;
};

export type Tool = {
  name: string;
  title: string;
  description: string;
  input: z.core.$ZodObject;
  output: z.core.$ZodObject;
  run(args: Record<string, unknown>, context: CallContext): Promise<object>;
};

const MAX_TEXT = 4096;

/** Text that an agent filled in with nothing ("") counts as not given. */
function optionalText(name: string, description: string) {
  const given = z.pipe(
    text(name),
    z.transform(value => (value.trim() === '' ? undefined : value)),
  );
  return z.optional(given).check(z.describe(description));
}

function requiredText(name: string, description: string) {
  return text(name).check(
    z.refine(value => value.trim() !== '', `${name} must not be empty`),
    z.describe(description),
  );
}

function text(name: string) {
  return z.string(`${name} must be a string`).check(
    z.maxLength(MAX_TEXT, `${name} must not be longer than ${MAX_TEXT} characters`),
    z.refine(value => !/\0|\p{Surrogate}/u.test(value), `${name} must be valid text`),
  );
}

function optionalCount(name: string, description: string) {
  const message = `${name} must be a positive whole number`;
  return z.optional(z.int(message).check(z.minimum(1, message))).check(z.describe(description));
}

const { ultragit_read, ultragit_deps, ultragit_history, ultragit_summary } = TOOL_TEXTS;

const readInput = z.object({
  path: requiredText('path', ultragit_read.properties.path),
  anchor: optionalText('anchor', ultragit_read.properties.anchor),
  lines: optionalText('lines', ultragit_read.properties.lines),
  max_tokens: optionalCount('max_tokens', ultragit_read.properties.max_tokens),
});

const depsInput = z.object({
  path: requiredText('path', ultragit_deps.properties.path),
  anchor: optionalText('anchor', ultragit_deps.properties.anchor),
});

const historyInput = z.object({
  path: requiredText('path', ultragit_history.properties.path),
  anchor: optionalText('anchor', ultragit_history.properties.anchor),
  limit: optionalCount('limit', ultragit_history.properties.limit),
});

const summaryInput = z.object({
  path: requiredText('path', ultragit_summary.properties.path),
  anchor: optionalText('anchor', ultragit_summary.properties.anchor),
});

type Query<Input extends z.core.$ZodObject> = (
  args: z.output<Input>,
  context: CallContext,
) => Promise<object>;

/** What answers the tools. */
export type Queries = {
  read: Query<typeof readInput>;
  deps: Query<typeof depsInput>;
  history: Query<typeof historyInput>;
  summary: Query<typeof summaryInput>;
};

type Outputs = Record<keyof Queries, z.core.$ZodObject>;

export function createTools(queries: Queries, outputs: Outputs): readonly Tool[] {
  return [
    define('ultragit_read', readInput, outputs.read, queries.read),
    define('ultragit_deps', depsInput, outputs.deps, queries.deps),
    define('ultragit_history', historyInput, outputs.history, queries.history),
    define('ultragit_summary', summaryInput, outputs.summary, queries.summary),
  ];
}

function define<Input extends z.core.$ZodObject>(
  name: keyof typeof TOOL_TEXTS,
  input: Input,
  output: z.core.$ZodObject,
  query: Query<Input>,
): Tool {
  const { title, description } = TOOL_TEXTS[name];
  return {
    name,
    title,
    description,
    input,
    output,
    run: (args, context) => query(args as z.output<Input>, context),
  };
}
