/** How near two names are, as someone who mistypes one would say. */

const MAX_DISTANCE = 3;

/**
 * How many slips of the keyboard lie between two names, or undefined when they are rather two names.
 * Words are compared one by one, because edit distance alone can't tell a typo from `get`/`set`,
 * `encode`/`decode` or `read_u8`/`read_u16`. Case and underscores don't count.
 */
export function typos(left: readonly string[], right: readonly string[]): number | undefined {
  const a = left.flatMap(words);
  const b = right.flatMap(words);
  const [joined, other] = [a.join(''), b.join('')];
  if (joined === '' || other === '' || symbols(left) !== symbols(right)) return undefined;
  if (joined === other) return 0;
  if (a.length !== b.length) return undefined;
  let sum = 0;
  for (const [at, word] of a.entries()) {
    const distance = slips(word, b[at] ?? '');
    if (distance === undefined) return undefined;
    sum += distance;
  }
  const last = Math.min(left.at(-1)?.length ?? 0, right.at(-1)?.length ?? 0);
  return sum <= MAX_DISTANCE && sum < last / 2 ? sum : undefined;
}

/** Short words and numbers must be the same; longer ones keep their first letter and don't swap the last. */
function slips(a: string, b: string): number | undefined {
  if (a === b) return 0;
  const longer = Math.max(a.length, b.length);
  const allowed = longer < 5 ? 0 : longer < 8 ? 1 : 2;
  if (a[0] !== b[0] || /\p{N}/u.test(a + b) || Math.abs(a.length - b.length) > allowed) return undefined;
  if (a.length === b.length && a.at(-1) !== b.at(-1) && a.at(-2) !== b.at(-1)) return undefined;
  const distance = editDistance(a, b);
  if (distance > allowed || (distance > 1 && a.at(-1) !== b.at(-1))) return undefined;
  return distance;
}

/** `parseHTTPHeader_v2` is parse, http, header, v, 2. */
function words(segment: string): string[] {
  const parts = segment.match(/\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}/gu) ?? [];
  return parts.map(part => part.toLowerCase());
}

/** What is left without letters: `~Foo` and `Foo`, `save!` and `save` are two names. */
function symbols(segments: readonly string[]): string {
  return segments.join('').replace(/[\p{L}\p{N}\p{M}_$-]/gu, '');
}

/** Levenshtein, where two letters in the wrong order count once. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
