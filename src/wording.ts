/** Small pieces of wording that all sentences share. */

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function isOrAre(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are';
}

/** An object id at a length that fits into a sentence, and that git still understands. */
export function shortId(id: string): string {
  return id.slice(0, 10);
}

/** Some of `total` things by name, and how many more there are. */
export function listed(named: readonly string[], total: number): string {
  return total > named.length ? `${named.join(', ')} and ${total - named.length} more` : named.join(', ');
}
