// Functions that are edited in place, line by line, while others like them come and go beside them: where each one is
// now is known, because the versions are made from it.
import { describe, expect, test } from 'vitest';
import { type Followed, followRange } from '../../../src/pipeline/lines/follow-range.ts';
import { mapLines } from '../../../src/pipeline/lines/map-lines.ts';
import { lineSpan } from '../../../src/pipeline/lines/range.ts';
import {
  EVENTS,
  type Event,
  type Language,
  type TwoVersions,
  twoVersions,
  WORDY_LINES,
} from '../../support/two-versions.ts';

const SEEDS = [1, 2, 3];
const LANGUAGES: readonly Language[] = ['braces', 'indented'];

type Case = TwoVersions & { name: string; edited: number; found: Followed };

const CASES = new Map(
  LANGUAGES.flatMap(language =>
    EVENTS.map(event => [`${language} ${event}`, casesOf(language, event)] as const),
  ),
);

function casesOf(language: Language, event: Event): Case[] {
  return Array.from({ length: WORDY_LINES + 1 }, (_, edited) =>
    SEEDS.map(at => {
      const seed = 100 * edited + at;
      const versions = twoVersions(language, event, edited, seed);
      const found = followRange(mapLines(versions.before, versions.after), versions.range);
      return { ...versions, name: `${edited} edited, seed ${seed}`, edited, found };
    }),
  ).flat();
}

/** A copy that has more of the function than itself can't be told from it. */
function decidable(language: Language, event: Event): Case[] {
  const cases = CASES.get(`${language} ${event}`) ?? [];
  return isOfCopy(event) ? cases.filter(({ isMoreThanCopy }) => isMoreThanCopy) : cases;
}

function distinctive(language: Language, event: Event): Case[] {
  const cases = decidable(language, event).filter(item => item.distinctive > 0);
  expect(cases.length).toBeGreaterThan(10);
  return cases;
}

/** Every case that is not as expected, by name, with what was found. */
function failing(cases: readonly Case[], isRight: (item: Case) => boolean): string[] {
  return cases
    .filter(item => !isRight(item))
    .map(({ name, truth, found: { lines, changed, total } }) => {
      const said = lines ? lineSpan(lines) : 'gone';
      return `${name}: ${lineSpan(truth)}, not ${said}, ${changed} of ${total}`;
    });
}

const isOfCopy = (event: Event) => event.startsWith('a near copy');
const inPlace = EVENTS.filter(event => event !== 'moved to the end');
const withoutCopies = EVENTS.filter(event => !isOfCopy(event));

const isExact = ({ truth, found: { lines } }: Case) =>
  lines?.start === truth.start && lines.end === truth.end;
const isGone = ({ found }: Case) => found.lines === undefined;
const isCounted = ({ edited, found }: Case) => found.changed === edited;

describe.each(LANGUAGES)('a function among others, %s', language => {
  test.each(inPlace)('%s: while one distinctive line is left, its place is exact', event => {
    expect(failing(distinctive(language, event), isExact)).toEqual([]);
  });

  test.each(inPlace)('%s: its own changed lines are counted', event => {
    expect(failing(distinctive(language, event), isCounted)).toEqual([]);
  });

  test.each(EVENTS)('%s: it never reaches into another function by more than a line', event => {
    const reach = ({ truth, found: { lines } }: Case) =>
      lines ? Math.max(truth.start - lines.start, lines.end - truth.end) : 0;
    expect(failing(decidable(language, event), item => reach(item) <= 1)).toEqual([]);
  });

  test.each(EVENTS)('%s: changed code is not called intact, nor unchanged code edited', event => {
    const isRight = (item: Case) => isGone(item) || item.found.changed > 0 === item.edited > 0;
    expect(failing(decidable(language, event), isRight)).toEqual([]);
  });

  test.each(withoutCopies)('%s: nothing is left when every line was rewritten', event => {
    const cases = decidable(language, event).filter(({ edited }) => edited === WORDY_LINES);
    expect(cases.length).toBe(SEEDS.length);
    expect(failing(cases, isGone)).toEqual([]);
  });

  test('moved, and up to four of its lines edited: the place is exact, and those are counted', () => {
    const cases = distinctive(language, 'moved to the end').filter(
      item => item.edited <= 4 && item.distinctive > 1,
    );
    expect(failing(cases, isExact)).toEqual([]);
    expect(failing(cases, isCounted)).toEqual([]);
  });
});
