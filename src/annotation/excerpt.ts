import { oneLine } from './sanitise.ts';

/** A full stop may stand inside a name or a number; one that a space follows ends a sentence. */
const SENTENCE_END = /[.!?](?=\s)|[。！？]/g;

/** The beginning of a text on one line, up to the end of a sentence where there is one, or of a word. */
export function excerpt(text: string, most: number): string {
  const line = oneLine(text);
  if (line.length <= most) return line;
  const sentence = endOfLastSentence(line.slice(0, most + 1), most);
  if (sentence > most / 2) return line.slice(0, sentence);
  const space = line.lastIndexOf(' ', most - 1);
  return `${clip(line, space > most / 2 ? space : most - 1)}…`;
}

function endOfLastSentence(line: string, most: number): number {
  let end = 0;
  for (const { index } of line.matchAll(SENTENCE_END)) if (index < most) end = index + 1;
  return end;
}

/** At most so many characters, none of them cut in two. */
export function clip(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  const isHalf = text.length > most && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? most - 1 : most);
}
