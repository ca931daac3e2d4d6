// The estimate against a real tokenizer, on all that the four queries answer about all fixtures.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../src/pipeline/trim/estimate-tokens.ts';
import { fixtureAnswers } from '../support/fixture-answers.ts';
import { scenarios, sharedRepository } from '../support/repository.ts';

const ratios: number[] = [];

test.each(scenarios().filter(name => name !== 'unborn'))(
  '%s: no answer costs more than estimated',
  async name => {
    const repo = sharedRepository(name);
    const answers = await fixtureAnswers(repo);
    expect(answers.length).toBeGreaterThan(4);
    for (const { query, path, anchor, answer } of answers) {
      const text = JSON.stringify(answer).replaceAll(repo.path, '/srv/work/repo');
      const ratio = estimateTokens(text) / countTokens(text);
      expect(ratio, `${query} ${path} ${anchor ?? ''}`).toBeGreaterThanOrEqual(1);
      ratios.push(ratio);
    }
  },
);

test('on average the estimate is at most 1.15 times as much', () => {
  expect(ratios.length).toBeGreaterThan(600);
  expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toBeLessThanOrEqual(1.15);
});
