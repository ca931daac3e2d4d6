/** A name as people and notes write it, taken apart: qualifiers in any spelling, no parameters, no generics. */

import { withoutHidden } from '../hidden-characters.ts';

export type Name = {
  /** `MqttClient::connect` is ['MqttClient', 'connect']. */
  segments: string[];
  /** What `impl Trait for Type` or `extension Type: Protocol` adds to its type; '' for none. */
  block?: string;
};

const TOO_LONG = 512;
const KEYWORDS =
  /^(?:(?:export|default|pub(?:\([^)]*\))?|public|private|protected|internal|static|async|unsafe|abstract|final|override|fn|func|function|fun|def|sub|class|struct|enum|interface|trait|protocol|type|object|record|module|mod|namespace|const|let|var|val|get|set|macro|macro_rules!|method|constructor|property)\s+)+(?=[^\s(=<:])/;
const GO_RECEIVER =
  /^(?:func\s+)?\(\s*(?:[\w$]+\s+)?(?:\*\s*)?([\w$.]+)(?:\[[^\]]*\])?\s*\)\s*(?:\.\s*)?(?=[\p{L}_])/u;
const RUST_QUALIFIED = /^<\s*([^\s<>][^<>]*?)(?:<[^<>]*>)?(?<!\s)\s+as\s[^<>]+(?:<[^<>]*>\s*)?>/;
const BLOCK = /^((?:[^\s:]+::)*)(?:unsafe\s+)?(impl|extension)(?:\s|(?=<))(.+)$/s;
const OPERATOR = /^(.*?)\boperator\s*(\(\)|\[\]|[^\w\s(]+|"".*|(?:new|delete)\b(?:\[\])?)/s;
/** Most names are words between separators: the patterns for others take V8 longer to compile than all names to split. */
const PLAIN_NAME = /^[A-Za-z_$][\w$]*(?:(?:::|\.)[A-Za-z_$][\w$]*)*$/;
const WORD_CHARACTER = /[\p{L}\p{N}_$?!]/u;

export function parseName(text: string): Name {
  if (text.length <= TOO_LONG && PLAIN_NAME.test(text) && !text.includes('operator')) {
    return { segments: text.split(/::|\./) };
  }
  return parseAnyName(text);
}

function parseAnyName(text: string): Name {
  // Names go out without what is hidden in them, and come back so.
  const name = withoutHidden(text).replace(/[`'"]/g, '').trim();
  if (name.length > TOO_LONG) return { segments: [name] };
  const block = BLOCK.exec(name);
  if (block) return parseBlock(block[1] ?? '', block[2] ?? '', (block[3] ?? '').trimStart());
  const plain = name
    .replace(RUST_QUALIFIED, '$1')
    .replace(GO_RECEIVER, '$1::')
    .replace(KEYWORDS, '')
    .replace(/^[*&]+(?=[\p{L}_])/u, '');
  const operator = OPERATOR.exec(plain);
  if (operator) {
    const qualifier = lastToken(operator[1] ?? '');
    return { segments: [...split(qualifier), `operator${operator[2]}`] };
  }
  return { segments: split(plain) };
}

function parseBlock(prefix: string, keyword: string, rest: string): Name {
  const body = (rest.startsWith('<') ? rest.slice(closing(rest, 0) + 1) : rest)
    .replace(/(?<!\s)\s+where\s.*/s, '')
    .trim();
  const outer = split(prefix);
  if (keyword === 'extension') {
    const colon = body.search(/:(?!:)/);
    if (colon < 0) return { segments: [...outer, ...split(body)], block: '' };
    return { segments: [...outer, ...split(body.slice(0, colon))], block: fold(body.slice(colon + 1)) };
  }
  const [trait, type] = body.split(/(?<!\s)\s+for\s+(?!<)/, 2);
  if (type === undefined) return { segments: [...outer, ...split(body)], block: '' };
  return { segments: [...outer, ...split(type)], block: split(trait ?? '').join('::') };
}

/** Cuts at every separator, and leaves out what stands in brackets behind a word. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass, one branch a kind of character; in parts, its state would be handed around.
function split(text: string): string[] {
  const segments: string[] = [];
  let current = '';
  let parameters = false;
  const flush = () => {
    if (current.trim()) segments.push(current.trim());
    current = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    const afterWord = WORD_CHARACTER.test(text[at - 1] ?? '');
    const width = separatorWidth(text, at);
    if (width) {
      flush();
      at += width - 1;
    } else if (character === '(' && current.trim()) {
      const end = closing(text, at);
      parameters = !/\s/.test(text[at - 1] ?? '');
      if (end < 0 || !separatorWidth(text, end + 1)) break;
      at = end;
    } else if (
      (character === '<' && text.startsWith('::', at - 2)) ||
      (/[<[]/.test(character) && afterWord)
    ) {
      const end = closing(text, at);
      if (end < 0 || (character === '<' && end === at + 1)) current += character;
      else at = end;
    } else if (character === '[') {
      const end = closing(text, at);
      current += text.slice(at, end + 1) || character;
      at = Math.max(at, end);
    } else if (character === ':' && current) {
      break;
    } else current += character;
  }
  if (parameters) current = lastToken(current);
  flush();
  return segments;
}

/** `/` is none: it is an operator's name in some languages, and belongs to paths in all. */
function separatorWidth(text: string, at: number): number {
  if (text.startsWith('::', at)) return 2;
  if (text.startsWith('->', at)) return /[\p{L}_]/u.test(text[at + 2] ?? '') ? 2 : 0;
  const character = text[at];
  if (character === ':') return /[\p{L}_]/u.test(text[at + 1] ?? '') ? 1 : 0;
  return character === '.' || character === '#' || character === '\\' ? 1 : 0;
}

/** Where the bracket at `start` closes, or -1. */
function closing(text: string, start: number): number {
  const open = text[start];
  const close = open === '(' ? ')' : open === '[' ? ']' : '>';
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && !(close === '>' && /[-=]/.test(text[at - 1] ?? '')) && --depth === 0)
      return at;
  }
  return -1;
}

/** `static int parse` is `parse`. */
function lastToken(text: string): string {
  return text.trim().split(/\s+/).at(-1) ?? '';
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
