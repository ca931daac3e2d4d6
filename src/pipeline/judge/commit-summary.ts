import { oneLine } from '../../annotation/sanitise.ts';
import type { Commit } from '../../git/parsers.ts';

const LONGEST = 200;

/** The subject of a commit message, on one line, cut at a whole character. */
export function commitSummary({ message }: Commit): string {
  return oneLine(message.split('\n\n')[0] ?? '')
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '');
}
