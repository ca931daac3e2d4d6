import { crc32 } from '../cache/crc32.ts';

/**
 * The frame of packed notes: a header, then sections of bytes or of 32-bit numbers, in this order. Numbers
 * are in the machine's own byte order: on another kind of machine the version reads wrong.
 */
const SECTIONS = [
  /** Object and blob id of each note, ordered. */
  'entries',
  /** In a delta: ids of the objects about which it, and not its base, says what notes there are. */
  'covered',
  /** Pairs: number of a note, number of its problem. */
  'malformed',
  'problemOffsets',
  'problemText',
  /** Paths, ordered by their bytes, and for each the numbers of the notes that name it. */
  'nameOffsets',
  'nameText',
  'fileStarts',
  'fileNotes',
  'dependencyStarts',
  'dependencyNotes',
  'concernStarts',
  'concernNotes',
  'originOffsets',
  'originText',
  'originStarts',
  'originNotes',
] as const;

type Section = (typeof SECTIONS)[number];
export type Sections = Record<Section, Uint8Array>;

/** What packed notes are about. `stamp` is 0 unless something was missing from the clone, see `clone-stamp`. */
export type Subject = { tree: string; stamp: number; base?: string };

const MAGIC = 0x4e_47_49_54;
/** To be raised when the layout changes, and when notes are found by other keys than before. */
export const VERSION = 1;
const HEADER_NUMBERS = 8 + SECTIONS.length;
const ID_ROOM = 32;
const HEADER_BYTES = HEADER_NUMBERS * 4 + ID_ROOM + 8;

export function frame(subject: Subject, sections: Sections): Buffer {
  const length = SECTIONS.reduce((sum, name) => sum + padded(sections[name].byteLength), HEADER_BYTES);
  const bytes = Buffer.from(new ArrayBuffer(length));
  const header = numbers(bytes, 0, HEADER_NUMBERS * 4);
  const tree = Buffer.from(subject.tree, 'hex');
  header[0] = MAGIC;
  header[1] = VERSION;
  header[3] = length;
  header[4] = tree.length;
  const [crc = '0', size = '0'] = subject.base?.split('-') ?? [];
  header[5] = Number(crc);
  header[6] = Number(size);
  header.set(
    SECTIONS.map(name => sections[name].byteLength),
    8,
  );
  tree.copy(bytes, HEADER_NUMBERS * 4);
  bytes.writeDoubleLE(subject.stamp, HEADER_BYTES - 8);
  let at = HEADER_BYTES;
  for (const name of SECTIONS) {
    bytes.set(sections[name], at);
    at += padded(sections[name].byteLength);
  }
  header[2] = crc32(bytes.subarray(12));
  return bytes;
}

/** Undefined where these are not the bytes that `frame` made. They must begin on a multiple of 4. */
export function unframe(bytes: Buffer): (Subject & { id: string; sections: Sections }) | undefined {
  if (bytes.length < HEADER_BYTES || bytes.length % 4 !== 0 || bytes.byteOffset % 4 !== 0) return undefined;
  const header = numbers(bytes, 0, HEADER_NUMBERS * 4);
  const [magic, version, crc = 0, length, treeBytes = 0, baseCrc, baseLength] = header;
  if (magic !== MAGIC || version !== VERSION || length !== bytes.length || treeBytes > ID_ROOM) {
    return undefined;
  }
  if (crc !== crc32(bytes.subarray(12))) return undefined;
  const sections: Partial<Sections> = {};
  let at = HEADER_BYTES;
  for (const [which, name] of SECTIONS.entries()) {
    const size = header[8 + which] ?? 0;
    sections[name] = bytes.subarray(at, at + size);
    at += padded(size);
  }
  if (at !== bytes.length) return undefined;
  return {
    id: `${crc}-${length}`,
    tree: bytes.toString('hex', HEADER_NUMBERS * 4, HEADER_NUMBERS * 4 + treeBytes),
    stamp: bytes.readDoubleLE(HEADER_BYTES - 8),
    ...(baseLength ? { base: `${baseCrc}-${baseLength}` } : {}),
    sections: sections as Sections,
  };
}

export function numbers(bytes: Uint8Array, start = 0, length = bytes.byteLength): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + start, length >>> 2);
}

function padded(size: number): number {
  return (size + 3) & ~3;
}
