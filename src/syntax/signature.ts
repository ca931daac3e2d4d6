/** A unit's signature on one line: what stands before its body, without comments, attributes and decorators. */
import type { Node } from 'web-tree-sitter';
import type { LanguageRow } from './languages.ts';
import type { Rule } from './rule.ts';

const MAX_LENGTH = 300;
const MAX_SOURCE = 4096;
const ONE_LINE = 120;
const DEPTH = 8;

type Range = { start: number; end: number };

/** `outer` is the node or what wraps it (an `export`, a template): there the signature begins. */
export function signature(outer: Node, node: Node, rule: Rule, row: LanguageRow, text: string): string {
  const end = Math.min(endOf(outer, node, rule, text), outer.startIndex + MAX_SOURCE);
  const cut: Range[] = [];
  collectCuts(outer, end, row, DEPTH, cut);
  let kept = '';
  let at = outer.startIndex;
  for (const range of cut) {
    if (range.start > at) kept += `${text.slice(at, range.start)} `;
    at = Math.max(at, range.end);
  }
  kept += text.slice(at, Math.max(at, end));
  const line = foldSignature(kept).replace(row.tail ?? /$/, '');
  const folded = line.replace(/(?<![\s{:=;,\\]|=>)(?:\s*(?:=>|[{:=;,\\]))+$/, '');
  return folded.length > MAX_LENGTH ? `${folded.slice(0, MAX_LENGTH - 1).trimEnd()}…` : folded;
}

/** One line, the same whether the parameters stood on one line or on many. */
export function foldSignature(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .trim();
}

/** The same for all that a formatter may make of a signature, and for what stands between it and the body. */
export function signatureKey(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replace(/,(?=[)\]}>])/g, '')
    .replace(/["'`]/g, "'")
    .replace(/[{;:]$/, '');
}

function endOf(outer: Node, node: Node, rule: Rule, text: string): number {
  const body = first(node, rule.body ?? ['body']);
  if (body) return body.startIndex;
  const value = first(node, rule.value ?? []);
  const whole = text
    .slice(outer.startIndex, Math.min(outer.endIndex, outer.startIndex + 2 * ONE_LINE))
    .trim();
  const fits = whole.length <= ONE_LINE && !whole.includes('\n');
  return value && !fits ? value.startIndex : outer.endIndex;
}

function first(node: Node, part: NonNullable<Rule['body']>): Node | null | undefined {
  if (typeof part === 'function') return part(node);
  for (const key of part) {
    let at: Node | undefined = node;
    for (const step of key.split('.')) {
      at = at?.childForFieldName(step) ?? at?.namedChildren.find(child => child.type === step);
    }
    if (at) return at;
  }
  return undefined;
}

/** Comments anywhere; attributes only in front, because a parameter's own belong to the parameter. */
function collectCuts(node: Node, end: number, row: LanguageRow, depth: number, cut: Range[]): void {
  for (const child of node.namedChildren) {
    if (child.startIndex >= end) return;
    const front = depth > DEPTH - 3 && (row.attributes?.includes(child.type) ?? false);
    if (front || row.comments.includes(child.type))
      cut.push({ start: child.startIndex, end: child.endIndex });
    else if (depth > 0) collectCuts(child, end, row, depth - 1, cut);
  }
}
