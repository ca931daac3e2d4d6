// A note's author is who wrote the note, not who wrote the commit that it hangs on.

import { execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { intentOf } from '../../../src/pipeline/judge/intent-of.ts';
import { regions } from '../../../src/pipeline/regions.ts';
import { notedBy } from '../../../src/pipeline/relations/noted-by.ts';
import type { Workspace } from '../../../src/query/workspace.ts';
import { lines, note, openWorkspace } from '../../support/ask.ts';
import { buildRepository, openClone, type Repository } from '../../support/repository.ts';

const REF = 'refs/notes/ultragit';
const FILE = 'a.ts';

/** Runs git as somebody else. */
function as(repo: Repository, name: string, ...args: string[]): void {
  execFileSync('git', args, {
    cwd: repo.path,
    env: { ...repo.env, GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: `${name}'s machine` },
    stdio: 'pipe',
  });
}

function annotateAs(repo: Repository, name: string, rev: string, intent: string, ref = REF): void {
  const text = JSON.stringify(note({ file: FILE, intent }));
  as(repo, name, 'notes', `--ref=${ref}`, 'add', '-f', '-m', text, rev);
}

/** Who wrote what, by intent; of the notes on the file, all that are found. */
async function writers(
  workspace: Workspace,
  mostCommits?: number,
): Promise<Record<string, string | undefined>> {
  return workspace.ask({}, async snapshot => {
    const { found } = (await regions(snapshot, { path: FILE })).notes;
    const names = await notedBy(snapshot, found, mostCommits);
    return Object.fromEntries(found.map(item => [intentOf(item), names.get(item)?.name]));
  });
}

async function start(): Promise<{ repo: Repository; first: string; second: string }> {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('First', { [FILE]: lines('a', 5) });
  const second = repo.commit('Second', { [FILE]: lines('a', 5) + lines('b', 5) });
  return { repo, first, second };
}

test('notes by others than the author of the commit', async () => {
  const { repo, first, second } = await start();
  annotateAs(repo, 'Ada', first, 'one');
  annotateAs(repo, 'Grace', second, 'two');
  annotateAs(repo, 'Linus', 'HEAD~2', 'three');
  expect(await writers(await openWorkspace(repo))).toEqual({ one: 'Ada', two: 'Grace', three: 'Linus' });
});

test('a note that was written over is by who wrote what it says now', async () => {
  const { repo, first, second } = await start();
  annotateAs(repo, 'Ada', first, 'one');
  annotateAs(repo, 'Grace', first, 'one, better');
  annotateAs(repo, 'Linus', second, 'two');
  const workspace = await openWorkspace(repo);
  expect(await writers(workspace)).toEqual({ 'one, better': 'Grace', two: 'Linus' });
  annotateAs(repo, 'Barbara', first, 'one');
  expect(await writers(workspace)).toEqual({ one: 'Barbara', two: 'Linus' });
});

test('notes that a merge brought are by those who wrote them', async () => {
  const { repo, first, second } = await start();
  annotateAs(repo, 'Ada', 'HEAD~2', 'zero');
  repo.git('update-ref', 'refs/notes/theirs', REF);
  annotateAs(repo, 'Ada', first, 'one');
  annotateAs(repo, 'Grace', second, 'two', 'refs/notes/theirs');
  as(repo, 'Merger', 'notes', `--ref=${REF}`, 'merge', '-q', 'theirs');
  expect(repo.git('rev-list', '--parents', '-1', REF).split(' ')).toHaveLength(3);
  repo.git('update-ref', '-d', 'refs/notes/theirs');
  expect(await writers(await openWorkspace(repo))).toEqual({ zero: 'Ada', one: 'Ada', two: 'Grace' });
});

test('a change of the fan-out writes no note', async () => {
  const { repo, first, second } = await start();
  annotateAs(repo, 'Ada', first, 'one');
  annotateAs(repo, 'Grace', second, 'two');
  const entries = repo.git('ls-tree', REF).split('\n');
  const moved = entries.map(entry => {
    const [, mode, blob, object = ''] = /^(\S+) blob (\S+)\t(\S+)$/.exec(entry) ?? [];
    return `M ${mode} ${blob} ${object.slice(0, 2)}/${object.slice(2, 4)}/${object.slice(4)}\n`;
  });
  const commit = `commit ${REF}\nauthor Janitor <j@example.com> 1800000000 +0000\n`;
  const rest = `committer Janitor <j@example.com> 1800000000 +0000\ndata 1\nx\nfrom ${REF}^0\ndeleteall\n`;
  repo.gitBytes(['fast-import', '--quiet'], `${commit}${rest}${moved.join('')}\n`);
  expect(repo.git('ls-tree', REF)).toMatch(/^040000 tree/);
  expect(await writers(await openWorkspace(repo))).toEqual({ one: 'Ada', two: 'Grace' });
});

test('who wrote a note so many notes ago is not said', async () => {
  const { repo, first, second } = await start();
  annotateAs(repo, 'Ada', first, 'one');
  annotateAs(repo, 'Grace', second, 'two');
  annotateAs(repo, 'Linus', 'HEAD~2', 'three');
  expect(await writers(await openWorkspace(repo), 2)).toEqual({
    one: undefined,
    two: 'Grace',
    three: 'Linus',
  });
  expect(await writers(await openWorkspace(repo), 3)).toEqual({ one: 'Ada', two: 'Grace', three: 'Linus' });
});

test('a clone without the history of the notes says it of none, and of all when it has it', async () => {
  const { repo, first, second } = await start();
  annotateAs(repo, 'Ada', first, 'one');
  annotateAs(repo, 'Grace', second, 'two');
  const clone = openClone(repo, { notes: false });
  clone.git('fetch', '-q', '--depth=1', 'origin', `${REF}:${REF}`);
  const workspace = await openWorkspace(clone);
  expect(await writers(workspace)).toEqual({ one: undefined, two: undefined });
  clone.git('fetch', '-q', '--unshallow', 'origin', `${REF}:${REF}`);
  expect(await writers(workspace)).toEqual({ one: 'Ada', two: 'Grace' });
});

test('a decision in a commit message is by the author of the commit', async () => {
  const { repo } = await start();
  repo.write(FILE, lines('c', 5));
  as(repo, 'Ada', 'commit', '-qam', 'Third\n\nConstraint: Keep it.\nRejected: All else | it was worse\n');
  expect(Object.values(await writers(await openWorkspace(repo)))).toEqual(['Ada']);
});

test('names are one plain line', async () => {
  const { repo, first } = await start();
  annotateAs(repo, 'A\u202eda\tLove\u200blace', first, 'one');
  expect(await writers(await openWorkspace(repo))).toEqual({ one: 'Ada Lovelace' });
});

test('what was found out is not looked for again when a note is added', async () => {
  const { repo, first, second } = await start();
  annotateAs(repo, 'Ada', first, 'one');
  const workspace = await openWorkspace(repo);
  await writers(workspace);
  annotateAs(repo, 'Grace', second, 'two');
  await writers(workspace);
  annotateAs(repo, 'Linus', 'HEAD~2', 'three');
  expect(await writers(workspace, 2)).toEqual({ one: 'Ada', two: 'Grace', three: 'Linus' });
});

test('no process is started', async () => {
  const { repo, first, second } = await start();
  annotateAs(repo, 'Ada', first, 'one');
  annotateAs(repo, 'Grace', second, 'two');
  let started = 0;
  const count = () => {
    started++;
  };
  await (await openWorkspace(repo)).ask({}, async snapshot => {
    const { found } = (await regions(snapshot, { path: FILE })).notes;
    subscribe('child_process', count);
    expect((await notedBy(snapshot, found)).size).toBe(2);
    unsubscribe('child_process', count);
  });
  expect(started).toBe(0);
});
