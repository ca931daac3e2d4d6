import { isAgentTrace, isTraceRecord } from '../dialects/agent-trace.ts';
import { asArray, asObject, type JsonObject } from '../json.ts';
import { type Author, agent, type Claim, human, lineRange } from './claim.ts';

/** Who wrote which lines, by a document of agent-trace in either shape; nothing by any other document. */
export function* agentTraceClaims(document: JsonObject): Iterable<Claim> {
  if (isTraceRecord(document)) yield* recordClaims(document);
  else if (isAgentTrace(document)) yield* ledgerClaims(document);
}

function* recordClaims({ files, tool }: JsonObject): Iterable<Claim> {
  for (const { path, conversations } of objects(files)) {
    for (const conversation of objects(conversations)) {
      for (const range of objects(conversation.ranges)) {
        const holder = range.contributor === undefined ? conversation : range;
        yield* claim(path, contributor(holder, tool), range);
      }
    }
  }
}

/** In a ledger, all lines are an agent's. */
function* ledgerClaims({ ledger, tool }: JsonObject): Iterable<Claim> {
  for (const [path, file] of Object.entries(asObject(asObject(ledger)?.files) ?? {})) {
    for (const range of objects(asObject(file)?.line_attributions)) {
      yield* claim(path, agent(asObject(tool)?.name, range.model_id), range);
    }
  }
}

function* claim(path: unknown, author: Author | undefined, range: JsonObject): Iterable<Claim> {
  const lines = lineRange(range.start_line, range.end_line);
  if (typeof path === 'string' && author && lines) {
    yield { file: path.replace(/^\.\//, ''), author, lines: [lines] };
  }
}

/** An object with type and model; some writers put the type alone, with the model beside it. */
function contributor(holder: JsonObject, tool: unknown): Author | undefined {
  const source = asObject(holder.contributor) ?? { type: holder.contributor, model_id: holder.model_id };
  if (source.type === 'human') return human(undefined);
  const isAgent = source.type === 'ai' || source.type === 'mixed';
  return isAgent ? agent(asObject(tool)?.name, source.model_id) : undefined;
}

function objects(value: unknown): JsonObject[] {
  return asArray(value)
    .map(asObject)
    .filter(item => item !== undefined);
}
