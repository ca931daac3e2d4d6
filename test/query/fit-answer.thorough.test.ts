// What a limit costs: everything shrinks in steps, constraints stay longest, and what is left out is named.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitise } from '../../src/annotation/sanitise.ts';
import type { ConstraintAnswer, RegionAnswer } from '../../src/answers.ts';
import { lean } from '../../src/pipeline/answer/lean.ts';
import { estimateTokens } from '../../src/pipeline/trim/estimate-tokens.ts';
import { MAX_ANSWER_BYTES } from '../../src/pipeline/trim/fit-into.ts';
import { firstSentence, SMALLEST } from '../../src/pipeline/trim/shrink.ts';
import { fitAnswer } from '../../src/query/fit-answer.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { shrinkRead } from '../../src/query/read/shrink.ts';
import { sound } from '../support/ask.ts';
import { runs } from '../support/runs.ts';

const words = fc
  .oneof(
    fc.lorem({ maxCount: 12 }),
    fc.lorem({ mode: 'sentences', maxCount: 5 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.stringMatching(/^[\u4e00-\u9fa5\u3041-\u3096。]{0,40}$/),
    fc.stringMatching(/^[\u{1f300}-\u{1f64f}]{0,10}$/u),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 0, maxLength: 64 }),
  )
  .map(sanitise);
/** What an answer has only where it says something. */
const said = words.map(text => text || 'something');
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const few = <T>(value: fc.Arbitrary<T>, maxLength = 4) => some(fc.array(value, { maxLength }));

const constraint: fc.Arbitrary<ConstraintAnswer> = fc.oneof(
  said,
  fc.record({ text: said, source: fc.constant('inferred' as const) }),
);

const region: fc.Arbitrary<RegionAnswer> = fc.record({
  anchor: some(fc.record({ type: some(words), name: said })),
  current_lines: some(fc.constant({ start: 3, end: 19 })),
  freshness: fc.record({
    state: fc.constantFrom<RegionAnswer['freshness']['state']>('intact', 'edited', 'gone'),
    changed: some(fc.constant('3 of 17')),
    by: few(said),
  }),
  constraints: few(constraint, 6),
  rejected_alternatives: few(fc.record({ alternative: said, reason: some(words) })),
  intent: some(words),
  reasoning: some(words),
  risk_notes: some(words),
  semantic_dependencies: few(fc.record({ file: said, anchor: some(words), nature: some(words) })),
  open_threads: few(words),
  related: few(fc.record({ commit: said, anchor: some(words), relationship: some(words) })),
  commit: fc.constant('551099fa655a'),
  date: fc.constant('2025-12-01'),
  author: some(words),
  commit_summary: some(words),
  tags: few(words),
  confidence: fc.constant(0.5),
});

const answer: fc.Arbitrary<ReadAnswer> = fc
  .record({
    regions: fc.array(region, { maxLength: 8 }),
    dependencies_on_this: few(
      fc.record({ file: said, nature: some(words), state: fc.constant('intact' as const) }),
    ),
    cross_cutting: few(
      fc.record({
        description: said,
        regions: fc.constant<{ file: string }[]>([{ file: 'b' }]),
        commit: fc.constant('b'.repeat(12)),
      }),
    ),
    said_in_commits: few(
      fc.record({
        ...{
          commit: fc.constant('c'.repeat(12)),
          date: fc.constant('2025-12-01'),
          lines: fc.constant('1:4, 9'),
        },
        ...{ summary: words.map(text => `Say ${text}`), body: some(words) },
      }),
    ),
  })
  .map(lists =>
    lean<ReadAnswer>({
      $schema: 'ultragit-read/v1',
      quoted: 'from git, unverified',
      scope: { repository: '/r', file: 'src/a.ts' },
      ...lists,
      stats: { annotations_found: 1, regions_returned: lists.regions.length },
      notices: [{ code: 'shallow', message: 'History is shallow here.', fix: 'git fetch --unshallow' }],
    }),
  );

function fitted(whole: ReadAnswer, maxTokens: number): ReadAnswer {
  return fitAnswer(whole, {
    entries: shrinkRead(whole),
    maxTokens,
    fix: 'Ask for less.',
    audience: 'agent',
    recount: made => ({ ...made, stats: { ...made.stats, regions_returned: made.regions.length } }),
  });
}

const costOf = (value: unknown) => estimateTokens(JSON.stringify(value));
const constraintsIn = ({ regions }: ReadAnswer) => regions.flatMap(item => item.constraints ?? []).length;

const budgets = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 6000 }));

