// Commits that a rebase replaced, found by their patches: all of a branch together, as each would be alone.
import { expect, test, vi } from 'vitest';
import { rewrittenAs } from '../../../src/pipeline/placing/rewritten-as.ts';
import { openWorkspace } from '../../support/ask.ts';
import { buildRepository, type Repository as Fixture } from '../../support/repository.ts';

const lines = (edited: readonly number[], of = 60) =>
  `${Array.from({ length: of }, (_, at) => (edited.includes(at) ? `edited ${at}` : `line ${at}`)).join('\n')}\n`;

const STEPS = 10;

/** A branch of which every commit edits the same file, then the same on a main that went on. */
async function rebased(): Promise<{ repo: Fixture; old: string[]; now: string[] }> {
  const repo = await buildRepository('empty-notes');
  repo.commit('Begin', { 'f.txt': lines([]), 'b.bin': Buffer.from([0, 1, 2]) });
  const fork = repo.git('rev-parse', 'HEAD');
  const work = (kept: readonly number[]) => {
    const ids = Array.from({ length: STEPS }, (_, step) => {
      const edited = [...kept, ...Array.from({ length: step + 1 }, (_one, at) => at * 6 + 1)];
      return repo.commit(`Step ${step}`, { 'f.txt': lines(edited) });
    });
    ids.push(repo.commit('Binary', { 'b.bin': Buffer.from([0, 9, 9]) }));
    return ids;
  };
  const old = work([]);
  old.push(repo.commit('Only here', { 'lost.txt': 'lost\n' }));
  repo.git('reset', '-q', '--hard', fork);
  repo.commit('Main goes on', { 'f.txt': lines([59]), 'g.txt': 'g\n' });
  return { repo, old, now: work([59]) };
}

async function commitsOf(repo: Fixture, ids: readonly string[]) {
  const snapshot = await (await openWorkspace(repo)).snapshot();
  const commits = await Promise.all(ids.map(id => snapshot.repository.commit(id)));
  return { snapshot, commits: commits.flatMap(commit => (commit ? [commit] : [])) };
}

test('each commit of a rebased branch is found, and what was left out is not', async () => {
  const { repo, old, now } = await rebased();
  const { snapshot, commits } = await commitsOf(repo, old);
  const found = await rewrittenAs(snapshot, commits);
  expect(old.map(id => found.get(id)?.id)).toEqual([...now, undefined]);
});

test('as many as there are, a few processes tell', async () => {
  const { repo, old } = await rebased();
  const { snapshot, commits } = await commitsOf(repo, old);
  const run = vi.spyOn(snapshot.repository, 'run');
  await rewrittenAs(snapshot, commits);
  expect(run.mock.calls.length).toBeLessThanOrEqual(3);
});

test('together or one by one, the answer is the same: equal patches, indented code, other forks', async () => {
  const { repo, old } = await rebased();
  const head = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '-q', '--detach', old[3]!);
  const indented = repo.commit('Indent', { 'c.txt': 'if\n  then\n' });
  const again = repo.commit('Change it', { 'c.txt': 'if\n  else\n' });
  const back = repo.commit('Back', { 'c.txt': 'if\n  then\n' });
  const thrice = repo.commit('Change it again', { 'c.txt': 'if\n  else\n' });
  repo.git('checkout', '-q', '--detach', head);
  repo.commit('Indent', { 'c.txt': 'if\n      then\n' });
  repo.commit('Change it', { 'c.txt': 'if\n\telse\n' });
  const orphan = repo.git('commit-tree', '-m', 'orphan', `${old[0]}^{tree}`);
  const ids = [...old, indented, again, back, thrice, orphan];
  const { snapshot, commits } = await commitsOf(repo, ids);
  const together = await rewrittenAs(snapshot, commits);
  const alone = await Promise.all(commits.map(async commit => [...(await rewrittenAs(snapshot, [commit]))]));
  expect(alone.flat().length).toBeGreaterThan(STEPS + 2);
  expect([...together].sort()).toEqual(alone.flat().sort());
});
