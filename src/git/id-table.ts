/** Where ids stand in some bytes: one in each row, so many bytes after its beginning. */
type Rows = { idBytes: number; rowBytes: number; first: number };

/** Rows of bytes found by the object id in each; to be found, a million of them take 8 MB. */
export class IdTable {
  readonly count: number;
  readonly #bytes: Buffer;
  readonly #rows: Rows;
  /** Row numbers, from 1; those whose ids begin alike are near each other. */
  readonly #slots: Uint32Array;

  constructor(bytes: Buffer, rows: Rows) {
    this.#bytes = bytes;
    this.#rows = rows;
    this.count = bytes.length / rows.rowBytes;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * this.count + 1)));
    for (let row = 0; row < this.count; row++) {
      let slot = this.#slotOf(bytes.readUInt32BE(this.#startOf(row)));
      while (this.#slots[slot]) slot = this.#after(slot);
      this.#slots[slot] = row + 1;
    }
  }

  static of(ids: readonly string[], idBytes: number): IdTable {
    return new IdTable(Buffer.from(ids.join(''), 'hex'), { idBytes, rowBytes: idBytes, first: 0 });
  }

  /** The ids that git printed, one a line; undefined where it printed something else. */
  static ofLines(text: string): IdTable | undefined {
    const digits = text.indexOf('\n');
    const ids = Buffer.from(text.replaceAll('\n', ''), 'hex');
    const isWhole = digits < 0 ? text === '' : (ids.length / (digits / 2)) * (digits + 1) === text.length;
    const idBytes = Math.max(digits, 40) / 2;
    return isWhole && (digits < 0 || digits === 40 || digits === 64)
      ? new IdTable(ids, { idBytes, rowBytes: idBytes, first: 0 })
      : undefined;
  }

  has(id: string): boolean {
    return this.rowOf(id) !== undefined;
  }

  /** The first row that has an id. */
  rowOf(id: string): number | undefined {
    const { value } = this.rowsOf(id, Number.parseInt(id.slice(0, 8), 16)).next();
    return value ?? undefined;
  }

  /** The ids of all rows. */
  ids(): string[] {
    return Array.from({ length: this.count }, (_, row) => this.#idOf(row));
  }

  idOf(row: number): string {
    return this.#idOf(row);
  }

  /** All rows, as they are. */
  bytes(): Buffer {
    return this.#bytes;
  }

  get idBytes(): number {
    return this.#rows.idBytes;
  }

  /** In bytes. */
  get size(): number {
    return this.#bytes.length + this.#slots.byteLength;
  }

  /** The rows that have an id, of which the number that its first eight digits make is known. */
  *rowsOf(id: string, beginning: number): Generator<number> {
    for (let slot = this.#slotOf(beginning); this.#slots[slot]; slot = this.#after(slot)) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (this.#begins(row, beginning) && this.#idOf(row) === id) yield row;
    }
  }

  /** Whether any id begins so. */
  hasBeginning(beginning: number): boolean {
    for (let slot = this.#slotOf(beginning); this.#slots[slot]; slot = this.#after(slot)) {
      if (this.#begins((this.#slots[slot] ?? 0) - 1, beginning)) return true;
    }
    return false;
  }

  #begins(row: number, beginning: number): boolean {
    return this.#bytes.readUInt32BE(this.#startOf(row)) === beginning;
  }

  #idOf(row: number): string {
    const start = this.#startOf(row);
    return this.#bytes.toString('hex', start, start + this.#rows.idBytes);
  }

  #startOf(row: number): number {
    return row * this.#rows.rowBytes + this.#rows.first;
  }

  #slotOf(beginning: number): number {
    return beginning & (this.#slots.length - 1);
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}
