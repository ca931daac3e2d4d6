// What may run in the private directory, where a command that writes breaks the repository without a word.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as calls from '../../../src/git/calls.ts';
import * as changeCalls from '../../../src/git/change-calls.ts';
import { listConfig } from '../../../src/git/config-entries.ts';
import * as diffCalls from '../../../src/git/diff-calls.ts';
import * as patchCalls from '../../../src/git/patch-calls.ts';
import { remoteOf } from '../../../src/git/remote-address.ts';
import { requireReadOnly } from '../../../src/git/run/read-only.ts';
import type { GitCall } from '../../../src/git/run/runner.ts';

const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];
const path = '--output=x';

/** Every call, with paths and revisions that look like options. */
const CALLS = {
  blameCall: calls.blameCall(a, path, { lines: [{ start: 1, end: 2 }], ignoreRevsFile: '/x', stops: [b] }),
  filesOf: calls.filesOf(a),
  inTopologicalOrder: calls.inTopologicalOrder(a, [b]),
  lastTouch: calls.lastTouch(a, path),
  lineagesBeyond: calls.lineagesBeyond(a, [b], 3),
  listGraph: calls.listGraph(a),
  listBetween: calls.listBetween(a, b, 10),
  listBeyond: calls.listBeyond(a, [b]),
  mergeBase: calls.mergeBase(a, b),
  mergeBases: calls.mergeBases(a, b),
  removalsOf: calls.removalsOf(a, path),
  removalsOfEach: calls.removalsOfEach(a, [path]),
  renamesIn: calls.renamesIn(a),
  renamesInEach: changeCalls.renamesInEach([{ commit: a }, { commit: a, parent: b }]),
  renamesOf: calls.renamesOf(a, path),
  revertsSince: calls.revertsSince(a, b, [a]),
  resolveCommit: calls.resolveCommit(path),
  resolveShortened: calls.resolveShortened([path]),
  samePatch: calls.samePatch(a, b, [b]),
  timesMeant: calls.timesMeant([path]),
  addedLines: changeCalls.addedLines([a]),
  changesOfEach: changeCalls.changesOfEach([{ commit: a }, { commit: a, parent: b }]),
  filesMentioning: changeCalls.filesMentioning(a, [path]),
  changedFiles: changeCalls.changedFiles([a]),
  commitsMentioning: changeCalls.commitsMentioning([path], a, 3),
  commitsSaying: changeCalls.commitsSaying(path, a, [b]),
  changesBetween: diffCalls.changesBetween(a, b),
  stagedChanges: diffCalls.stagedChanges(a),
  tracksFile: diffCalls.tracksFile('a'),
  untrackedFiles: diffCalls.untrackedFiles(),
  worktreeChanges: diffCalls.worktreeChanges(a),
  commitsWithEqualPatches: patchCalls.commitsWithEqualPatches(a, [b]),
  patchesOf: patchCalls.patchesOf([a]),
  listConfig: listConfig('[ultragit]\n'),
  remoteOf: remoteOf('[remote "origin"]\n'),
} satisfies Record<string, GitCall<unknown>>;

test.each(Object.entries(CALLS))('%s only reads', (_name, { args }) => {
  expect(() => requireReadOnly(args)).not.toThrow();
});

test('no call is missing above', () => {
  const made = Object.keys({ ...calls, ...changeCalls, ...diffCalls, ...patchCalls }).filter(
    name => !name.startsWith('parse'),
  );
  expect(Object.keys(CALLS).sort()).toEqual([...made, 'listConfig', 'remoteOf'].sort());
  const src = new URL('../../../src/', import.meta.url);
  const users = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && /\bGitCall</.test(readFileSync(new URL(name, src), 'utf8')),
  );
  expect(users.sort()).toEqual(
    [
      'git/calls.ts',
      'git/change-calls.ts',
      'git/config-entries.ts',
      'git/diff-calls.ts',
      'git/known-answers.ts',
      'git/patch-calls.ts',
      'git/remote-address.ts',
      'git/repository.ts',
      'git/run/runner.ts',
    ].sort(),
  );
});

test.each([
  'notes add -m x HEAD',
  'notes list',
  'update-ref refs/heads/x HEAD',
  'symbolic-ref HEAD refs/heads/x',
  'commit -m x',
  'gc',
  'repack -ad',
  'fetch',
  'push',
  'hash-object -w --stdin',
  'cat-file --batch',
  'config user.name x',
  'config --list',
  'config --file - user.name x',
  'config --file .git/config --no-includes -z --list',
  'config --file - --no-includes -z --list --global',
  'config --file - --no-includes -z',
  '-c alias.log=!touch log',
  '-calias.log=!touch log',
  '-C /elsewhere log',
  '--git-dir=/elsewhere log',
  '--exec-path=/elsewhere log',
  '--help',
  'log --output=x',
  'log --output x',
  'log --outp=x HEAD -- file',
  'rev-list --output=x HEAD',
  'diff-tree --output=x HEAD',
  'blame --output=x HEAD -- file',
  'diff-tree -p --ext-diff HEAD',
  'log -p --textconv',
  'log --show-signature',
  'grep -O x HEAD',
  'grep -Oless x HEAD',
  'grep --open-files-in-pager=less x HEAD',
  'grep --textconv x HEAD',
  'Log',
  'blame ',
  '',
])('refused: git %s', line => {
  const args = line === 'blame ' ? ['blame '] : line.split(' ').filter(word => word !== '');
  expect(() => requireReadOnly(args)).toThrow(/^Not a read-only git command: /);
});
