// One-shot commands: what git says, and what happens when it says nothing, however it is started.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { UltragitError } from '../../../src/errors.ts';
import { discover } from '../../../src/git/discover.ts';
import { ObjectReader } from '../../../src/git/objects.ts';
import { createPrivateGitDir } from '../../../src/git/private-dir.ts';
import { Repository } from '../../../src/git/repository.ts';
import { asUser, findGit, type PrivatePlace } from '../../../src/git/run/place.ts';
import type { ReadOnlyArgs } from '../../../src/git/run/read-only.ts';
import { type Limits, runGit } from '../../../src/git/run/runner.ts';
import { startDirectly } from '../../../src/git/run/start.ts';
import { startSimpleGit } from '../../../src/git/run/start-simple-git.ts';
import { canLimit, withoutFileHandles } from '../../support/file-handles.ts';
import { isAlive } from '../../support/process.ts';
import { buildRepository, sharedRepository, temporaryDirectory } from '../../support/repository.ts';

async function privatePlace(path = process.env.PATH) {
  const repo = sharedRepository('mqtt-client');
  const location = await discover(repo.path, { PATH: process.env.PATH, HOME: repo.env.HOME });
  const { place, remove } = createPrivateGitDir(location, path);
  onTestFinished(remove);
  return { repo, place };
}

/** A `git` that does as the script says after it has told its process id. */
function scripted(script: string) {
  const room = temporaryDirectory();
  writeFileSync(
    join(room, 'git'),
    `#!/bin/sh\necho $$ > ${room}/new; mv ${room}/new ${room}/pid\n${script}\n`,
  );
  chmodSync(join(room, 'git'), 0o755);
  const pid = () => Number(readFileSync(join(room, 'pid'), 'utf8'));
  return { path: `${room}:${process.env.PATH}`, pid, isRunning: () => existsSync(join(room, 'pid')) };
}

/** Counts the processes that this one starts until the test ends. */
function countStarts(): () => number {
  let count = 0;
  const onStart = () => {
    count++;
  };
  subscribe('child_process', onStart);
  onTestFinished(() => {
    unsubscribe('child_process', onStart);
  });
  return () => count;
}

const STARTERS = [
  ['simple-git', startSimpleGit],
  ['node', startDirectly],
] as const;

