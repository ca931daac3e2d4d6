// `ultragit report`: one file, written in one step, and nothing else.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { RepositoryData } from '../../src/page/data.ts';
import { program, subdirectory, ultragit } from '../support/cli.ts';
import { answersIn } from '../support/page-data.ts';
import { buildRepository, sharedRepository, temporaryDirectory } from '../support/repository.ts';

const repositoryIn = (html: string) => answersIn(html)['{"about":"repository"}'] as RepositoryData;

test('a report is the built page with its data, and the same bytes each time, in a file or in a pipe', async () => {
  const repo = await buildRepository('mqtt-client');
  const out = join(temporaryDirectory(), 'report.html');
  const run = ultragit(repo, ['report', '--out', out]);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toMatch(/^Wrote .*report\.html: 4 annotated files, \d+ KiB\.\n$/);
  const html = readFileSync(out, 'utf8');
  const built = readFileSync(join(dirname(program), 'page.html'), 'utf8');
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(built) ?? [];
  expect(script.length).toBeGreaterThan(1000);
  expect(html).toContain(script);
  expect(repositoryIn(html)).toMatchObject({ name: 'repo', part: { path: '' } });
  expect(readdirSync(dirname(out))).toEqual(['report.html']);
  chmodSync(out, 0o640);
  expect(ultragit(repo, ['report', '--out', out]).status).toBe(0);
  expect(readFileSync(out, 'utf8')).toBe(html);
  expect(statSync(out).mode & 0o777).toBe(0o640);
  const piped = ultragit(repo, ['report', '--out', '-']);
  expect([piped.status, piped.stdout === html]).toEqual([0, true]);
});

test('what is there and no report of ours stays, unless it is forced', async () => {
  const repo = await buildRepository('mqtt-client');
  const room = temporaryDirectory();
  const out = join(room, 'mine.html');
  writeFileSync(out, '<html>mine</html>');
  const refused = ultragit(repo, ['report', '--out', out]);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/is no report/);
  expect(readFileSync(out, 'utf8')).toBe('<html>mine</html>');
  expect(ultragit(repo, ['report', 'src/tls', '--out', out, '--force']).status).toBe(0);
  expect(repositoryIn(readFileSync(out, 'utf8')).part).toEqual({ path: 'src/tls' });
  symlinkSync(out, join(room, 'link.html'));
  mkdirSync(join(room, 'directory'));
  const bad = [
    join(room, 'link.html'),
    join(room, 'directory'),
    join(room, 'no', 'where.html'),
    '.git/report.html',
  ];
  for (const path of bad) {
    const run = ultragit(repo, ['report', '--out', path, '--force']);
    expect([run.status, run.stdout], path).toEqual([1, '']);
    expect(run.stderr.split('\n').length, run.stderr).toBe(3);
  }
  expect(existsSync(join(repo.path, '.git/report.html'))).toBe(false);
  expect(readdirSync(room).sort()).toEqual(['directory', 'link.html', 'mine.html']);
});

test('a path counts from the current directory, and one that is not there is an error', async () => {
  const repo = sharedRepository('mqtt-client');
  const out = join(temporaryDirectory(), 'report.html');
  const cwd = subdirectory(repo, 'src');
  expect(ultragit(repo, ['report', 'mqtt', '--out', out], { cwd }).status).toBe(0);
  expect(repositoryIn(readFileSync(out, 'utf8')).part).toEqual({ path: 'src/mqtt' });
  const missing = ultragit(repo, ['report', 'nowhere', '--out', out]);
  expect([missing.status, missing.stderr]).toEqual([
    1,
    expect.stringMatching(/^ultragit: nowhere is not in the last commit\.\n/),
  ]);
  const outside = ultragit(repo, ['report', '../elsewhere', '--out', out]);
  expect([outside.status, outside.stderr]).toEqual([1, expect.stringMatching(/outside repository/)]);
});

test('without --out it is a usage error', async () => {
  const repo = sharedRepository('mqtt-client');
  const run = ultragit(repo, ['report']);
  expect([run.status, run.stderr]).toEqual([2, expect.stringMatching(/--out/)]);
});

test('a repository without annotations gives a report that says why it is empty', async () => {
  const repo = sharedRepository('plain-history');
  const out = join(temporaryDirectory(), 'report.html');
  const run = ultragit(repo, ['report', '--out', out]);
  expect(run.status).toBe(0);
  expect(run.stdout).toMatch(/nothing is annotated/);
  expect(run.stderr).toMatch(/^Note: .*refs\/notes\/ultragit/);
  expect(repositoryIn(readFileSync(out, 'utf8')).notices).toHaveLength(1);
});

test('a branch without commits, and what is no repository, give an error and no file', async () => {
  const out = join(temporaryDirectory(), 'report.html');
  const unborn = ultragit(await buildRepository('unborn'), ['report', '--out', out]);
  expect([unborn.status, unborn.stderr]).toEqual([1, expect.stringMatching(/no commits yet/)]);
  const nowhere = ultragit(temporaryDirectory(), ['report', '--out', out]);
  expect([nowhere.status, nowhere.stderr]).toEqual([1, expect.stringMatching(/repository/)]);
  expect(existsSync(out)).toBe(false);
});

test('a bare repository is reported at HEAD', async () => {
  const bare = sharedRepository('mqtt-client', { bare: true });
  const run = ultragit(bare, ['report', '--out', '-']);
  expect(Object.keys(answersIn(run.stdout))).toContain('{"about":"file","path":"src/mqtt/client.ts"}');
});
