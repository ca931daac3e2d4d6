import { MAX_DEPTH } from './json-fault.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Where a document is in a text. */
type Span = { start: number; end: number };

/** Tells apart the documents of a note; `isDocument` says what is one for sure. Undefined where it can't be told. */
export function cutDocuments(text: string, isDocument: (text: string) => boolean): Span[] | undefined {
  return cutAtBrackets(text) ?? cutAtLines(text, isDocument);
}

/** Where a document has no end, the next one may still begin on a line of its own, as `git notes append` has it. */
function cutAtLines(text: string, isDocument: (text: string) => boolean): Span[] | undefined {
  const starts = text.startsWith('{') ? Array.from(text.matchAll(/^\{/gm), ({ index }) => index) : [];
  const spans = starts.map((start, at) => ({ start, end: starts[at + 1] ?? text.length }));
  return spans.some(({ start, end }) => isDocument(text.slice(start, end))) ? spans : undefined;
}

/** Documents that a notes merge wrote one after the other. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass, one branch a kind of character; in parts, its state would be handed around.
function cutAtBrackets(text: string): Span[] | undefined {
  const documents: Span[] = [];
  let depth = 0;
  let start = -1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      inString = !inString;
    } else if (inString) {
      if (code === BACKSLASH) at++;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (depth === 0) start = at;
      if (++depth > MAX_DEPTH) return undefined;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (--depth < 0) return undefined;
      if (depth === 0) documents.push({ start, end: at + 1 });
    } else if (depth === 0 && code > SPACE) {
      return undefined;
    }
  }
  return depth === 0 && documents.length > 0 ? documents : undefined;
}
