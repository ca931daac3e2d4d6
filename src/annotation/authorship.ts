import { agentTraceClaims } from './authors/agent-trace.ts';
import type { Author, Claim } from './authors/claim.ts';
import { gitAiClaims } from './authors/git-ai.ts';
import { asObject } from './json.ts';
import { parseNoteText } from './repair.ts';
import type { LineRange } from './schema.ts';

/** Lines of a file at the annotated commit, and the one agent or person who wrote them. */
export type Authorship = { file: string; who: string; kind: 'agent' | 'human'; lines: LineRange[] };

/** Larger than the notes that are read for a why: transcripts in them, which are skipped, make them large. */
const MAX_AUTHORSHIP_BYTES = 4 * 1024 * 1024;
const MAX_RANGES_PER_FILE = 5_000;

/**
 * Who wrote which lines, as the bytes of a note tell it. A file has one entry for each of its authors, with
 * its lines in order; a line that a note gives to two authors is in both. Anything else gives nothing.
 */
export function readAuthorship(data: Uint8Array): Authorship[] {
  if (data.byteLength > MAX_AUTHORSHIP_BYTES) return [];
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
  const files = new Map<string, Collected>();
  for (const claim of gitAiClaims(text) ?? traceClaims(text)) {
    const collected = files.get(claim.file) ?? { ranges: 0, authors: new Map() };
    files.set(claim.file, collected);
    collect(claim, collected);
  }
  return [...files].flatMap(([file, { authors }]) =>
    [...authors.values()].map(({ author, lines }) => ({ file, ...author, lines: joined(lines) })),
  );
}

/** What was claimed of one file so far, by author. */
type Collected = { ranges: number; authors: Map<string, { author: Author; lines: LineRange[] }> };

function* traceClaims(text: string): Iterable<Claim> {
  const values = parseNoteText(text).documents.map(({ value }) => value);
  for (const value of values.flat()) {
    const document = asObject(value);
    if (document) yield* agentTraceClaims(document);
  }
}

function collect({ author, lines }: Claim, collected: Collected): void {
  const key = `${author.kind} ${author.who}`;
  const known = collected.authors.get(key) ?? { author, lines: [] };
  for (const range of lines) {
    if (collected.ranges === MAX_RANGES_PER_FILE) break;
    collected.ranges++;
    known.lines.push(range);
  }
  if (known.lines.length > 0) collected.authors.set(key, known);
}

/** In order, with ranges that touch or overlap made one. */
function joined(ranges: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
