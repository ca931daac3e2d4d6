// Commits that this clone has and its history has not: where their lines went, and when that must not be asked.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, codes, lines, note } from '../support/ask.ts';
import { askDeps, askHistory, askSummary, messageOf } from '../support/ask-queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const unit = (name: string, count = 4) =>
  `export function ${name}() {\n${lines(name, count).replace(/^/gm, '  // ')}\n}\n`;

const region = (file: string, name: string, rest = {}) => ({
  file,
  ast_anchor: { unit_type: 'function', name },
  intent: `About ${name}.`,
  ...rest,
});

/** A trunk with some history, and work that two commits of a branch did, each with a note. */
async function withWork(): Promise<Repository & { first: string; second: string }> {
  const repo = await buildRepository('unborn');
  repo.commit('Begin', { 'src/base.ts': unit('base'), 'README.md': 'Read me.\n' });
  repo.git('checkout', '-q', '-b', 'work');
  const first = repo.commit('One', { 'src/a.ts': unit('one') });
  repo.annotate(first, note(region('src/a.ts', 'one', { lines: { start: 1, end: 7 } })));
  const second = repo.commit('Two', { 'src/a.ts': unit('one') + unit('two'), 'src/b.ts': unit('three') });
  repo.annotate(second, note([region('src/a.ts', 'two'), region('src/b.ts', 'three')]));
  repo.git('checkout', '-q', 'main');
  repo.commit('Meanwhile', { 'README.md': 'Read me twice.\n' });
  return { ...repo, first, second };
}

function squash(repo: Repository): string {
  repo.git('merge', '-q', '--squash', 'work');
  return repo.commit('All of the work (#1)');
}

const intents = ({ regions }: { regions: { intent?: string }[] }) =>
  regions.map(({ intent }) => intent).sort();

test('several notes land on the squash commit that has their lines', async () => {
  const repo = await withWork();
  const squashed = squash(repo);
  repo.git('branch', '-q', '-D', 'work');
  const answer = await ask(repo, 'src/a.ts');
  const by = (from: string) => ({
    commit: squashed,
    recovered: { from, to: squashed, by: 'content' },
    freshness: { state: 'intact' },
    commit_summary: 'All of the work (#1)',
  });
  expect(answer.regions.find(({ intent }) => intent === 'About one.')).toMatchObject(by(repo.first));
  expect(answer.regions.find(({ intent }) => intent === 'About two.')).toMatchObject(by(repo.second));
  expect(codes(answer)).toEqual([]);
});

test('what was edited on the trunk since is brought back as edited, by the commit that edited it', async () => {
  const repo = await withWork();
  squash(repo);
  repo.git('branch', '-q', '-D', 'work');
  const edit = repo.commit('Edit', { 'src/a.ts': unit('one').replace('one2', 'another') + unit('two') });
  const answer = await ask(repo, 'src/a.ts', { anchor: 'one' });
  expect(answer.regions).toMatchObject([
    {
      recovered: { by: 'content' },
      freshness: { state: 'edited', changed: '1 of 7', by: [`${edit} Edit`] },
    },
  ]);
});

test('the regions of one note land where each of them went', async () => {
  const repo = await withWork();
  const [a, b] = ['src/a.ts', 'src/b.ts'].map(file => {
    repo.git('checkout', '-q', 'work', '--', file);
    return repo.commit(`Take ${file}`);
  });
  repo.git('branch', '-q', '-D', 'work');
  const { regions } = await ask(repo, ['src/a.ts', 'src/b.ts']);
  expect(new Map(regions.map(({ intent, commit }) => [intent, commit]))).toEqual(
    new Map([
      ['About one.', a],
      ['About two.', a],
      ['About three.', b],
    ]),
  );
});

test('a few lines that a commit added to old code lead to whoever took them', async () => {
  const repo = await withWork();
  const grown = unit('base', 20);
  repo.commit('Grow', { 'src/base.ts': grown });
  repo.git('checkout', '-q', '-B', 'work');
  const work = {
    'src/base.ts': grown.replace('}\n', '  // and this is new\n}\n'),
    'src/c.ts': unit('five', 30),
  };
  repo.annotate(repo.commit('Both', work), note(region('src/base.ts', 'base')));
  repo.git('checkout', '-q', 'main');
  const taken = Object.keys(work).map(file => {
    repo.git('checkout', '-q', 'work', '--', file);
    return repo.commit(`Take ${file}`);
  });
  repo.git('branch', '-q', '-D', 'work');
  expect((await ask(repo, 'src/base.ts')).regions).toMatchObject([{ commit: taken[0] }]);
});

