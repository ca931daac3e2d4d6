/** JSONC text in, the offsets of its members, commas and comments out. The only import of jsonc-parser in this room. */

import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Unreadable, unreadableAt } from './format.ts';

export type { Node };

/** Kinds of tokens; the package's own names for them do not exist at run time. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;

export const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

export const endOf = (node: Node): number => node.offset + node.length;

export function parseObject(text: string): Node {
  const errors: ParseError[] = [];
  const root = parse(text, errors);
  const first = errors[0];
  if (first) throw unreadableAt(text, first.offset, words(printParseErrorCode(first.error)));
  if (root?.type !== 'object') throw unreadableAt(text, root?.offset ?? 0, 'expected an object');
  const deep = tooDeep(root);
  if (deep) throw unreadableAt(text, deep.offset, 'nested too deeply');
  return root;
}

/** What reads the tree goes down by recursion, as hosts do. */
const MAX_DEPTH = 200;

function tooDeep(root: Node): Node | undefined {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return level[0];
    level = level.flatMap(node => node.children ?? []);
  }
  return undefined;
}

function parse(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) throw unreadableAt(text, 0, 'nested too deeply');
    throw error;
  }
}

/** "CommaExpected" reads "comma expected". */
const words = (code: string): string => code.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();

/** The member of that name. A repeated name is refused: hosts disagree about which one counts. */
export function memberOf(text: string, object: Node, name: string): Node | undefined {
  const found = (object.children ?? []).filter(member => member.children?.[0]?.value === name);
  const second = found[1];
  if (second) throw unreadableAt(text, second.offset, `"${name}" appears twice`);
  return found[0];
}

export type Gap = { commaStart: number | undefined; boundary: number; endsInLineComment: boolean };

/** Between two offsets that hold no value: where the comma is, and where the last comma or comment ends. */
export function gap(text: string, from: number, to: number): Gap {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  const result: Gap = { commaStart: undefined, boundary: from, endsInLineComment: false };
  while (scanner.getPosition() < to) {
    const kind: number = scanner.scan();
    if (scanner.getTokenOffset() >= to) break;
    if (kind === COMMA) result.commaStart = scanner.getTokenOffset();
    if (kind === COMMA || kind === LINE_COMMENT || kind === BLOCK_COMMENT) {
      result.boundary = scanner.getTokenOffset() + scanner.getTokenLength();
      result.endsInLineComment = kind === LINE_COMMENT;
    }
  }
  return result;
}

export function hasComment(text: string, from: number, to: number): boolean {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  while (scanner.getPosition() < to) {
    const kind: number = scanner.scan();
    if (scanner.getTokenOffset() >= to) return false;
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) return true;
  }
  return false;
}

export type JsonExtensions = { comments: boolean; trailingCommas: boolean };

/** Where and why a host whose parser accepts only these extensions of JSON stops. */
export function firstRejected(text: string, accepted: JsonExtensions): Unreadable | undefined {
  if (isBlank(text)) return undefined;
  const errors: ParseError[] = [];
  parseTree(text, errors, {
    disallowComments: !accepted.comments,
    allowTrailingComma: accepted.trailingCommas,
  });
  const first = errors[0];
  return first ? unreadableAt(text, first.offset, words(printParseErrorCode(first.error))) : undefined;
}

/** The node as JSON.parse would give it, but for `__proto__`, which stays a plain key. */
export function plain(node: Node | undefined): unknown {
  if (node?.type === 'array') return (node.children ?? []).map(plain);
  if (node?.type !== 'object') return node?.value;
  const pairs = (node.children ?? []).map(member => [
    member.children?.[0]?.value,
    plain(member.children?.[1]),
  ]);
  return Object.fromEntries(pairs);
}

/** The node with order and repeated keys kept. */
export function faithful(node: Node | undefined): unknown {
  if (!node?.children) return node?.value;
  return [node.type, node.children.map(faithful)];
}
