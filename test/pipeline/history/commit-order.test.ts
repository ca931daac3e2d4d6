// An order that was asked for before gives the same as one that git is asked for, whatever the branches and the clocks.
import { expect, test } from 'vitest';
import { oldestFirst } from '../../../src/pipeline/history/commit-order.ts';
import { Memory } from '../../../src/pipeline/memory.ts';
import { openWorkspace } from '../../support/ask.ts';
import { buildRepository } from '../../support/repository.ts';

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
