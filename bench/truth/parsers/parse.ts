// From blobs to units: parsed in batches, each blob once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '../git.ts';
import type { Version } from '../unit.ts';
import { hasCtags, LANGUAGE_OF, parseByCtags } from './ctags.ts';
import { hasPython, parseByPython } from './python.ts';
import { parseByTypeScript } from './typescript.ts';

/** A version of a file that is being parsed, and where it lies for the time. */
export type Source = { file: string; extension: string; version: Version };

type Tool = { name: string; there: () => boolean; parse: (sources: readonly Source[], room: string) => void };

const TYPESCRIPT: Tool = { name: 'typescript', there: () => true, parse: parseByTypeScript };
const PYTHON: Tool = { name: 'python3', there: hasPython, parse: parseByPython };
const CTAGS: Tool = { name: 'universal-ctags', there: hasCtags, parse: parseByCtags };

const TOOL_OF: Record<string, Tool> = {
  ...Object.fromEntries(
    ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs', 'jsx'].map(name => [name, TYPESCRIPT]),
  ),
  py: PYTHON,
  pyi: PYTHON,
  ...Object.fromEntries(Object.keys(LANGUAGE_OF).map(name => [name, CTAGS])),
};

const LARGEST = 1 << 20;
const NOT_OURS =
  /(?:^|\/)(?:vendor|vendored|node_modules|third_party|thirdparty|external|dist|_vendor)\/|[.-]min\.\w+$|\.bundle\.js$|\.pb\.go$|_pb2\.py$/i;

const extensionOf = (path: string): string => /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';

export type Wanted = { path: string; blob: string };

export class Parser {
  readonly #history: History;
  readonly #room: string;
  readonly #versions = new Map<string, Version>();
  readonly #missing = new Set<Tool>();

  constructor(history: History, room: string) {
    this.#history = history;
    this.#room = room;
    for (const tool of new Set(Object.values(TOOL_OF))) if (!tool.there()) this.#missing.add(tool);
  }

  /** Which tools are not installed; their languages are left out. */
  get missing(): string[] {
    return [...this.#missing].map(tool => tool.name);
  }

  reads(path: string, size = 0): boolean {
    const tool = TOOL_OF[extensionOf(path)];
    return tool !== undefined && !this.#missing.has(tool) && size <= LARGEST && !NOT_OURS.test(path);
  }

  /** Parses what is not parsed yet. */
  prepare(wanted: Iterable<Wanted>): void {
    const extensions = new Map<string, Set<string>>();
    for (const { path, blob } of wanted) {
      const extension = extensionOf(path);
      if (!this.reads(path) || this.#versions.has(keyOf(blob, extension)) || /^0+$/.test(blob)) continue;
      extensions.set(blob, (extensions.get(blob) ?? new Set()).add(extension));
    }
    const ids = [...extensions.keys()];
    const MOST_AT_ONCE = 2000;
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      this.#parse(ids.slice(from, from + MOST_AT_ONCE), extensions);
    }
  }

  /** A version that was prepared; undefined where it can't be read at all. */
  version({ path, blob }: Wanted): Version | undefined {
    return this.#versions.get(keyOf(blob, extensionOf(path)));
  }

  #parse(ids: readonly string[], extensions: ReadonlyMap<string, ReadonlySet<string>>): void {
    const room = mkdtempSync(join(this.#room, 'parse-'));
    const sources = new Map<Tool, Source[]>();
    for (const { id, content } of this.#history.blobs(ids)) {
      for (const extension of extensions.get(id) ?? []) {
        const version: Version = { lines: linesOf(content), units: undefined };
        this.#versions.set(keyOf(id, extension), version);
        const tool = TOOL_OF[extension];
        if (!tool || content.length > LARGEST || isGenerated(content, version.lines)) continue;
        const file = join(room, `${id}.${extension}`);
        writeFileSync(file, content);
        const list = sources.get(tool) ?? [];
        list.push({ file, extension, version });
        sources.set(tool, list);
      }
    }
    for (const [tool, list] of sources) tool.parse(list, room);
    rmSync(room, { recursive: true });
  }
}

const keyOf = (blob: string, extension: string): string => `${blob}.${extension}`;

function linesOf(content: Buffer): string[] {
  const lines = content.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function isGenerated(content: Buffer, lines: readonly string[]): boolean {
  return content.length > 400 * lines.length && content.length > 5000;
}
