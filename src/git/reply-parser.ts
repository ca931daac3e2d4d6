type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

/** `data` is absent when only its size was asked for, or when it is larger than the caller would take. */
export type GitObject = { id: string; type: ObjectType; size: number; data?: Buffer };

const NEWLINE = 0x0a;
const LONGEST_HEADER = 4096;

/** Cuts the replies of `git cat-file --batch-command` into objects; what is over a limit is never kept. */
export class ReplyParser {
  #chunks: Buffer[] = [];
  #length = 0;
  #header: GitObject | undefined;
  #toSkip = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  next(wantsContents: boolean, limit: number): GitObject | 'missing' | 'garbage' | 'more' {
    if (!this.#header) {
      const header = this.#takeHeader();
      if (typeof header === 'string') return header;
      this.#header = header;
      this.#toSkip = wantsContents && header.size > limit ? header.size + 1 : 0;
    }
    const object = this.#header;
    const isComplete = wantsContents && object.size <= limit ? this.#takeData(object) : this.#skip();
    if (!isComplete) return 'more';
    this.#header = undefined;
    return object;
  }

  #takeHeader(): GitObject | 'missing' | 'garbage' | 'more' {
    const line = this.#takeLine();
    if (line === undefined) return this.#length > LONGEST_HEADER ? 'garbage' : 'more';
    if (/ (missing|ambiguous|submodule|excluded)$/.test(line)) return 'missing';
    const match = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(line);
    if (!match) return 'garbage';
    const [, id = '', type, size] = match;
    return { id, type: type as ObjectType, size: Number(size) };
  }

  /** Whether all of the data was there to take. */
  #takeData(object: GitObject): boolean {
    if (this.#length < object.size + 1) return false;
    object.data = this.#take(object.size);
    this.#discard(1);
    return true;
  }

  /** Whether all that was to be skipped has come; nothing is, where only the header was asked for. */
  #skip(): boolean {
    this.#toSkip -= this.#discard(this.#toSkip);
    return this.#toSkip === 0;
  }

  #takeLine(): string | undefined {
    let before = 0;
    for (const chunk of this.#chunks) {
      const at = chunk.indexOf(NEWLINE);
      if (at >= 0) {
        const line = this.#take(before + at).toString('latin1');
        this.#discard(1);
        return line;
      }
      before += chunk.length;
    }
    return undefined;
  }

  #take(count: number): Buffer {
    const data = Buffer.allocUnsafe(count);
    let filled = 0;
    for (const chunk of this.#chunks) {
      if (filled === count) break;
      filled += chunk.copy(data, filled, 0, Math.min(chunk.length, count - filled));
    }
    this.#discard(count);
    return data;
  }

  #discard(count: number): number {
    const dropped = Math.min(count, this.#length);
    let left = dropped;
    let whole = 0;
    for (const chunk of this.#chunks) {
      if (chunk.length > left) break;
      left -= chunk.length;
      whole++;
    }
    this.#chunks.splice(0, whole);
    const first = this.#chunks[0];
    if (left > 0 && first) this.#chunks[0] = first.subarray(left);
    this.#length -= dropped;
    return dropped;
  }
}