test('lines that two commits brought, half of them each, lead to neither', async () => {
  const repo = await withWork();
  repo.git('checkout', '-q', 'work');
  repo.annotate(repo.commit('List', { 'list.txt': lines('x', 4) }), note({ file: 'list.txt' }));
  repo.git('checkout', '-q', 'main');
  repo.git('branch', '-q', '-D', 'work');
  repo.commit('A half', { 'list.txt': lines('x', 2) });
  repo.commit('The other half', { 'list.txt': lines('x', 4) });
  expect((await ask(repo, 'list.txt')).regions).toEqual([]);
});

test('an annotation of lines that the branch wrote over goes with the commits built on its own', async () => {
  const repo = await withWork();
  repo.git('checkout', '-q', 'work');
  const rewritten = repo.commit('Rewrite', {
    'src/a.ts': `${unit('one', 9).replaceAll('says', 'tells')}${unit('two')}`,
  });
  repo.annotate(rewritten, note(region('src/a.ts', 'one', { intent: 'About one, again.' })));
  repo.git('checkout', '-q', 'main');
  const squashed = squash(repo);
  repo.git('branch', '-q', '-D', 'work');
  const { regions } = await ask(repo, 'src/a.ts', { anchor: 'one' });
  expect(regions.map(({ intent, commit }) => [intent, commit]).sort()).toEqual([
    ['About one, again.', squashed],
    ['About one.', squashed],
  ]);
});

test('an annotation of code that its commit did not touch goes with its commit', async () => {
  const repo = await withWork();
  repo.annotate(repo.first, note([region('src/base.ts', 'base'), region('src/a.ts', 'one')]));
  const squashed = squash(repo);
  repo.git('branch', '-q', '-D', 'work');
  const { regions } = await ask(repo, 'src/base.ts');
  expect(regions).toMatchObject([{ intent: 'About base.', commit: squashed, recovered: { by: 'content' } }]);
});

test('what is said of a whole commit is about the lines that it wrote, not all that came with it', async () => {
  const repo = await withWork();
  for (const [id, said] of [
    [repo.first, 'The first keeps its order.'],
    [repo.second, 'The second is never empty.'],
  ] as const) {
    repo.git('notes', '--ref=ultragit', 'remove', id);
    repo.annotate(id, said, 'refs/notes/commits');
  }
  const squashed = squash(repo);
  repo.git('branch', '-q', '-D', 'work');
  const { regions } = await ask(repo, 'src/a.ts', { anchor: 'two' });
  expect(regions).toMatchObject([{ commit: squashed, recovered: { from: repo.second, by: 'content' } }]);
  expect((await ask(repo, 'src/a.ts')).regions).toHaveLength(2);
});

test('abandoned work stays away, and is counted', async () => {
  const repo = await withWork();
  repo.git('branch', '-q', '-D', 'work');
  repo.commit('Write another one', { 'src/a.ts': unit('one').replaceAll('says', 'tells') });
  const answer = await ask(repo, 'src/a.ts');
  expect(answer.regions).toEqual([]);
  expect(answer.stats.notes_unreachable).toBe(2);
  expect(messageOf(answer, 'notes_unreachable')).toContain('(2 whose lines are gone)');
});

/** The trunk gets lines that look like those of the branch, though the branch has more. */
async function lookAlike(): Promise<Repository & { first: string; second: string }> {
  const repo = await withWork();
  repo.commit('Write it, too', { 'src/a.ts': unit('one') + unit('two'), 'src/b.ts': unit('four') });
  return repo;
}

const BRANCHES: [string, (repo: Repository) => void][] = [
  ['a local branch', () => undefined],
  ['a packed branch', repo => repo.git('pack-refs', '--all')],
  [
    'a branch of a remote',
    repo => {
      repo.git('update-ref', 'refs/remotes/origin/some/work', 'work');
      repo.git('branch', '-q', '-D', 'work');
    },
  ],
  [
    'a branch built on it',
    repo => {
      repo.git('branch', 'later', repo.git('commit-tree', '-p', 'work', '-m', 'Later', 'work^{tree}'));
      repo.git('branch', '-q', '-D', 'work');
    },
  ],
];

test.each(BRANCHES)(
  '%s that is not merged keeps its annotations to itself, in all queries',
  async (_name, keep) => {
    const repo = await lookAlike();
    const depends = { semantic_dependencies: [{ file: 'src/base.ts', nature: 'It is there.' }] };
    repo.annotate(repo.first, note(region('src/a.ts', 'one', { lines: { start: 1, end: 7 }, ...depends })));
    keep(repo);
    const reading = await ask(repo, ['src/a.ts', 'src/base.ts']);
    expect(reading.regions).toEqual([]);
    expect(reading.dependencies_on_this).toEqual([]);
    expect((await askHistory(repo, 'src/a.ts')).timeline).toEqual([]);
    expect((await askSummary(repo, 'src/a.ts')).units).toEqual([]);
    expect((await askSummary(repo, '.')).units).toEqual([]);
    expect((await askDeps(repo, 'src/base.ts')).dependents).toEqual([]);
    expect(messageOf(await askHistory(repo, 'src/a.ts'), 'notes_unreachable')).toContain(
      '(2 on a branch that is not merged)',
    );
  },
);

