/** Two questions about JSON text that must be answered without building the value. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Does the text nest deeper than `limit`? Linear, and without recursion, whatever the text is. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass, one branch a kind of character; in parts, its state would be handed around.
export function deeperThan(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      if (depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

const NUMBER_VALUE = /\s*:\s*(-?[0-9][0-9.eE+-]*)/y;
const LONGEST_ID_KEY = '"\\u0069\\u0064"'.length;

/**
 * The `id` of a JSON object as it was written. JSON.parse rounds numbers above 2^53, and an answer with a
 * rounded id belongs to nobody. `text` is known to be a JSON object with a number as its id.
 */
export function writtenId(text: string): string | undefined {
  let depth = 0;
  let found: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === '"') {
      const end = afterString(text, at);
      if (depth === 1 && end - at <= LONGEST_ID_KEY && JSON.parse(text.slice(at, end)) === 'id') {
        NUMBER_VALUE.lastIndex = end;
        found = NUMBER_VALUE.exec(text)?.[1] ?? found;
      }
      at = end - 1;
    }
  }
  return found;
}

function afterString(text: string, quote: number): number {
  let at = quote + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
