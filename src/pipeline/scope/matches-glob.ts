/**
 * Patterns of `ultragit.include` and `ultragit.exclude`: `*` and `?` within a name, `**` across
 * directories; a pattern without a slash matches at any depth, and a directory takes in all below it.
 * Matching never backtracks further than the last star, so no pattern can make it slow.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  if (trimmed === '') return false;
  const anywhere = trimmed.includes('/') ? [] : ['**'];
  const wanted = [...anywhere, ...trimmed.split('/')];
  const names = path.split('/');
  return matchList(wanted, names, matchName) || matchList([...wanted, '**'], names, matchName);
}

/** Matches a list against a list in which `**` stands for any number of items. */
function matchList(
  pattern: readonly string[],
  items: readonly string[],
  same: (pattern: string, item: string) => boolean,
): boolean {
  return matchStars(
    pattern.length,
    items.length,
    at => pattern[at] === '**',
    (p, i) => same(pattern[p] ?? '', items[i] ?? ''),
  );
}

function matchName(pattern: string, name: string): boolean {
  const p = [...pattern];
  const n = [...name];
  return matchStars(
    p.length,
    n.length,
    at => p[at] === '*',
    (i, j) => p[i] === '?' || p[i] === n[j],
  );
}

/** The greedy two-pointer match: at worst the product of the two lengths. */
function matchStars(
  patternLength: number,
  length: number,
  isStar: (at: number) => boolean,
  same: (patternAt: number, at: number) => boolean,
): boolean {
  let p = 0;
  let i = 0;
  let star = -1;
  let resume = 0;
  while (i < length) {
    if (p < patternLength && isStar(p)) {
      star = p++;
      resume = i;
    } else if (p < patternLength && same(p, i)) {
      p++;
      i++;
    } else if (star >= 0) {
      p = star + 1;
      i = ++resume;
    } else {
      return false;
    }
  }
  while (p < patternLength && isStar(p)) p++;
  return p === patternLength;
}