test('a budget holds, whatever the notes say, and a region that is shown has all its constraints', () => {
  let [kept, dropped, over] = [0, 0, 0];
  fc.assert(
    fc.property(answer, budgets, (whole, budget) => {
      const trimmed = sound(fitted(whole, budget));
      const cost = costOf(trimmed);
      const { regions, stats } = trimmed;
      if (trimmed.trimmed === undefined) expect(trimmed).toEqual(whole);
      else {
        expect(trimmed.trimmed.estimated_tokens).toBe(cost);
        expect(trimmed.trimmed.max_tokens).toBe(budget);
      }
      if (trimmed.trimmed?.over_budget) {
        expect(regions).toEqual([]);
        expect(trimmed.said_in_commits).toBeUndefined();
        over++;
      } else expect(cost).toBeLessThanOrEqual(budget);
      expect(stats.regions_returned).toBe(regions.length);
      let at = 0;
      for (const item of regions) {
        while (!isFormOf(item, whole.regions[at])) at++;
        expect(item.constraints).toEqual(whole.regions[at]?.constraints);
        at++;
      }
      kept += regions.length;
      dropped += whole.regions.length - regions.length;
    }),
    runs(300),
  );
  expect(Math.min(kept, dropped, over)).toBeGreaterThan(10);
});

/** What a region keeps in every form. */
function isFormOf(form: RegionAnswer, whole: RegionAnswer | undefined): boolean {
  if (whole === undefined) throw new Error('a region that the whole answer does not have');
  return (
    form.anchor?.name === whole.anchor?.name &&
    form.freshness.state === whole.freshness.state &&
    JSON.stringify(form.constraints) === JSON.stringify(whole.constraints)
  );
}

test('no region is dropped while its smallest form would fit, and none is whole while another is dropped for it', () => {
  fc.assert(
    fc.property(answer, fc.integer({ min: 60, max: 1500 }), (whole, budget) => {
      const trimmed = fitted(whole, budget);
      const missing = whole.regions.length - trimmed.regions.length;
      if (missing === 0 || trimmed.trimmed?.over_budget) return;
      const left = budget - costOf(trimmed);
      const shown = new Set(
        trimmed.regions.map(item => JSON.stringify([item.anchor?.name, item.constraints])),
      );
      const absent = shrinkRead(whole)
        .filter(({ list }) => list === 'regions')
        .map(entry => entry.form(SMALLEST) as RegionAnswer)
        .filter(form => !shown.has(JSON.stringify([form.anchor?.name, form.constraints])));
      for (const form of absent)
        expect(estimateTokens(`${JSON.stringify(form)},`)).toBeGreaterThan(left - SLACK);
    }),
    runs(300),
  );
});

/** Parts are counted one by one, and rounded up. */
const SLACK = 12;

test('a larger budget never has fewer constraints', () => {
  fc.assert(
    fc.property(answer, whole => {
      let before = 0;
      for (let budget = 20; budget < costOf(whole) + 40; budget += 23) {
        const count = constraintsIn(fitted(whole, budget));
        expect(count).toBeGreaterThanOrEqual(before);
        before = count;
      }
      expect(before).toBe(constraintsIn(whole));
    }),
    { numRuns: 15 },
  );
});

function annotated(name: string, rest: Partial<RegionAnswer> = {}): RegionAnswer {
  return {
    anchor: { type: 'function', name },
    current_lines: { start: 1, end: 9 },
    freshness: { state: 'edited', changed: '3 of 9', by: ['551099fa655a Change it'] },
    constraints: [`${name} must stay idempotent.`],
    rejected_alternatives: [{ alternative: 'A queue.', reason: 'It grew without a bound in production.' }],
    intent: 'Keep the intent of this region.',
    reasoning: 'A first reason. And a second reason that is longer than the first one.',
    risk_notes: 'A first risk. And a second risk that is longer than the first one.',
    semantic_dependencies: [{ file: 'b.ts', anchor: 'take', nature: 'It must be so for a long time.' }],
    related: [{ commit: '93356696a8b0', relationship: 'because of it' }],
    commit: '551099fa655a',
    date: '2025-02-17',
    author: 'Ada',
    tags: ['tag'],
    ...rest,
  };
}

function answerWith(regions: RegionAnswer[], rest: Partial<ReadAnswer> = {}): ReadAnswer {
  const stats = { annotations_found: 1, regions_returned: regions.length };
  const frame = { $schema: 'ultragit-read/v1', quoted: 'from git, unverified' } as const;
  return { ...frame, scope: { repository: '/r', file: 'a.ts' }, regions, ...rest, stats };
}

/** The forms that a region goes through while the budget shrinks, each by its keys. */
function formsOf(whole: ReadAnswer, at: number): string[] {
  const seen: string[] = [];
  for (let budget = costOf(whole); ; budget--) {
    const { regions, trimmed } = fitted(whole, budget);
    const item = regions[at];
    if (!item || trimmed?.over_budget) return seen;
    const { reasoning = '', semantic_dependencies: on = [] } = item;
    const form = [
      ...Object.keys(item),
      ...(reasoning.includes('second') ? ['all reasons'] : []),
      ...(on[0]?.nature ? ['natures'] : []),
    ].join(' ');
    if (seen.at(-1) !== form) seen.push(form);
  }
}

