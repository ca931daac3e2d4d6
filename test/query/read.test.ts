import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, codes, inForce, lines, names, note, regionOf } from '../support/ask.ts';
import {
  buildRepository,
  type Repository,
  shallowClone,
  sharedRepository,
  temporaryDirectory,
} from '../support/repository.ts';

const file = 'src/notes.txt';
const text = lines('alpha', 10);

async function annotated(region: object = {}, rest: Record<string, unknown> = {}) {
  const repo = await buildRepository('empty-notes');
  const commit = repo.commit('Write it down', { [file]: text });
  repo.annotate(commit, note({ file, lines: { start: 2, end: 4 }, ...region }, rest));
  return { repo, commit };
}

test('an annotation without intent, on a commit without a message, still makes a valid answer', async () => {
  const { repo, commit } = await annotated({ intent: undefined }, { summary: undefined });
  repo.write(file, text.replace('alpha2', 'omega2'));
  repo.git('commit', '-qa', '--allow-empty-message', '-m', '');
  const answer = await ask(repo, file);
  expect(answer.regions).toMatchObject([{ commit, intent: '', freshness: { state: 'edited' } }]);
});

test('texts of nothing but invisible characters count as empty', async () => {
  const { repo } = await annotated({
    constraints: ['\u200b', 'Real.'],
    tags: ['\u202e'],
    risk_notes: '\u0007',
  });
  const answer = await ask(repo, file);
  expect(inForce(answer.regions[0]!)).toEqual(['Real.']);
  expect(answer.regions[0]?.risk_notes).toBeUndefined();
});

test('invisible characters in the paths that notes name never go out', async () => {
  const { repo } = await annotated({
    semantic_dependencies: [{ file: 'src/\u202eab\u009b.ts', nature: 'n' }],
  });
  const answer = await ask(repo, file);
  expect(answer.regions[0]?.semantic_dependencies).toEqual([{ file: 'src/ab.ts', nature: 'n' }]);
});

