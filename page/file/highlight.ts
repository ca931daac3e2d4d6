import { createLowlight } from 'lowlight';
import { BY_EXTENSION, grammars } from './grammars.ts';

/** A piece of a line; `kind` is what the grammar calls it. */
export type Token = { text: string; kind?: string };

type Tree = { type: string; value?: string; properties?: { className?: unknown }; children?: Tree[] };

/** What is larger is shown in one colour: a grammar works through regular expressions, and takes its time. */
const MOST_CHARACTERS = 400_000;
const LONGEST_LINE = 4_000;

const lowlight = createLowlight(grammars);

/** The lines of a text in pieces that have colours; nothing where its language is not known, or where it is too large. */
export function highlight(text: string, path: string, language: string | undefined): Token[][] | undefined {
  const name = language ?? BY_EXTENSION[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
  if (!name || !lowlight.registered(name) || text.length > MOST_CHARACTERS) return undefined;
  if (text.split('\n').some(line => line.length > LONGEST_LINE)) return undefined;
  const lines: Token[][] = [[]];
  write(lowlight.highlight(name, text) as Tree, undefined, lines);
  return lines;
}

function write(node: Tree, kind: string | undefined, lines: Token[][]): void {
  if (node.value !== undefined) writeText(node.value, kind, lines);
  const inner = kindOf(node) ?? kind;
  for (const child of node.children ?? []) write(child, inner, lines);
}

function writeText(text: string, kind: string | undefined, lines: Token[][]): void {
  for (const [at, piece] of text.split('\n').entries()) {
    if (at > 0) lines.push([]);
    if (piece !== '') lines.at(-1)?.push({ text: piece, kind });
  }
}

/** "hljs-title function_": the first says enough. */
function kindOf({ properties }: Tree): string | undefined {
  const [first] = Array.isArray(properties?.className) ? properties.className : [];
  return typeof first === 'string' ? first.replace(/^hljs-/, '') : undefined;
}
