/**
 * The parser: one WASM module for all grammars. It is loaded when it is first needed, each grammar once,
 * and thrown away when it has died or has taken more memory than a long session should hold.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type { Language, Parser, Tree } from 'web-tree-sitter';

type Module = typeof import('web-tree-sitter');

type Memory = { readonly buffer: ArrayBuffer };
/** Only what is used here; TypeScript knows the rest from browsers alone. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => Memory };

type Started = { module: Module; parser: Parser; memory: Memory };

type Runtime = { started: Promise<Started>; languages: Map<string, Promise<Language>> };

type Grammar = { grammar: string; mend?: { from: string; to: string } };

type Parsed<T> = { value: T } | { failed: 'grammar' | 'timeout' };

const PAGE = 64 * 1024;
const INITIAL_PAGES = (32 * 1024 * 1024) / PAGE;
const MAX_PAGES = (512 * 1024 * 1024) / PAGE;
const KEEP_BYTES = 128 * 1024 * 1024;

const packages = createRequire(import.meta.url);
let current: Runtime | undefined;

/** Parses `text`, and hands the tree to `use`, which must not keep it. A crash is tried once more, on a new module. */
export async function parse<T>(
  grammar: Grammar,
  text: string,
  milliseconds: number,
  use: (tree: Tree, deadline: number) => T,
): Promise<Parsed<T>> {
  let failed: 'grammar' | 'timeout' = 'grammar';
  for (let attempt = 0; attempt < 2; attempt++) {
    current ??= { started: start(), languages: new Map() };
    const mine = current;
    try {
      failed = 'grammar';
      const language = await load(mine, grammar);
      const { parser, memory } = await mine.started;
      failed = 'timeout';
      const parsed = run(parser, language, text, milliseconds, use);
      // WASM memory never shrinks; after an outsized file, a new module is cheaper than holding on to it.
      if (memory.buffer.byteLength > KEEP_BYTES) drop(mine);
      return parsed;
    } catch {
      drop(mine);
    }
  }
  return { failed };
}

function run<T>(
  parser: Parser,
  language: Language,
  text: string,
  milliseconds: number,
  use: (tree: Tree, deadline: number) => T,
): Parsed<T> {
  const deadline = performance.now() + milliseconds;
  parser.setLanguage(language);
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
  if (!tree) {
    parser.reset();
    return { failed: 'timeout' };
  }
  try {
    return { value: use(tree, deadline) };
  } finally {
    release(tree);
  }
}

function drop(runtime: Runtime): void {
  if (current === runtime) current = undefined;
  runtime.started.then(({ parser }) => release(parser)).catch(() => {});
}

/** By hand, even when the module is dead: the garbage collector would do it too, and throw where nobody catches. */
export function release(thing: { delete(): void }): void {
  try {
    thing.delete();
  } catch {}
}

async function start(): Promise<Started> {
  // Without this, V8 spends up to seconds on optimising a grammar's lexer that runs once.
  setFlagsFromString('--liftoff-only');
  // Taken out of the cache, so that a module that died can be followed by a new one.
  const module: Module = packages('web-tree-sitter');
  delete packages.cache[packages.resolve('web-tree-sitter')];
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES });
  await module.Parser.init({ wasmMemory: memory, print: () => {}, printErr: () => {} });
  return { module, memory, parser: new module.Parser() };
}

function load(runtime: Runtime, { grammar, mend }: Grammar): Promise<Language> {
  const known = runtime.languages.get(grammar);
  if (known) return known;
  const language = Promise.all([readGrammar(grammar), runtime.started]).then(([bytes, { module }]) => {
    if (mend) replaceBytes(bytes, Buffer.from(mend.from, 'hex'), Buffer.from(mend.to, 'hex'));
    return module.Language.load(bytes);
  });
  runtime.languages.set(grammar, language);
  return language;
}

/** Beside the built program, or else in the package that the build copies it from. */
async function readGrammar(grammar: string): Promise<Buffer> {
  const name = grammar.slice(grammar.lastIndexOf('/') + 1);
  try {
    return await readFile(new URL(`./grammars/${name}`, import.meta.url));
  } catch {
    return await readFile(packages.resolve(grammar));
  }
}

/** Only where it is certain: a grammar that has changed is left as it is. */
function replaceBytes(bytes: Buffer, from: Buffer, to: Buffer): void {
  const at = bytes.indexOf(from);
  if (at >= 0 && bytes.indexOf(from, at + 1) < 0) to.copy(bytes, at);
}