test('a commit date beyond what dates can be is no reason to fail', async () => {
  const { repo, commit } = await annotated({}, { timestamp: 'yesterday' });
  const raw = repo.git('cat-file', 'commit', commit).replace(/^(committer .*> )\d+/m, '$199999999999999999');
  const id = repo
    .gitBytes(['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], `${raw}\n`)
    .toString()
    .trim();
  repo.git('update-ref', 'refs/heads/main', id);
  repo.annotate(id, note({ file, lines: { start: 2, end: 4 } }, { timestamp: 'yesterday' }));
  const answer = await ask(repo, file);
  expect(answer.regions.some(region => region.commit === id)).toBe(true);
});

test('a long summary is never cut through the middle of a character', async () => {
  const repo = await buildRepository('empty-notes');
  const commit = repo.commit(`${'x'.repeat(199)}😀 and more`, { [file]: text });
  repo.annotate(commit, note({ file }));
  expect((await ask(repo, file)).regions[0]?.commit_summary).toBe('x'.repeat(199));
});

test('a branch may have an at sign and braces in its name', async () => {
  const { repo } = await annotated();
  for (const branch of ['renovate/@scope/package', 'user@feature', 'a{b}', 'ümlaut-枝', '-dash']) {
    repo.git('update-ref', `refs/heads/${branch}`, 'HEAD');
    repo.git('symbolic-ref', 'HEAD', `refs/heads/${branch}`);
    expect((await ask(repo, file)).regions, branch).toHaveLength(1);
  }
});

test('a notes ref may have an at sign in its name', async () => {
  const { repo, commit } = await annotated();
  repo.annotate(commit, note({ file, intent: 'Elsewhere.' }), 'refs/notes/team@ours');
  const answer = await ask(repo, file, { noteref: 'team@ours' });
  expect(answer.regions.map(region => region.intent)).toEqual(['Elsewhere.']);
});

test('a directory that became a file on disk is a file that is not committed yet', async () => {
  const { repo } = await annotated();
  repo.remove('src');
  repo.write('src', 'now a file\n');
  const answer = await ask(repo, 'src');
  expect(codes(answer)).toContain('not_committed');
  expect(answer.scope?.uncommitted_lines).toBe(1);
});

test('a submodule, checked out or not, and a file in it are answered with where to ask', async () => {
  const repo = await buildRepository('names');
  await expect(ask(repo, 'vendor/library')).rejects.toThrow(/is a submodule/);
  mkdirSync(join(repo.path, 'vendor/library'), { recursive: true });
  await expect(ask(repo, 'vendor/library')).rejects.toThrow(/is a submodule/);
  repo.write('vendor/library/inner.c', 'int x;\n');
  await expect(ask(repo, 'vendor/library/inner.c')).rejects.toThrow(/submodule/);
});

test('links that leave the repository are refused, and nothing behind them is listed', async () => {
  const { repo } = await annotated();
  const outside = temporaryDirectory();
  mkdirSync(join(outside, 'inner'));
  chmodSync(join(outside, 'inner'), 0o755);
  symlinkSync(outside, join(repo.path, 'way-out'));
  symlinkSync(join(outside, 'inner'), join(outside, 'secret-name.txt'));
  await expect(ask(repo, 'way-out')).rejects.toThrow(/Path outside repository/);
  await expect(ask(repo, 'way-out/inner')).rejects.toThrow(/Path outside repository/);
  mkdirSync(join(outside, 'inner/secret-name.txt'));
  const error = await ask(repo, 'way-out/inner/secret-name.txs').catch((reason: unknown) => reason);
  expect(JSON.stringify(error)).not.toContain('secret-name.txt"');
  expect(String((error as { hints?: string[] }).hints)).not.toContain('secret-name.txt');
});

test('a link inside the repository is followed, and the answer says so', async () => {
  const { repo } = await annotated();
  symlinkSync('notes.txt', join(repo.path, 'src/alias.txt'));
  const answer = await ask(repo, 'src/alias.txt');
  expect(answer.scope?.file).toBe(file);
  expect(codes(answer)).toContain('link_followed');
  expect(answer.regions).toHaveLength(1);
});

test('a minimum that nothing reaches leaves an answer that says why it is empty', async () => {
  const { repo } = await annotated();
  const answer = await ask(repo, file, { min_confidence: 1 });
  expect(answer.regions).toEqual([]);
  expect(answer.notices?.map(notice => notice.message).join()).toMatch(/confidence/);
});

test('two files of one concern show it once', async () => {
  const { repo, commit } = await annotated();
  const both = [{ file }, { file: 'src/other.txt' }];
  repo.commit('Add another', { 'src/other.txt': lines('beta', 3) });
  repo.annotate(commit, note({ file }, { cross_cutting: [{ description: 'Both.', regions: both }] }));
  const answer = await ask(repo, [file, 'src/other.txt']);
  expect(answer.cross_cutting).toHaveLength(1);
  expect(answer.scopes?.map(scope => scope.file)).toEqual([file, 'src/other.txt']);
});

test('a file gone from disk is read at HEAD, and says so', async () => {
  const { repo } = await annotated();
  repo.remove(file);
  const answer = await ask(repo, file, { lines: '3' });
  expect(codes(answer)).toContain('not_on_disk');
  expect(answer.scope?.source).toBe('commit');
  expect(answer.regions).toHaveLength(1);
});

test('a file that is only on disk has no annotations, and says so', async () => {
  const { repo } = await annotated();
  repo.write('new.txt', 'one\ntwo\n');
  const answer = await ask(repo, 'new.txt');
  expect(codes(answer)).toEqual(expect.arrayContaining(['not_committed', 'none_for_file']));
  expect(answer.scope?.uncommitted_lines).toBe(2);
});

test('in a shallow clone two annotations of one unit are still put in order', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Before', { 'other.txt': 'x\n' });
  const first = repo.commit('One', { [file]: text });
  const second = repo.commit('Two', { [file]: text.replace('alpha3', 'omega3') });
  const unit = { file, ast_anchor: { name: 'alpha' }, lines: { start: 2, end: 4 } };
  repo.annotate(first, note(unit));
  repo.annotate(second, note(unit));
  const answer = await ask(shallowClone(repo, 2), file);
  expect(answer.regions.map(region => [region.commit, region.newer])).toEqual(
    expect.arrayContaining([
      [first, `${second} Two`],
      [second, undefined],
    ]),
  );
});

test('a note on a stray commit whose parent is missing costs no more than that note', async () => {
  const { repo } = await annotated();
  const gone = repo.commit('Soon gone', { 'x.txt': 'x\n' });
  const stray = repo.commit('Stray', { 'y.txt': 'y\n' });
  repo.git('reset', '-q', '--hard', 'HEAD~2');
  repo.annotate(stray, note({ file, intent: 'Stray.' }));
  rmSync(join(repo.path, '.git/objects', gone.slice(0, 2), gone.slice(2)));
  const answer = await ask(repo, file);
  expect(answer.regions.map(region => region.intent)).toEqual(['An intent.']);
  expect(answer.stats.notes_unreachable).toBe(1);
});

test('a clone that left out old contents says so, and what to do', async () => {
  const { repo } = await annotated();
  repo.commit('Change', { [file]: 'something else\n' });
  repo.git('config', 'uploadpack.allowFilter', 'true');
  const path = join(temporaryDirectory(), 'clone');
  repo.git('clone', '-q', '--filter=blob:none', `file://${repo.path}`, path);
  repo.git('-C', path, 'fetch', '-q', 'origin', 'refs/notes/*:refs/notes/*');
  await expect(ask({ ...repo, path }, file)).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringContaining('missing or damaged'),
    hints: [expect.stringContaining('partial or shallow clone')],
  });
});

