/** What keeps a document from being JSON, and can be mended without guessing: where it is, and how. */

export type Mendable = {
  /** Control characters that stand raw in a text. */
  controls: number[];
  /** Commas before a closing bracket. */
  commas: number[];
};

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

export function findMendable(document: string): Mendable {
  const found: Mendable = { controls: [], commas: [] };
  let comma = -1;
  for (let at = 0; at < document.length; at++) {
    const code = document.charCodeAt(at);
    if (code === QUOTE) {
      at = findControls(document, at, found.controls);
      comma = -1;
    } else if (code === COMMA) {
      comma = at;
    } else if (code > SPACE) {
      if (comma >= 0 && (code === CLOSE_BRACE || code === CLOSE_BRACKET)) found.commas.push(comma);
      comma = -1;
    }
  }
  return found;
}

/** Goes through a text, and gives the offset of the quote that ends it. */
function findControls(document: string, start: number, controls: number[]): number {
  for (let at = start + 1; at < document.length; at++) {
    const code = document.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code < SPACE) controls.push(at);
    // What is escaped ends no text; a control character is no escape.
    if (code === BACKSLASH && document.charCodeAt(at + 1) >= SPACE) at++;
  }
  return document.length;
}

/** The document as its writer meant it. */
export function mend(document: string, mendable: Mendable): string {
  return replaceAt(document, mendable, char => ESCAPES[char] ?? escaped(char));
}

/** A document of the same length, in which all else is where it was. */
export function maskMendable(document: string, mendable: Mendable): string {
  return replaceAt(document, mendable, () => ' ');
}

function replaceAt(
  document: string,
  { controls, commas }: Mendable,
  replacement: (char: string) => string,
): string {
  const pieces: string[] = [];
  let from = 0;
  const places = commas.length === 0 ? controls : [...controls, ...commas].sort((a, b) => a - b);
  for (const at of places) {
    pieces.push(document.slice(from, at), replacement(document.charAt(at)));
    from = at + 1;
  }
  return pieces.join('') + document.slice(from);
}

/** What is mended most; a comma goes. */
const ESCAPES: Readonly<Record<string, string>> = { ',': '', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function escaped(control: string): string {
  return JSON.stringify(control).slice(1, -1);
}
