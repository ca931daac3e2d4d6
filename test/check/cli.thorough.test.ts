// `ultragit check` as people, bots and hooks run it: formats, exit codes, acknowledgements, limits.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkSchema } from '../../src/check/answer.ts';
import { ultragit } from '../support/cli.ts';
import { about, told } from '../support/hook.ts';
import { buildRepository, openClone, type Repository, shallowClone } from '../support/repository.ts';
import { edited, QUEUE, queueRepository, SETTINGS } from './queue-repository.ts';

const CHANGED = edited(QUEUE, 'persist(entry);', 'later(entry);');
const RESIGNED = edited(QUEUE, 'size(): number', 'size(due: boolean): number');

let repo: Repository;

beforeEach(async () => {
  repo = await queueRepository();
});

function check(where: Repository, ...args: string[]) {
  return ultragit(where, ['check', ...args]);
}

describe('the exit code', () => {
  test('is 0 with findings, unless they are to fail', () => {
    repo.commit('Change', { 'src/queue.ts': CHANGED });
    expect(check(repo, 'HEAD').status).toBe(0);
    expect(check(repo, 'HEAD', '--fail-on', 'constraint').status).toBe(1);
    expect(check(repo, 'HEAD', '--fail-on', 'any').status).toBe(1);
    expect(check(repo, 'HEAD', '--fail-on', 'dependent').status).toBe(0);
  });

  test('is 1 for broken dependents wherever constraints fail', () => {
    repo.commit('Change', { 'src/queue.ts': RESIGNED });
    expect(check(repo, 'HEAD', '--fail-on', 'dependent').status).toBe(1);
    expect(check(repo, 'HEAD', '--fail-on', 'constraint').status).toBe(1);
  });

  test('is 1 for a risk only where anything fails', () => {
    repo.commit('Change', { 'src/queue.ts': edited(QUEUE, 'jobs[0]?.job', 'jobs.at(-1)?.job') });
    expect(check(repo, 'HEAD', '--fail-on', 'constraint').status).toBe(0);
    expect(check(repo, 'HEAD', '--fail-on', 'any').status).toBe(1);
  });

  test('is 0 where nothing is touched', () => {
    expect(check(repo, '--fail-on', 'any')).toMatchObject({ status: 0, stderr: '' });
  });

  test('is 0 before the first commit, which a hook must not stop', async () => {
    const unborn = await buildRepository('unborn');
    unborn.write('a.ts', 'export const a = 1;\n');
    unborn.git('add', '.');
    expect(check(unborn, '--staged', '--fail-on', 'any')).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(check(unborn, '--json').stdout)).toMatchObject({ target: 'worktree', findings: [] });
    expect(check(unborn, 'HEAD').status).toBe(1);
  });

  test('is 1 for what a limit did not show', () => {
    repo.commit('Change', { 'src/queue.ts': null });
    const { status, stdout } = check(
      repo,
      'HEAD',
      '--max-findings',
      '1',
      '--fail-on',
      'constraint',
      '--json',
    );
    expect([status, JSON.parse(stdout).findings.length, JSON.parse(stdout).stats.left_out]).toEqual([
      1, 1, 4,
    ]);
  });

  test('is 3 in a clone that lacks the commit before, with the remedy', () => {
    repo.commit('Change', { 'src/queue.ts': CHANGED });
    const clone = shallowClone(repo, 1);
    for (const range of ['HEAD', 'HEAD~1..HEAD']) {
      const { status, stderr } = check(clone, range);
      expect(status).toBe(3);
      expect(stderr).toContain('git fetch --unshallow');
    }
    clone.git('fetch', '-q', '--unshallow');
    expect(check(clone, 'HEAD', '--fail-on', 'constraint').status).toBe(1);
  });

  test('is 3 where notes were fetched to their copy only, with the remedy', () => {
    repo.commit('Change', { 'src/queue.ts': CHANGED });
    const clone = openClone(repo, { notes: false });
    clone.git('fetch', '-q', 'origin', 'refs/notes/*:refs/notes/remote/origin/*');
    const { status, stdout } = check(clone, 'HEAD');
    expect(status).toBe(3);
    expect(stdout).toContain('ultragit sync --fetch-only');
    clone.git('update-ref', 'refs/notes/ultragit', 'refs/notes/remote/origin/ultragit');
    expect(check(clone, 'HEAD', '--fail-on', 'constraint').status).toBe(1);
  });

  test('is 0 where the remote is not known to have notes', () => {
    repo.git('update-ref', '-d', 'refs/notes/ultragit');
    const clone = openClone(repo, { notes: false });
    expect(check(clone, 'HEAD').status).toBe(0);
    expect(check(repo, 'HEAD').status).toBe(0);
  });

  test('is 2 for two changes at once, and for what is no range', () => {
    expect(check(repo, 'HEAD', '--staged')).toMatchObject({ status: 2 });
    expect(check(repo, 'a..b..c')).toMatchObject({ status: 2 });
    expect(check(repo, 'nothing-like-it')).toMatchObject({ status: 1 });
  });
});

