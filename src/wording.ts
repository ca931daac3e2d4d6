/** Small pieces of wording that all sentences share. */

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function isOrAre(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are';
}

/** An object id at the length that all answers and sentences use; what is no whole id stays as it is. */
export function shortId(id: string): string {
  return /^[0-9a-f]{40,}$/.test(id) ? id.slice(0, 12) : id;
}
