// Notes go to a remote and come from it, and nobody's are overwritten.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { json, subdirectory, ultragit } from '../support/cli.ts';
import type { Repository } from '../support/repository.ts';
import { noteOf, REF, sharing, syncWith, tipOf } from '../support/sharing.ts';

const note = (unit: string, intent: string, more: object = {}) => ({
  schema: 'ultragit/v1',
  regions: [{ file: 'a.ts', ast_anchor: { unit_type: 'function', name: unit }, intent, ...more }],
});

let remote: Repository;
let [ada, bob]: Repository[] = [];
let env: Record<string, string>;
const her = () => ada as Repository;
const his = () => bob as Repository;

beforeEach(async () => {
  const made = await sharing(2);
  remote = made.remote;
  [ada, bob] = made.clones;
  const { GIT_AUTHOR_NAME = '', GIT_AUTHOR_EMAIL = '' } = her().env;
  env = {
    GIT_AUTHOR_NAME,
    GIT_AUTHOR_EMAIL,
    GIT_COMMITTER_NAME: GIT_AUTHOR_NAME,
    GIT_COMMITTER_EMAIL: GIT_AUTHOR_EMAIL,
  };
});

const sync = (repo: Repository, ...args: string[]) => ultragit(repo, ['sync', ...args], { env });

describe('two clones', () => {
  test('that annotated the same commit have both annotations, in a merge of both histories', async () => {
    her().annotate('HEAD', note('f', 'hers'));
    his().annotate('HEAD', note('g', 'his'));
    expect(sync(her()).stdout).toBe('Received 0 notes from origin, sent 1.\n');
    expect(sync(his()).stdout).toBe('Received 1 note from origin, sent 1.\n');
    expect(sync(her()).stdout).toBe('Received 1 note from origin, sent 0.\n');
    expect(sync(her()).stdout).toBe('Nothing to do: origin and this clone have the same notes.\n');
    expect(tipOf(her())).toBe(tipOf(his()));
    expect(tipOf(her())).toBe(tipOf(remote));
    expect(his().git('log', '-1', '--format=%P', REF).split(' ')).toHaveLength(2);
    const { regions } = JSON.parse(noteOf(her(), 'HEAD') ?? '');
    expect(regions.map(({ intent }: { intent: string }) => intent)).toEqual(['hers', 'his']);
  });

  test('that said different things of one unit keep both, and the second to sync is told', () => {
    her().annotate('HEAD', note('f', 'hers'));
    his().annotate('HEAD', note('f', 'his'));
    sync(her());
    const run = sync(his(), '--json');
    const head = his().git('rev-parse', 'HEAD');
    expect(json(run)).toEqual({
      ...{ $schema: 'ultragit-sync/v1', remote: 'origin', ref: REF, dry_run: false },
      ...{ received: 1, sent: 1, unsent: 0, merged: true },
      conflicts: [{ commit: head, kind: 'both changed', file: 'a.ts', unit: 'f' }],
    });
    expect(his().git('log', '-1', '--format=%B', REF)).toContain(
      `- ${head.slice(0, 12)} a.ts f: both sides said something else; both are kept`,
    );
  });

  test('share a removal, and keep what the other changed meanwhile', async () => {
    her().annotate('HEAD', note('f', 'one'));
    her().annotate('HEAD~1', note('f', 'two'));
    await syncWith(her());
    await syncWith(his());
    her().git('notes', `--ref=${REF}`, 'remove', 'HEAD', 'HEAD~1');
    his().annotate('HEAD~1', note('f', 'two, changed'));
    await syncWith(her());
    const { conflicts } = await syncWith(his(), { acceptRemovals: true });
    await syncWith(her());
    expect(conflicts.map(({ conflict }) => conflict.kind)).toEqual(['note changed and removed']);
    for (const repo of [her(), his()]) {
      expect(noteOf(repo, 'HEAD')).toBeUndefined();
      expect(noteOf(repo, 'HEAD~1')).toContain('two, changed');
    }
  });

  test('whose histories of notes share nothing are joined, too', async () => {
    her().annotate('HEAD', note('f', 'hers'));
    his().annotate('HEAD~1', note('f', 'his'));
    await syncWith(her());
    await syncWith(his());
    expect(noteOf(his(), 'HEAD')).toContain('hers');
    expect(noteOf(his(), 'HEAD~1')).toContain('his');
  });

  test('that push at the same time try again until both are through', async () => {
    her().annotate('HEAD', note('f', 'hers'));
    his().annotate('HEAD~1', note('f', 'his'));
    await Promise.all([syncWith(her()), syncWith(his())]);
    const pushed = remote.git('grep', '-h', '-e', 'intent', tipOf(remote));
    expect(pushed).toContain('hers');
    expect(pushed).toContain('his');
  });
});

