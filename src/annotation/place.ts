/** A place in a text, both counted from 1, the column in characters; a byte order mark is none. */
export type Place = { line: number; column: number };

const LINE_FEED = 0x0a;

/** Tells the places of offsets; asked in their order, it goes through the text once. */
export function createPlacer(text: string): (offset: number) => Place {
  const first = text.startsWith('\ufeff') ? 1 : 0;
  let at = first;
  let line = 1;
  let column = 1;
  return offset => {
    if (offset < at) [at, line, column] = [first, 1, 1];
    for (; at < offset && at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) [line, column] = [line + 1, 1];
      else if (code < 0xdc00 || code > 0xdfff) column++;
    }
    return { line, column };
  };
}
