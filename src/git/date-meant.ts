import { timesMeant } from './calls.ts';
import type { Repository } from './repository.ts';

/**
 * Git reads dates as people write them (`yesterday`, `2 weeks ago`, `last friday`, `noon`), but takes any text: what it
 * does not understand counts for nothing, and a text without meaning is now. So a typo would ask for what is newer than
 * this moment, and give an empty answer without a word. Two guards: every word must be one that git knows, and the
 * answer must not be that of "now", unless the text says so.
 */

const NOW = /^(now|today)$/;
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
const DAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
const WORDS = new RegExp(
  `^(${[
    'now|today|yesterday|noon|midnight|tea|never|last|ago|at|am|pm|utc|gmt',
    'one|two|three|four|five|six|seven|eight|nine|ten',
    '(second|minute|hour|day|week|month|year)s?',
    ...[MONTHS, DAYS].flatMap(names => [
      names,
      names
        .split('|')
        .map(name => name.slice(0, 3))
        .join('|'),
    ]),
  ].join('|')})$`,
);
const FIGURES = [
  /^\d{1,9}$/,
  /^\d{1,2}(st|nd|rd|th|am|pm)$/,
  /^\d{1,2}(:\d{2}){1,2}(am|pm)?$/,
  /^\d{1,4}(?<separator>[/-])\d{1,2}\k<separator>\d{1,4}$/,
  /** Seconds since 1970, and an offset from UTC. */
  /^@\d{1,11}$/,
  /^[+-]\d{4}$/,
];
const LIKE_AN_ID = /^[\da-f]{4,}$/;

/** The time that a text means, as git reads it; undefined where git does not understand it. */
export async function dateMeant(repository: Repository, text: string): Promise<Date | undefined> {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s.,]+/);
  const isKnown = words.every(word => WORDS.test(word) || FIGURES.some(figures => figures.test(word)));
  // A number alone is rather the beginning of a commit's id.
  if (!isKnown || (words.length === 1 && LIKE_AN_ID.test(text))) return undefined;
  const [time = 0, now = 0] = await repository.run(timesMeant([words.join(' '), 'now']));
  const saysNow = words.every(word => NOW.test(word));
  // A second may have passed in between.
  return saysNow || time < now - 1 ? new Date(time * 1000) : undefined;
}
