// One history in memory: what it tells is what git tells.
import { expect, test } from 'vitest';
import { listGraph } from '../../../src/git/calls.ts';
import { CommitGraph } from '../../../src/pipeline/history/commit-graph.ts';
import { buildRepository, type Repository } from '../../support/repository.ts';

/** A side branch that is merged; some of its clocks are behind those that it builds on. */
async function crossed(): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  const commit = (mark: number, at: number, ...parents: string[]) =>
    [
      'commit refs/heads/main',
      `mark :${mark}`,
      `committer A <a@example.com> ${1_760_000_000 + at} +0000`,
      'data 1\nx',
      ...parents.map((parent, nth) => `${nth === 0 ? 'from' : 'merge'} ${parent}`),
      `M 100644 inline f${mark}.txt\ndata 1\nx`,
    ].join('\n');
  const stream = [
    commit(1, 10, 'refs/heads/main^0'),
    commit(2, 5, ':1'),
    commit(3, 90, ':2'),
    commit(4, 50, ':1'),
    commit(5, 100, ':4', ':3'),
    commit(6, 20, ':5'),
  ];
  repo.gitBytes(['fast-import', '--quiet', '--force'], `${stream.join('\n')}\n`);
  repo.git('reset', '-q', '--hard');
  return repo;
}

function graphOf(repo: Repository, head = 'HEAD'): CommitGraph {
  const id = repo.git('rev-parse', head);
  const graph = CommitGraph.ofLines(`${repo.git(...listGraph(id).args)}\n`);
  if (!graph) throw new Error('The output of rev-list was not read.');
  return graph;
}

const rowsOf = (graph: CommitGraph, marks: Uint8Array) =>
  [...marks.keys()].filter(row => marks[row]).map(row => graph.idOf(row));

test('what is behind a commit, what builds on it, and the way between them', async () => {
  const repo = await crossed();
  const graph = graphOf(repo);
  const lines = (...args: string[]) =>
    repo
      .git(...args)
      .split('\n')
      .filter(Boolean);
  for (const id of lines('rev-list', 'HEAD')) {
    const row = graph.rowOf(id)!;
    expect(rowsOf(graph, graph.behind(row)).sort()).toEqual(lines('rev-list', id).sort());
    const between = lines('rev-list', '--ancestry-path', `${id}..HEAD`);
    expect(rowsOf(graph, graph.buildingOn(row)).sort()).toEqual([...between, id].sort());
    const way = graph.way(row, 0).map(at => graph.idOf(at));
    expect(between).toEqual(expect.arrayContaining(way));
    expect(way.at(-1) ?? id).toBe(repo.git('rev-parse', 'HEAD'));
  }
  expect(graph.firstParents(0).map(row => graph.idOf(row))).toEqual(
    lines('rev-list', '--first-parent', 'HEAD'),
  );
});

test('the order is that of git: parents first, then clocks', async () => {
  const repo = await crossed();
  const graph = graphOf(repo);
  const places = graph.places();
  const ids = repo.git('rev-list', '--date-order', '--reverse', 'HEAD').split('\n');
  expect([...ids].sort((a, b) => places[graph.rowOf(a)!]! - places[graph.rowOf(b)!]!)).toEqual(ids);
});

test('it comes back from bytes as it was, also from the midst of others', async () => {
  const graph = graphOf(await crossed());
  const packed = Buffer.concat([Buffer.from('x'), graph.pack()]).subarray(1);
  const back = CommitGraph.unpack(packed);
  expect(back.pack().equals(graph.pack())).toBe(true);
  expect(back.rowOf(graph.idOf(3))).toBe(3);
  expect(back.rowOf('0'.repeat(40))).toBeUndefined();
});

test('it goes on with newer commits, and with those of a history that was rewritten', async () => {
  const repo = await crossed();
  const graph = graphOf(repo);
  repo.git('reset', '-q', '--hard', 'HEAD~1');
  repo.git('commit', '-q', '--allow-empty', '-m', 'instead of three');
  const [id = '', parent = ''] = repo.git('rev-list', '--parents', '-1', 'HEAD').split(' ');
  const extended = graph.extendedBy(new Map([[id, { id, time: 1_760_000_100, parents: [parent] }]]), id);
  const whole = graphOf(repo);
  const idsOf = (from: CommitGraph) => Array.from({ length: from.count }, (_, row) => from.idOf(row)).sort();
  expect(idsOf(extended)).toEqual(idsOf(whole));
  expect(extended.head).toBe(id);
});

test('what is no history is told', () => {
  expect(CommitGraph.ofLines('fatal: bad object\n')).toBeUndefined();
  expect(CommitGraph.ofLines(`1 ${'a'.repeat(40)}`)).toBeUndefined();
  expect(CommitGraph.ofLines('')?.count).toBe(0);
});
