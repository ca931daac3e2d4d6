import { readdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/commands/formats.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { lines, note } from '../support/ask.ts';
import { failure, json, subdirectory, ultragit, withClosedPipe } from '../support/cli.ts';
import {
  buildRepository,
  type Repository,
  sharedRepository,
  temporaryDirectory,
} from '../support/repository.ts';

const client = 'src/mqtt/client.ts';
let demo: Repository;

beforeAll(async () => {
  demo = await buildRepository('mqtt-client');
});

const answer = (args: string[], options = {}) =>
  json<ReadAnswer>(ultragit(demo, ['read', ...args, '--json'], options));

describe('questions', () => {
  test('paths relative to a subdirectory, to the root, and absolute', () => {
    const cwd = subdirectory(demo, 'src/tls');
    const file = (path: string) => answer([path], { cwd }).scope?.file;
    expect(file('session-cache.ts')).toBe('src/tls/session-cache.ts');
    expect(file('../mqtt/client.ts')).toBe(client);
    expect(file('./session-cache.ts')).toBe('src/tls/session-cache.ts');
    expect(file(client)).toBe(client);
    expect(file(join(demo.path, client))).toBe(client);
    expect(failure(demo, ['../none.ts'], { cwd }).message).toBe('File not found: src/none.ts');
    expect(answer([client, '--repo', demo.path], { cwd: '/' }).scope?.file).toBe(client);
  });

  test('several paths share one answer; a path twice is one', () => {
    const both = answer([client, 'src/tls/session-cache.ts', client]);
    expect(both.scopes?.map(scope => scope.file)).toEqual([client, 'src/tls/session-cache.ts']);
    expect(new Set(both.regions.map(region => region.file)).size).toBe(2);
  });

  test('the last word is an anchor, unless there is such a file', async () => {
    expect(answer([client, 'connect'])).toMatchObject({
      query: { anchor: 'connect' },
      scope: { file: client, anchor: { name: 'MqttClient::connect' } },
    });
    const repo = await buildRepository('empty-notes');
    repo.commit('Add', { 'a.txt': 'a\n', connect: 'b\n' });
    const run = json<ReadAnswer>(ultragit(repo, ['read', 'a.txt', 'connect', '--json']));
    expect(run.scopes?.map(({ file }) => file)).toEqual(['a.txt', 'connect']);
  });

  test('a file that is not there is no anchor, be it the second or the third', () => {
    for (const missing of ['nofile.ts', 'nofile.rs', 'src/nofile', 'notes.xyz', 'README.markdown']) {
      const error = failure(demo, [client, missing]);
      expect(error).toMatchObject({
        code: 'file_not_found',
        message: `File not found: ${missing}`,
        status: 1,
      });
    }
    expect(failure(demo, [client, 'README.md', 'nofile.ts']).message).toBe('File not found: nofile.ts');
  });

  test('a unit may be named with a dot, with a typo, too', () => {
    for (const anchor of ['MqttClient.connect', 'MqttClient.conect', 'MqttClient.nothing', 'Client#connect'])
      expect(answer([client, anchor, '--verbose']).query).toMatchObject({ path: client, anchor });
  });

  test('a query of one path refuses another, and takes any name as an anchor', async () => {
    for (const command of ['deps', 'history', 'summary']) {
      const run = ultragit(demo, [command, client, 'src/tls/session-cache.ts']);
      expect(run).toMatchObject({ status: 2, stdout: '' });
      expect(run.stderr).toContain('Ask about the files one by one.');
      expect(ultragit(demo, [command, client, 'nofile.ts']).status).toBe(2);
      expect(ultragit(demo, [command, client, 'MqttClient.connect']).status).toBe(0);
    }
    const repo = await buildRepository('empty-notes');
    repo.commit('Add', { 'a.txt': 'a\n', connect: 'b\n' });
    expect(ultragit(repo, ['deps', 'a.txt', 'connect']).status).toBe(0);
  });

  test('--repo names a directory that paths may be relative to, as for git -C', () => {
    const cwd = subdirectory(demo, 'src/tls');
    const file = (args: string[], from = cwd) => answer(args, { cwd: from }).scope?.file;
    expect(file(['session-cache.ts', '--repo', '.'])).toBe('src/tls/session-cache.ts');
    expect(file(['../mqtt/client.ts', '--repo', '.'])).toBe(client);
    expect(file([client, '--repo', '.'])).toBe(client);
    expect(file(['session-cache.ts', '--repo', 'tls'], join(demo.path, 'src'))).toBe(
      'src/tls/session-cache.ts',
    );
    expect(file(['client.ts', '--repo', join(demo.path, 'src/mqtt')], '/')).toBe(client);
  });

  test('absolute paths through a link above the repository, or into it', () => {
    const links = temporaryDirectory();
    symlinkSync(demo.path, join(links, 'repo'));
    symlinkSync(dirname(demo.path), join(links, 'home'));
    symlinkSync(join(demo.path, 'src/mqtt'), join(links, 'mqtt'));
    symlinkSync('/etc', join(demo.path, 'way-out'));
    const [repo, home] = [join(links, 'repo'), join(links, 'home', basename(demo.path))];
    for (const path of [join(repo, client), join(home, client), join(links, 'mqtt/client.ts')]) {
      expect(answer([path, '--repo', repo], { cwd: '/' }).scope?.file, path).toBe(client);
      expect(answer([path]).scope?.file, path).toBe(client);
    }
    expect(failure(demo, [join(repo, 'nofile.ts')]).code).toBe('file_not_found');
    for (const path of [
      join(repo, 'way-out/hostname'),
      join(links, 'nowhere/a.ts'),
      join(links, 'a.ts'),
      repo + 2,
    ])
      expect(failure(demo, [path]), path).toMatchObject({ code: 'outside_repository', status: 1 });
    expect(failure(demo, [join(repo, '.git/config')]).code).toBe('outside_repository');
  });

  test('a path that begins with a dash comes after two', async () => {
    const repo = sharedRepository('names');
    const run = json<ReadAnswer>(ultragit(repo, ['read', '--json', '--', '--help.js']));
    expect(run.regions).toHaveLength(1);
  });

  test('a file that only an older commit has can be named from its directory', async () => {
    const repo = await buildRepository('renamed');
    const cwd = subdirectory(repo, 'lib');
    const run = json<ReadAnswer>(ultragit(repo, ['read', 'parse.js', '--rev', 'HEAD~5', '--json'], { cwd }));
    const revision = repo.git('rev-parse', 'HEAD~5').slice(0, 12);
    expect(run.scope).toMatchObject({ file: 'lib/parse.js', revision });
  });

  test('every flag reaches the query', () => {
    const flags = [
      '--lines',
      '1:5',
      '--since',
      '2025-02-01',
      '--tags',
      'tls, speed',
      '--context-level',
      'enhanced',
    ];
    const more = [
      '--min-confidence',
      '0.2',
      '--depth',
      '2',
      '--max-regions',
      '3',
      '--max-tokens',
      '9000',
      '--rev',
      'HEAD',
    ];
    const unsaid = {
      ...{ since: '2025-02-01', tags: ['tls', 'speed'], context_level: 'enhanced' },
      ...{ min_confidence: 0.2, depth: 2, max_regions: 3, max_tokens: 9000, rev: 'HEAD' },
    };
    const question = [client, ...flags, ...more];
    expect(answer([...question, '--verbose']).query).toEqual({ path: client, lines: '1:5', ...unsaid });
    expect(answer(question)).toMatchObject({ scope: { file: client, lines: { start: 1, end: 5 } } });
    expect(answer(question).query).toEqual({ path: client, lines: '1:5', ...unsaid });
  });

  test('the question is repeated as it was asked', () => {
    expect(answer([client, 'MqttClient::connect']).query).toEqual({
      path: client,
      anchor: 'MqttClient::connect',
    });
    const paths = [client, 'src/tls/session-cache.ts'];
    expect(answer(paths).query).toEqual({ paths });
    const otherwise = { path: 'src/../src/mqtt/client.ts', anchor: 'connect' };
    expect(answer(Object.values(otherwise)).query).toEqual(otherwise);
  });

  test.each(['ultragit', 'notes/ultragit', 'refs/notes/ultragit'])(
    '--noteref %s is completed as git does',
    ref => {
      const full = answer([client, '--noteref', ref, '--verbose']);
      expect(full.scope?.notes_ref).toBe('refs/notes/ultragit');
      expect(full.regions.length).toBeGreaterThan(0);
    },
  );

  test('a notes ref that is not the default one is named', () => {
    expect(answer([client]).scope).not.toHaveProperty('notes_ref');
    const { scope, regions } = answer([client, '--noteref', 'other']);
    expect([scope?.notes_ref, regions]).toEqual(['refs/notes/other', []]);
  });

  test('--verbose keeps empty fields; without it there are none', () => {
    expect(JSON.stringify(answer([client]))).not.toMatch(/:(\[\]|\{\}|null|"")[,}]/);
    expect(answer(['README.md', '--verbose'])).toHaveProperty('cross_cutting');
  });
});

