import { CHANGED_FILES } from '../changed-files.ts';
import { asObject, asText, type JsonObject } from '../json.ts';
import type { Candidate } from './dialect.ts';

/**
 * What a message of a type is. `decision`, `intent`, `memory` and `trace` are the tool's own types, and anyone
 * may write another; all that is not here is reasoning.
 */
const MEANINGS = new Map<string, (message: string) => JsonObject | undefined>([
  ['intent', message => ({ intent: message })],
  ['constraint', message => ({ constraints: [{ text: message, source: 'author' }] })],
  ['risk', message => ({ risk_notes: message })],
  ['warning', message => ({ risk_notes: message })],
  ['question', message => ({ open_threads: [message] })],
  ['todo', message => ({ open_threads: [message] })],
  // A log of tool calls: what was done, not why.
  ['trace', () => undefined],
]);

export function isAgentNotes(document: JsonObject): boolean {
  const { version, agent_id, type, message } = document;
  return [version, agent_id, type, message].every(value => typeof value === 'string');
}

/** One message of an agent about a commit, in `refs/notes/agent/<type>`. */
export function readAgentNotes(document: JsonObject): Candidate {
  const said = meaningOf(asText(document.type) ?? '', asText(document.message));
  return {
    annotation: {
      timestamp: timestampOf(document.timestamp),
      task: asText(asObject(document.data)?.issue_id),
      context_level: 'enhanced',
    },
    regions: said ? [{ file: CHANGED_FILES, ...said }] : [],
    crossCutting: [],
    provenance: { operation: 'initial' },
  };
}

function meaningOf(type: string, message: string | undefined): JsonObject | undefined {
  if (message === undefined) return undefined;
  const meaning = MEANINGS.get(type.toLowerCase());
  return meaning ? meaning(message) : { reasoning: message };
}

/** Times without an offset are in UTC. */
function timestampOf(value: unknown): unknown {
  return typeof value === 'string' && /T[\d:.]+$/.test(value) ? `${value}Z` : value;
}
