import { expect, test } from 'vitest';
import { requireWriting } from '../../../src/git/run/writing.ts';
import * as calls from '../../../src/write/calls.ts';

const [a, b] = ['a'.repeat(40), 'b'.repeat(64)];
const ref = 'refs/notes/ultragit';

const CALLS = {
  whoWrites: [calls.whoWrites()],
  lookUpRef: [calls.lookUpRef(ref)],
  lookUpTarget: [calls.lookUpTarget(ref)],
  writeBlob: [calls.writeBlob('text')],
  writeTrees: [calls.writeTrees([])],
  writeCommit: [calls.writeCommit(a, [], 'x'), calls.writeCommit(b, [a, b], 'x')],
  moveRef: [calls.moveRef(ref, a, undefined, 'Annotate x'), calls.moveRef(ref, b, b, '-d')],
} satisfies Record<keyof typeof calls, unknown>;

test.each(Object.entries(CALLS))('%s is in the list of what may run', (_name, all) => {
  for (const { args } of all) expect(() => requireWriting(args)).not.toThrow();
});

test.each([
  [[]],
  [['notes', 'add', '-m', 'x']],
  [['toString']],
  [['hash-object', '-w', 'file']],
  [['hash-object', '-w', '--stdin', '--path', 'x']],
  [['var', 'GIT_EDITOR']],
  [['update-ref', '-m', 'x', 'refs/heads/main', a, a]],
  [['update-ref', '-m', 'x\nrefs/notes/x', 'refs/heads/main', a, a]],
  [['update-ref', '-d', ref]],
  [['update-ref', '-m', 'x', ref, a]],
  [['for-each-ref', '--shell', '--format=%(refname) %(objectname) %(symref)', ref]],
  [['symbolic-ref', ref, 'refs/heads/main']],
  [['commit-tree', a, '-S', '-F', '-']],
  [['mktree', '--batch']],
  [['-c', 'alias.x=!y', 'x']],
])('refused: git %j', args => {
  expect(() => requireWriting(args)).toThrow(/^Not a git command that writes notes: /);
});
