// What the page is told is what the commands say, and of a file's text only what may be shown.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UltragitError } from '../../src/errors.ts';
import { note } from '../support/ask.ts';
import { json, ultragit } from '../support/cli.ts';
import { askPage } from '../support/page-data.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';

const said = (repo: Repository, ...args: string[]) => json(ultragit(repo, [...args, '--json']));

async function refusal(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: UltragitError) => error.code,
  );
}

test.each(['mqtt-client', 'renamed', 'polyglot', 'rewritten', 'elsewhere'])(
  'every file of %s says what `read --json` says',
  async scenario => {
    const repo = sharedRepository(scenario);
    const { files } = await askPage(repo, { about: 'repository' });
    const annotated = files.filter(({ n }) => n > 0).slice(0, 4);
    expect(annotated.length).toBeGreaterThan(0);
    for (const { path } of annotated) {
      const file = await askPage(repo, { about: 'file', path });
      expect(file.read, path).toEqual(said(repo, 'read', path));
    }
  },
);

test('a unit says what the three commands say, and a search what `search` says', async () => {
  const repo = sharedRepository('mqtt-client');
  const unit = await askPage(repo, { about: 'unit', path: client, anchor: 'MqttClient::connect' });
  for (const command of ['read', 'history', 'deps'] as const) {
    expect(unit[command], command).toEqual(said(repo, command, client, 'MqttClient::connect'));
  }
  expect(unit.read.regions.length).toBeGreaterThan(1);
  const found = await askPage(repo, { about: 'search', words: 'session "free slot"', kind: 'constraint' });
  expect(found).toEqual(said(repo, 'search', 'session', '"free slot"', '--kind', 'constraint'));
  expect(found.results.length).toBeGreaterThan(0);
});

test('all regions of a file have room', async () => {
  const repo = await buildRepository('mqtt-client');
  const functions = Array.from({ length: 60 }, (_, at) => `export function f${at}() {\n  return ${at};\n}\n`);
  const commit = repo.commit('Many', { 'many.ts': functions.join('') });
  const about = (at: number) => ({
    file: 'many.ts',
    ast_anchor: { name: `f${at}` },
    intent: 'x'.repeat(2000),
  });
  repo.annotate(commit, note(functions.map((_, at) => about(at))));
  const { read, units } = await askPage(repo, { about: 'file', path: 'many.ts' });
  expect(read.regions).toHaveLength(60);
  expect(read.trimmed).toBeUndefined();
  expect(units).toHaveLength(60);
  expect(units[1]).toEqual({
    ...{ type: 'function', name: 'f1', signature: 'export function f1()', lines: [4, 6] },
  });
});

test('the text is the file on disk as it is, else that of HEAD', async () => {
  const repo = await buildRepository('mqtt-client');
  const odd = '\ufeffconst a = "\u202eevil";\r\n\tlast line';
  repo.write(client, odd);
  const edited = await askPage(repo, { about: 'file', path: client });
  expect([edited.text, edited.language]).toEqual([odd, 'typescript']);
  repo.remove(client);
  const gone = await askPage(repo, { about: 'file', path: client });
  expect(gone.text).toBe(`${repo.git('show', `HEAD:${client}`)}\n`);
  expect(gone.read.notices?.map(({ code }) => code)).toContain('not_on_disk');
});

test('what is binary, too large, excluded or was never committed has no text, and says why', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.commit('Odd files', {
    'picture.bin': Buffer.from([1, 0, 2]),
    'large.txt': 'line\n'.repeat(500_000),
    'keys/secret.txt': 'hunter2\n',
    '.gitignore': '.env\n',
  });
  repo.git('config', 'ultragit.exclude', 'keys/**');
  repo.write('.env', 'PASSWORD=hunter2\n');
  const why = async (path: string) => {
    const { text, why_no_text } = await askPage(repo, { about: 'file', path });
    return text === undefined ? why_no_text : 'shown';
  };
  expect(await why('picture.bin')).toMatch(/binary/);
  expect(await why('large.txt')).toMatch(/larger than 2 MiB/);
  expect(await why('.env')).toMatch(/not committed/);
  expect(await why('keys/secret.txt')).toMatch(/keys/);
  expect(await why('.gitignore')).toBe('shown');
  const { files } = await askPage(repo, { about: 'repository' });
  expect(files.map(({ path }) => path)).not.toContain('keys/secret.txt');
});

