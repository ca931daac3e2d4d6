import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNote } from '../../../src/annotation/read-note.ts';
import { sanitise } from '../../../src/annotation/sanitise.ts';
import type { RegionAnswer } from '../../../src/answers.ts';
import { estimateTokens } from '../../../src/pipeline/answer/estimate-tokens.ts';
import { firstSentence, fitTokens } from '../../../src/pipeline/answer/fit-tokens.ts';
import { withoutEmpty } from '../../../src/pipeline/answer/without-empty.ts';
import type { ReadAnswer } from '../../../src/query/read/answer.ts';
import { sound } from '../../support/ask.ts';

const words = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.lorem({ mode: 'sentences', maxCount: 5 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.stringMatching(/^[\u4e00-\u9fa5\u3041-\u3096。]{0,40}$/),
  fc.stringMatching(/^[\u{1f300}-\u{1f64f}]{0,10}$/u),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 0, maxLength: 64 }),
);
/** Paths are cleaned only when an answer is put together. */
const path = words.map(sanitise);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const few = <T>(value: fc.Arbitrary<T>) => some(fc.array(value, { maxLength: 4 }));

const region = fc.record({
  file: fc.constantFrom('src/a.ts', 'src/långt namn/ファイル.ts', 'a'.repeat(200)),
  ast_anchor: some(fc.record({ unit_type: some(words), name: words, signature: some(words) })),
  intent: some(words),
  reasoning: some(words),
  risk_notes: some(words),
  constraints: few(
    fc.oneof(words, fc.record({ text: words, source: fc.constantFrom('author', 'inferred') })),
  ),
  rejected_alternatives: few(fc.record({ approach: words, reason: some(words) })),
  semantic_dependencies: few(fc.record({ file: path, anchor: some(words), nature: some(words) })),
  related_annotations: few(fc.record({ commit: words, anchor: some(words), relationship: some(words) })),
  tags: few(words),
  corrections: few(
    fc.record({ field: words, correction_type: fc.constantFrom('flag', 'remove'), reason: words }),
  ),
});

const note = fc.record({
  schema: fc.constant('ultragit/v1'),
  summary: some(words),
  task: some(words),
  regions: fc.array(region, { maxLength: 8 }),
  cross_cutting: few(
    fc.record({
      description: words,
      regions: fc.array(fc.record({ file: path }), { minLength: 1, maxLength: 3 }),
    }),
  ),
});

const saidInCommit = fc.record({
  commit: fc.constant('c'.repeat(40)),
  date: fc.constant('2025-12-01'),
  summary: path,
  body: some(path),
  lines: fc.constant('1:4, 9'),
  refers_to: few(fc.constant('#12')),
});

/** An answer as the read query puts it together from a note, without the repository around it. */
function answerFor(
  source: object,
  maxTokens: number,
  said: NonNullable<ReadAnswer['said_in_commits']> = [],
): ReadAnswer {
  const { annotations } = readNote(Buffer.from(JSON.stringify(source)), 'refs/notes/ultragit');
  const regions = annotations.flatMap(annotation =>
    annotation.regions.map(
      ({ related_annotations, ...rest }, at): RegionAnswer => ({
        commit: `${at}`.padStart(40, 'abcdef0123'),
        timestamp: '2025-12-01T00:00:00Z',
        context_level: annotation.context_level,
        provenance: annotation.provenance.operation,
        confidence: 0.9 - at / 10,
        confidence_factors: { recency: 0.5, context: 1, anchor: 0.7, provenance: 1 },
        evidence: 'index',
        match: 'file',
        freshness: { state: 'edited', changed_lines: 3, total_lines: 9, uncommitted: true },
        ...rest,
        intent: rest.intent ?? annotation.summary ?? 'An intent.',
        related: related_annotations?.map(item => ({ ...item, hop: 1 })),
        format: annotation.format,
      }),
    ),
  );
  const concerns = annotations.flatMap(annotation => annotation.cross_cutting ?? []);
  const answer: ReadAnswer = {
    $schema: 'ultragit-read/v1',
    query: { path: 'src/a.ts', max_tokens: maxTokens },
    scope: { file: 'src/a.ts', source: 'worktree', notes_ref: 'refs/notes/ultragit' },
    regions,
    dependencies_on_this: regions.flatMap(({ commit, timestamp, semantic_dependencies }) =>
      (semantic_dependencies ?? []).map(item => ({ ...item, commit, timestamp, confidence: 0.5 })),
    ),
    cross_cutting: concerns.map(concern => ({ ...concern, commit: 'f'.repeat(40) })),
    said_in_commits: said,
    stats: {
      ...{ commits_examined: 1, annotations_found: 1, regions_matched: regions.length },
      ...{ regions_returned: regions.length, related_hops: 1 },
    },
    notices: [{ code: 'shallow', message: 'History is shallow here.', fix: 'git fetch --unshallow' }],
  };
  return withoutEmpty(answer, ['regions']);
}

