import { describe, expect, test } from 'vitest';
import {
  type Cuttable,
  fitBytes,
  fitReadBytes,
  MAX_ANSWER_BYTES,
} from '../../../src/pipeline/answer/fit-bytes.ts';
import type { DepsAnswer } from '../../../src/query/deps/answer.ts';
import type { ReadAnswer } from '../../../src/query/read/answer.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const item = (name: string, size: number) => ({ name, text: 'ü"'.repeat(size / 4) });
type List = { first?: object[]; second?: object[]; notices?: { code: string; message: string }[] };
const lists: Cuttable<'first' | 'second'>[] = [
  { key: 'first', noun: 'concern' },
  { key: 'second', noun: 'step', from: 'start' },
];

describe('an answer made of lists', () => {
  test('stays as it is while it fits', () => {
    const answer: List = { first: [item('a', 1_000)], second: [] };
    expect(fitBytes(answer, lists, 'fix', 'agent')).toBe(answer);
  });

  test('loses no more than it must, from the right end, and says so', () => {
    const answer: List = {
      first: [item('a', 100_000)],
      second: Array.from({ length: 40 }, (_, at) => item(`${at}`, 100_000)),
    };
    const capped = fitBytes(answer, lists, 'Ask for less.', 'agent');
    expect(capped.first).toEqual([]);
    const names = capped.second!.map(entry => (entry as { name: string }).name);
    expect(names.at(-1)).toBe('39');
    expect(bytes(capped)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    expect(bytes(capped)).toBeGreaterThan(MAX_ANSWER_BYTES - 160_000);
    expect(capped.notices).toEqual([
      {
        code: 'answer_too_large',
        message: `The whole answer has ${(bytes(answer) / 1e6).toFixed(1)} MB, more than the 3 MB that fit: the last 1 of 1 concern and the oldest ${40 - names.length} of 40 steps had to be left out.`,
        fix: 'Ask for less.',
      },
    ]);
    expect(answer.second).toHaveLength(40);
  });
});

test('a read of many thousands of dependents is trimmed to what fits, at once', () => {
  const dependent: DepsAnswer['dependents'][number] = {
    file: 'src/somewhere/file.ts',
    anchor: 'Thing::method',
    nature: 'assumes something',
    commit: '1'.repeat(40),
    timestamp: '2026-01-01T00:00:00Z',
    confidence: 0.9,
    context_level: 'enhanced',
    match: 'file',
    freshness: { state: 'intact' },
  };
  const answer: ReadAnswer = {
    $schema: 'ultragit-read/v1',
    query: { path: 'a' },
    regions: [],
    dependencies_on_this: Array.from({ length: 30_000 }, () => dependent),
    stats: {
      commits_examined: 0,
      annotations_found: 0,
      regions_matched: 0,
      regions_returned: 0,
      related_hops: 0,
    },
  };
  const capped = fitReadBytes(answer, 'agent');
  expect(bytes(capped)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  const { length } = capped.dependencies_on_this!;
  expect(length).toBeGreaterThan(9_000);
  expect(capped.trimmed?.fields_cut?.dependencies_on_this).toBe(30_000 - length);
  expect(capped.notices).toMatchObject([{ code: 'answer_too_large' }]);
});
