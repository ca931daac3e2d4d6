import { readParameters } from '../read/parameters.ts';

const { path, anchor, lines, max_tokens, rev } = readParameters;

/** Those of a read that make sense for one line. */
export const whyParameters = {
  path: { kind: path.kind, required: true },
  anchor: { kind: anchor.kind },
  lines: { kind: lines.kind, flag: lines.flag },
  max_tokens: { kind: max_tokens.kind, least: max_tokens.least, flag: max_tokens.flag },
  rev: { kind: rev.kind, flag: rev.flag },
} as const;
