/** The lines of a version by hashes of their text without white space: what is found by them is looked at again. */
export class LineSet {
  readonly #slots: Int32Array;

  constructor(data: Uint8Array) {
    let lines = 1;
    for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE, at + 1)) lines++;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * lines + 2)));
    let hash = SEED;
    for (let at = 0; at <= data.length; at++) {
      const byte = data[at] ?? NEWLINE;
      if (byte === NEWLINE) {
        this.#add(finished(hash));
        hash = SEED;
      } else if (!isSpace(byte)) hash = next(hash, byte);
    }
  }

  has(hash: number): boolean {
    for (let slot = hash & (this.#slots.length - 1); this.#slots[slot] !== 0; slot = this.#after(slot)) {
      if (this.#slots[slot] === hash) return true;
    }
    return false;
  }

  /** In bytes. */
  get size(): number {
    return this.#slots.byteLength;
  }

  #add(hash: number): void {
    let slot = hash & (this.#slots.length - 1);
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = this.#after(slot);
    this.#slots[slot] = hash;
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}

/** Of a line as it was read, a byte a character. */
export function lineHash(line: string): number {
  let hash = SEED;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (!isSpace(code)) hash = next(hash, code);
  }
  return finished(hash);
}

const NEWLINE = 0x0a;
const SEED = 0x811c9dc5 | 0;

function next(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Never 0, which is an empty slot. */
function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) | 0 || 1;
}

/** What `\s` matches among bytes. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}
