// What a history says about more entries is true: asking for so many shows so many.
import { expect, test } from 'vitest';
import { lines, note, openWorkspace } from '../support/ask.ts';
import { history } from '../support/queries.ts';
import { buildRepository, type Repository, scenarios } from '../support/repository.ts';

async function expectTrueOffers(repo: Repository, files: readonly string[]): Promise<number> {
  const workspace = await openWorkspace(repo);
  let offers = 0;
  for (const path of files) {
    for (const limit of [1, 2, 3, 5]) {
      const { notices = [] } = await history(workspace, { path, limit, verbose: true });
      const offer = notices.find(({ code }) => code === 'older_entries');
      if (!offer) continue;
      offers++;
      const more = Number(/a limit of (\d+)\.$/.exec(offer.fix ?? '')?.[1]);
      expect(more, path).toBeGreaterThan(limit);
      const all = await history(workspace, { path, limit: more, verbose: true });
      expect(all.timeline, `${path} with ${limit}, then ${more}`).toHaveLength(more);
      expect(all.notices?.map(({ code }) => code) ?? []).not.toContain('older_entries');
    }
  }
  return offers;
}

test.each(scenarios().filter(name => name !== 'unborn'))(
  '%s: the limit that is offered is what there is',
  async name => {
    const repo = await buildRepository(name);
    const files = repo.git('-c', 'core.quotePath=false', 'ls-files').split('\n').filter(Boolean);
    await expectTrueOffers(
      repo,
      files.filter(file => !/["\ufffd]/.test(file) && !/^(vendor|links)\//.test(file)),
    );
  },
);

test('entries that are not shown refer to others, and those count, too', async () => {
  const repo = await buildRepository('empty-notes');
  const others: string[] = [];
  for (const name of ['x', 'y']) {
    others.push(repo.commit(`Add ${name}`, { [`${name}.txt`]: lines(name, 3) }));
    repo.annotate('HEAD', note({ file: `${name}.txt`, intent: name }));
  }
  for (const [at, commit] of others.entries()) {
    repo.commit(`Change ${at}`, { 'a.txt': lines(`a${at}`, 3 + at) });
    repo.annotate('HEAD', note({ file: 'a.txt', intent: `a${at}`, related_annotations: [{ commit }] }));
  }
  expect(await expectTrueOffers(repo, ['a.txt'])).toBeGreaterThan(2);
  const { notices } = await history(await openWorkspace(repo), { path: 'a.txt', limit: 1 });
  expect(notices?.[0]?.fix).toBe('Ask for more: a limit of 4.');
});
