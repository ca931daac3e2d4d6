// Corrections stand beside what they correct; a removed constraint is never shown as if it still held.
import { expect, test } from 'vitest';
import { describe as describeRead } from '../../src/query/read/describe.ts';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { ask, note } from '../support/ask.ts';
import { buildRepository } from '../support/repository.ts';

const file = 'a.txt';
type Correction = Record<string, string>;

async function corrected(corrections: Correction[], constraints: unknown[] = ['One holds.', 'Two holds.']) {
  const repo = await buildRepository('empty-notes');
  const commit = repo.commit('Add', { [file]: 'one\ntwo\nthree\n' });
  repo.annotate(
    commit,
    note({ file, constraints, corrections: corrections.map(item => ({ field: 'constraints', ...item })) }),
  );
  return { repo, commit };
}

async function constraintsAfter(...corrections: Correction[]) {
  const { repo } = await corrected(corrections);
  const answer = await ask(repo, file);
  const { constraints = [], taken_back: takenBack = [] } = answer.regions[0] ?? {};
  return [
    ...constraints.map(item =>
      typeof item === 'string' ? `${item} holds` : `${item.text} ${item.corrected ?? 'holds'}`,
    ),
    ...takenBack.map(({ text }) => `${text} remove`),
  ].sort();
}

test('a removal marks its constraint and no other', async () => {
  expect(await constraintsAfter({ correction_type: 'remove', target_value: 'One holds.' })).toEqual([
    'One holds. remove',
    'Two holds. holds',
  ]);
});

test('white space in what a correction quotes does not save a removed constraint', async () => {
  expect(await constraintsAfter({ correction_type: 'remove', target_value: ' One\n  holds. ' })).toEqual([
    'One holds. remove',
    'Two holds. holds',
  ]);
});

test('a field with a position means the constraint in that place', async () => {
  expect(await constraintsAfter({ field: 'constraints[1]', correction_type: 'remove' })).toEqual([
    'One holds. holds',
    'Two holds. remove',
  ]);
});

test('a removal without a target speaks of all constraints', async () => {
  expect(await constraintsAfter({ correction_type: 'remove' })).toEqual([
    'One holds. remove',
    'Two holds. remove',
  ]);
});

test('a doubt that comes after a removal does not undo it', async () => {
  const target_value = 'One holds.';
  expect(
    await constraintsAfter(
      { correction_type: 'remove', target_value },
      { correction_type: 'flag', target_value },
    ),
  ).toEqual(['One holds. remove', 'Two holds. holds']);
});

test('an amended constraint reads as amended, and can be removed under its new words', async () => {
  const amend = { correction_type: 'amend', target_value: 'One holds.', replacement: 'Three holds.' };
  expect(await constraintsAfter(amend)).toEqual(['Three holds. amend', 'Two holds. holds']);
  expect(await constraintsAfter(amend, { correction_type: 'remove', target_value: 'Three holds.' })).toEqual([
    'Three holds. remove',
    'Two holds. holds',
  ]);
});

test('a removed constraint does not come back through a related annotation', async () => {
  const { repo, commit } = await corrected([{ correction_type: 'remove', target_value: 'One holds.' }]);
  const other = repo.commit('Add another', { 'b.txt': 'x\ny\n' });
  repo.annotate(other, note({ file: 'b.txt', related_annotations: [{ commit, relationship: 'see' }] }));
  const answer = await ask(repo, 'b.txt');
  expect(answer.regions[0]?.related).toMatchObject([{ commit, constraints: ['Two holds.'] }]);
});

test('a reader sees that it no longer holds, who said so and why', async () => {
  const { repo } = await corrected([
    { correction_type: 'remove', target_value: 'One holds.', reason: 'The clock is set now.', author: 'Ada' },
  ]);
  const shown = renderMarkdown(describeRead(await ask(repo, file)));
  expect(shown).toMatch(/Must hold\*\*\n\n- Two holds\.\n\n\*\*Taken back\*\*\n\n- One holds\./);
  expect(shown).toContain('removed by Ada, as the note says — The clock is set now.');
});

test('each flag and removal costs 0.15, not below 0.1; an amendment costs nothing', async () => {
  const confidence = async (...types: string[]) => {
    const { repo } = await corrected(types.map(correction_type => ({ field: 'region', correction_type })));
    return (await ask(repo, file)).regions[0]?.confidence ?? 0;
  };
  const plain = await confidence();
  expect(await confidence('amend')).toBe(plain);
  expect(await confidence('flag')).toBeCloseTo(plain - 0.15, 3);
  expect(await confidence('flag', 'remove')).toBeCloseTo(plain - 0.3, 3);
  expect(await confidence(...Array.from({ length: 9 }, () => 'flag'))).toBe(0.1);
});
