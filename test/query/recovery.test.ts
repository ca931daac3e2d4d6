// Notes on commits that history no longer has: brought back where their replacement can be told, else counted.
import { expect, test } from 'vitest';
import { ask, codes, inForce, note } from '../support/ask.ts';
import { askHistory } from '../support/ask-queries.ts';
import { buildRepository, shallowClone, sharedRepository } from '../support/repository.ts';

test('a rebased commit gets its note back by its patch', async () => {
  const repo = sharedRepository('rewritten');
  const answer = await ask(repo, 'src/reserve.ts');
  const rebased = repo.git('log', '-1', '--format=%H', 'HEAD', '--', 'src/reserve.ts');
  expect(answer.regions).toMatchObject([
    {
      commit: rebased,
      recovered: { by: 'patch_id' },
      freshness: { state: 'intact' },
      lines: { start: 1, end: 4 },
    },
  ]);
  expect(answer.regions[0]?.recovered?.from).not.toBe(rebased);
});

test('a squashed commit gets back only what its own note does not already say', async () => {
  const repo = sharedRepository('rewritten');
  const answer = await ask(repo, 'src/restock.ts');
  expect(answer.regions.map(region => [region.anchor?.name, region.recovered?.by]).sort()).toEqual([
    ['needsRestock', 'derived_from'],
    ['orderSize', undefined],
  ]);
});

test('an amended note replaces the first one when it says all of its constraints', async () => {
  const repo = sharedRepository('rewritten');
  const answer = await ask(repo, 'src/label.ts');
  expect(answer.regions).toHaveLength(1);
  expect(answer.regions[0]?.provenance).toBe('amend');
});

test('a constraint that the replacing note lost is brought back', async () => {
  const repo = await buildRepository('empty-notes');
  const old = repo.commit('Old', { 'a.txt': 'one\ntwo\n' });
  repo.annotate(old, note({ file: 'a.txt', constraints: ['Kept.', 'Lost.'] }));
  repo.git('reset', '-q', '--hard', 'HEAD~1');
  const fresh = repo.commit('New', { 'a.txt': 'one\ntwo\nthree\n' });
  const provenance = { operation: 'amend', derived_from: [old] };
  repo.annotate(fresh, note({ file: 'a.txt', constraints: ['Kept.'] }, { provenance }));
  const answer = await ask(repo, 'a.txt');
  expect(answer.regions.map(region => region.recovered?.from)).toEqual(
    expect.arrayContaining([old, undefined]),
  );
  expect(answer.regions.flatMap(inForce)).toContain('Lost.');
});

/** A commit was amended; both notes have one constraint, and the first one says something else as well. */
async function amended(first: object, second: object, operation = 'amend') {
  const repo = await buildRepository('empty-notes');
  const old = repo.commit('Old', { 'a.txt': 'one\ntwo\n' });
  repo.annotate(old, note({ file: 'a.txt', constraints: ['Kept.'], ...first }));
  repo.git('reset', '-q', '--hard', 'HEAD~1');
  const fresh = repo.commit('New', { 'a.txt': 'one\ntwo\nthree\n' });
  const provenance = { operation, derived_from: [old] };
  repo.annotate(fresh, note({ file: 'a.txt', constraints: ['Kept.'], ...second }, { provenance }));
  return repo;
}

test.each([
  ['reasoning', { reasoning: 'The auditors said so.' }],
  ['risk', { risk_notes: 'The auditors said so.' }],
  ['rejected alternative', { rejected_alternatives: [{ approach: 'The auditors said so.', reason: 'No.' }] }],
  ['open thread', { open_threads: ['The auditors said so.'] }],
])(
  'a recovered note is not left out with its %s, although a newer one repeats its constraints',
  async (_what, own) => {
    const repo = await amended(own, {});
    expect(JSON.stringify((await ask(repo, 'a.txt')).regions)).toContain('The auditors said so.');
    const { timeline } = await askHistory(repo, 'a.txt');
    expect(timeline).toHaveLength(2);
  },
);

test('what a note was for is not lost because an independent note repeats its constraints', async () => {
  const texts = async (operation: string) => {
    const repo = await amended({ intent: 'Old words.' }, { intent: 'New words.' }, operation);
    return (await ask(repo, 'a.txt')).regions.map(({ intent }) => intent).sort();
  };
  expect(await texts('initial')).toEqual(['New words.', 'Old words.']);
  expect(await texts('amend')).toEqual(['New words.']);
});

test('what nothing replaced is left out, counted and named, each with the reason', async () => {
  const repo = await buildRepository('rewritten');
  repo.git('config', 'ultragit.recoverByName', 'false');
  const answer = await ask(repo, 'src/stock.ts');
  expect(answer.regions).toEqual([]);
  expect(answer.stats.notes_unreachable).toBe(3);
  const left = answer.notices?.filter(notice => notice.code === 'notes_unreachable');
  const reasons = '1 on a branch that is not merged, 1 whose lines are gone, 1 unknown to this clone';
  expect(left).toMatchObject([
    {
      message: expect.stringContaining(
        `3 notes about src/stock.ts left out, on commits that are not in this history (${reasons}): 0000000`,
      ),
    },
  ]);
});

test('a note on an id that exists nowhere is found by the name of its unit', async () => {
  const repo = sharedRepository('rewritten');
  const answer = await ask(repo, 'src/stock.ts');
  expect(answer.regions).toMatchObject([{ intent: 'Add the bins up.', recovered: { by: 'name' } }]);
  expect(answer.stats.notes_unreachable).toBe(2);
});

test('what another branch says is left out until that branch is read', async () => {
  const repo = sharedRepository('rewritten');
  const answer = await ask(repo, 'src/stock.ts', { rev: 'feature' });
  expect(answer.regions.map(({ intent, recovered }) => [intent, recovered?.by])).toEqual([
    ['Count what can be sold.', undefined],
    ['Add the bins up.', 'name'],
  ]);
  expect(answer.stats.notes_unreachable).toBe(1);
});

test('notes on blobs and trees are counted, not believed', async () => {
  const repo = await buildRepository('malformed');
  const target = repo.git('rev-parse', 'HEAD^{tree}');
  repo.annotate(target, note({ file: 'src/control.js', intent: 'On a tree.' }));
  const answer = await ask(repo, 'src/control.js');
  expect(answer.regions.map(region => region.intent)).toEqual(['Found: control.']);
  expect(codes(answer)).toContain('notes_misplaced');
});

test('in a shallow clone a boundary commit is not credited with lines that only seem its own', async () => {
  const repo = sharedRepository('shallow');
  const clone = shallowClone(repo, 2);
  const answer = await ask(clone, 'sensor.py');
  expect(codes(answer)).toContain('shallow');
  expect(answer.notices?.find(notice => notice.code === 'shallow')?.fix).toContain('git fetch --unshallow');
  const boundary = clone.git('rev-parse', 'HEAD~1');
  expect(answer.regions.filter(region => region.commit === boundary).map(region => region.evidence)).toEqual([
    'index',
  ]);
});