describe('a sync', () => {
  test('that only fetches pushes nothing, and says what is left', () => {
    her().annotate('HEAD', note('f', 'hers'));
    sync(her());
    his().annotate('HEAD', note('g', 'his'));
    const before = tipOf(remote);
    expect(sync(his(), '--fetch-only').stdout).toBe('Received 1 note from origin; 1 not pushed.\n');
    expect(tipOf(remote)).toBe(before);
    expect(noteOf(his(), 'HEAD')).toContain('hers');
  });

  test('that is a dry run changes neither side, and foresees what will happen', () => {
    her().annotate('HEAD', note('f', 'hers'));
    sync(her());
    his().annotate('HEAD', note('f', 'his'));
    his().annotate('HEAD~1', note('g', 'his'));
    const before = [tipOf(remote), tipOf(his())];
    const { dry_run, ...foreseen } = json(sync(his(), '--dry-run', '--json'));
    expect(dry_run).toBe(true);
    expect([tipOf(remote), tipOf(his())]).toEqual(before);
    const { dry_run: _, ...done } = json(sync(his(), '--json'));
    expect(done).toEqual(foreseen);
  });

  test('is not led to overwrite notes by a forced refspec of the config', async () => {
    her().annotate('HEAD', note('f', 'hers'));
    await syncWith(her());
    his().git('config', '--add', 'remote.origin.fetch', '+refs/notes/*:refs/notes/*');
    his().annotate('HEAD', note('g', 'his'));
    await syncWith(his());
    expect(noteOf(his(), 'HEAD')).toContain('his');
    expect(noteOf(his(), 'HEAD')).toContain('hers');
  });

  test('keeps a remote without notes as it is when there are none here', () => {
    expect(sync(her()).stdout).toBe('Nothing to do: origin and this clone have the same notes.\n');
    expect(remote.git('for-each-ref', 'refs/notes')).toBe('');
  });

  test('touches no other ref, on neither side', () => {
    her().annotate('HEAD', note('f', 'hers'));
    const others = (repo: Repository) =>
      repo
        .git('for-each-ref')
        .split('\n')
        .filter(line => !/refs\/notes\/(remote\/origin\/)?ultragit$/.test(line));
    her().git('tag', 'local-only');
    const before = [others(her()), others(remote)];
    sync(her());
    expect([others(her()), others(remote)]).toEqual(before);
    expect(tipOf(remote)).toBe(tipOf(her()));
  });

  test('works in a linked worktree', () => {
    const linked = her().addWorktree();
    linked.annotate('HEAD', note('f', 'hers'));
    expect(sync(linked).stdout).toBe('Received 0 notes from origin, sent 1.\n');
  });

  test('takes an address that is relative to the work tree from any directory in it', () => {
    her().git('remote', 'set-url', 'origin', relative(her().path, remote.path));
    her().annotate('HEAD', note('f', 'hers'));
    const cwd = subdirectory(her(), 'deep/down');
    expect(ultragit(her(), ['sync'], { cwd, env }).stdout).toBe('Received 0 notes from origin, sent 1.\n');
  });
});

describe('what goes wrong', () => {
  const cases: [string, () => void, string[], RegExp][] = [
    [
      'no remote',
      () => her().git('remote', 'remove', 'origin'),
      [],
      /^ultragit: This repository has no remote/,
    ],
    [
      'an unknown remote',
      () => {},
      ['upstream'],
      /^ultragit: There is no remote upstream\.\n {2}The remotes are: origin\./,
    ],
    [
      'several remotes',
      () => {
        her().git('remote', 'rename', 'origin', 'one');
        her().git('remote', 'add', 'two', 'x');
      },
      [],
      /^ultragit: There are several remotes, and none is called origin\.\n {2}Say which one\. The remotes are: one, two\./,
    ],
    [
      'nothing at the address',
      () => her().git('remote', 'set-url', 'origin', '/nonexistent/x.git'),
      [],
      /^ultragit: There is no repository at the address of the remote origin\./,
    ],
    [
      'a transport that runs programs',
      () => {
        her().git('remote', 'set-url', 'origin', 'ext::sh -c touch% /tmp/never');
        her().git('config', 'protocol.ext.allow', 'always');
      },
      [],
      /^ultragit: The address of the remote origin asks for the transport ext, which is not used\./,
    ],
    [
      'a remote with a program of its own',
      () => her().git('config', 'remote.origin.vcs', '/evil'),
      [],
      /^ultragit: The remote origin is reached by a program of its own\./,
    ],
    ['a bad ref', () => {}, ['--noteref', 'refs/heads/main'], /^ultragit: /],
  ];

  test.each(cases)('%s is said in a sentence', (_name, prepare, args, expected) => {
    her().annotate('HEAD', note('f', 'hers'));
    prepare();
    const run = sync(her(), ...args);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(expected);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    expect(run.status).toBeGreaterThan(0);
    expect(noteOf(her(), 'HEAD')).toContain('hers');
  });

  test('a remote that takes no notes is named, and ours are kept', () => {
    mkdirSync(join(remote.path, 'hooks'), { recursive: true });
    const hook = join(remote.path, 'hooks/pre-receive');
    writeFileSync(hook, '#!/bin/sh\nexit 1\n');
    chmodSync(hook, 0o755);
    her().annotate('HEAD', note('f', 'hers'));
    const run = sync(her());
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/^ultragit: The remote origin does not take the notes\./);
    expect(noteOf(her(), 'HEAD')).toContain('hers');
  });

  test('a note that is no text is not merged with another, and nothing is changed', () => {
    her().annotate('HEAD', Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    sync(her());
    his().annotate('HEAD', note('f', 'his'));
    const before = tipOf(his());
    const run = sync(his());
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/can't be merged: one of them is not text\./);
    expect(tipOf(his())).toBe(before);
  });
});