describe('formats', () => {
  beforeEach(() => {
    repo.commit('Change', {
      'src/queue.ts': edited(CHANGED, 'size(): number', 'size(due: boolean): number'),
    });
  });

  test('JSON fits its schema', () => {
    const answer = JSON.parse(check(repo, 'HEAD', '--json').stdout);
    expect(checkSchema.safeParse(answer).error).toBeUndefined();
    expect(answer.findings.map(({ kind }: { kind: string }) => kind)).toEqual(['dependent', 'constraint']);
  });

  test('SARIF has a result for each finding, with the lines that changed', () => {
    const log = JSON.parse(check(repo, 'HEAD', '--format', 'sarif').stdout);
    const [run] = log.runs;
    expect([log.version, run.results.length]).toEqual(['2.1.0', 2]);
    const [first] = run.results;
    expect(run.tool.driver.rules[first.ruleIndex].id).toBe(first.ruleId);
    expect(first.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'src/queue.ts' },
      region: { startLine: 24, endLine: 24 },
    });
    expect(first.relatedLocations[0].physicalLocation.artifactLocation.uri).toBe('src/worker.ts');
  });

  test('workflow commands name the file and the lines that changed', () => {
    expect(check(repo, 'HEAD', '--format', 'github').stdout.split('\n').slice(0, 2)).toEqual([
      '::error file=src/queue.ts,line=24,endLine=24,title=Relied on elsewhere::size has another signature. Relied on by src/worker.ts report (counts waiting jobs only).',
      '::warning file=src/queue.ts,line=7,endLine=7,title=Must hold::push was edited. Must hold: A job is persisted before push returns',
    ]);
  });

  test('Markdown begins with the mark by which a bot finds its comment', () => {
    const { stdout } = check(repo, 'HEAD');
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      '<!-- ultragit-check -->',
      '# 2 annotated places to look at',
    ]);
    expect(stdout).toContain('- A job is persisted before push returns');
  });

  test('people see which lines of a unit changed', () => {
    expect(check(repo, 'HEAD').stdout).toContain('edited 1 of 5 lines: 7\n');
    expect(check(repo, 'HEAD').stdout).toContain('signature changed; 1 of 3 lines: 24\n');
    const calls = (name: string) =>
      Array.from({ length: 16 }, (_, at) => `  ${at % 2 ? name : 'keep'}(${at});\n`).join('');
    const code = (name: string) => `export function all() {\n${calls(name)}}\n`;
    const commit = repo.commit('Add', { 'src/all.ts': code('old') });
    const region = { file: 'src/all.ts', ast_anchor: { name: 'all' }, constraints: ['In this order'] };
    repo.annotate(commit, { schema: 'ultragit/v1', regions: [region] });
    repo.commit('Change', { 'src/all.ts': code('fresh') });
    expect(check(repo, 'HEAD').stdout).toContain('edited 8 of 18 lines: 3, 5, 7, 9, 11, 13 and 2 more\n');
  });

  test('what was taken out is shown where it was', () => {
    repo.commit('Take out', { 'src/queue.ts': edited(QUEUE, '  persist(entry);\n', '') });
    expect(check(repo, 'HEAD~2..HEAD', '--format', 'github').stdout).toContain('line=7,endLine=7');
    expect(check(repo, 'HEAD~2..HEAD').stdout).toContain('edited 1 of 5 lines, near line 7\n');
  });
});

describe('an acknowledgement in the commit message', () => {
  test.each(['push', 'src/queue.ts', 'src/queue.ts push'])('of %s turns the finding into a note', unit => {
    repo.commit(`Change\n\nUltragit-Ack: ${unit} — the log is durable now`, { 'src/queue.ts': CHANGED });
    const { status, stdout } = check(repo, 'HEAD', '--fail-on', 'any', '--json');
    const { findings, acknowledged } = JSON.parse(stdout);
    expect([status, findings]).toEqual([0, []]);
    expect(acknowledged[0].acknowledged.reason).toBe('the log is durable now');
    expect(check(repo, 'HEAD').stdout).toContain('the log is durable now');
  });

  test.each(['push', 'push —', 'pull — why not', 'src/worker.ts — other file'])('"%s" is none', words => {
    repo.commit(`Change\n\nUltragit-Ack: ${words}`, { 'src/queue.ts': CHANGED });
    expect(check(repo, 'HEAD', '--fail-on', 'any').status).toBe(1);
  });

  test('may be in the message of a commit that is about to be made', () => {
    repo.write('src/queue.ts', CHANGED);
    repo.git('add', '.');
    repo.write('../message', 'Change\n\nUltragit-Ack: push — durable\n');
    expect(check(repo, '--staged', '--fail-on', 'any', '--message', '../message').status).toBe(0);
    expect(check(repo, '--staged', '--fail-on', 'any').status).toBe(1);
    expect(check(repo, '--staged', '--message', '../no-message')).toMatchObject({ status: 2 });
  });
});

