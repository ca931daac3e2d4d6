/** How near two names are, as someone who mistypes one would say. */

const MAX_DISTANCE = 3;

/**
 * How many slips of the keyboard lie between two names, or undefined when they are rather two names.
 * Words are compared one by one, because edit distance alone can't tell a typo from `get`/`set`,
 * `encode`/`decode` or `read_u8`/`read_u16`. Case and underscores don't count.
 */
export function typos(left: readonly string[], right: readonly string[]): number | undefined {
  const [{ words: a, joined, symbols }, { words: b, joined: other, symbols: others }] = [
    takenApart(left),
    takenApart(right),
  ];
  if (joined === '' || other === '' || symbols !== others) return undefined;
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
  const distance = editDistance(a, b, allowed);
  if (distance > allowed || (distance > 1 && a.at(-1) !== b.at(-1))) return undefined;
  return distance;
}

/** `parseHTTPHeader_v2` is parse, http, header, v, 2. */
function wordsOf(segment: string): string[] {
  const parts = segment.match(/\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}/gu) ?? [];
  return parts.map(part => part.toLowerCase());
}

type Parts = { words: string[]; joined: string; symbols: string };

/** One name is compared with many, and taken apart once; those of earlier questions may go. */
const KNOWN = new Map<string, Parts>();
const MOST_KNOWN = 10_000;

function takenApart(segments: readonly string[]): Parts {
  const key = segments.join('\0');
  const known = KNOWN.get(key);
  if (known) return known;
  const words = segments.flatMap(wordsOf);
  const parts = { words, joined: words.join(''), symbols: symbolsOf(segments) };
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(key, parts);
  return parts;
}

/** What is left without letters: `~Foo` and `Foo`, `save!` and `save` are two names. */
function symbolsOf(segments: readonly string[]): string {
  return segments.join('').replace(/[\p{L}\p{N}\p{M}_$-]/gu, '');
}

/**
 * Levenshtein, where two letters in the wrong order count once. Where nothing above `most` matters, only what may stay
 * below it is looked at, and the time grows with the length of the names, not with its square.
 */
export function editDistance(a: string, b: string, most = Math.max(a.length, b.length)): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const far = most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: Math.min(b.length, most) + 1 }, (_, at) => at);
  // Row i has the columns from `first` on; what is outside of the band is far.
  const at = (row: readonly number[], first: number, column: number) => row[column - first] ?? far;
  let [firstOfLast, firstBefore] = [0, 0];
  for (let i = 1; i <= a.length; i++) {
    const first = Math.max(0, i - most);
    const row: number[] = [];
    for (let j = first; j <= Math.min(b.length, i + most); j++) {
      if (j === 0) {
        row.push(i);
        continue;
      }
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(
        at(row, first, j - 1) + 1,
        at(last, firstOfLast, j) + 1,
        at(last, firstOfLast, j - 1) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(beforeLast, firstBefore, j - 2) + 1);
      }
      row.push(least);
    }
    [beforeLast, firstBefore] = [last, firstOfLast];
    [last, firstOfLast] = [row, first];
  }
  return Math.min(at(last, firstOfLast, b.length), far);
}