test('Windows separators, doubled slashes and a leading dot name the same file', async () => {
  const { repo } = await annotated();
  for (const path of [
    './src/notes.txt',
    'src//notes.txt',
    'src/./notes.txt',
    'src/notes.txt/',
    'src\\notes.txt',
    `${repo.path}/src/notes.txt`,
  ]) {
    expect((await ask(repo, path)).scope?.file, path).toBe(file);
  }
});

test('the same question gets the same bytes, and order does not depend on how notes were written', async () => {
  const repo = await buildRepository('mqtt-client');
  const one = JSON.stringify(await ask(repo, 'src/mqtt/client.ts'));
  expect(JSON.stringify(await ask(repo, 'src/mqtt/client.ts'))).toBe(one);
  repo.git('gc', '-q');
  expect(JSON.stringify(await ask(repo, 'src/mqtt/client.ts'))).toBe(one);
});

test('--rev reads the file of that commit, with the notes of its history only', async () => {
  const repo = sharedRepository('mqtt-client');
  const first = repo.git('log', '--reverse', '--format=%H', '--', 'src/mqtt/client.ts').split('\n')[0] ?? '';
  const answer = await ask(repo, 'src/mqtt/client.ts', { rev: first });
  expect(answer.scope).toMatchObject({ source: 'commit', revision: first });
  expect(answer.regions.every(region => region.commit === first)).toBe(true);
  expect(names(answer).length).toBeGreaterThan(0);
  await expect(ask(repo, 'src/mqtt/client.ts', { rev: 'no-such' })).rejects.toThrow(
    /There is no commit no-such here/,
  );
});

test('dependencies on this are counted from other files, and narrowed to the unit', async () => {
  const repo = sharedRepository('mqtt-client');
  const whole = await ask(repo, 'src/mqtt/client.ts');
  const unit = await ask(repo, 'src/mqtt/client.ts', { anchor: 'MqttClient::connect' });
  expect(whole.dependencies_on_this?.length).toBeGreaterThan(0);
  expect(unit.dependencies_on_this?.length).toBeLessThanOrEqual(whole.dependencies_on_this?.length ?? 0);
  expect(unit.dependencies_on_this?.map(item => item.file)).toContain('src/mqtt/reconnect.ts');
});

test('repair and removal are counted in the answer', async () => {
  const repo = sharedRepository('malformed');
  const answer = await ask(repo, 'src/escapes.js');
  expect(answer.stats.characters_removed).toBeGreaterThan(0);
  expect(answer.stats.notes_malformed).toBeGreaterThan(0);
  expect((await ask(repo, 'src/raw-newlines.js')).stats.notes_repaired).toBe(1);
  expect(regionOf(await ask(repo, 'src/raw-newlines.js'), 'rawNewlines').reasoning).toContain('\n');
});

test('an anchor leads to its unit and to nothing else; one that is not there gives the file', async () => {
  const repo: Repository = await buildRepository('mqtt-client');
  const unit = await ask(repo, 'src/tls/session-cache.ts', { anchor: 'TlsSessionCache.take' });
  expect(names(unit)).toContain('TlsSessionCache::take');
  expect(names(unit)).not.toContain('TlsSessionCache::store');
  const none = await ask(repo, 'src/tls/session-cache.ts', { anchor: 'entirelyDifferent' });
  expect(codes(none)).toContain('anchor_not_found');
  expect(none.notices?.find(notice => notice.code === 'anchor_not_found')?.message).toBe(
    "Anchor 'entirelyDifferent' not found in src/tls/session-cache.ts. Returning file-level annotations.",
  );
});
