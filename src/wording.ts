/** Small pieces of wording that all sentences share. */

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function isOrAre(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are';
}

/** An object id at a length that reads well, and that git still understands; other names stay as they are. */
export function shortId(id: string): string {
  return /^[0-9a-f]{13,}$/.test(id) ? id.slice(0, 12) : id;
}

/** Some of `total` things by name, and how many more there are. */
export function listed(named: readonly string[], total: number): string {
  return total > named.length ? `${named.join(', ')} and ${total - named.length} more` : named.join(', ');
}
