// Ancestry in histories that are longer than what is walked without git, cut off, or damaged.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ancestorsOf } from '../../../src/pipeline/history/ancestry.ts';
import { oldestFirst } from '../../../src/pipeline/history/commit-order.ts';
import { rewrittenAs } from '../../../src/pipeline/placing/rewritten-as.ts';
import { openWorkspace } from '../../support/ask.ts';
import { buildRepository, type Repository as Fixture, shallowClone } from '../../support/repository.ts';

async function long(count = 150): Promise<{ repo: Fixture; ids: string[] }> {
  const repo = await buildRepository('empty-notes');
  const stream = Array.from({ length: count }, (_, at) =>
    [
      'commit refs/heads/main',
      `committer A <a@example.com> ${1_760_000_000 + at * 60} +0000`,
      'data 1\nx',
      ...(at === 0 ? ['from refs/heads/main^0'] : []),
      `M 100644 inline f.txt\ndata ${String(at).length}\n${at}\n`,
    ].join('\n'),
  ).join('\n');
  repo.gitBytes(['fast-import', '--quiet', '--force'], `${stream}\n`);
  repo.git('reset', '-q', '--hard');
  return { repo, ids: repo.git('rev-list', 'HEAD').split('\n') };
}

async function open(repo: Fixture) {
  return (await openWorkspace(repo)).snapshot();
}

test('ancestors are told from strangers, near and far', async () => {
  const { repo, ids } = await long();
  const stray = repo.git('commit-tree', '-m', 'stray', '-p', ids[140]!, 'HEAD^{tree}');
  const snapshot = await open(repo);
  const asked = [ids[0]!, ids[5]!, ids[149]!, stray];
  expect([...(await ancestorsOf(snapshot, ids[0]!, asked))].sort()).toEqual(asked.slice(0, 3).sort());
  expect((await ancestorsOf(snapshot, ids[10]!, [ids[5]!])).size).toBe(0);
});

test('a stray commit without its parents is a stranger, not a failure', async () => {
  const { repo, ids } = await long();
  const gone = repo.git('commit-tree', '-m', 'gone', '-p', ids[1]!, 'HEAD^{tree}');
  const stray = repo.git('commit-tree', '-m', 'stray', '-p', gone, 'HEAD^{tree}');
  rmSync(join(repo.path, '.git/objects', gone.slice(0, 2), gone.slice(2)));
  const snapshot = await open(repo);
  expect([...(await ancestorsOf(snapshot, ids[0]!, [stray, ids[145]!]))]).toEqual([ids[145]!]);
  expect(await rewrittenAs(snapshot, [(await snapshot.repository.commit(stray))!])).toEqual(new Map());
});

test('commits are put in order up to the end of a shallow clone', async () => {
  const { repo } = await long();
  const clone = shallowClone(repo, 130, { notes: false });
  const ids = clone.git('rev-list', 'HEAD').split('\n');
  const snapshot = await open(clone);
  const commits = await Promise.all([ids[0]!, ids[129]!, ids[50]!].map(id => snapshot.repository.commit(id)));
  const order = await oldestFirst(
    snapshot,
    commits.map(commit => commit!),
  );
  expect(order).toEqual([ids[129], ids[50], ids[0]]);
});

test('order comes from the graph where clocks lie', async () => {
  const repo = await buildRepository('skewed');
  const snapshot = await open(repo);
  const ids = repo.git('rev-list', '--topo-order', '--reverse', '--first-parent', 'HEAD').split('\n');
  const commits = await Promise.all([...ids].reverse().map(id => snapshot.repository.commit(id)));
  expect(
    await oldestFirst(
      snapshot,
      commits.map(commit => commit!),
    ),
  ).toEqual(ids);
});
