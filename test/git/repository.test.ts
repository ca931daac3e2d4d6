// Files by their content.
import { rmSync } from 'node:fs';
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
  expect((await repository.file(crlf!, { likely: Buffer.from('one\r\ntwo\r\n') }))?.toString()).toBe(
    'one\ntwo\n',
  );

  fixture.git('update-ref', '-d', 'HEAD');
  rmSync(join(fixture.path, '.git/objects', a!.slice(0, 2), a!.slice(2)));
  const fresh = await open(fixture);
  expect(await fresh.file(a!, { likely: Buffer.from('one\ntwo') })).toBeUndefined();
  expect((await fresh.file(a!, { likely: Buffer.from('one\ntwo\n') }))?.toString()).toBe('one\ntwo\n');
});
