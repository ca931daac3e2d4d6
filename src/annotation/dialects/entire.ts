import { CHANGED_FILES } from '../changed-files.ts';
import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import { excerpt } from '../prose.ts';
import type { Candidate } from './dialect.ts';

/** Answers name it as the format of a region. */
export const ENTIRE_FORMAT = 'entire';

const LONGEST = 2_000;

/** What the summary of a session says; of its prompts and its transcript nothing is read. */
export function readCheckpoint(metadata: unknown): Candidate | undefined {
  const session = asObject(metadata);
  const summary = asObject(session?.summary);
  if (!session || !summary) return undefined;
  const learnings = asObject(summary.learnings) ?? {};
  const regions = [...sessionRegion(summary, learnings), ...findingRegions(learnings.code)];
  if (regions.length === 0) return undefined;
  const agent = asText(session.agent);
  return {
    annotation: {
      timestamp: session.created_at,
      summary: asText(summary.intent),
      task: asText(session.task),
      context_level: 'inferred',
    },
    regions,
    crossCutting: [],
    provenance: {
      operation: 'initial',
      synthesis_notes: agent === undefined ? undefined : `the summary of a session with ${agent}`,
    },
  };
}

/** The metadata of a checkpoint, or of one of its sessions. */
export function isCheckpoint(document: JsonObject): boolean {
  return asText(document.checkpoint_id) !== undefined && asText(document.strategy) !== undefined;
}

function sessionRegion(summary: JsonObject, learnings: JsonObject): JsonObject[] {
  const openItems = texts(summary.open_items);
  const said = {
    intent: bounded([asText(summary.intent)]),
    reasoning: bounded([asText(summary.outcome), ...texts(learnings.repo)]),
    risk_notes: bounded(texts(summary.friction)),
    open_threads: openItems.length > 0 ? openItems : undefined,
  };
  return Object.values(said).some(value => value !== undefined) ? [{ file: CHANGED_FILES, ...said }] : [];
}

/** What was found out about some lines; all findings about the same ones are one region. */
function findingRegions(code: unknown): JsonObject[] {
  const places = new Map<string, { place: JsonObject; findings: string[] }>();
  for (const item of asArray(code)) {
    const finding = asObject(item);
    const text = asText(finding?.finding);
    const place = finding && placeOf(finding);
    if (!place || text === undefined) continue;
    const key = JSON.stringify(place);
    const known = places.get(key) ?? { place, findings: [] };
    known.findings.push(text);
    places.set(key, known);
  }
  return [...places.values()].map(({ place, findings }) => ({ ...place, reasoning: bounded(findings) }));
}

function placeOf({ path, line, end_line }: JsonObject): JsonObject | undefined {
  const file = asText(path)?.replace(/^(?:\.\/)+/, '');
  if (!file || file.startsWith('/')) return undefined;
  const start = lineNumber(line);
  if (start === undefined) return { file };
  return { file, lines: { start, end: Math.max(start, lineNumber(end_line) ?? start) } };
}

function lineNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function texts(value: unknown): string[] {
  return asArray(value).filter(item => typeof item === 'string' && item !== '') as string[];
}

function bounded(lines: readonly (string | undefined)[]): string | undefined {
  return excerpt(lines.filter(line => line !== undefined).join('\n'), LONGEST) || undefined;
}

const TRAILER = /^[ \t]*Entire-Checkpoint:[ \t]*([\da-f]{12}|[\dA-HJKMNP-TV-Z]{26})[ \t\r]*$/gm;

/** The checkpoints that a commit message names, each once; a squash names those of all its commits. */
export function checkpointIds(message: string): string[] {
  return [...new Set(Array.from(message.matchAll(TRAILER), found => found[1] ?? ''))];
}

/** A directory of a ref's tree that has `SESSION_METADATA` files where it has the checkpoint. */
export type CheckpointPlace = { ref: string; directory: string };

/** The sessions of a checkpoint, under its directory; their numbers may have gaps. */
export const SESSION_METADATA = /^\d{1,4}\/metadata\.json$/;

/** Where a checkpoint can be: a ref of its own, or the branch for all, which a clone knows as its remote's. */
export function checkpointPlaces(id: string, remote = 'origin'): CheckpointPlace[] {
  const directory = `${id.slice(0, 2)}/${id.slice(2)}`;
  return [
    { ref: `refs/entire/checkpoints/${id.slice(-2)}/${id}`, directory: '' },
    { ref: 'refs/heads/entire/checkpoints/v1', directory },
    { ref: `refs/remotes/${remote}/entire/checkpoints/v1`, directory },
  ];
}
