// Corrections are taken one after the other. What is computed without walking through them is held to that.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Correction, Region } from '../../../src/annotation/schema.ts';
import {
  isTakenBack,
  type JudgedConstraint,
  withCorrections,
} from '../../../src/pipeline/notes/with-corrections.ts';
import '../../support/properties.ts';

function oneByOne({ constraints = [], corrections = [] }: Region): JudgedConstraint[] {
  return constraints.map((constraint, index) =>
    corrections.reduce<JudgedConstraint>(
      (now, correction) => (isAbout(correction, now.text, index) ? corrected(now, correction) : now),
      constraint,
    ),
  );
}

function isAbout({ field, target_value }: Correction, text: string, index: number): boolean {
  if (target_value !== undefined) return target_value === text;
  return field === 'constraints' || field === `constraints[${index}]`;
}

function corrected(now: JudgedConstraint, correction: Correction): JudgedConstraint {
  if (correction.correction_type === 'flag' && isTakenBack(now)) return now;
  const amended = correction.correction_type === 'amend' ? correction.replacement : undefined;
  return { ...now, text: amended ?? now.text, correction };
}

const text = fc.constantFrom('a', 'b', 'c', 'd');
const correction: fc.Arbitrary<Correction> = fc.record(
  {
    field: fc.constantFrom('constraints', 'constraints[0]', 'constraints[1]', 'constraint'),
    correction_type: fc.constantFrom('flag', 'remove', 'amend'),
    target_value: text,
    replacement: text,
    reason: fc.string({ minLength: 1 }),
  },
  { requiredKeys: ['field', 'correction_type'] },
);

test('the last word on a constraint is that of all corrections in their order', () => {
  const region = fc.record({
    file: fc.constant('a.ts'),
    constraints: fc.array(fc.record({ text, source: fc.constant('author' as const) }), { maxLength: 4 }),
    corrections: fc.array(
      correction.filter(({ field, target_value }) => field !== 'constraint' || target_value !== undefined),
      { maxLength: 12 },
    ),
  });
  fc.assert(
    fc.property(region, drawn => {
      expect(withCorrections(drawn)).toEqual(oneByOne(drawn));
    }),
    { numRuns: 5_000 },
  );
});
