import type { TextReading } from './dialect.ts';

type AuthorshipLog = { attestations: string; metadata: string };

const DIVIDER = '---';
const ENTRY = /^ {2}\S+(?: [\d,-]*)?$/;
/** A path with white space in it is in quotes. */
const PATH = /^(?:\S+|"[^"]+")$/;
const METADATA = /"schema_version"\s*:\s*"authorship\//;

export function isGitAi(text: string): boolean {
  return splitAuthorshipLog(text) !== undefined;
}

/** It tells who wrote lines, not why: `readAuthorship` reads that. */
export function readGitAi(): TextReading {
  return { candidates: [] };
}

/**
 * The two parts of a note of git-ai: attestations, which may be none, and JSON. Any other text is refused at its
 * first line that is neither a path nor an attestation, which in prose, front matter and JSON comes early.
 */
export function splitAuthorshipLog(text: string): AuthorshipLog | undefined {
  const end = endOfAttestations(text);
  if (end === undefined) return undefined;
  const metadata = text.slice(end + DIVIDER.length).trimStart();
  const known = metadata.startsWith('{') && METADATA.test(metadata);
  return known ? { attestations: text.slice(0, end), metadata } : undefined;
}

function endOfAttestations(text: string): number | undefined {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    if (newline < 0) return undefined;
    const line = text.slice(start, newline).trimEnd();
    if (line === DIVIDER) return start;
    if (line !== '' && !ENTRY.test(line) && !PATH.test(line)) return undefined;
    start = newline + 1;
  }
  return undefined;
}
