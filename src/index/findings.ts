import { crc32 } from '../cache/crc32.ts';
import { IdList } from './id-list.ts';

/**
 * What was found out about a history at some cost. It is about object ids only, so it holds for as long as
 * these are what is asked about.
 */
export type Findings = {
  ancestry?: Ancestry;
  orphans?: Orphans;
};

/** Which annotated objects are in the history of `head`, as far as this clone has it. */
export type Ancestry = { head: string; shallow: string; within: IdList; beyond: IdList };

/** Annotated names of an index that a tree does not have. */
type Orphans = { index: string; tree: string; names: string[] };

const FORMAT = 'ultragit findings 2';
const NEWLINE = 0x0a;

type Header = {
  ancestry?: { head: string; shallow: string; within: number; beyond: number };
  orphans?: Orphans;
};

/** A line with the format and a checksum of the rest, a line of JSON, then the ids. */
export function packFindings({ ancestry, orphans }: Findings): Buffer {
  const header: Header = {
    ancestry: ancestry && {
      head: ancestry.head,
      shallow: ancestry.shallow,
      within: ancestry.within.bytes.length,
      beyond: ancestry.beyond.bytes.length,
    },
    orphans,
  };
  const ids = ancestry ? [ancestry.within.bytes, ancestry.beyond.bytes] : [];
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...ids]);
  return Buffer.concat([Buffer.from(`${FORMAT} ${crc32(rest)}\n`), rest]);
}

/** Nothing for bytes that are damaged or of another version. */
export function unpackFindings(bytes: Buffer): Findings {
  const rest = bytes.subarray(bytes.indexOf(NEWLINE) + 1);
  const stamp = bytes.toString('latin1', 0, bytes.length - rest.length);
  if (stamp !== `${FORMAT} ${crc32(rest)}\n`) return {};
  const end = rest.indexOf(NEWLINE);
  const { ancestry, orphans }: Header = JSON.parse(rest.toString('utf8', 0, end));
  if (!ancestry) return { orphans };
  const { head, shallow, within } = ancestry;
  const ids = rest.subarray(end + 1);
  const list = (part: Buffer) => new IdList(part, head.length / 2);
  const lists = { within: list(ids.subarray(0, within)), beyond: list(ids.subarray(within)) };
  return { orphans, ancestry: { head, shallow, ...lists } };
}
