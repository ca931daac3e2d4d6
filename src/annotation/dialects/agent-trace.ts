import { asObject, asText, type JsonObject } from '../json.ts';
import type { Candidate } from './dialect.ts';

export function isAgentTrace(document: JsonObject): boolean {
  return isTraceRecord(document) || isTraceNote(document);
}

/** A record of the Agent Trace specification: the conversations that wrote lines of files. */
export function isTraceRecord({ version, id, timestamp, vcs, files }: JsonObject): boolean {
  if (!Array.isArray(files) || !files.every(isTracedFile)) return false;
  const isHeaded = [version, id, timestamp].every(value => typeof value === 'string');
  return files.length > 0 || (isHeaded && asObject(vcs) !== undefined);
}

function isTracedFile(value: unknown): boolean {
  const file = asObject(value);
  return typeof file?.path === 'string' && Array.isArray(file.conversations);
}

/** What the agent-trace command line tool keeps of a commit: counts, and the lines in its `ledger`. */
function isTraceNote({ version, trace_ids, stats, ledger_hash }: JsonObject): boolean {
  const counts = asObject(stats);
  return (
    asText(version) !== undefined &&
    Array.isArray(trace_ids) &&
    (typeof ledger_hash === 'string' || typeof counts?.ai_lines === 'number')
  );
}

/** It tells who wrote lines, not why: `readAuthorship` reads that. */
export function readAgentTrace(): Candidate {
  return { annotation: {}, regions: [], crossCutting: [], provenance: { operation: 'initial' } };
}
