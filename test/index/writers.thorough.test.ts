import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { IndexCache } from '../../src/index/index-cache.ts';
import type { NotesIndex } from '../../src/index/notes-index.ts';
import { temporaryDirectory } from '../support/repository.ts';
import { id, type NotesTree, noteText, open, REF, type Setting, setNotes, setting } from './support.ts';

const A = noteText({ files: ['src/a.ts'], dependsOn: ['src/b.ts'] });
const COUNT = 30_000;
const B = noteText({ files: ['src/b.ts'], derivedFrom: [id('ab')] });

/** Enough notes for a file of megabytes, so that a kill may come in the middle of its writing. */
function manyNotes(body: string): NotesTree {
  const entries = Array.from({ length: COUNT }, (_, at) => [
    `${at.toString(16).padStart(6, '0').slice(-2)}/${id(at.toString(16).padStart(6, '0')).slice(0, 38)}`,
    body,
  ]);
  return Object.fromEntries(entries);
}

let here: Setting;
let script: string;
const packed: string[] = [];

const directory = () => join(here.cacheHome, 'ultragit');
const run = (times: number, env = here.env): ChildProcess =>
  spawn(process.execPath, [script, join(here.fixture.path, '.git'), String(times), ...packed], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

beforeAll(async () => {
  const room = temporaryDirectory();
  script = join(room, 'rewrite-cache.mjs');
  await build({
    entryPoints: ['test/index/rewrite-cache.ts'],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  here = await setting();
  for (const [at, body] of [A, B].entries()) {
    setNotes(here, manyNotes(body));
    await (await open(here)).index();
    const [name = ''] = readdirSync(directory()).filter(file => file.endsWith('.base'));
    packed.push(join(room, `packed-${at}`));
    cpSync(join(directory(), name), join(room, `packed-${at}`));
  }
});

/** One of the two that are being written, never a mixture or a part. */
function expectWhole(found: NotesIndex | undefined): void {
  expect(found?.size).toBe(COUNT);
  const files = [...(found?.files() ?? [])];
  expect(files).toHaveLength(1);
  expect(found?.byFile(files[0]!)).toHaveLength(COUNT);
}

/** Whatever the cache has, the answer is about the notes as they are: all have the second body. */
async function expectAnswers(): Promise<void> {
  const { repository, index } = await open(here);
  const found = await index();
  expect(found.size).toBe(COUNT);
  expect([...found.files()]).toEqual(['src/b.ts']);
  expect(found.byOrigin(id('ab'))).toHaveLength(COUNT);
  repository.close();
}

describe('the cache', () => {
  test('loads or is rebuilt after its writer was killed at any moment, 60 times', async () => {
    const { repository } = await open(here);
    const cache = IndexCache.of(repository.location, REF, here.env)!;
    let seed = 7;
    for (let kill = 0; kill < 60; kill++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const writer = run(1_000_000);
      const moment = 1 + (seed % 6);
      let seen = 0;
      writer.stdout?.on('data', (dots: Buffer) => {
        seen += dots.length;
        if (seen >= moment) setImmediate(() => writer.kill('SIGKILL'));
      });
      await once(writer, 'close');
      expectWhole(cache.load());
      if (kill % 20 === 0) await expectAnswers();
    }
    await expectAnswers();
    expect(readdirSync(directory()).filter(name => name.endsWith('.base'))).toHaveLength(1);
  }, 300_000);

  test('is whole whenever it is looked at while four processes write it', async () => {
    const { repository } = await open(here);
    const cache = IndexCache.of(repository.location, REF, here.env)!;
    const writers = Array.from({ length: 4 }, () => run(20));
    let left = writers.length;
    const ends = writers.map(async writer => {
      writer.stdout?.resume();
      const [code] = await once(writer, 'close');
      left--;
      return code;
    });
    let looks = 0;
    while (left > 0) {
      expectWhole(cache.load());
      looks++;
      await new Promise(setImmediate);
    }
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0]);
    expect(looks).toBeGreaterThan(0);
  });

  test('that does not fit on the disk leaves nothing behind, and the answers are right', async context => {
    const room = temporaryDirectory();
    const mounted = join(room, 'small');
    mkdirSync(mounted);
    const list = join(room, 'list');
    const mount = `mount -t tmpfs -o size=64k,mode=0700 none ${mounted}`;
    if (spawnSync('unshare', ['-m', 'sh', '-c', mount]).status !== 0) {
      context.skip('unshare and mount are not allowed here');
    }
    const child = `"${process.execPath}" "${script}" "${join(here.fixture.path, '.git')}" 2 ${packed.join(' ')}`;
    const after = `ls -A ${mounted}/ultragit > ${list}; df --output=used ${mounted} | tail -1`;
    const env = { ...here.env, XDG_CACHE_HOME: mounted };
    execFileSync('unshare', ['-m', 'sh', '-ec', `${mount}; ${child}; ${after}`], { env });
    expect(execFileSync('cat', [list]).toString()).toBe('');
  });
});
