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

type Runtime = {
  module: Module;
  parser: Parser;
  memory: Memory;
  languages: Map<string, Promise<Language>>;
};

type Parsed<T> = { value: T } | { failed: 'grammar' | 'timeout' };

const PAGE = 64 * 1024;
const INITIAL_PAGES = (32 * 1024 * 1024) / PAGE;
const MAX_PAGES = (1024 * 1024 * 1024) / PAGE;
const KEEP_BYTES = 128 * 1024 * 1024;

const require = createRequire(import.meta.url);
let current: Promise<Runtime> | undefined;

/** Parses `text`, and hands the tree to `use`, which must not keep it. A crash is tried once more, on a new module. */
export async function parse<T>(
  grammar: string,
  text: string,
  milliseconds: number,
  use: (tree: Tree, deadline: number) => T,
): Promise<Parsed<T>> {
  let failed: 'grammar' | 'timeout' = 'grammar';
  for (let attempt = 0; attempt < 2; attempt++) {
    current ??= start();
    const mine = current;
    try {
      failed = 'grammar';
      const runtime = await mine;
      const language = await load(runtime, grammar);
      failed = 'timeout';
      return run(runtime, language, text, milliseconds, use);
    } catch {
      if (current === mine) current = undefined;
    }
  }
  return { failed };
}

function run<T>(
  runtime: Runtime,
  language: Language,
  text: string,
  milliseconds: number,
  use: (tree: Tree, deadline: number) => T,
): Parsed<T> {
  const { parser } = runtime;
  const deadline = performance.now() + milliseconds;
  parser.setLanguage(language);
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
  if (!tree) {
    parser.reset();
    recycle(runtime);
    return { failed: 'timeout' };
  }
  const value = use(tree, deadline);
  tree.delete();
  recycle(runtime);
  return { value };
}

/** WASM memory never shrinks; after an outsized file a new module is cheaper than holding on to it. */
function recycle(runtime: Runtime): void {
  if (runtime.memory.buffer.byteLength > KEEP_BYTES) current = undefined;
}

async function start(): Promise<Runtime> {
  // Without this, V8 spends up to seconds on optimising a grammar's lexer that runs once.
  setFlagsFromString('--liftoff-only');
  // Taken out of the cache, so that a module that died can be followed by a new one.
  const module: Module = require('web-tree-sitter');
  delete require.cache[require.resolve('web-tree-sitter')];
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES });
  await module.Parser.init({ wasmMemory: memory });
  return { module, memory, parser: new module.Parser(), languages: new Map() };
}

function load(runtime: Runtime, grammar: string): Promise<Language> {
  const known = runtime.languages.get(grammar);
  if (known) return known;
  const language = readGrammar(grammar).then(bytes => runtime.module.Language.load(bytes));
  runtime.languages.set(grammar, language);
  return language;
}

/** Beside the built program, or else in the package that the build copies it from. */
async function readGrammar(grammar: string): Promise<Uint8Array> {
  const name = grammar.slice(grammar.lastIndexOf('/') + 1);
  try {
    return await readFile(new URL(`./grammars/${name}`, import.meta.url));
  } catch {
    return await readFile(require.resolve(grammar));
  }
}
