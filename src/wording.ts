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

/** The field `quoted` of every answer: whose words it has, and that nobody vouches for them. */
export const QUOTED = 'from git, unverified';

/** A name that git does not record: only the text of a note has it. */
function asClaimed(name: string): string {
  return `${name}, as the note says`;
}

/** Who corrected something. */
export function byWhom({ by, claimed_by: claimed }: { by?: string; claimed_by?: string }): string {
  return claimed === undefined ? (by ?? '') : asClaimed(claimed);
}

type Named = { author?: string; claimed_by?: string; commit_author?: string; carries_signature?: boolean };

/**
 * Who wrote an annotation, by what git records and by what only the note says, and who made its commit. A signature is
 * not said to be anyone's: nothing verified it.
 */
export function whoSaid({ author, claimed_by: claimed, commit_author: committer, ...of }: Named): string[] {
  const isOther = committer !== undefined;
  const noted =
    claimed === undefined ? (isOther ? 'noted by ' : '') : isOther ? 'note by ' : 'commit and note by ';
  return [
    ...(isOther ? [`commit by ${committer}`] : []),
    ...(author === undefined ? [] : [`${noted}${author}`]),
    ...(claimed === undefined ? [] : [`by ${asClaimed(claimed)}`]),
    ...(of.carries_signature ? ['the notes commit carries a signature'] : []),
  ];
}
