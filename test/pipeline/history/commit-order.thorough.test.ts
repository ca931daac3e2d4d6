// An order that was asked for before gives the same as one that git is asked for, whatever the branches and the clocks; and
// what is in it is in the history.
import { expect, test } from 'vitest';
import { ancestorsOf } from '../../../src/pipeline/history/ancestry.ts';
import { oldestFirst } from '../../../src/pipeline/history/commit-order.ts';
import { Memory } from '../../../src/pipeline/memory.ts';
import { openWorkspace } from '../../support/ask.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../../support/repository.ts';

const COMMITS = 400;
const ROUNDS = 24;

function random(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Commits that build on one or two of the last ones, some of the same second, some with a clock that was wrong. */
function tangled(below: (most: number) => number): string {
  const commits = Array.from({ length: COMMITS }, (_, at) => {
    const skew = below(6) === 0 ? below(4_000) - 2_000 : 0;
    const near = () => Math.max(1, at - below(6));
    const [parent, other] = [near(), near()];
    const isLast = at === COMMITS - 1;
    return [
      `commit refs/heads/${isLast ? 'main' : `c${at + 1}`}`,
      `mark :${at + 1}`,
      `committer A <a@example.com> ${1_760_000_000 + Math.floor(at / 3) * 60 + skew} +0000`,
      'data 1\nx',
      ...(at === 0 ? [] : [`from :${isLast ? at : parent}`]),
      ...(at > 0 && other !== parent && below(3) === 0 ? [`merge :${other}`] : []),
      `M 100644 inline f.txt\ndata ${String(at).length}\n${at}\n`,
    ].join('\n');
  });
  return `${commits.join('\n')}\n`;
}

test.each([1, 2, 3])('an earlier order is as good as a new one, seed %i', async seed => {
  const below = random(seed);
  const repo = await buildRepository('empty-notes');
  repo.gitBytes(['fast-import', '--quiet', '--force'], tangled(below));
  repo.git('reset', '-q', '--hard', 'main');
  const ids = repo.git('rev-list', 'HEAD').split('\n');
  expect(ids.length).toBeGreaterThan(100);
  const snapshot = await (await openWorkspace(repo)).snapshot();
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = Array.from({ length: 2 + below(12) }, () => ids[below(ids.length)]!);
    const commits = await Promise.all(chosen.map(async id => (await snapshot.repository.commit(id))!));
    const anew = { ...snapshot, memory: new Memory() };
    expect(await oldestFirst(snapshot, commits)).toEqual(await oldestFirst(anew, commits));
  }
});

test('an order goes on with commits that build on it, and begins anew with a merge', async () => {
  const below = random(6);
  const repo = await buildRepository('empty-notes');
  repo.gitBytes(['fast-import', '--quiet', '--force'], tangled(below));
  repo.git('reset', '-q', '--hard', 'main');
  const workspace = await openWorkspace(repo);
  for (let round = 0; round < 12; round++) {
    const ids = repo.git('rev-list', 'HEAD').split('\n');
    const chosen = [0, 1, 2, 3, ...Array.from({ length: 8 }, () => below(ids.length))].map(at => ids[at]!);
    const snapshot = await workspace.snapshot();
    const commits = await Promise.all(chosen.map(async id => (await snapshot.repository.commit(id))!));
    const anew = { ...snapshot, memory: new Memory() };
    expect(await oldestFirst(snapshot, commits)).toEqual(await oldestFirst(anew, commits));
    if (round % 4 === 3) repo.git('merge', '-q', '-s', 'ours', '-m', 'Merge', `c${20 + round}`);
    else
      for (let at = 0; at <= round % 3; at++)
        repo.commit(`Change ${round} ${at}`, { 'f.txt': `${round} ${at}` });
  }
});

/** With that many notes, what is found out about their commits is kept. */
function annotate(repo: Repository, objects: readonly string[]): void {
  const text = JSON.stringify({ schema: 'ultragit/v1', regions: [{ file: 'f.txt', intent: 'Why.' }] });
  const notes = objects.map(id => `M 100644 inline ${id}\ndata ${text.length}\n${text}\n`);
  const begin = 'commit refs/notes/ultragit\ncommitter A <a@example.com> 1760000000 +0000\ndata 1\nx\n';
  repo.gitBytes(['fast-import', '--quiet', '--force'], begin + notes.join(''));
}

test.each([4, 5])(
  'what an order tells of ancestry is true, also in the next process, seed %i',
  async seed => {
    const below = random(seed);
    const repo = await buildRepository('empty-notes');
    repo.gitBytes(['fast-import', '--quiet', '--force'], tangled(below));
    repo.git('reset', '-q', '--hard', 'main');
    const within = new Set(repo.git('rev-list', 'HEAD').split('\n'));
    const all = repo.git('rev-list', '--all').split('\n');
    expect(all.length).toBeGreaterThan(within.size + 20);
    annotate(repo, [...all, ...Array.from({ length: 1_000 }, (_, at) => String(at).padStart(40, 'd'))]);
    const env = { PATH: repo.env.PATH, HOME: temporaryDirectory() };
    for (let round = 0; round < ROUNDS / 4; round++) {
      const chosen = Array.from({ length: 2 + below(12) }, () => all[below(all.length)]!);
      const orders: string[][] = [];
      for (const options of [
        {},
        { env, useCache: true, about: 'f.txt' },
        { env, useCache: true, about: 'f.txt' },
      ]) {
        const workspace = await openWorkspace(repo, options);
        const snapshot = await workspace.snapshot();
        const commits = await Promise.all(chosen.map(async id => (await snapshot.repository.commit(id))!));
        orders.push(await oldestFirst(snapshot, commits));
        const ancestors = await ancestorsOf(snapshot, snapshot.head.id, all);
        expect([...ancestors].sort()).toEqual(all.filter(id => within.has(id)).sort());
        workspace.keepKnowledge();
      }
      expect(orders[1]).toEqual(orders[0]);
      expect(orders[2]).toEqual(orders[0]);
    }
  },
);
