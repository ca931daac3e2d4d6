import { oneLine } from '../../annotation/sanitise.ts';
import type { Commit } from '../../git/parsers.ts';
import { LONGEST_SUMMARY } from '../lines/thresholds.ts';

/** The subject of a commit message, on one line, cut at a whole character. */
export function commitSummary({ message }: Commit): string {
  return oneLine(message.split('\n\n')[0] ?? '')
    .slice(0, LONGEST_SUMMARY)
    .replace(/[\ud800-\udbff]$/, '');
}
