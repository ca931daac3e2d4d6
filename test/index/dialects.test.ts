// An index knows the notes of the dialects that its maker could read; another program must not take it for its own.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { id, noteText, REF, setNotes, setting } from './support.ts';

const REGISTRY = '../../src/annotation/dialects/registry.ts';

afterEach(() => {
  vi.doUnmock(REGISTRY);
  vi.resetModules();
});

async function cacheFilesOf(names: string[]): Promise<string[]> {
  vi.resetModules();
  vi.doMock(REGISTRY, async importOriginal => ({
    ...(await importOriginal<object>()),
    DIALECT_NAMES: names,
  }));
  const { Repository } = await import('../../src/git/repository.ts');
  const { IndexStore } = await import('../../src/index/index-store.ts');
  const repository = await Repository.open(here.fixture.path, here.env);
  const { notesSource } = await import('../../src/index/notes-source.ts');
  const options = { env: here.env, useCache: true };
  const store = new IndexStore(repository, notesSource(repository, REF), options);
  await store.at(await repository.notesTree(REF));
  store.close();
  repository.close();
  return readdirSync(join(here.cacheHome, 'ultragit')).filter(name => name.endsWith('.base'));
}

const here = await setting();
setNotes(here, { [id('00')]: noteText({ files: ['src/a.ts'] }) });

test('a program that reads another dialect makes an index of its own', async () => {
  expect(await cacheFilesOf(['ultragit/v1'])).toHaveLength(1);
  expect(await cacheFilesOf(['ultragit/v1'])).toHaveLength(1);
  expect(await cacheFilesOf(['ultragit/v1', 'mynotes/1'])).toHaveLength(2);
});
