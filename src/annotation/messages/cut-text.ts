/** Neither the number of a list nor an abbreviation ends a sentence. */
const SENTENCE_END = /(?<!(?:^|\s)\d{1,3}|\b(?:e\.g|i\.e|vs|cf))[.!?]["')\]`]?(?=\s)|[。！？]|\n/gu;

/** At most `length` characters, cut where a sentence ends if one ends in the second half, else after a word. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  // Room for a space and the mark of the cut.
  const head = text.slice(0, length - 2).replace(/[\ud800-\udbff]$/, '');
  const ends = [...text.slice(0, length - 1).matchAll(SENTENCE_END)].map(
    ({ 0: end, index }) => index + end.length,
  );
  const sentence = ends.filter(end => end <= head.length).at(-1) ?? 0;
  if (sentence > length / 2) return `${head.slice(0, sentence).trimEnd()} …`;
  const space = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  const isWord = /\s/.test(text.charAt(head.length));
  return `${(space > length / 2 && !isWord ? head.slice(0, space) : head).trimEnd()}…`;
}
