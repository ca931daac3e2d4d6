import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countShares, estimateTokens, tokenCost } from '../../../src/pipeline/trim/estimate-tokens.ts';
import { costOfWhole, tokens } from '../../../src/pipeline/trim/fit-into.ts';
import { ODDITIES, SAMPLES } from './token-samples.ts';

const quoted = (text: string) => JSON.stringify({ reasoning: text });
const ratio = (text: string) => estimateTokens(text) / countTokens(text);
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const samples = Object.entries(SAMPLES).flatMap(([kind, texts]) =>
  texts.map((text, at) => [kind, at + 1, text] as const),
);

describe('the estimate is not below what o200k_base counts', () => {
  test.each(samples)('%s %i, as it is and in an answer', (_kind, _number, text) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(1);
    expect(ratio(quoted(text))).toBeGreaterThanOrEqual(1);
  });

  test.each(ODDITIES)('%s', text => {
    expect(ratio(quoted(text))).toBeGreaterThanOrEqual(1);
  });

  test('for any regions that say some of it', () => {
    const sentence = fc.constantFrom(...samples.flatMap(([kind, , text]) => sentencesOf(kind, text)));
    const region = fc.record({
      name: fc.constantFrom('connect', 'Client::__init__', 'parse_header', 'main'),
      intent: sentence,
      constraints: fc.array(sentence, { minLength: 2, maxLength: 4 }),
      commit: fc.stringMatching(/^[0-9a-f]{12}$/),
    });
    fc.assert(
      fc.property(fc.array(region, { minLength: 4, maxLength: 9 }), regions => {
        expect(ratio(JSON.stringify({ regions }))).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['English', ['English']],
  ['code', ['code']],
  ['JSON', ['JSON']],
  ['CJK', ['Chinese', 'Japanese', 'Korean']],
  ['Thai', ['Thai']],
  ['Arabic', ['Arabic']],
])('the estimate for %s is at most 1.15 times as much on average', (_name, kinds) => {
  const texts = kinds.flatMap(kind => SAMPLES[kind] ?? []);
  expect(texts.length).toBeGreaterThanOrEqual(4);
  const inAnswers = texts.map(text => (kinds.includes('JSON') ? text : quoted(text)));
  expect(average(texts.map(ratio))).toBeLessThanOrEqual(1.15);
  expect(average(inAnswers.map(ratio))).toBeLessThanOrEqual(1.15);
});

describe('parts can be counted one by one', () => {
  const frame = (items: unknown[]) => JSON.stringify({ $schema: 'x/v1', items, stats: { found: 3 } });
  const parts = (items: unknown[]) =>
    items.reduce((sum: number, item) => sum + tokenCost(`${JSON.stringify(item)},`), tokenCost(frame([])));

  test('they never cost less than the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 8 }), items => {
        expect(parts(items)).toBeGreaterThanOrEqual(tokenCost(frame(items)) - 1e-9);
      }),
      { numRuns: 2000 },
    );
  });

  test('and hardly more', () => {
    const texts = samples.map(([, , text]) => text);
    const item = fc.record(
      {
        name: fc.stringMatching(/^[a-z]{2,8}(::[A-Za-z_]{2,12})?$/),
        intent: fc.constantFrom(...texts),
        lines: fc.integer({ min: 1, max: 900 }),
        tags: fc.array(fc.constantFrom('tls', 'io', 'risk'), { maxLength: 3 }),
      },
      { requiredKeys: ['name', 'intent'] },
    );
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), items => {
        expect(parts(items)).toBeLessThanOrEqual(tokenCost(frame(items)) * 1.02);
      }),
    );
  });
});

test('entries that know their shares cost exactly what they cost as text', () => {
  const assemble = (lists: Readonly<Record<string, unknown[]>>) => ({
    $schema: 'x/v1',
    items: lists.items ?? [],
    stats: { found: 3 },
  });
  const item = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), items => {
      const entries = items.map((value, at) => ({
        ...{ list: 'items', at, constraints: 0, form: () => value },
        shares: { whole: countShares(`${JSON.stringify(value)},`), smallest: 0 },
      }));
      const cost = costOfWhole(assemble, entries, tokens(1));
      expect(cost).toBe(estimateTokens(JSON.stringify(assemble({ items }))));
    }),
    { numRuns: 2000 },
  );
});

test('an empty text costs nothing', () => {
  expect(estimateTokens('')).toBe(0);
});

/** Code and JSON are not made of sentences. */
function sentencesOf(kind: string, text: string): string[] {
  return kind === 'code' || kind === 'JSON'
    ? [text]
    : text.split(/(?<=[.!?]) |(?<=[。।]) ?/u).filter(Boolean);
}
