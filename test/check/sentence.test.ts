// A finding in a sentence, and the lines that it is shown at.
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/check/answer.ts';
import { sentenceOf, shownAt } from '../../src/check/sentence.ts';

const FINDING: Finding = {
  kind: 'risk',
  file: 'a.ts',
  unit: { type: 'function', name: 'run', signature: 'function run()' },
  change: 'edited',
  lines: { start: 10, end: 90 },
  was: { lines: { start: 10, end: 90 } },
  risk_notes: ['Slow for large input', 'Not safe to call twice'],
  annotated_in: ['0123456789ab'],
};

test('several risks stay apart', () => {
  expect(sentenceOf(FINDING)).toBe('run was edited. Risk: Slow for large input · Not safe to call twice');
});

describe('a finding is shown at', () => {
  test('the first lines that changed together', () => {
    expect(shownAt({ ...FINDING, changed_lines: ['40:42', '60:60'] })).toEqual({ start: 40, end: 42 });
  });

  test('the line where others were taken out', () => {
    expect(shownAt({ ...FINDING, near_line: 50 })).toEqual({ start: 50, end: 50 });
  });

  test('all of its lines, or the first of the file, where nothing says more', () => {
    expect(shownAt(FINDING)).toEqual({ start: 10, end: 90 });
    expect(shownAt({ ...FINDING, lines: undefined })).toEqual({ start: 1, end: 1 });
  });
});
