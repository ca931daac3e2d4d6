// Files by content and by version, as git has them.
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Repository } from '../../src/git/repository.ts';
import { buildRepository, type Repository as Fixture } from '../support/repository.ts';

async function open(fixture: Fixture): Promise<Repository> {
  const repository = await Repository.open(fixture.path, fixture.env);
  onTestFinished(() => repository.close());
  return repository;
}

test('a file that is on disk as it was committed is not asked for, and any other is', async () => {
  const fixture = await buildRepository('empty-notes');
  fixture.commit('Add', { 'a.txt': 'one\ntwo\n', 'crlf.txt': 'one\ntwo\n' });
  const [a, crlf] = ['a.txt', 'crlf.txt'].map(name => fixture.git('rev-parse', `HEAD:${name}`));
  const repository = await open(fixture);
  expect((await repository.file(crlf!, Buffer.from('one\r\ntwo\r\n')))?.toString()).toBe('one\ntwo\n');

  fixture.git('update-ref', '-d', 'HEAD');
  rmSync(join(fixture.path, '.git/objects', a!.slice(0, 2), a!.slice(2)));
  const fresh = await open(fixture);
  expect(await fresh.file(a!, Buffer.from('one\ntwo'))).toBeUndefined();
  expect((await fresh.file(a!, Buffer.from('one\ntwo\n')))?.toString()).toBe('one\ntwo\n');
});

test('a version of a file is found by its path; links, directories and nothing are no files', async () => {
  const fixture = await buildRepository('empty-notes');
  const names = ['src/ä 漢.txt', 'src/with : colon -- and {braces}', 'src/line\nfeed', 'src/no-end', 'empty'];
  const content = (name: string) => (name === 'empty' ? '' : name === 'src/no-end' ? 'x' : `${name}\n`);
  fixture.commit('Add', Object.fromEntries(names.map(name => [name, content(name)])));
  symlinkSync('no-end', join(fixture.path, 'src/link'));
  fixture.git('add', 'src/link');
  const first = fixture.commit('Link');
  fixture.commit('Change', Object.fromEntries(names.map(name => [name, 'later\n'])));

  const repository = await open(fixture);
  const commit = (await repository.commit(first))!;
  for (const name of names) {
    for (const time of ['first', 'second']) {
      const found = await repository.fileAt(commit, name);
      expect(found?.data.toString(), `${name}, ${time} time`).toBe(content(name));
      expect(found?.id).toBe(fixture.gitBytes(['hash-object', '--stdin'], content(name)).toString().trim());
    }
  }
  const long = `src/${'x'.repeat(100_000)}`;
  for (const none of ['src/link', 'src', 'src/none', '', '.', '..', '../x', './x\nflush', '\ud800', long]) {
    expect(await repository.fileAt(commit, none), none.slice(0, 40)).toBeUndefined();
  }
  expect((await repository.commit(first))?.id).toBe(first);
});