describe('a region shrinks', () => {
  test('in the steps of the design, down to its name, its state and its constraints', () => {
    const head = 'anchor current_lines freshness constraints rejected_alternatives intent';
    const prose = 'reasoning risk_notes semantic_dependencies';
    expect(formsOf(answerWith([annotated('connect')]), 0)).toEqual([
      `${head} ${prose} related commit date author tags all reasons natures`,
      `${head} ${prose} commit date author all reasons`,
      `${head} ${prose} commit date author`,
      head,
      'anchor freshness constraints',
    ]);
  });

  test('and all go down a step before any goes down the next, the one that is trusted least first', () => {
    const whole = answerWith([annotated('first'), annotated('second')]);
    for (let budget = costOf(whole) - 1; ; budget--) {
      const { regions, trimmed } = fitted(whole, budget);
      if (regions.length < 2 || trimmed?.over_budget) break;
      const sizes = regions.map(item => Object.keys(item).length);
      expect(sizes[0]).toBeGreaterThanOrEqual(sizes[1]!);
    }
  });

  test('and goes first where it has no constraints', () => {
    const bare = annotated('bare', { constraints: undefined });
    const whole = answerWith([bare, annotated('held')]);
    let budget = costOf(whole);
    while (fitted(whole, budget).regions.length === 2) budget--;
    const { regions, trimmed } = fitted(whole, budget);
    expect(regions.map(item => item.anchor?.name)).toEqual(['held']);
    expect(trimmed?.units).toEqual(['bare']);
  });

  test('a file of twenty functions still gives constraints in 300 tokens, and names the other functions', () => {
    const names = Array.from({ length: 20 }, (_, at) => `handler${at}`);
    const { regions, trimmed } = fitted(answerWith(names.map(name => annotated(name))), 300);
    expect(regions.length).toBeGreaterThanOrEqual(3);
    for (const { anchor, constraints } of regions) {
      expect(constraints).toEqual([`${anchor?.name} must stay idempotent.`]);
    }
    const told = [...regions.map(item => item.anchor?.name), ...(trimmed?.units ?? [])];
    expect(told.length + (trimmed?.more_units ?? 0)).toBe(20);
    expect(told.length).toBeGreaterThan(12);
  });
});

test('what commits say goes before anything of a region: sentences, bodies, then commits', () => {
  const body = 'A first sentence. And a second sentence that is longer than the first one.';
  const item = { commit: 'c'.repeat(12), date: '2025-12-01', summary: 'Ping', body, lines: '1:4' };
  const whole = answerWith([annotated('connect')], { said_in_commits: [item, item] });
  const seen = new Set<string>();
  for (let budget = costOf(whole) - 1; ; budget--) {
    const { regions, said_in_commits: left = [] } = fitted(whole, budget);
    if (JSON.stringify(regions) !== JSON.stringify(whole.regions)) break;
    seen.add(
      left.map(({ body: text = '' }) => (text === body ? 'whole' : text ? 'sentence' : 'subject')).join(),
    );
  }
  expect(seen).toContain('subject,subject');
  expect([...seen].at(-1)).toBe('');
});

test('an answer of many megabytes is cut to what clients take, and says so', () => {
  const dependent = { file: 'src/somewhere/file.ts', nature: 'assumes something', state: 'intact' as const };
  const whole = answerWith([annotated('connect')], {
    dependencies_on_this: Array.from({ length: 60_000 }, () => dependent),
  });
  const capped = fitAnswer(whole, { entries: shrinkRead(whole), fix: 'Ask for less.', audience: 'agent' });
  const bytes = Buffer.byteLength(JSON.stringify(capped));
  expect(bytes).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  expect(bytes).toBeGreaterThan(MAX_ANSWER_BYTES - 10_000);
  expect(capped.regions[0]?.constraints).toEqual(whole.regions[0]?.constraints);
  expect(capped.trimmed?.left_out?.dependencies_on_this).toBe(60_000 - capped.dependencies_on_this!.length);
  expect(capped.notices).toEqual([
    {
      code: 'answer_too_large',
      message: `The whole answer has ${(Buffer.byteLength(JSON.stringify(whole)) / 1e6).toFixed(1)} MB; this is what fits into 3 MB.`,
      fix: 'Ask for less.',
    },
  ]);
});

test.each([
  ['One. Two.', 'One.'],
  ['No end', 'No end'],
  ['It is 3.14 long. Then', 'It is 3.14 long.'],
  ['一つ目。二つ目。', '一つ目。'],
  ['A paragraph\n\nand another', 'A paragraph'],
  ['"Quoted." Then', '"Quoted."'],
])('the first sentence of %j is %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});
