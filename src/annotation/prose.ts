/** Text that people and tools wrote for people, and how much of it an annotation takes. */

/** Without what editors and merges leave around a text: a byte order mark, CRLF, NULs at the end. */
export function tidy(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let end = text.length;
  while (end > start && isPadding(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end).replace(/\r\n?/g, '\n');
}

function isPadding(code: number): boolean {
  return code === 0 || code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** The beginning of a text, cut where a paragraph, a sentence, a line or a word ends; "…" says that it is cut. */
export function excerpt(text: string, limit: number): string {
  const whole = text.trim();
  if (whole.length <= limit) return whole;
  const start = whole.slice(0, limit);
  const ends = [
    start.lastIndexOf('\n\n'),
    sentenceEnd(start),
    start.lastIndexOf('\n'),
    start.lastIndexOf(' '),
  ];
  const end = ends.find(at => at > limit / 3) ?? withoutHalfPair(start);
  return `${start.slice(0, end).trimEnd()} …`;
}

function sentenceEnd(text: string): number {
  return Math.max(text.lastIndexOf('. '), text.lastIndexOf('.\n')) + 1;
}

function withoutHalfPair(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}

/** A full stop counts where a new sentence follows, so that "e.g. this" and "v1.2" are not cut. */
const SENTENCE_END = /[.!?]["')\]]?(?=\s+[\p{Lu}\p{N}"'(`[]|\s*$)/u;

/** What a text says first, on one line, and what is left of it. A heading or a list item stands for itself. */
export function firstSentence(text: string, limit: number): { sentence: string; rest: string } {
  const whole = text.trim();
  const paragraph = whole.slice(0, endOf(/\n[ \t]*\n/, whole));
  const line = paragraph.slice(0, endOf(/\n/, paragraph));
  const standsAlone = /^(?:#{1,6}|[-*+]|\d{1,3}[.)])[ \t]+(?=\S)/.exec(line);
  if (standsAlone) {
    const sentence = excerpt(line.slice(standsAlone[0].length), limit);
    return { sentence, rest: line.length > limit ? whole : whole.slice(line.length).trim() };
  }
  const start = paragraph.slice(0, limit);
  const found = SENTENCE_END.exec(start);
  const fits = found !== null && (found.index + found[0].length < start.length || start === paragraph);
  if (!fits && paragraph.length > limit) return { sentence: folded(excerpt(paragraph, limit)), rest: whole };
  const end = fits ? found.index + found[0].length : paragraph.length;
  return { sentence: folded(whole.slice(0, end)), rest: whole.slice(end).trim() };
}

function endOf(separator: RegExp, text: string): number {
  const at = text.search(separator);
  return at < 0 ? text.length : at;
}

function folded(text: string): string {
  return text.split(/\s+/).join(' ').trim();
}
