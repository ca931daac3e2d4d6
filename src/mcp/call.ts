/** What needs the tools' schemas: listing them, and one call from its arguments to its result. */
import * as z from 'zod/mini';
import { withCleanTexts } from '../annotation/sanitise.ts';
import { hintsFor, UltragitError } from '../errors.ts';
import { type CallContext, failed, type ToolResult } from './answering.ts';
import { declaredInput, declaredOutput } from './declared-schema.ts';
import { INVALID_PARAMS, isRecord, type Params, quoted, RpcError } from './jsonrpc.ts';
import type { Tool } from './tools.ts';

const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export function listTools(tools: readonly Tool[]): object {
  return {
    tools: tools.map(({ name, title, description, searchHint, input, output }) => ({
      name,
      title,
      description,
      inputSchema: declaredInput(input),
      outputSchema: declaredOutput(output),
      annotations: { title, ...ANNOTATIONS },
      _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': searchHint },
    })),
  };
}

/** Throws RpcError when the call itself is malformed, and whatever a bug throws. */
export async function callTool(
  tools: readonly Tool[],
  params: Params,
  context: CallContext,
): Promise<ToolResult> {
  const { name } = params;
  if (typeof name !== 'string') throw wrongField('name', 'name must be a string');
  const given = params.arguments ?? {};
  if (!isRecord(given)) throw wrongField('arguments', 'arguments must be an object');
  const tool = tools.find(candidate => candidate.name === name);
  if (tool === undefined) {
    throw wrongField('name', `Unknown tool: ${quoted(name)}`, { known: tools.map(known => known.name) });
  }

  const args = z.safeParse(tool.input, withoutNulls(given));
  if (!args.success) return failed(complaints(args.error, given));
  // A tool that starts after its cancellation would wait for it for ever.
  context.signal.throwIfAborted();
  try {
    const answer = await tool.run(args.data, context, undeclaredIn(given, tool));
    z.parse(tool.output, answer);
    const clean = withCleanTexts(answer);
    return { content: [{ type: 'text', text: JSON.stringify(clean) }], structuredContent: clean };
  } catch (error) {
    if (error instanceof UltragitError) return failed([error.message, ...hintsFor('agent', error)]);
    throw error;
  }
}

function wrongField(field: string, message: string, more: object = {}): RpcError {
  return new RpcError(INVALID_PARAMS, message, { field, ...more });
}

function undeclaredIn(given: Params, { input }: Tool): string[] {
  return Object.keys(given)
    .filter(name => !Object.hasOwn(input._zod.def.shape, name))
    .map(quoted);
}

/** Agents write null for an argument that they leave out. */
function withoutNulls(args: Params): Params {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function complaints(error: z.core.$ZodError, given: Params): string[] {
  return error.issues.map(({ path: [name], message }) => {
    const missing = name !== undefined && (given[String(name)] ?? null) === null;
    return missing ? `Missing required argument: ${String(name)}` : message;
  });
}
