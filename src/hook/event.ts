/** From the JSON that a host writes to what its agent is about to do, or just did. Imports nothing that is slow to load. */

import type { HookHost } from './hosts.ts';

export type Fields = { readonly [name: string]: unknown };

/** A call of one of the agent's tools; all of it comes from outside. */
export type ToolCall = {
  /** The event's name as the host spells it, which its answer may have to repeat. */
  event: string;
  moment: HookHost['moment'];
  tool: string;
  input: Fields;
  response: Fields;
  /** Absent where the host does not say: then nothing counts as shown before. */
  session?: string;
  /** Where relative paths count from. */
  directory: string;
};

/** Undefined for what is no call of a tool. Hosts differ in the spelling of names: each spelling is taken from any. */
export function toolCall(text: string, host: HookHost, cwd: string): ToolCall | undefined {
  const fields = fieldsIn(fromJson(text));
  const tool = textIn(fields, 'tool_name', 'toolName');
  if (tool === undefined) return undefined;
  const event = textIn(fields, 'hook_event_name', 'hookEventName') ?? host.edit.event;
  const input = fields.tool_input ?? fields.toolArgs;
  const [root] = Array.isArray(fields.workspace_roots) ? fields.workspace_roots : [];
  return {
    event,
    moment: /^(post|after)/i.test(event) ? 'after' : 'before',
    tool,
    // Some hosts write the arguments as text, and a patch is nothing but text.
    input: typeof input === 'string' ? (maybeFields(fromJson(input)) ?? { patch: input }) : fieldsIn(input),
    response: fieldsIn(fields.tool_response ?? fields.toolResult ?? fields.tool_output),
    session: textIn(fields, 'session_id', 'sessionId', 'conversation_id'),
    directory: textIn(fields, 'cwd') ?? (typeof root === 'string' ? root : cwd),
  };
}

/** The first of these fields that holds text, which may be empty. */
export function textIn(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** The first of these fields that holds a whole number. */
export function numberIn(fields: Fields, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = Number(fields[name] ?? Number.NaN);
    if (Number.isSafeInteger(value)) return value;
  }
  return undefined;
}

export function fieldsIn(value: unknown): Fields {
  return maybeFields(value) ?? {};
}

function maybeFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