test('a budget holds, whatever the notes say, and what must stay stays', () => {
  let [kept, dropped, over] = [0, 0, 0];
  fc.assert(
    fc.property(
      note,
      fc.array(saidInCommit, { maxLength: 3 }),
      fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 6000 })),
      (source, said, budget) => {
        const whole = answerFor(source, budget, said);
        const answer = sound(fitTokens(whole, budget));
        const cost = estimateTokens(JSON.stringify(answer));
        if (answer.trimmed === undefined) expect(answer).toEqual(whole);
        if (answer.trimmed?.over_budget) {
          expect(answer.regions).toEqual([]);
          expect(answer.said_in_commits).toBeUndefined();
          over++;
        } else expect(cost).toBeLessThanOrEqual(budget);
        if (answer.trimmed) {
          expect(answer.trimmed.estimated_tokens).toBeGreaterThanOrEqual(cost);
          expect(answer.trimmed.max_tokens).toBe(budget);
          expect(answer.trimmed.regions_dropped ?? 0).toBe(whole.regions.length - answer.regions.length);
        }
        expect(answer.stats.regions_returned).toBe(answer.regions.length);
        answer.regions.forEach((region, at) => {
          expect(region.intent).toBe(whole.regions[at]?.intent);
          expect(region.constraints).toEqual(whole.regions[at]?.constraints);
          expect(region.commit).toBe(whole.regions[at]?.commit);
        });
        kept += answer.regions.length;
        dropped += answer.trimmed?.regions_dropped ?? 0;
      },
    ),
    { numRuns: 200 },
  );
  expect(Math.min(kept, dropped, over)).toBeGreaterThan(10);
});

test('value goes in the order of its worth: related and tags first, whole regions last', () => {
  const source = {
    schema: 'ultragit/v1',
    regions: [1, 2].map(() => ({
      file: 'a',
      intent: 'Keep the intent.',
      constraints: ['Keep the constraint.'],
      reasoning: 'A first sentence. And a second sentence that is longer than the first one.',
      risk_notes: 'A first risk. And a second risk that is longer than the first one.',
      tags: ['tag'],
      related_annotations: [{ commit: 'abcdef0', relationship: 'because of it' }],
      semantic_dependencies: [{ file: 'b', nature: 'it must be so, and stay so for a long time' }],
    })),
  };
  const full = answerFor(source, 0);
  let budget = estimateTokens(JSON.stringify(full));
  const seen: string[] = [];
  for (; budget > 0; budget--) {
    const { trimmed } = fitTokens(full, budget);
    const steps = [
      ...Object.keys(trimmed?.fields_cut ?? {}),
      ...(trimmed?.regions_dropped ? ['regions'] : []),
    ];
    for (const step of steps) if (!seen.includes(step)) seen.push(step);
    if (trimmed?.over_budget) break;
  }
  expect(seen).toEqual([
    ...['related', 'tags', 'reasoning_shortened', 'reasoning', 'risk_notes_shortened', 'risk_notes'],
    ...['dependency_natures', 'dependencies_on_this', 'regions'],
  ]);
});

test('what commits say goes before anything of a region: sentences, bodies, then commits', () => {
  const body = 'A first sentence. And a second sentence that is longer than the first one.';
  const item = { commit: 'c'.repeat(40), date: '2025-12-01', summary: 'Ping', body, lines: '1:4' };
  const tags = ['tag'];
  const source = { schema: 'ultragit/v1', regions: [{ file: 'a', intent: 'Keep it.', tags }] };
  const full = answerFor(source, 0, [item, item]);
  const seen: string[] = [];
  for (let budget = estimateTokens(JSON.stringify(full)) - 1; !seen.includes('tags'); budget--) {
    const { trimmed, said_in_commits: said = [] } = fitTokens(full, budget);
    for (const step of Object.keys(trimmed?.fields_cut ?? {})) if (!seen.includes(step)) seen.push(step);
    const lengths = said.map(({ body: left = '' }) => left.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  }
  expect(seen).toEqual(['message_bodies_shortened', 'message_bodies', 'said_in_commits', 'tags']);
});

test('the region that is trusted least is cut first', () => {
  const tags = Array.from({ length: 60 }, (_, at) => `tag number ${at}`);
  const regions = ['first', 'second'].map(intent => ({ file: 'a', intent, tags }));
  const full = answerFor({ schema: 'ultragit/v1', regions }, 0);
  const answer = fitTokens(full, estimateTokens(JSON.stringify(full)) - 1);
  expect(answer.regions.map(region => [region.intent, region.tags?.length])).toEqual([
    ['first', 60],
    ['second', undefined],
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
