import type { Bytes } from '../cache/checked-pages.ts';

/** Object ids, sorted, as bytes. */
export class IdList {
  readonly ids: Bytes;
  readonly #idBytes: number;

  constructor(ids: Bytes, idBytes: number) {
    this.ids = ids;
    this.#idBytes = idBytes;
  }

  static of(ids: readonly string[], idBytes: number): IdList {
    const all = Buffer.from([...ids].sort().join(''), 'hex');
    return new IdList({ length: all.length, bytes: (start, end) => all.subarray(start, end) }, idBytes);
  }

  has(id: string): boolean {
    const wanted = Buffer.from(id, 'hex');
    let low = 0;
    let high = Math.floor(this.ids.length / this.#idBytes);
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = middle * this.#idBytes;
      const order = Buffer.compare(this.ids.bytes(at, at + this.#idBytes), wanted);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }
}