test('no path leads out of the repository, or to what is no file', async () => {
  const repo = await buildRepository('mqtt-client');
  symlinkSync('/etc/passwd', join(repo.path, 'passwords'));
  symlinkSync('/etc', join(repo.path, 'etc'));
  const code = (path: string) => refusal(askPage(repo, { about: 'file', path }));
  for (const path of ['../x', '/etc/passwd', 'passwords', 'etc/passwd', '.git/config']) {
    expect(await code(path), path).toBe('outside_repository');
  }
  expect(await code('src')).toBe('not_a_file');
  expect(await code('src/nowhere.ts')).toBe('file_not_found');
  expect(await refusal(askPage(repo, { about: 'search', words: 'x', kind: 'y' }))).toBe('bad_argument');
});

test('names with characters that nobody sees are shown without, and found by what is shown', async () => {
  const repo = await buildRepository('mqtt-client');
  const hidden = 'src/in\u202evoice\u200b.ts';
  const commit = repo.commit('Odd name', { [hidden]: 'export const a = 1;\n' });
  repo.annotate(commit, note({ file: hidden, intent: 'Hidden\u202e.' }));
  const { files } = await askPage(repo, { about: 'repository' });
  expect(files).toContainEqual({ path: 'src/invoice.ts', n: 1 });
  const file = await askPage(repo, { about: 'file', path: 'src/invoice.ts' });
  expect([file.path, file.text]).toEqual(['src/invoice.ts', 'export const a = 1;\n']);
  expect(file.read.regions).toHaveLength(1);
  const unit = await askPage(repo, { about: 'unit', path: 'src/invoice.ts', anchor: 'a' });
  expect(unit.path).toBe('src/invoice.ts');
});

test('the repository has every file, and counts the notes of a renamed one under its new name', async () => {
  const repo = await buildRepository('renamed');
  const data = await askPage(repo, { about: 'repository' });
  expect(data.files.map(({ path }) => path).sort()).toEqual(
    repo.git('ls-tree', '-r', '--name-only', 'HEAD').split('\n').sort(),
  );
  const annotated = data.files.filter(({ n }) => n > 0);
  const counts = annotated.map(({ path }) => said(repo, 'read', path).stats);
  expect(counts).not.toContainEqual(expect.objectContaining({ annotations_found: 0 }));
  const named = repo.git('notes', '--ref=ultragit', 'list').split('\n').length;
  expect(data).toMatchObject({
    ...{ name: 'repo', branch: 'main', head: { commit: repo.git('rev-parse', '--short=12', 'HEAD') } },
    sources: [{ name: 'refs/notes/ultragit', annotations: named }],
    notices: [],
  });
});

test('a detached HEAD has no branch, and a bare repository is read at HEAD', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('checkout', '-q', '--detach');
  expect(await askPage(repo, { about: 'repository' })).not.toHaveProperty('branch');
  const bare = await buildRepository('mqtt-client', { bare: true });
  const data = await askPage(bare, { about: 'repository' });
  expect([data.name, data.branch]).toEqual(['repo', 'main']);
  const file = await askPage(bare, { about: 'file', path: client });
  expect(file.text).toBe(`${bare.git('show', `HEAD:${client}`)}\n`);
  expect(file.read).toEqual(said(bare, 'read', client));
});

test('where nothing is annotated, it says why', async () => {
  const plain = await askPage(sharedRepository('plain-history'), { about: 'repository' });
  expect(plain.files.every(({ n }) => n === 0)).toBe(true);
  expect(plain.notices.map(({ code }) => code)).toEqual(['no_notes_ref']);
  const malformed = await askPage(sharedRepository('malformed'), { about: 'repository' });
  expect(malformed.notices.map(({ code }) => code)).toContain('notes_unread');
  const unborn = await buildRepository('unborn');
  expect(await refusal(askPage(unborn, { about: 'repository' }))).toBe('no_commits');
});
