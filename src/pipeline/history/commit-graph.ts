import { IdTable } from '../../git/id-table.ts';

/** A commit, seconds since 1970 by its committer's clock, and its parents. */
export type GraphCommit = { id: string; time: number; parents: readonly string[] };

type Parts = {
  ids: IdTable;
  times: Float64Array;
  /** Where the parents of each row begin in `parents`; one more at the end. */
  starts: Uint32Array;
  parents: Uint32Array;
};

/** All commits of one history as rows: every commit stands before its parents, the head first. */
export class CommitGraph {
  readonly #ids: IdTable;
  readonly #times: Float64Array;
  readonly #starts: Uint32Array;
  readonly #parents: Uint32Array;
  #order: Uint32Array | undefined;

  private constructor({ ids, times, starts, parents }: Parts) {
    this.#ids = ids;
    this.#times = times;
    this.#starts = starts;
    this.#parents = parents;
  }

  /** What git prints with `--parents --timestamp`, children first; undefined where that is something else. */
  static ofLines(text: string): CommitGraph | undefined {
    const commits: GraphCommit[] = [];
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at);
      const [time = '', id = '', ...parents] = text.slice(at, end < 0 ? text.length : end).split(' ');
      if (end < 0 || !/^-?\d+$/.test(time) || !isId(id)) return undefined;
      commits.push({ id, time: Number(time), parents });
      at = end + 1;
    }
    return CommitGraph.of(commits);
  }

  /** Children first. */
  static of(commits: readonly GraphCommit[]): CommitGraph {
    const idBytes = Math.max(commits[0]?.id.length ?? 0, 40) / 2;
    const ids = IdTable.of(
      commits.map(({ id }) => id),
      idBytes,
    );
    const times = Float64Array.from(commits, ({ time }) => time);
    const starts = new Uint32Array(commits.length + 1);
    const rows: number[] = [];
    for (const [row, { parents }] of commits.entries()) {
      for (const id of parents) {
        const parent = ids.rowOf(id);
        if (parent !== undefined) rows.push(parent);
      }
      starts[row + 1] = rows.length;
    }
    return new CommitGraph({ ids, times, starts, parents: Uint32Array.from(rows) });
  }

  get count(): number {
    return this.#ids.count;
  }

  /** In bytes. */
  get size(): number {
    return this.#ids.size + 8 * this.count + 4 * (this.#starts.length + this.#parents.length);
  }

  get head(): string | undefined {
    return this.count > 0 ? this.idOf(0) : undefined;
  }

  rowOf(id: string): number | undefined {
    return this.#ids.rowOf(id);
  }

  idOf(row: number): string {
    return this.#ids.idOf(row);
  }

  parentsOf(row: number): Uint32Array {
    return this.#parents.subarray(this.#starts[row], this.#starts[row + 1]);
  }

  /** Marks these rows and everything behind them. */
  behind(...rows: readonly number[]): Uint8Array {
    const marks = new Uint8Array(this.count);
    for (const row of rows) marks[row] = 1;
    for (let row = Math.min(...rows); row < this.count; row++) {
      if (!marks[row]) continue;
      for (let at = this.#starts[row] ?? 0; at < (this.#starts[row + 1] ?? 0); at++) {
        marks[this.#parents[at] ?? 0] = 1;
      }
    }
    return marks;
  }

  /** Marks a row and everything that builds on it. */
  buildingOn(row: number): Uint8Array {
    const marks = new Uint8Array(row + 1);
    marks[row] = 1;
    for (let child = row - 1; child >= 0; child--) {
      for (let at = this.#starts[child] ?? 0; at < (this.#starts[child + 1] ?? 0); at++) {
        if (marks[this.#parents[at] ?? 0]) marks[child] = 1;
      }
    }
    return marks;
  }

  /**
   * A way from one commit up to another that builds on it, each the parent of the next, without the first. It stays on
   * first parents as long as these build on the first.
   */
  way(from: number, to: number): number[] {
    const marks = this.buildingOn(from);
    const way: number[] = [];
    for (let row = to; row !== from; ) {
      way.push(row);
      const next = this.parentsOf(row).find(parent => marks[parent] === 1);
      if (next === undefined) return [];
      row = next;
    }
    return way.reverse();
  }

  /** From a row back, always to the first parent. */
  firstParents(from: number): number[] {
    const line: number[] = [];
    for (let row: number | undefined = from; row !== undefined; row = this.parentsOf(row)[0]) {
      line.push(row);
    }
    return line;
  }

  /** The place of each row, oldest first: parents before children, then by the clock, then by id. */
  places(): Uint32Array {
    this.#order ??= this.#placesOf();
    return this.#order;
  }

  #placesOf(): Uint32Array {
    const places = new Uint32Array(this.count);
    const childrenLeft = new Uint32Array(this.count);
    for (const parent of this.#parents) childrenLeft[parent] = (childrenLeft[parent] ?? 0) + 1;
    const isNewer = (a: number, b: number) => {
      const difference = (this.#times[a] ?? 0) - (this.#times[b] ?? 0);
      return difference > 0 || (difference === 0 && this.idOf(a) > this.idOf(b));
    };
    const open = new Heap(isNewer);
    for (let row = 0; row < this.count; row++) if (childrenLeft[row] === 0) open.push(row);
    for (let left = this.count; left > 0; left--) {
      const row = open.pop();
      if (row === undefined) break;
      places[row] = left - 1;
      for (const parent of this.parentsOf(row)) {
        const more = (childrenLeft[parent] ?? 0) - 1;
        childrenLeft[parent] = more;
        if (more === 0) open.push(parent);
      }
    }
    return places;
  }

  /** The history of a new head: commits that this has not, and what these build on. */
  extendedBy(newer: ReadonlyMap<string, GraphCommit>, head: string): CommitGraph {
    const sorted = childrenFirst(newer, head);
    const built = sorted.flatMap(({ parents }) => parents.flatMap(id => this.rowOf(id) ?? []));
    return CommitGraph.of([...sorted, ...this.#commitsBehind(built)]);
  }

  /** The history of one of its commits alone. */
  startingAt(row: number): CommitGraph {
    return CommitGraph.of(this.#commitsBehind([row]));
  }

  #commitsBehind(rows: readonly number[]): GraphCommit[] {
    const marks = this.behind(...rows);
    return [...marks.keys()]
      .filter(row => marks[row])
      .map(row => ({
        id: this.idOf(row),
        time: this.#times[row] ?? 0,
        parents: Array.from(this.parentsOf(row), parent => this.idOf(parent)),
      }));
  }

  pack(): Buffer {
    const ids = this.#ids.bytes();
    const head = Buffer.from(new Uint32Array([this.count, this.#ids.idBytes]).buffer);
    const parts = [this.#times, this.#starts, this.#parents].map(part =>
      Buffer.from(part.buffer, part.byteOffset, part.byteLength),
    );
    return Buffer.concat([head, ...parts, ids]);
  }

  static unpack(packed: Buffer): CommitGraph {
    // Typed arrays need their own alignment.
    const bytes = packed.byteOffset % 8 === 0 ? packed : Buffer.from(new Uint8Array(packed).buffer);
    const [count = 0, idBytes = 20] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
    let at = bytes.byteOffset + 8;
    const times = new Float64Array(bytes.buffer, at, count);
    at += times.byteLength;
    const starts = new Uint32Array(bytes.buffer, at, count + 1);
    at += starts.byteLength;
    const parents = new Uint32Array(bytes.buffer, at, starts[count] ?? 0);
    at += parents.byteLength;
    const ids = new IdTable(Buffer.from(bytes.buffer, at, count * idBytes), {
      idBytes,
      rowBytes: idBytes,
      first: 0,
    });
    return new CommitGraph({ ids, times, starts, parents });
  }
}

function isId(text: string): boolean {
  return text.length === 40 || text.length === 64;
}

/** From the head, every commit before its parents. */
export function childrenFirst(commits: ReadonlyMap<string, GraphCommit>, head: string): GraphCommit[] {
  const childrenLeft = new Map<string, number>();
  for (const { parents } of commits.values()) {
    for (const parent of parents) childrenLeft.set(parent, (childrenLeft.get(parent) ?? 0) + 1);
  }
  const sorted: GraphCommit[] = [];
  const open = [head];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const commit = commits.get(id);
    if (!commit) continue;
    sorted.push(commit);
    for (const parent of commit.parents) {
      const left = (childrenLeft.get(parent) ?? 1) - 1;
      childrenLeft.set(parent, left);
      if (left === 0) open.push(parent);
    }
  }
  return sorted;
}

/** A binary heap of rows. */
class Heap {
  readonly #rows: number[] = [];
  readonly #isBefore: (a: number, b: number) => boolean;

  constructor(isBefore: (a: number, b: number) => boolean) {
    this.#isBefore = isBefore;
  }

  push(row: number): void {
    const rows = this.#rows;
    let at = rows.push(row) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = rows[above] ?? 0;
      if (!this.#isBefore(row, other)) break;
      rows[at] = other;
      at = above;
    }
    rows[at] = row;
  }

  pop(): number | undefined {
    const rows = this.#rows;
    const first = rows[0];
    const last = rows.pop();
    if (last === undefined || rows.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= rows.length) break;
      if (below + 1 < rows.length && this.#isBefore(rows[below + 1] ?? 0, rows[below] ?? 0)) below++;
      if (!this.#isBefore(rows[below] ?? 0, last)) break;
      rows[at] = rows[below] ?? 0;
      at = below;
    }
    rows[at] = last;
    return first;
  }
}
