import zlib from 'node:zlib';

/** Node has this since 20.15; the table does the same for those before. */
export function crc32(data: Uint8Array): number {
  return zlib.crc32 ? zlib.crc32(data) : crc32ByTable(data);
}

let table: Uint32Array | undefined;

export function crc32ByTable(data: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = -1;
  for (const byte of data) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