describe.each(STARTERS)('started by %s', (_name, start) => {
  const run = (place: PrivatePlace, args: ReadOnlyArgs, limits: Limits & { input?: string } = {}) =>
    runGit({ place, args, input: limits.input }, limits, start);

  test('a refusal is an answer: exit code, stdout and stderr', async () => {
    const { place, repo } = await privatePlace();
    expect(await run(place, ['rev-parse', 'refs/heads/main'])).toEqual({
      exitCode: 0,
      stdout: `${repo.git('rev-parse', 'HEAD')}\n`,
      stderr: '',
    });
    expect(await run(place, ['rev-parse', '--verify', '-q', 'none'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: '',
    });
    expect(await run(place, ['log', 'none', '--'])).toEqual({
      exitCode: 128,
      stdout: '',
      stderr: "fatal: bad revision 'none'\n",
    });
  });

  test('input goes in, large output comes out', async () => {
    const { place, repo } = await privatePlace();
    const input = `${repo.git('rev-parse', 'HEAD')}\n`;
    const { stdout } = await run(place, ['rev-list', '--stdin'], { input });
    expect(stdout.split('\n').length).toBeGreaterThan(8);
    const { path } = scripted('head -c 3000000 /dev/zero');
    expect((await run({ ...place, git: findGit(path) }, ['log'])).stdout).toHaveLength(3_000_000);
  });

  test('without input stdin is closed, and what git prints is read as UTF-8 as a whole', async () => {
    const { place } = await privatePlace();
    const { path } = scripted(String.raw`cat; printf 'a\377\000\342'; sleep 0.1; printf '\202\254'`);
    for (const input of [undefined, '']) {
      const { stdout } = await run({ ...place, git: findGit(path) }, ['log'], { input, deadline: 20_000 });
      expect(stdout).toBe('a\ufffd\0\u20ac');
    }
  });

  test('of many that start at once, each has its own input, answer and end', async () => {
    const { place } = await privatePlace();
    const room = temporaryDirectory();
    const { path } = scripted(
      `read name; echo $$ > ${room}/$name.new; mv ${room}/$name.new ${room}/$name
       while [ ! -e ${room}/go ]; do sleep 0.05; done; echo $name`,
    );
    const warnings = vi.fn();
    process.on('warning', warnings);
    onTestFinished(() => {
      process.off('warning', warnings);
    });
    const cancelled = new AbortController();
    const names = Array.from({ length: 12 }, (_, at) => `n${at}`);
    const pid = (name: string) => Number(readFileSync(join(room, name), 'utf8'));
    const running = names.map((input, at) => {
      const signal = at === 5 ? cancelled.signal : undefined;
      return run({ ...place, git: findGit(path) }, ['log'], { input, signal, deadline: 20_000 }).catch(
        error => error.code,
      );
    });
    await expect.poll(() => names.every(name => existsSync(join(room, name)))).toBe(true);
    cancelled.abort();
    expect(await running[5]).toBe('cancelled');
    await expect.poll(() => isAlive(pid('n5'))).toBe(false);
    expect(names.filter(name => !isAlive(pid(name)))).toEqual(['n5']);
    writeFileSync(join(room, 'go'), '');
    const answers = await Promise.all(running);
    expect(answers.map(answer => answer.stdout ?? answer)).toEqual(
      names.map(name => (name === 'n5' ? 'cancelled' : `${name}\n`)),
    );
    expect(warnings).not.toHaveBeenCalled();
  });

  test('git that is stopped is an error at the deadline, and is gone', async () => {
    const { path, pid } = scripted('kill -STOP $$');
    const { place } = await privatePlace(path);
    await expect(run(place, ['log'], { deadline: 300 })).rejects.toMatchObject({ code: 'git_timeout' });
    await expect.poll(() => isAlive(pid())).toBe(false);
  });

  test('a cancelled call ends at once, and its git with it', async () => {
    const { path, pid, isRunning } = scripted('kill -STOP $$');
    const { place } = await privatePlace(path);
    const controller = new AbortController();
    const running = run(place, ['log'], { signal: controller.signal });
    running.catch(() => undefined);
    await expect.poll(isRunning).toBe(true);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => isAlive(pid())).toBe(false);
    const starts = countStarts();
    await expect(run(place, ['log'], { signal: controller.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(starts()).toBe(0);
  });

  test('a call that is cancelled before its process exists leaves none', async () => {
    const { path, pid, isRunning } = scripted('kill -STOP $$');
    const { place } = await privatePlace(path);
    const controller = new AbortController();
    const running = run(place, ['log'], { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    // By the time that another process has come and gone, this one would have told its process id.
    const { place: usual } = await privatePlace();
    await run(usual, ['rev-parse', 'refs/heads/main']);
    expect(isRunning() && isAlive(pid())).toBe(false);
  });

  test('git that is killed, that is not there or that can not be executed did not answer', async () => {
    const { place } = await privatePlace();
    const { path } = scripted('echo half; kill -KILL $$');
    await expect(run({ ...place, git: findGit(path) }, ['log'])).rejects.toMatchObject({
      code: 'git_failed',
      message: 'git was ended before it could answer.',
    });
    const plain = join(temporaryDirectory(), 'git');
    writeFileSync(plain, '');
    for (const git of ['/nowhere/git', plain]) {
      await expect(run({ ...place, git }, ['log']), git).rejects.toMatchObject({
        code: 'git_failed',
        message: 'git could not be started.',
      });
    }
    rmSync(place.cwd, { recursive: true });
    await expect(run(place, ['log'])).rejects.toMatchObject({ message: 'git could not be started.' });
  });

  test.skipIf(!canLimit)('without a file handle left it is an error', async () => {
    const { place } = await privatePlace();
    await run(place, ['rev-parse', 'refs/heads/main']);
    const failure = await withoutFileHandles(() => run(place, ['rev-parse', 'refs/heads/main']));
    expect(failure).toMatchObject({ code: 'git_failed', message: 'git could not be started.' });
    expect((await run(place, ['rev-parse', 'refs/heads/main'])).exitCode).toBe(0);
  });

  test('as the user, with their config and environment, but where no variable points git elsewhere', async () => {
    const repo = await buildRepository('mqtt-client');
    const other = await buildRepository('renamed');
    const env = {
      ...{ PATH: process.env.PATH, HOME: repo.env.HOME, LC_ALL: 'de_DE.UTF-8', GIT_DIR: other.path },
      ...{ EDITOR: 'true', VISUAL: 'true', PAGER: 'cat', SSH_ASKPASS: 'true', PREFIX: '/usr' },
    };
    repo.git('config', 'user.nickname', 'own');
    const place = asUser(env, repo.path);
    const ask = (...args: string[]) => runGit({ place, args }, {}, start);
    expect((await ask('config', 'user.nickname')).stdout).toBe('own\n');
    expect((await ask('rev-parse', '--show-toplevel')).stdout).toBe(`${repo.path}\n`);
    expect((await ask('update-ref', 'refs/heads/made', 'HEAD')).exitCode).toBe(0);
    expect(repo.git('rev-parse', 'made')).toBe(repo.git('rev-parse', 'HEAD'));
  });
});

/** A git that starts another process, and then does as it is told. */
function withChild(script: string) {
  const room = temporaryDirectory();
  const { path } = scripted(`sleep 60 & echo $! > ${room}/new; mv ${room}/new ${room}/child\n${script}`);
  const file = join(room, 'child');
  return { path, child: () => Number(readFileSync(file, 'utf8')), isRunning: () => existsSync(file) };
}

describe.each(STARTERS)('what git starts ends with it, started by %s', (_name, start) => {
  const run = (place: PrivatePlace, deadline: number) =>
    runGit({ place, args: ['log'] }, { deadline }, start);

  test.each([
    ['is stopped', 'kill -STOP $$', 'git_timeout'],
    ['waits for it', 'wait', 'git_timeout'],
    ['is killed', 'kill -KILL $$', 'git_failed'],
  ])('where git %s', async (_how, script, code) => {
    const { path, child } = withChild(script);
    const { place } = await privatePlace(path);
    await expect(run(place, 1_000)).rejects.toMatchObject({ code });
    await expect.poll(() => isAlive(child())).toBe(false);
  });

  test('where git ends and leaves it behind, with our pipes open: the answer does not wait', async () => {
    const { path, child } = withChild('echo answer');
    const { place } = await privatePlace(path);
    expect(await run(place, 20_000)).toEqual({ exitCode: 0, stdout: 'answer\n', stderr: '' });
    await expect.poll(() => isAlive(child())).toBe(false);
  });
});

test('what the reader of objects started ends with it', async () => {
  const { path, child, isRunning } = withChild('wait');
  const { place } = await privatePlace(path);
  const reader = new ObjectReader({ place });
  const asked = reader.info('0'.repeat(40));
  asked.catch(() => undefined);
  await expect.poll(isRunning).toBe(true);
  reader.close();
  await expect(asked).rejects.toMatchObject({ code: 'git_failed' });
  await expect.poll(() => isAlive(child())).toBe(false);
});

test('what else is started at the same time leads no group', async () => {
  const { place, repo } = await privatePlace();
  const groupOf = (pid = 0) => Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)]));
  const others: ChildProcess[] = [];
  const start = () => {
    const other = spawn('sleep', ['60']);
    onTestFinished(() => {
      other.kill('SIGKILL');
    });
    others.push(other);
  };
  // simple-git copies it several times, from the first step to right before its own spawn.
  const env = new Proxy(place.env, {
    ownKeys(variables) {
      start();
      return Reflect.ownKeys(variables);
    },
  });
  const args: ReadOnlyArgs = ['rev-parse', 'refs/heads/main'];
  const { stdout } = await runGit({ place: { ...place, env }, args }, {}, startSimpleGit);
  expect(stdout).toBe(`${repo.git('rev-parse', 'HEAD')}\n`);
  expect(others.length).toBeGreaterThan(3);
  const groups = new Set(others.map(({ pid }) => groupOf(pid)));
  expect([...groups]).toEqual([groupOf(process.pid)]);
});

test('where the working directory of the process is gone, which simple-git asks for', async () => {
  const { place, repo } = await privatePlace();
  const cwd = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('ENOENT: uv_cwd'), { code: 'ENOENT', syscall: 'uv_cwd' });
  });
  onTestFinished(() => cwd.mockRestore());
  const { stdout } = await runGit({ place, args: ['rev-parse', 'refs/heads/main'] }, {}, startSimpleGit);
  cwd.mockRestore();
  expect(stdout).toBe(`${repo.git('rev-parse', 'HEAD')}\n`);
});

