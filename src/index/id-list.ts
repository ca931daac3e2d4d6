/** Object ids, sorted, as bytes. */
export class IdList {
  readonly bytes: Buffer;
  readonly #idBytes: number;

  constructor(bytes: Buffer, idBytes: number) {
    this.bytes = bytes;
    this.#idBytes = idBytes;
  }

  static of(ids: readonly string[], idBytes: number): IdList {
    return new IdList(Buffer.from([...ids].sort().join(''), 'hex'), idBytes);
  }

  has(id: string): boolean {
    const wanted = Buffer.from(id, 'hex');
    let low = 0;
    let high = Math.floor(this.bytes.length / this.#idBytes);
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = middle * this.#idBytes;
      const order = this.bytes.compare(wanted, 0, wanted.length, at, at + this.#idBytes);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }
}
