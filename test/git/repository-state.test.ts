// The state that silence is kept for changes with all that an answer depends on.
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findRepository, type Place, type Reader, repositoryState } from '../../src/git/repository-state.ts';
import { RememberedFiles } from '../../src/kept/remembered-files.ts';
import { buildRepository, type Repository, shallowClone, temporaryDirectory } from '../support/repository.ts';

/** What is done by then can't be done again without a new time. */
const LONG_AFTER = Date.now() + 60_000;

let repo: Repository;
let home: string;

beforeEach(async () => {
  repo = await buildRepository('mqtt-client');
  home = temporaryDirectory();
});

function placeOf({ path }: Pick<Repository, 'path'>): Place {
  const place = findRepository(path);
  if (typeof place !== 'object') throw new Error(`${place}`);
  return place;
}

function state(at: Pick<Repository, 'path'> = repo, now = Date.now(), reader?: Reader): string {
  const found = repositoryState(placeOf(at), { HOME: home }, now, reader);
  return typeof found === 'string' ? found : found.text;
}

const CHANGES: Record<string, () => unknown> = {
  'a commit': () => repo.commit('More', { 'x.ts': 'x\n' }),
  'a note': () => repo.annotate('HEAD~1', '{}'),
  'a note of another ref': () => repo.annotate('HEAD~1', '{}', 'refs/notes/deep/er'),
  'a branch': () => repo.git('branch', 'other', 'HEAD~1'),
  'a remote branch': () => repo.git('update-ref', 'refs/remotes/origin/x', 'HEAD~1'),
  'a checkpoint': () => repo.git('update-ref', 'refs/entire/checkpoints/x', 'HEAD~1'),
  'a checkout': () => repo.git('checkout', '-q', '--detach'),
  'packed refs': () => repo.git('pack-refs', '--all'),
  'a pack': () => repo.git('gc', '-q'),
  'a setting': () => repo.git('config', 'ultragit.exclude', 'a'),
  'a settings file': () => repo.write('.ultragit-config.toml', '[ultragit]\nnoteref = "x"\n'),
  'ignored revisions': () => repo.write('.git-blame-ignore-revs', 'x\n'),
  'the user’s own config': () => writeFileSync(join(home, '.gitconfig'), '[blame]\n\tignoreRevsFile = x\n'),
  'a shallow boundary': () => writeFileSync(join(repo.path, '.git/shallow'), repo.git('rev-parse', 'HEAD')),
  alternates: () => {
    mkdirSync(join(repo.path, '.git/objects/info'), { recursive: true });
    writeFileSync(join(repo.path, '.git/objects/info/alternates'), '/x\n');
  },
};

test.each(Object.keys(CHANGES))('%s changes it', name => {
  const before = state();
  expect(before.length).toBeGreaterThan(100);
  CHANGES[name]?.();
  expect(state()).not.toBe(before);
});

test.each(Object.keys(CHANGES))('%s changes it for one who remembers files, too', name => {
  const reader = new RememberedFiles().readerAt(LONG_AFTER);
  expect(state(repo, LONG_AFTER, reader)).toBe(state());
  CHANGES[name]?.();
  expect(state(repo, LONG_AFTER, reader)).toBe(state());
});

test('nothing that is as it was is read again, but for what changed a moment ago', () => {
  const files = new RememberedFiles();
  const readAt = (now: number) => {
    const paths: string[] = [];
    const reader = files.readerAt(now);
    state(repo, now, (path, found, read) =>
      reader(path, found, () => {
        paths.push(path.slice(repo.path.length + 1));
        return read(path);
      }),
    );
    return paths;
  };
  const all = readAt(0);
  expect(all).toContain('.git/refs/notes/ultragit');
  expect(readAt(LONG_AFTER)).toEqual(all);
  expect(readAt(LONG_AFTER)).toEqual([]);
  repo.annotate('HEAD~1', '{}');
  expect(readAt(LONG_AFTER)).toEqual(['.git/refs/notes', '.git/refs/notes/ultragit']);
});

test('a pack whose index comes last changes it then, too', () => {
  repo.git('gc', '-q');
  const packs = join(repo.path, '.git/objects/pack');
  const index = join(packs, readdirSync(packs).find(name => name.endsWith('.idx')) ?? '');
  renameSync(index, `${index}.later`);
  const before = state();
  renameSync(`${index}.later`, index);
  expect(state()).not.toBe(before);
});

test('nothing else does: work on files, the index, tags, time', () => {
  const before = state();
  repo.write('src/mqtt/client.ts', 'x\n');
  repo.git('add', '-A');
  repo.git('tag', 'v9');
  expect(state(repo, Date.now() + 1e9)).toBe(before);
});

test('a worktree has its own HEAD, and shares the rest', () => {
  const worktree = repo.addWorktree();
  const before = [state(), state(worktree)];
  worktree.git('checkout', '-q', '--detach', 'HEAD~1');
  expect([state() === before[0], state(worktree) === before[1]]).toEqual([true, false]);
  const noted = [state(), state(worktree)];
  repo.annotate('HEAD~1', '{}');
  expect([state() === noted[0], state(worktree) === noted[1]]).toEqual([false, false]);
  expect(placeOf(worktree).commonDir).toBe(join(repo.path, '.git'));
});

test('a shallow clone is another state than a whole one', () => {
  const clone = shallowClone(repo, 2);
  const before = state(clone);
  clone.git('fetch', '-q', '--unshallow');
  expect(state(clone)).not.toBe(before);
});

test('what is not plain to see is left to git', () => {
  const refs = join(repo.path, '.git/refs/heads');
  symlinkSync(join(refs, 'main'), join(refs, 'linked'));
  expect(state()).toBe('unclear');
});

test('a large file counts by its times, and is not settled right after it changed', () => {
  const id = repo.git('rev-parse', 'HEAD');
  const lines = Array.from({ length: 2_000 }, (_, at) => `${id} refs/tags/t${at}\n`);
  writeFileSync(
    join(repo.path, '.git/packed-refs'),
    `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`,
  );
  const look = (now: number) => repositoryState(placeOf(repo), { HOME: home }, now);
  expect(look(Date.now())).toMatchObject({ isSettled: false });
  expect(look(Date.now() + 60_000)).toMatchObject({ isSettled: true });
});
