import { expandBraces } from './braces.ts';
import { type Letters, lettersOf } from './letters.ts';
import { Misunderstood } from './misunderstood.ts';

/**
 * Patterns of `ultragit.include` and `ultragit.exclude`, as in `.gitignore` and with braces: `*`, `?` and `[a-z]`
 * within a name, `**` across directories; a pattern without a slash matches at any depth, and a directory takes in
 * all below it. As in a pathspec, a name also matches itself, whatever is in it (`[id].ts`). Matching never goes back
 * further than the last star, so no pattern can make it slow.
 */
export type Glob = { pattern: string; matches(path: string): boolean };

type Name = { text: string; letters: Letters } | '**';
/** One way to read a pattern; `inside` where it means what is below a directory, and not a file of that name. */
type Reading = { names: Name[]; inside: boolean };

const LONGEST = 10_000;
const ANY_NAME: Name = { text: '*', letters: ['**'] };

/** A pattern, or why it can't be understood, as a clause that follows the pattern. */
export function parseGlob(pattern: string): Glob | { problem: string } {
  try {
    if (pattern.length > LONGEST) throw new Misunderstood(`is longer than ${LONGEST} characters`);
    const readings = expandBraces(pattern).map(readingOf);
    return { pattern, matches: path => readings.some(reading => isMatch(reading, path.split('/'))) };
  } catch (error) {
    if (error instanceof Misunderstood) return { problem: error.message };
    throw error;
  }
}

function readingOf(text: string): Reading {
  if (/^(!|:[(!^/])/.test(text)) {
    throw new Misunderstood('can only say what matches; ultragit.exclude takes what does not');
  }
  const inside = text.endsWith('/');
  const segments = text.replace(/^\.\//, '/').split('/');
  const named = segments.filter(segment => segment !== '');
  if (named.length === 0) throw new Misunderstood('names nothing');
  const isAnchored = segments.slice(0, inside ? -1 : undefined).length > 1;
  const names = named.map(
    (segment): Name => (segment === '**' ? '**' : { text: segment, letters: lettersOf(segment) }),
  );
  // `a/**` is all that is in `a`, and not a file of that name.
  if (names.length > 1 && names.at(-1) === '**') names.push(ANY_NAME);
  return { names: isAnchored ? names : ['**', ...names], inside };
}

function isMatch({ names, inside }: Reading, path: readonly string[]): boolean {
  return (!inside && matchNames(names, path)) || matchNames([...names, '**', ANY_NAME], path);
}

function matchNames(pattern: readonly Name[], path: readonly string[]): boolean {
  return matchStars(
    pattern,
    path,
    ({ text, letters }, name) =>
      text === name || matchStars(letters, [...name], (test, letter) => test(letter)),
  );
}

/** Matches a list against a list in which `**` stands for any number of items: at worst the product of the lengths. */
function matchStars<Wanted extends object>(
  pattern: readonly (Wanted | '**')[],
  items: readonly string[],
  fits: (wanted: Wanted, item: string) => boolean,
): boolean {
  let p = 0;
  let i = 0;
  let star = -1;
  let resume = 0;
  while (i < items.length) {
    const wanted = pattern[p];
    if (wanted === '**') {
      star = p++;
      resume = i;
    } else if (wanted !== undefined && fits(wanted, items[i] ?? '')) {
      p++;
      i++;
    } else if (star >= 0) {
      p = star + 1;
      i = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '**') p++;
  return p === pattern.length;
}
