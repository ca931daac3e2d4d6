const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Words with a letter in them; in writing without spaces, two characters count as one. */
export function countWords(text: string): number {
  const unspaced = text.match(WITHOUT_SPACES)?.length ?? 0;
  const spaced = text.replace(WITHOUT_SPACES, ' ').match(/\p{L}[\p{L}\p{N}'’_-]*/gu)?.length ?? 0;
  return spaced + Math.floor(unspaced / 2);
}
