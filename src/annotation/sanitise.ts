/** Notes are written by anyone: what could fool a terminal or a reader's eye never leaves the program. */

const DECEPTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A joiner that joins no two emoji. */
const STRAY_JOINER =
  /\u200d(?:(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?\u200d)|(?!\p{Extended_Pictographic}))/gu;

/** Most texts are this, and one look is all they need. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

const LONE_SURROGATE = /[\ud800-\udfff]/gu;

export type Sanitiser = { clean(text: string): string; removed: number };

/** Removes control, bidi, zero-width and tag characters; line feeds, tabs and what joins emoji stay. Counts what it took. */
export function createSanitiser(): Sanitiser {
  const sanitiser = {
    removed: 0,
    clean(text: string): string {
      if (PLAIN.test(text)) return text;
      const plain = text.replace(/\r\n?/g, '\n').replace(LONE_SURROGATE, '\ufffd');
      const clean = plain.replace(DECEPTIVE, '').replace(STRAY_JOINER, '');
      sanitiser.removed += plain.length - clean.length;
      return clean;
    },
  };
  return sanitiser;
}

export function sanitise(text: string): string {
  return createSanitiser().clean(text);
}

/** For names and headings: one line, whatever was in it. */
export function oneLine(text: string): string {
  return sanitise(text).replace(/\s+/g, ' ').trim();
}
