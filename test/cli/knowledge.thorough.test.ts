// What git said to an earlier process is not asked again: which commands of git a run starts, and that its answer is
// the one that a run without a cache gives.

import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

/** A `git` that writes down which commands it was started for. */
function listeningGit(): { path: string; heard(): string[] } {
  const directory = temporaryDirectory();
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const list = join(directory, 'list');
  const script = `#!/bin/sh\necho "$*" >>'${list}'\nexec '${real}' "$@"\n`;
  writeFileSync(join(directory, 'git'), script);
  chmodSync(join(directory, 'git'), 0o755);
  return {
    path: `${directory}:${process.env.PATH}`,
    heard() {
      let text = '';
      try {
        text = readFileSync(list, 'utf8');
      } catch {
        // Nothing was started.
      }
      rmSync(list, { force: true });
      const commands = /\b(cat-file|blame|rev-list|log|diff-tree|grep|merge-base|ls-tree)\b/;
      return text.split('\n').flatMap(line => commands.exec(line)?.[0] ?? []);
    },
  };
}

const FILE = 'src/mqtt/client.ts';
let repo: Repository;
let git: ReturnType<typeof listeningGit>;
let env: Record<string, string>;

beforeEach(async () => {
  repo = await buildRepository('mqtt-client');
  git = listeningGit();
  env = { PATH: git.path, HOME: temporaryDirectory() };
});

/** What a run starts, with the check that it says what a run without a cache says. */
function startedBy(...words: string[]): string[] {
  git.heard();
  const run = ultragit(repo, [...words, '--json'], { env });
  const heard = git.heard();
  const fresh = { PATH: git.path, HOME: temporaryDirectory() };
  expect(run.stdout).toBe(ultragit(repo, [...words, '--json', '--no-cache'], { env: fresh }).stdout);
  expect(run.status).toBe(0);
  return heard;
}

describe('after a first answer about a file, git is', () => {
  test('not started again after an edit of the file', () => {
    expect(startedBy('read', FILE)).toContain('blame');
    const text = readFileSync(join(repo.path, FILE), 'utf8');
    repo.write(FILE, text.replace('{', '{\n  // One line more.\n'));
    expect(startedBy('read', FILE)).toEqual([]);
  });

  test('not asked again for the order of commits in a long history', () => {
    const region = { file: FILE, ast_anchor: { unit_type: 'method', name: 'MqttClient::connect' } };
    for (const intent of ['First.', 'Second.']) {
      repo.annotate(repo.commit(intent, { 'other.txt': intent }), {
        schema: 'ultragit/v1',
        regions: [{ ...region, intent }],
      });
    }
    for (let at = 0; at < 120; at++) repo.commit(`Change ${at}`, { 'other.txt': `${at}\n` });
    expect(startedBy('read', FILE).filter(command => command === 'rev-list').length).toBeGreaterThan(0);
    const text = readFileSync(join(repo.path, FILE), 'utf8');
    repo.write(FILE, text.replace('{', '{\n  // One line more.\n'));
    expect(startedBy('read', FILE)).toEqual([]);
    repo.commit('And more of it', { 'other.txt': 'more text\n' });
    expect(startedBy('read', FILE)).toEqual([]);
  });

  test('not started after a commit elsewhere', () => {
    startedBy('read', FILE);
    repo.commit('Something else', { 'other.txt': 'text\n' });
    repo.commit('And more of it', { 'other.txt': 'more text\n' });
    expect(startedBy('read', FILE)).toEqual([]);
  });

  test('not asked again who wrote the lines of a part of it', () => {
    startedBy('read', FILE);
    expect(startedBy('read', FILE, '--lines', '40:50')).not.toContain('blame');
    expect(startedBy('read', FILE, 'MqttClient::connect')).not.toContain('blame');
  });

  test('not started after a note elsewhere, or for objects alone where those are packed', () => {
    startedBy('read', FILE);
    repo.annotate('HEAD', { schema: 'ultragit/v1', summary: 'Elsewhere', regions: [] });
    expect(startedBy('read', FILE)).toEqual([]);
    repo.git('repack', '-adq');
    startedBy('read', FILE);
    repo.annotate('HEAD', { schema: 'ultragit/v1', summary: 'Again', regions: [] });
    expect(startedBy('read', FILE)).toEqual(['cat-file']);
  });

  test('asked again after a commit that changed the file, or one with two parents', () => {
    startedBy('read', FILE);
    const text = readFileSync(join(repo.path, FILE), 'utf8');
    repo.commit('Change it', { [FILE]: text.replace('{', '{\n  // One line more.\n') });
    expect(startedBy('read', FILE)).toContain('blame');
    repo.git('checkout', '-q', '-b', 'side', 'HEAD~1');
    repo.commit('On the side', { 'side.txt': 'text\n' });
    repo.git('checkout', '-q', 'main');
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    expect(startedBy('read', FILE)).toContain('blame');
  });

  test('asked again after a change that was taken back', () => {
    startedBy('read', FILE);
    const text = readFileSync(join(repo.path, FILE), 'utf8');
    repo.commit('Rewrite all', { [FILE]: text.replaceAll(/^/gm, '\t// ') });
    repo.commit('Take it back', { [FILE]: text });
    expect(startedBy('read', FILE)).toContain('blame');
  });
});

test('objects that git removed are not known any more', () => {
  const id = repo.commit('Soon forgotten', { 'lost.txt': 'text\n' });
  const region = { file: FILE, lines: { start: 1, end: 3 }, intent: 'Of a commit that goes away.' };
  repo.annotate(id, { schema: 'ultragit/v1', summary: 'Lost', regions: [region] });
  repo.git('reset', '-q', '--hard', 'HEAD~1');
  startedBy('read', FILE, '--verbose');
  repo.git('reflog', 'expire', '--expire=now', '--all');
  repo.git('prune', '--expire=now');
  startedBy('read', FILE, '--verbose');
  repo.git('gc', '-q', '--prune=now');
  startedBy('read', FILE, '--verbose');
});
