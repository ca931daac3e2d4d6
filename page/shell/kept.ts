/** One of a few words that the browser keeps for this page; the first, where it keeps nothing. */
export function kept<Word extends string>(key: string, words: readonly [Word, ...Word[]]) {
  let now: Word | undefined;
  return {
    get(): Word {
      now ??= words.find(word => word === stored(key)) ?? words[0];
      return now;
    },
    set(word: Word): void {
      now = word;
      try {
        localStorage.setItem(key, word);
      } catch {}
    },
  };
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
