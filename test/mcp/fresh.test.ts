/** What a server keeps between calls is never older than the repository. */
import { describe, expect, test } from 'vitest';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository, shallowClone } from '../support/repository.ts';

const TEXT = 'one\ntwo\nthree\n';

function note(intent: string, lines = { start: 1, end: 3 }) {
  return { $schema: 'ultragit/v1', context_level: 'enhanced', regions: [{ file: 'a.txt', lines, intent }] };
}

async function start(): Promise<{ repo: Repository; server: RealServer; intents: () => Promise<string[]> }> {
  const repo = await buildRepository('unborn');
  repo.commit('first', { 'a.txt': TEXT });
  repo.annotate('HEAD', note('first'));
  const server = new RealServer(repo.path);
  const intents = async () => {
    const { regions } = await server.answer('read', { path: 'a.txt' });
    return regions.map((region: { intent: string }) => region.intent).sort();
  };
  expect(await intents()).toEqual(['first']);
  return { repo, server, intents };
}

describe('the next call sees', () => {
  test('a new commit', async () => {
    const { repo, server } = await start();
    repo.commit('second', { 'a.txt': 'zero\none\ntwo\nthree\n' });
    const { scope, regions } = await server.answer('read', { path: 'a.txt' });
    expect(scope).not.toHaveProperty('uncommitted_lines');
    expect(regions[0].current_lines).toEqual({ start: 2, end: 4 });
  });

  test('a new note, a changed one and a removed one, loose or packed', async () => {
    const { repo, intents } = await start();
    repo.commit('second', { 'a.txt': `${TEXT}four\n` });
    repo.annotate('HEAD', note('second'));
    expect(await intents()).toEqual(['first', 'second']);
    repo.annotate('HEAD', note('second, changed'));
    repo.git('pack-refs', '--all');
    expect(await intents()).toEqual(['first', 'second, changed']);
    repo.git('notes', '--ref=ultragit', 'remove', 'HEAD');
    repo.git('gc', '-q', '--prune=now');
    expect(await intents()).toEqual(['first']);
    repo.git('update-ref', '-d', 'refs/notes/ultragit');
    expect(await intents()).toEqual([]);
  });

  test('another branch, a detached HEAD, an amended commit and a reset', async () => {
    const { repo, intents } = await start();
    repo.git('checkout', '-q', '-b', 'side');
    repo.commit('side', { 'a.txt': `${TEXT}side\n` });
    repo.annotate('HEAD', note('side'));
    expect(await intents()).toEqual(['first', 'side']);
    repo.git('checkout', '-q', 'main');
    expect(await intents()).toEqual(['first']);
    repo.git('checkout', '-q', '--detach', 'side');
    expect(await intents()).toEqual(['first', 'side']);
    repo.git('commit', '-q', '--amend', '-m', 'amended');
    repo.annotate('HEAD', note('amended'));
    expect(await intents()).toContain('amended');
    repo.git('reset', '-q', '--hard', 'main');
    expect(await intents()).toEqual(['first']);
  });

  test('the file on disk, edited in place, removed and back', async () => {
    const { repo, server } = await start();
    const ask = async () => {
      const { scope, regions, notices } = await server.answer('read', { path: 'a.txt' });
      const codes = (notices ?? []).map(({ code }: { code: string }) => code);
      const { revision, uncommitted_lines: more = 0 } = scope;
      return { lines: regions[0].current_lines, revision, more, codes };
    };
    const onDisk = { revision: undefined, codes: [] };
    repo.write('a.txt', `zero\n${TEXT}`);
    expect(await ask()).toEqual({ lines: { start: 2, end: 4 }, more: 1, ...onDisk });
    // The same size, within the same tick of the clock: content decides.
    repo.write('a.txt', `${TEXT}zero\n`);
    expect((await ask()).lines).toEqual({ start: 1, end: 3 });
    repo.remove('a.txt');
    const revision = repo.git('rev-parse', 'HEAD').slice(0, 12);
    expect(await ask()).toMatchObject({ revision, codes: ['not_on_disk'] });
    repo.write('a.txt', TEXT);
    expect(await ask()).toEqual({ lines: { start: 1, end: 3 }, more: 0, ...onDisk });
  });

  test('other settings, in either file', async () => {
    const { repo, server, intents } = await start();
    repo.annotate('HEAD', note('elsewhere'), 'refs/notes/other');
    repo.git('config', 'ultragit.noteref', 'other');
    expect(await intents()).toEqual(['elsewhere']);
    repo.git('config', '--unset', 'ultragit.noteref');
    expect((await intents()).sort()).toEqual(['elsewhere', 'first']);
    repo.write('.ultragit-config.toml', '[ultragit]\nnoteref = "refs/notes/other"\n');
    expect(await intents()).toEqual(['elsewhere']);
    repo.write('.ultragit-config.toml', '[ultragit.scope]\nexclude = ["*.txt"]\n');
    const { notices } = await server.answer('read', { path: 'a.txt' });
    expect(notices).toMatchObject([{ code: 'excluded' }]);
    repo.write('.ultragit-config.toml', '[ultragit]\nsources = "ref"\n');
    expect(await intents()).toEqual(['first']);
    repo.remove('.ultragit-config.toml');
    expect((await intents()).sort()).toEqual(['elsewhere', 'first']);
  });

  test('the rest of a history that was shallow', async () => {
    const { repo } = await start();
    repo.commit('second', { 'a.txt': `${TEXT}four\n` });
    const clone = shallowClone(repo, 1);
    const server = new RealServer(clone.path);
    const before = await server.answer('read', { path: 'a.txt' });
    expect(before.regions).toMatchObject([{ intent: 'first', recovered: { by: 'name' } }]);
    expect(before.notices).toContainEqual(expect.objectContaining({ code: 'shallow' }));
    clone.git('fetch', '-q', '--unshallow');
    const after = await server.answer('read', { path: 'a.txt' });
    expect(after.regions).toMatchObject([{ intent: 'first', freshness: { state: 'intact' } }]);
    expect(after.regions[0]).not.toHaveProperty('recovered');
  });
});
