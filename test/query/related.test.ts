import { expect, test } from 'vitest';
import { ask, note } from '../support/ask.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

/** Four files, each annotated, each referring to the next; the last refers to the first. */
async function ring(): Promise<{ repo: Repository; ids: string[] }> {
  const repo = await buildRepository('empty-notes');
  const letters = ['a', 'b', 'c', 'd'];
  const ids = letters.map(letter => repo.commit(`Add ${letter}`, { [`${letter}.txt`]: `${letter}\n` }));
  letters.forEach((letter, at) => {
    const next = (at + 1) % letters.length;
    const reference = {
      commit: ids[next],
      anchor: `${letters[next]}.txt:unit_${letters[next]}`,
      relationship: 'next',
    };
    const anchor = { unit_type: 'function', name: `unit_${letter}` };
    const region = {
      file: `${letter}.txt`,
      ast_anchor: anchor,
      intent: `About ${letter}.`,
      constraints: [`${letter} holds.`],
    };
    repo.annotate(ids[at]!, note({ ...region, related_annotations: [reference] }));
  });
  return { repo, ids };
}

const intents = async (repo: Repository, depth?: number) =>
  (await ask(repo, 'a.txt', { depth })).regions[0]?.related?.map(item => `${item.hop} ${item.intent}`);

test('references are followed one hop by default, as far as asked, and round a ring only once', async () => {
  const { repo } = await ring();
  expect(await intents(repo)).toEqual(['1 About b.']);
  expect(await intents(repo, 0)).toEqual([]);
  expect(await intents(repo, 2)).toEqual(['1 About b.', '2 About c.']);
  expect(await intents(repo, 50)).toEqual(['1 About b.', '2 About c.', '3 About d.']);
});

test('hops are counted, and constraints come along', async () => {
  const { repo } = await ring();
  const answer = await ask(repo, 'a.txt', { depth: 2 });
  expect(answer.stats.related_hops).toBe(2);
  expect(answer.regions[0]?.related?.[0]).toMatchObject({
    file: 'b.txt',
    anchor: 'unit_b',
    constraints: ['b holds.'],
  });
});

test('what can not be resolved stays, marked', async () => {
  const { repo, ids } = await ring();
  const references = [
    { commit: 'f'.repeat(40), relationship: 'nowhere' },
    { commit: ids[1], anchor: 'noSuchUnit' },
    { commit: 'HEAD~1; rm -rf /' },
    { commit: ids[2]?.slice(0, 8), relationship: 'shortened' },
  ];
  repo.annotate(ids[0]!, note({ file: 'a.txt', related_annotations: references }));
  const answer = await ask(repo, 'a.txt');
  expect(answer.regions[0]?.related?.map(item => item.unresolved ?? item.commit)).toEqual([
    true,
    true,
    true,
    ids[2],
  ]);
});

test('two spellings of one reference are one', async () => {
  const { repo, ids } = await ring();
  const references = [
    { commit: ids[1], anchor: 'unit_b' },
    { commit: ids[1]?.slice(0, 10), anchor: 'b.txt:unit_b' },
  ];
  repo.annotate(ids[0]!, note({ file: 'a.txt', related_annotations: references }));
  expect((await ask(repo, 'a.txt')).regions[0]?.related).toHaveLength(1);
});