test('a command that prints nothing is not waited for after its end', async () => {
  const { place } = await privatePlace();
  const args: ReadOnlyArgs = ['rev-parse', '--verify', '-q', 'none'];
  await runGit({ place, args }, {}, startSimpleGit);
  // If the answer depended on a timer, it would never come.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  expect((await runGit({ place, args }, {}, startSimpleGit)).exitCode).toBe(1);
});

test('nothing that writes is started in the private directory', async () => {
  const repo = sharedRepository('mqtt-client');
  const opened = await Repository.open(repo.path, { PATH: process.env.PATH, HOME: repo.env.HOME });
  onTestFinished(() => opened.close());
  const refs = repo.git('for-each-ref');
  const files = readdirSync(opened.privateDir, { recursive: true }).sort();
  const starts = countStarts();
  for (const immutable of [undefined, true] as const) {
    for (const args of [
      ['notes', '--ref=refs/notes/planted', 'add', '-m', 'x', repo.git('rev-parse', 'HEAD')],
      ['update-ref', 'refs/heads/planted', repo.git('rev-parse', 'HEAD')],
      ['config', 'user.name', 'x'],
      ['log', `--output=${opened.privateDir}/planted`],
    ]) {
      const error = await opened
        .run({ args: args as never, immutable, parse: output => output })
        .catch((reason: unknown) => reason);
      expect(error, args.join(' ')).toBeInstanceOf(Error);
      expect(error, args.join(' ')).not.toBeInstanceOf(UltragitError);
    }
  }
  expect(starts()).toBe(0);
  expect(repo.git('for-each-ref')).toBe(refs);
  expect(readdirSync(opened.privateDir, { recursive: true }).sort()).toEqual(files);
});
