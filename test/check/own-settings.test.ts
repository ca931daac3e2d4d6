// A change does not judge itself: settings and ignore lists are those of the commit before it.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import type { Repository } from '../support/repository.ts';
import { checked } from './found.ts';
import { edited, QUEUE, queueRepository } from './queue-repository.ts';

const TOML = '.ultragit-config.toml';
const LIST = '.git-blame-ignore-revs';
const CHANGED = edited(QUEUE, 'persist(entry);', 'later(entry);');
const EXCLUDE = '[ultragit.scope]\nexclude = ["src/queue.ts"]\n';
const IGNORE = '[ultragit.check]\nignore = ["src/queue.ts"]\n';

let repo: Repository;

beforeEach(async () => {
  repo = await queueRepository();
});

async function seen(options: Parameters<typeof checked>[1] = {}) {
  const { findings, notices = [], stats } = await checked(repo, options);
  return {
    kinds: findings.map(({ kind }) => kind),
    said: notices.map(({ message }) => message),
    ignored: stats.ignored_files ?? 0,
  };
}

const HIDING: [name: string, toml: string, said: string][] = [
  ['exclude', EXCLUDE, `This change excludes src/queue.ts from annotations (${TOML})`],
  ['include', '[ultragit.scope]\ninclude = ["settings.yaml"]\n', 'This change excludes '],
  ['ignore', IGNORE, `This change takes src/queue.ts out of checks (${TOML})`],
  [
    'noteref',
    '[ultragit]\nnoteref = "refs/notes/empty"\n',
    `This change sets noteref to refs/notes/empty (${TOML}); checked with refs/notes/ultragit`,
  ],
];

test.each(HIDING)('what a change hides by %s is found, and named', async (_name, toml, said) => {
  const files = { 'src/queue.ts': CHANGED, [TOML]: toml };
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  const expected = { kinds: ['constraint'], said: expect.arrayContaining([expect.stringContaining(said)]) };
  expect(await seen()).toMatchObject(expected);
  repo.git('add', '.');
  expect(await seen({ staged: true })).toMatchObject(expected);
  repo.commit('Change', files);
  expect(await seen({ range: 'HEAD' })).toMatchObject(expected);
  expect(await seen({ range: 'HEAD~1..' })).toMatchObject(expected);
});

test('what was hidden before stays hidden, and nothing is said of it', async () => {
  repo.commit('Ignore', { [TOML]: IGNORE });
  repo.commit('Change', { 'src/queue.ts': CHANGED });
  expect(await seen({ range: 'HEAD' })).toEqual({ kinds: [], said: [], ignored: 1 });
  repo.commit('Both', { 'src/queue.ts': QUEUE, [TOML]: null });
  expect(await seen({ range: 'HEAD' })).toEqual({ kinds: [], said: [], ignored: 1 });
  // Of a range, the settings before all of it hold, and not those on disk.
  repo.write(TOML, EXCLUDE);
  expect(await seen({ range: 'HEAD~1' })).toMatchObject({ kinds: [], said: [] });
});

test('a link to the settings is followed in the commit before, too', async () => {
  repo.write('etc/checks.toml', IGNORE);
  repo.git('add', '.');
  symlinkSync('etc/checks.toml', join(repo.path, TOML));
  repo.git('add', '.');
  repo.git('commit', '-q', '-m', 'Settings');
  repo.write('src/queue.ts', CHANGED);
  expect(await seen()).toMatchObject({ kinds: [], ignored: 1 });
});

test('settings of the clone hold, whatever the change says', async () => {
  repo.git('config', 'ultragit.checkIgnore', 'src/queue.ts');
  repo.commit('Change', { 'src/queue.ts': CHANGED, [TOML]: '[ultragit.check]\nignore = ["docs/**"]\n' });
  expect(await seen({ range: 'HEAD' })).toEqual({ kinds: [], said: [], ignored: 1 });
});

test('settings that can not be read stop no check: neither the old ones nor the new ones', async () => {
  repo.commit('Break', { [TOML]: '[ultragit\n' });
  const broken = ultragit(repo, ['check', 'HEAD']);
  expect([broken.status, broken.stdout]).toEqual([0, expect.stringContaining(`${TOML}:1:`)]);
  repo.commit('Mend', { [TOML]: EXCLUDE, 'src/queue.ts': CHANGED });
  const mended = ultragit(repo, ['check', 'HEAD', '--fail-on', 'constraint']);
  expect([mended.status, mended.stdout]).toEqual([1, expect.stringContaining(`${TOML}:1:`)]);
});

test('a commit that its own branch tells blame to ignore counts, and is named', async () => {
  const rewrite = repo.commit('Rewrite', { 'src/queue.ts': CHANGED });
  repo.commit('Look through it', { [LIST]: `${rewrite}\n` });
  const { kinds, said } = await seen({ range: 'HEAD~2..' });
  expect(kinds).toEqual(['constraint']);
  expect(said).toEqual([
    `This change tells blame to ignore its own commit ${rewrite.slice(0, 12)} (${LIST}); checked with the list before it.`,
  ]);
  const { stdout } = ultragit(repo, ['check', 'HEAD~2..', '--format', 'github']);
  expect(stdout).toContain('::warning::This change tells blame to ignore its own commit');
});
