/**
 * The one table of characters that nobody sees, or that make others look like something else. Whoever wrote a text,
 * they never leave the program.
 */

/**
 * Controls but for tabs and line feeds, and all that Unicode calls default-ignorable: bidi controls, zero-width characters,
 * variation selectors, fillers, tags, controls of music and shorthand. Beside these, separators of lines and what
 * annotates or arranges characters unseen. What belongs to an emoji is looked at by itself.
 */
const HIDDEN =
  /(?!\t|\n|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb\u{13430}-\u{13440}]/gu;

/** A selector that follows no emoji, and is no part of a keycap. */
const STRAY_SELECTOR =
  /(?<!\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?)(?<![0-9#*](?=\ufe0f\u20e3))[\ufe0e\ufe0f]/gu;

/** A joiner that joins no two emoji. */
const STRAY_JOINER =
  /\u200d(?:(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?\u200d)|(?!\p{Extended_Pictographic}))/gu;

/** Most texts are this, and one look is all they need. */
export const PLAIN = /^[\t\n\x20-\x7e]*$/;

const LONE_SURROGATE = /[\ud800-\udfff]/gu;

/** With line feeds for any line ends, and a mark for what is no character. */
export function wellFormed(text: string): string {
  return PLAIN.test(text) ? text : text.replace(/\r\n?/g, '\n').replace(LONE_SURROGATE, '\ufffd');
}

/** Removes what is hidden; line feeds, tabs and what makes up emoji stay. */
export function withoutHidden(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN, '').replace(STRAY_SELECTOR, '').replace(STRAY_JOINER, '');
}

/** The text in pieces: at even places what may be shown as it is, at odd ones the characters that are hidden. */
export function aroundHidden(text: string): string[] {
  if (PLAIN.test(text)) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (const at of hiddenPlaces(text)) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    pieces.push(text.slice(from, at), character);
    from = at + character.length;
  }
  return [...pieces, text.slice(from)];
}

function hiddenPlaces(text: string): number[] {
  const found = [HIDDEN, STRAY_SELECTOR, STRAY_JOINER, LONE_SURROGATE].flatMap(pattern =>
    [...text.matchAll(pattern)].map(({ index }) => index),
  );
  return [...new Set(found)].sort((a, b) => a - b);
}
