import { type Knowledge, OBJECT } from '../cache/knowledge.ts';
import type { ObjectReader } from './objects.ts';
import type { GitObject } from './reply-parser.ts';

/** Objects by id, as an earlier process read them, else from git. What this clone does not have is asked for again. */
export class KnownObjects {
  readonly #reader: ObjectReader;
  readonly #knowledge: Knowledge | undefined;
  readonly #forgotten = new Set<string>();

  constructor(reader: ObjectReader, knowledge: Knowledge | undefined) {
    this.#reader = reader;
    this.#knowledge = knowledge;
  }

  async read(id: string, limit: number): Promise<GitObject | undefined> {
    const known = this.#recall(id);
    if (known) return known.size > limit ? { ...known, data: undefined } : known;
    const object = await this.#reader.read(id, limit);
    if (object?.data) this.keep(object.id, object.type, object.data);
    return object;
  }

  keep(id: string, type: GitObject['type'], data: Buffer): void {
    this.#knowledge?.put(OBJECT + id, pack(type, data));
  }

  /** From now on only git knows it. */
  forget(id: string): void {
    this.#forgotten.add(id);
  }

  async info(id: string): Promise<GitObject | undefined> {
    const known = this.#recall(id) ?? this.#recallInfo(id);
    if (known) return known;
    const object = await this.#reader.info(id);
    if (object?.id === id)
      this.#knowledge?.put(`i${id}`, pack(object.type, Buffer.from(String(object.size))));
    return object;
  }

  #recall(id: string): GitObject | undefined {
    const packed = this.#knowledge?.get(OBJECT + id);
    if (!packed || this.#forgotten.has(id)) return undefined;
    const { type, data } = unpack(packed);
    return { id, type, size: data.length, data };
  }

  #recallInfo(id: string): GitObject | undefined {
    const packed = this.#knowledge?.get(`i${id}`);
    if (!packed || this.#forgotten.has(id)) return undefined;
    const { type, data } = unpack(packed);
    return { id, type, size: Number(data.toString('latin1')) };
  }
}

/** The type, a space, and the data. */
function pack(type: GitObject['type'], data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${type} `), data]);
}

function unpack(packed: Buffer): { type: GitObject['type']; data: Buffer } {
  const end = packed.indexOf(' ');
  return { type: packed.toString('latin1', 0, end) as GitObject['type'], data: packed.subarray(end + 1) };
}