test('files that the setting names are left out', () => {
  repo.commit('Settings', { '.ultragit-config.toml': '[ultragit.check]\nignore = ["src/**"]\n' });
  repo.commit('Change', { 'src/queue.ts': CHANGED, 'settings.yaml': `${SETTINGS}more: 1\n` });
  const { findings, stats } = JSON.parse(check(repo, 'HEAD', '--json').stdout);
  expect(findings.map(({ file }: { file: string }) => file)).toEqual(['settings.yaml']);
  expect(stats).toMatchObject({ changed_files: 2, ignored_files: 1 });
});

test('a budget shows what weighs most', () => {
  repo.commit('Change', { 'src/queue.ts': null });
  const { findings, stats } = JSON.parse(check(repo, 'HEAD', '--json', '--max-tokens', '50').stdout);
  expect(findings.map(({ kind }: { kind: string }) => kind)).toEqual(['dependent']);
  expect(stats.left_out).toBe(4);
});

describe('hostile text', () => {
  test('from notes ends no workflow command and becomes no markup', () => {
    const constraint = 'x\n::error::planted %0A ::set-output\u202e <img src=x> @team [a](b)';
    repo.annotate('HEAD~1', {
      schema: 'ultragit/v1',
      regions: [{ file: 'src/queue.ts', ast_anchor: { name: 'push' }, constraints: [constraint] }],
    });
    repo.commit('Change', { 'src/queue.ts': CHANGED });
    const commands = check(repo, 'HEAD', '--format', 'github').stdout;
    expect(commands.split('\n').filter(line => line.startsWith('::'))).toHaveLength(1);
    expect(commands).toContain('%250A');
    const markdown = check(repo, 'HEAD').stdout;
    expect(markdown).not.toMatch(/[^\\]<img|\u202e|[^\\]\[a\]\(b\)|(^|\s)@team/);
  });

  test('no program of the repository runs, and the index stays as it is', () => {
    const canary = join(repo.path, '..', 'canary');
    repo.git('config', 'filter.evil.clean', `touch ${canary}; cat`);
    repo.git('config', 'core.fsmonitor', `touch ${canary}`);
    repo.git('config', 'diff.evil.textconv', `touch ${canary}; cat`);
    repo.write('.gitattributes', '* filter=evil diff=evil\n');
    repo.write('src/queue.ts', CHANGED);
    rmSync(canary, { force: true });
    const before = repo.gitBytes(['hash-object', '--no-filters', '.git/index']).toString();
    expect(check(repo, '--fail-on', 'constraint').status).toBe(1);
    expect(check(repo, '--staged').status).toBe(0);
    expect(existsSync(canary)).toBe(false);
    expect(repo.gitBytes(['hash-object', '--no-filters', '.git/index']).toString()).toBe(before);
  });

  test('a pipe as the index is refused', () => {
    rmSync(join(repo.path, '.git/index'));
    execFileSync('mkfifo', [join(repo.path, '.git/index')]);
    const { status, stderr } = check(repo, '--staged');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('index is a named pipe, where git expects a file'),
    ]);
  });
});

test('a bare repository has nothing that is not committed', () => {
  repo.commit('Change', { 'src/queue.ts': CHANGED });
  const bare = openClone(repo, {}, '--bare');
  expect(check(bare, 'HEAD', '--fail-on', 'constraint').status).toBe(1);
  expect(check(bare)).toMatchObject({ status: 1, stderr: expect.stringContaining('bare repository') });
});

test('before a commit, the hook tells what it touches, where the setting asks for it', () => {
  const commit = { ...about('Bash', { command: 'git commit -m Change' }), cwd: repo.path };
  repo.write('src/queue.ts', CHANGED);
  repo.git('add', '.');
  expect(told(commit)).toBeUndefined();
  repo.git('config', 'ultragit.checkBeforeCommit', 'true');
  expect(told(commit)).toContain(
    'src/queue.ts: push was edited. Must hold: A job is persisted before push returns',
  );
  expect(told({ ...commit, tool_input: { command: 'git status' } })).toBeUndefined();
  repo.git('reset', '-q');
  for (const command of [
    'git commit -am Change',
    'git add -A && git commit -m Change',
    'git commit -m Change src',
  ]) {
    expect(told({ ...commit, tool_input: { command } })).toContain('src/queue.ts: push was edited.');
  }
  repo.write('README.md', '# Jobs\n');
  repo.git('add', 'README.md');
  expect(told(commit)).toBeUndefined();
  expect(told({ ...commit, tool_input: { command: 'git commit -am Change' } })).toContain('push was edited.');
  repo.git('reset', '-q', '--hard');
  expect(told(commit)).toBeUndefined();
});
