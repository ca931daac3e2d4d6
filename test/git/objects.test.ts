// The long-lived reader of objects, when git does as it should and when it does not.
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ObjectReader } from '../../src/git/objects.ts';
import { findGit } from '../../src/git/run/place.ts';
import { canLimit, withoutFileHandles } from '../support/file-handles.ts';
import { isAlive } from '../support/process.ts';
import {
  buildRepository,
  type Repository,
  sharedRepository,
  temporaryDirectory,
} from '../support/repository.ts';

const nowhere = '0123456789'.repeat(4);

async function reader(repo: Repository, script?: string, silence?: number) {
  const real = await findGit(process.env.PATH);
  const room = temporaryDirectory();
  const starts = join(room, 'starts');
  const git = join(room, 'git');
  const head = `#!/bin/sh\necho $$ >> ${starts}\nstarted=$(wc -l < ${starts})\nreal() { exec ${real} "$@"; }\n`;
  writeFileSync(git, `${head}${script ?? 'real "$@"'}\n`);
  chmodSync(git, 0o755);
  const env = { GIT_DIR: join(repo.path, '.git'), PATH: process.env.PATH ?? '' };
  const objects = new ObjectReader({ place: { mode: 'private', git, env, cwd: env.GIT_DIR } }, silence);
  onTestFinished(() => objects.close());
  const pids = () => (existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n').map(Number) : []);
  return { objects, pids };
}

test('objects by id, refs by name; what is missing is undefined; nothing else is asked', async () => {
  const repo = sharedRepository('mqtt-client');
  const { objects, pids } = await reader(repo);
  const head = repo.git('rev-parse', 'HEAD');
  expect(await objects.info('refs/heads/main')).toMatchObject({ id: head, type: 'commit' });
  expect(await objects.info('refs/notes/ultragit^{tree}')).toMatchObject({ type: 'tree' });
  expect((await objects.read(head))?.data?.toString()).toContain('tree ');
  expect(await objects.read(nowhere)).toBeUndefined();
  expect(await objects.info('refs/heads/none')).toBeUndefined();
  for (const name of [
    'HEAD~1',
    '-p',
    'refs/heads/main\ncontents x',
    'refs/heads/main@{0}',
    ':/x',
    'a..b',
    '',
    'HEAD:file',
    'refs/heads/main^{/x}',
  ]) {
    expect(await objects.info(name), name).toBeUndefined();
    expect(await objects.read(name), name).toBeUndefined();
  }
  expect(pids()).toHaveLength(1);
});

test('what is over the limit is skipped, and the next answer is the right one', async () => {
  const repo = await buildRepository('empty-notes');
  const large = repo
    .gitBytes(['hash-object', '-w', '--stdin'], Buffer.alloc(3_000_000, 'x\n'))
    .toString()
    .trim();
  const small = repo.gitBytes(['hash-object', '-w', '--stdin'], 'small').toString().trim();
  const { objects } = await reader(repo);
  const [first, second, third] = await Promise.all([
    objects.read(large, 1000),
    objects.read(small, 1000),
    objects.read(large),
  ]);
  expect(first).toMatchObject({ size: 3_000_000 });
  expect(first?.data).toBeUndefined();
  expect(second?.data?.toString()).toBe('small');
  expect(third?.data).toHaveLength(3_000_000);
});

test('a child that dies is started once more, and all answers come', async () => {
  const repo = sharedRepository('mqtt-client');
  const { objects, pids } = await reader(repo, '[ $started = 1 ] && kill -9 $$\nreal "$@"');
  const head = repo.git('rev-parse', 'HEAD');
  const answers = await Promise.all([
    objects.read(head),
    objects.info('refs/heads/main'),
    objects.read(nowhere),
  ]);
  expect(answers.map(answer => answer?.id)).toEqual([head, head, undefined]);
  expect(pids()).toHaveLength(2);
});

test('a child that dies between questions is replaced without a word', async () => {
  const repo = sharedRepository('mqtt-client');
  const { objects, pids } = await reader(repo);
  const head = repo.git('rev-parse', 'HEAD');
  await objects.read(head);
  process.kill(pids()[0]!, 'SIGKILL');
  expect((await objects.read(head))?.id).toBe(head);
});

test('a child that dies again and again is an error, and the reader is of use again later', async () => {
  const repo = sharedRepository('mqtt-client');
  const { objects, pids } = await reader(repo, '[ $started -lt 3 ] && exit 1\nreal "$@"');
  const head = repo.git('rev-parse', 'HEAD');
  await expect(Promise.all([objects.read(head), objects.read(nowhere)])).rejects.toMatchObject({
    code: 'git_failed',
  });
  expect(pids()).toHaveLength(2);
  expect((await objects.read(head))?.id).toBe(head);
});

test('a damaged object and a git that talks nonsense are named as what they are', async () => {
  const repo = sharedRepository('mqtt-client');
  const head = repo.git('rev-parse', 'HEAD');
  const corrupt = await reader(repo, `echo "fatal: loose object ${head} is corrupt" >&2; exit 128`);
  expect(await corrupt.objects.read(head)).toBeUndefined();
  expect(corrupt.objects.isDamaged(head)).toBe(true);
  expect(corrupt.pids()).toHaveLength(1);
  const garbage = await reader(repo, 'while :; do echo nonsense; done');
  await expect(garbage.objects.read(head)).rejects.toMatchObject({
    code: 'git_failed',
    message: 'git cat-file gave an answer that makes no sense.',
  });
});

test('one damaged object is left out, whatever is asked with it; a repository of them is an error', async () => {
  const repo = await buildRepository('mqtt-client');
  const [head, parent] = [repo.git('rev-parse', 'HEAD'), repo.git('rev-parse', 'HEAD~1')];
  const text = Array.from({ length: 300 }, (_, at) => at * at).join();
  const damage = (id: string) => {
    const file = join(repo.path, '.git/objects', id.slice(0, 2), id.slice(2));
    const bytes = readFileSync(file);
    bytes.fill(0x55, bytes.length >> 1);
    chmodSync(file, 0o644);
    writeFileSync(file, bytes);
    return id;
  };
  const bad = damage(repo.gitBytes(['hash-object', '-w', '--stdin'], text).toString().trim());
  const { objects, pids } = await reader(repo);
  const some = await Promise.all([head, bad, parent, bad, head].map(id => objects.read(id)));
  expect(some.map(object => object?.id)).toEqual([head, undefined, parent, undefined, head]);
  expect([objects.isDamaged(bad), objects.isDamaged(head)]).toEqual([true, false]);
  expect(pids()).toHaveLength(3);

  const dying = await reader(repo, 'read -r _ id; echo "fatal: packed object $id is corrupt" >&2; exit 128');
  const all = Array.from({ length: 201 }, (_, at) => at.toString(16).padStart(40, '0'));
  await expect(Promise.all(all.map(id => dying.objects.read(id)))).rejects.toMatchObject({
    code: 'git_failed',
    message: "Part of the repository's history is missing or damaged, so reading it failed.",
  });
});

test('garbage is never taken for an answer', async () => {
  const repo = sharedRepository('mqtt-client');
  const head = repo.git('rev-parse', 'HEAD');
  const lie = `${head} blob 3`;
  const { objects, pids } = await reader(
    repo,
    `if [ $started = 1 ]; then printf 'warning: hm\\n'; printf '${lie}\\nlie\\n'; exec cat > /dev/null; fi\nreal "$@"`,
  );
  expect((await objects.read(head))?.type).toBe('commit');
  expect(pids()).toHaveLength(2);
});

test('a stopped child is an error within the deadline, is gone, and the next question works', async () => {
  const repo = sharedRepository('mqtt-client');
  const head = repo.git('rev-parse', 'HEAD');
  const { objects, pids } = await reader(repo, '[ $started = 1 ] && kill -STOP $$\nreal "$@"', 300);
  await expect(objects.read(head)).rejects.toMatchObject({ code: 'git_timeout' });
  expect((await objects.read(head))?.id).toBe(head);
  expect(isAlive(pids()[0]!)).toBe(false);
});

test.skipIf(!canLimit)('without a file handle left it is an error, and the next question works', async () => {
  const repo = sharedRepository('mqtt-client');
  const { objects } = await reader(repo);
  const head = repo.git('rev-parse', 'HEAD');
  expect(await withoutFileHandles(() => objects.read(head))).toMatchObject({ code: 'git_failed' });
  expect((await objects.read(head))?.id).toBe(head);
});

test('after closing, nothing is asked and no child is left', async () => {
  const repo = sharedRepository('mqtt-client');
  const { objects, pids } = await reader(repo);
  await objects.info('refs/heads/main');
  const pending = objects.read(nowhere);
  objects.close();
  await expect(pending).rejects.toMatchObject({ code: 'git_failed' });
  await expect(objects.info('refs/heads/main')).rejects.toMatchObject({ code: 'git_failed' });
  await expect.poll(() => isAlive(pids()[0]!)).toBe(false);
});

test('new commits, notes and packs are seen by a reader that is open', async () => {
  const repo = await buildRepository('empty-notes');
  const { objects, pids } = await reader(repo);
  await objects.info('refs/heads/main');
  const id = repo.commit('New', { 'a.txt': 'a\n' });
  expect((await objects.info('refs/heads/main'))?.id).toBe(id);
  repo.git('gc', '-q', '--prune=now');
  expect((await objects.read(id))?.type).toBe('commit');
  appendFileSync(join(repo.path, '.git/config'), '\n');
  expect(pids()).toHaveLength(1);
});
