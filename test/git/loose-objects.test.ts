import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LooseObjects } from '../../src/git/loose-objects.ts';
import { looseObject } from '../../src/git/odd-files.ts';
import { ultragit } from '../support/cli.ts';
import { FakeGit } from '../support/fake-git.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

type Format = 'sha1' | 'sha256';

/** A repository whose newest objects are in no pack: a commit, its trees and files, a tag. */
async function looseRepository(format: Format = 'sha1'): Promise<Repository> {
  const repo = await buildRepository('shallow', { objectFormat: format });
  repo.git('repack', '-adq');
  repo.commit('New', { 'new/file.ts': 'export const one = 1;\n', 'new/empty.ts': '' });
  repo.git('tag', '-a', '-m', 'A tag', 'v1');
  return repo;
}

const newIds = (repo: Repository) =>
  repo
    .git('rev-parse', 'v1', 'HEAD', 'HEAD^{tree}', 'HEAD:new', 'HEAD:new/file.ts', 'HEAD:new/empty.ts')
    .split('\n');

test.each<Format>(['sha1', 'sha256'])('what git has not packed is read as git reads it: %s', async format => {
  const repo = await looseRepository(format);
  const objects = new LooseObjects(join(repo.path, '.git'), format);
  for (const id of newIds(repo)) {
    const type = repo.git('cat-file', '-t', id);
    const data = execFileSync('git', ['cat-file', type, id], { cwd: repo.path });
    expect(objects.read(id)).toEqual({ id, type, size: data.length, data });
  }
});

test('what is not exactly as git writes it is left to git', async () => {
  const repo = await looseRepository();
  const commonDir = join(repo.path, '.git');
  const [tag = '', commit = '', , , file = ''] = newIds(repo);
  const place = looseObject(commonDir, file);
  const whole = readFileSync(place);
  const read = () => new LooseObjects(commonDir, 'sha1').read(file);
  expect(read()).toBeDefined();
  const damages: Record<string, () => void> = {
    'another object': () => copyFileSync(looseObject(commonDir, commit), place),
    'cut short': () => {
      writeFileSync(place, whole);
      truncateSync(place, whole.length - 3);
    },
    'no header': () => writeFileSync(place, deflateSync(Buffer.from('export const one = 1;\n'))),
    'not packed': () => writeFileSync(place, 'blob 22\0export const one = 1;\n'),
    'more than is read': () => writeFileSync(place, deflateSync(Buffer.alloc(2 * 1024 * 1024))),
    'a directory': () => mkdirSync(place),
    'a pipe': () => execFileSync('mkfifo', [place]),
    nothing: () => undefined,
  };
  for (const [what, damage] of Object.entries(damages)) {
    rmSync(place, { recursive: true, force: true });
    damage();
    expect(read(), what).toBeUndefined();
  }
  expect(new LooseObjects(commonDir, 'sha1').read(tag)).toBeDefined();
});

test('where most objects are packed, it is soon not looked for any more', async () => {
  const repo = await looseRepository();
  const commonDir = join(repo.path, '.git');
  const [tag = '', commit = ''] = newIds(repo);
  const objects = new LooseObjects(commonDir, 'sha1');
  const packed = repo.git('rev-parse', 'HEAD~1');
  for (const id of [packed, packed, tag, packed, packed]) objects.read(id);
  expect(objects.read(commit)).toBeDefined();
  for (const id of [packed, packed, packed]) objects.read(id);
  expect(objects.read(commit)).toBeUndefined();
});

test('after a commit or a note elsewhere, an answer about a file needs no git', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('repack', '-adq');
  const git = new FakeGit();
  const [home, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  const read = (HOME = home) =>
    ultragit(repo, ['read', 'src/mqtt/client.ts', '--json'], { env: { PATH: git.path, HOME } });
  expect(read().status).toBe(0);
  let count = 0;
  const note = () => {
    const text = JSON.stringify({ schema: 'ultragit/v1', regions: [], summary: `${count++}` });
    repo.git('notes', '--ref=ultragit', 'add', '-f', '-m', text, 'HEAD');
  };
  // The notes are packed up to here, and a new note is found by what it changed.
  note();
  expect(read().status).toBe(0);
  const changes = [() => repo.commit('Elsewhere', { 'elsewhere.ts': '// 1\n' }), note];
  for (const change of changes) {
    change();
    git.breaks('fail', 'cat-file');
    const known = read();
    git.works();
    expect(known).toEqual({ ...read(elsewhere), status: 0 });
  }
});