test.each([
  ['a tag', 'refs/tags/v1'],
  ['a branch of Entire', 'refs/heads/entire/checkpoints/v1'],
  ['a branch of Entire at a remote', 'refs/remotes/origin/entire/0123456'],
])('%s keeps no branch alive', async (_name, ref) => {
  const repo = await lookAlike();
  repo.git('update-ref', ref, 'work');
  repo.git('branch', '-q', '-D', 'work');
  expect(intents(await ask(repo, 'src/a.ts'))).toEqual(['About one.', 'About two.']);
});

test('a branch that was plainly squashed may stay', async () => {
  const repo = await withWork();
  const squashed = squash(repo);
  repo.commit('Go on', { 'src/a.ts': unit('zero') + unit('one') + unit('two') });
  const { regions } = await ask(repo, ['src/a.ts', 'src/b.ts']);
  expect(regions.map(({ intent, commit }) => [intent, commit]).sort()).toEqual([
    ['About one.', squashed],
    ['About three.', squashed],
    ['About two.', squashed],
  ]);
});

test('a branch that went on after it was squashed is not merged', async () => {
  const repo = await withWork();
  squash(repo);
  repo.git('checkout', '-q', 'work');
  repo.commit('More', { 'src/b.ts': unit('three') + unit('five') });
  repo.git('checkout', '-q', 'main');
  expect((await ask(repo, 'src/a.ts')).regions).toEqual([]);
});

test('what is said after an older revision is not brought back to it', async () => {
  const repo = await withWork();
  squash(repo);
  repo.annotate('HEAD', note(region('src/base.ts', 'base', { lines: { start: 1, end: 7 } })));
  expect((await ask(repo, 'src/base.ts')).regions).toHaveLength(1);
  const answer = await ask(repo, 'src/base.ts', { rev: 'main~2' });
  expect(answer.regions).toEqual([]);
  expect(messageOf(answer, 'notes_unreachable')).toContain('(1 on a branch that is not merged)');
});

test('a merge commit with a note goes where the merged lines went', async () => {
  const repo = await withWork();
  repo.git('checkout', '-q', 'work');
  repo.git('merge', '-q', '-m', 'Merge main', 'main');
  repo.annotate('HEAD', note(region('src/a.ts', 'two', { intent: 'Said of the merge.' })));
  repo.git('checkout', '-q', 'main');
  const squashed = squash(repo);
  repo.git('branch', '-q', '-D', 'work');
  const { regions } = await ask(repo, 'src/a.ts', { anchor: 'two' });
  expect(regions.map(({ intent, commit }) => [intent, commit]).sort()).toEqual([
    ['About two.', squashed],
    ['Said of the merge.', squashed],
  ]);
});

/** A commit that `git prune` has taken, and those after it have not been. */
function forget(repo: Repository, id: string): void {
  rmSync(join(repo.path, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
}

test('a commit whose parent is pruned already is found by its own lines', async () => {
  const repo = await withWork();
  const squashed = squash(repo);
  repo.git('branch', '-q', '-D', 'work');
  forget(repo, repo.first);
  const { regions } = await ask(repo, 'src/a.ts');
  expect(regions.map(({ intent, commit, recovered }) => [intent, commit, recovered?.by]).sort()).toEqual([
    ['About one.', repo.first, 'name'],
    ['About two.', squashed, 'content'],
  ]);
});

test('old lines do not take in a commit whose parents are pruned', async () => {
  const repo = await withWork();
  repo.annotate(repo.second, note(region('src/base.ts', 'base')));
  repo.git('branch', '-q', '-D', 'work');
  forget(repo, repo.first);
  const answer = await ask(repo, 'src/base.ts');
  expect(answer.regions).toEqual([]);
  expect(messageOf(answer, 'notes_unreachable')).toContain('(1 whose lines are gone)');
});

test('where a branch can’t be walked, nothing is taken for abandoned', async () => {
  const repo = await lookAlike();
  repo.git('branch', 'broken', repo.git('commit-tree', '-p', 'main', '-m', 'Broken', 'main^{tree}'));
  repo.git('branch', '-q', '-D', 'work');
  forget(repo, repo.git('rev-parse', 'broken'));
  const answer = await ask(repo, 'src/a.ts');
  expect(answer.regions).toEqual([]);
  expect(messageOf(answer, 'notes_unreachable')).toContain('(2 not looked at)');
});