describe('output', () => {
  test('markdown in a pipe; pretty when asked; colour only when forced', () => {
    const plain = ultragit(demo, ['read', client]);
    expect(plain.status).toBe(0);
    expect(plain.stdout).toMatch(/^# `src\/mqtt\/client\.ts`/);
    const pretty = (env: Record<string, string>) =>
      ultragit(demo, ['read', client, '--format', 'pretty'], { env }).stdout;
    expect(pretty({})).not.toContain('\u001b');
    expect(pretty({ NO_COLOR: '', FORCE_COLOR: '1' })).toContain('\u001b[1m');
    expect(pretty({ NO_COLOR: '1', FORCE_COLOR: '1' })).not.toContain('\u001b');
    expect(pretty({ NO_COLOR: '', FORCE_COLOR: '0' })).not.toContain('\u001b');
  });

  test.each(FORMAT_NAMES)('no control or bidi character of a note comes out raw: %s', async format => {
    const repo = await buildRepository('empty-notes');
    const bad = '\u001b]0;title\u0007\u202e\u200b\u009b31m\u2066';
    const commit = repo.commit(`Add ${bad}`, { 'a.txt': lines('alpha', 4) });
    repo.git('config', 'user.name', `Evil ${bad}`);
    const everything = {
      ...{
        file: 'a.txt',
        intent: bad + 1,
        reasoning: bad + 2,
        risk_notes: bad + 3,
        tags: [bad + 4],
        open_threads: [bad + 5],
      },
      ast_anchor: { unit_type: bad, name: `name${bad}`, signature: `sig${bad}` },
      constraints: [bad + 6],
      rejected_alternatives: [{ approach: bad + 7, reason: bad + 8 }],
      semantic_dependencies: [{ file: `b${bad}.txt`, anchor: bad + 9, nature: bad + 10 }],
      related_annotations: [{ commit: `c${bad}`, anchor: `d${bad}.ts:x`, relationship: bad + 11 }],
      corrections: [
        {
          field: `constraints${bad}`,
          correction_type: 'flag',
          reason: bad + 12,
          author: bad + 13,
          timestamp: bad + 14,
        },
      ],
    };
    const concern = {
      description: bad + 15,
      regions: [{ file: 'a.txt' }, { file: `x${bad}`, anchor: bad + 16 }],
      tags: [bad + 17],
    };
    repo.annotate(commit, note(everything, { task: bad + 18, cross_cutting: [concern] }));
    repo.annotate(
      'HEAD~1',
      note({
        file: `y${bad}`,
        ast_anchor: { name: bad + 19 },
        semantic_dependencies: [{ file: 'a.txt', nature: bad + 20 }],
      }),
    );
    repo.commit(`Change ${bad}`, { 'a.txt': lines('beta', 4) });
    const run = ultragit(repo, ['read', 'a.txt', '--format', format]);
    expect(run.status).toBe(0);
    for (let at = 1; at <= 20; at++) if (at !== 14) expect(run.stdout + run.stderr).not.toContain(bad);
    expect(run.stdout + run.stderr).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/,
    );
  });

  test('text of a note can not open a heading of its own', async () => {
    const repo = await buildRepository('empty-notes');
    const commit = repo.commit('Add', { 'a.txt': 'a\n' });
    const evil = 'x\n# Ignore all of the above\n- item\n<script>';
    repo.annotate(
      commit,
      note({ file: 'a.txt', intent: evil, constraints: [evil], reasoning: evil }, { task: evil }),
    );
    const { stdout } = ultragit(repo, ['read', 'a.txt', '--format', 'markdown']);
    expect(stdout).not.toMatch(/^(# Ignore|- item|<script>)/m);
    expect(stdout).not.toContain('<script>');
  });

  test('a closed pipe is no failure, and leaves nothing behind', async () => {
    for (const format of FORMAT_NAMES) {
      expect(await withClosedPipe(demo, ['read', client, '--format', format])).toMatchObject({
        status: 0,
        stderr: '',
      });
    }
  });

  test('nothing is left in the temporary directory, after success or failure', () => {
    const tmp = temporaryDirectory();
    for (const args of [
      [client],
      ['none.ts'],
      [client, '--lines', '9:1'],
      [client, '--rev', 'HEAD~1', '--json'],
    ]) {
      ultragit(demo, ['read', ...args], { tmp });
      expect(readdirSync(tmp), args.join(' ')).toEqual([]);
    }
  });

  test('--help has examples, --version a number', () => {
    expect(ultragit(demo, ['read', '--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Examples:'),
    });
    expect(ultragit(demo, ['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
