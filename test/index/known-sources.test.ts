// What is kept of the sources for the server's first reply: whatever else is in its place is not believed.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldFiles, userAndTime } from '../../src/cache/files.ts';
import { keepKnownSources, knownSources } from '../../src/index/known-sources.ts';
import { buildRepository, temporaryDirectory } from '../support/repository.ts';

const SOURCES = [{ name: 'refs/notes/ultragit', size: 6 }];

async function kept() {
  const { path } = await buildRepository('empty-notes');
  const gitDir = join(path, '.git');
  const location = { root: path, gitDir, commonDir: gitDir, objectFormat: 'sha1' as const };
  const home = temporaryDirectory();
  const directory = join(home, 'ultragit');
  const options = { env: { XDG_CACHE_HOME: home }, useCache: true };
  const keep = () => keepKnownSources(location, SOURCES, options);
  const known = () => knownSources([path], options);
  keep();
  const [name = ''] = readdirSync(directory);
  return { keep, known, directory, file: join(directory, name) };
}

const attacks: [string, (file: string, text: string) => void][] = [
  ['is no JSON', file => writeFileSync(file, '{"key":')],
  ['is JSON of another kind', file => writeFileSync(file, 'null')],
  ['is empty', file => writeFileSync(file, '')],
  ['has another key', (file, text) => writeFileSync(file, text.replace('.git', '.gut'))],
  ['has no list', (file, text) => writeFileSync(file, text.replace(/\[.*\]/, '{}'))],
  ['has a list of something else', (file, text) => writeFileSync(file, text.replace(/\[.*\]/, '[null,7]'))],
  ['counts in words', (file, text) => writeFileSync(file, text.replace(/"size":\d+/, '"size":"many"'))],
  ['counts less than nothing', (file, text) => writeFileSync(file, text.replace(/"size":\d+/, '"size":-1'))],
  ['is huge', (file, text) => writeFileSync(file, text + ' '.repeat(1_000_000))],
  ['may be read by others', file => chmodSync(file, 0o644)],
  [
    'is a link',
    file => {
      renameSync(file, `${file}.real`);
      symlinkSync(`${file}.real`, file);
    },
  ],
];

test.each(attacks)('a file that %s is not believed, and made anew', async (_, attack) => {
  const { keep, known, file } = await kept();
  expect(known()).toEqual(SOURCES);
  attack(file, readFileSync(file, 'utf8'));
  expect(known()).toBeUndefined();
  keep();
  expect(known()).toEqual(SOURCES);
});

test('a directory in its place breaks nothing', async () => {
  const { keep, known, file } = await kept();
  renameSync(file, `${file}.real`);
  mkdirSync(file);
  keep();
  expect(known()).toBeUndefined();
});

test('what is the same is not written again', async () => {
  const { keep, file } = await kept();
  const { ino } = statSync(file);
  keep();
  expect(statSync(file).ino).toBe(ino);
});

test('it is removed when nobody has used it for long', async () => {
  const { known, directory, file } = await kept();
  const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
  utimesSync(file, longAgo, longAgo);
  removeOldFiles(directory, userAndTime());
  expect(known()).toBeUndefined();
});
