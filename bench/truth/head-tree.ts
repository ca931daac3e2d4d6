// What HEAD has: all units of all files, by name and by the lines of their bodies.
import { wordyLines } from './alike.ts';
import type { History } from './git.ts';
import type { Parser, Wanted } from './parsers/parse.ts';
import { lastName, type Unit, type Version } from './unit.ts';

export type Placed = { path: string; unit: Unit; version: Version };

export class HeadTree {
  readonly files = new Map<string, Wanted>();
  readonly #parser: Parser;
  readonly #byLastName = new Map<string, Placed[]>();
  readonly #filesWithLine = new Map<string, Set<string>>();

  constructor(history: History, parser: Parser) {
    this.#parser = parser;
    for (const file of history.files('HEAD'))
      if (parser.reads(file.path, file.size)) this.files.set(file.path, file);
    parser.prepare(this.files.values());
    for (const { path, blob } of this.files.values()) {
      const version = parser.version({ path, blob });
      if (!version) continue;
      for (const line of new Set(wordyLines(version.lines, ''))) {
        const files = this.#filesWithLine.get(line) ?? new Set();
        this.#filesWithLine.set(line, files.add(path));
      }
      for (const unit of version.units ?? []) {
        const name = lastName(unit.name);
        const list = this.#byLastName.get(name) ?? [];
        this.#byLastName.set(name, list);
        list.push({ path, unit, version });
      }
    }
  }

  version(path: string): Version | undefined {
    const file = this.files.get(path);
    return file && this.#parser.version(file);
  }

  /** The units whose last name is this one. */
  named(name: string): readonly Placed[] {
    return this.#byLastName.get(lastName(name)) ?? [];
  }

  /** The largest share of a text's lines that one file has. */
  shareInOneFile(text: readonly string[]): number {
    const lines = new Set(wordyLines(text, ''));
    const counts = new Map<string, number>();
    for (const line of lines) {
      for (const file of this.#filesWithLine.get(line) ?? []) counts.set(file, (counts.get(file) ?? 0) + 1);
    }
    return lines.size === 0 ? 1 : Math.max(0, ...counts.values()) / lines.size;
  }
}
