import { expect, test } from 'vitest';
import { requireWriting } from '../../../src/git/run/writing.ts';
import * as calls from '../../../src/write/calls.ts';
import * as sharing from '../../../src/write/share/calls.ts';

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

const up = '--upload-pack=git-upload-pack';
const copy = 'refs/notes/remote/team/x/ultragit';

const SHARING = {
  listSettings: [sharing.listSettings()],
  addSetting: [
    sharing.addSetting('notes.rewriteRef', ref),
    sharing.addSetting('remote.team/x.fetch', `+${ref}*:${copy}*`),
  ],
  removeSetting: [sharing.removeSetting('notes.rewriteMode', 'concatenate')],
  replaceSetting: [sharing.replaceSetting('remote.origin.fetch', '+a:b', '+refs/notes/*:refs/notes/*')],
  fetchNotes: [sharing.fetchNotes('team/x', ref, copy)],
  pushNotes: [sharing.pushNotes('origin', b, ref)],
  listRemoteNotes: [sharing.listRemoteNotes('origin')],
} satisfies Record<keyof typeof sharing, unknown>;

test.each(Object.entries<readonly { args: readonly string[] }[]>({ ...CALLS, ...SHARING }))(
  '%s is in the list of what may run',
  (_name, all) => {
    for (const { args } of all) expect(() => requireWriting(args)).not.toThrow();
  },
);

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
  [['config', '--local', '--add', 'core.hooksPath', 'x']],
  [['config', '--global', '--add', 'notes.rewriteRef', ref]],
  [['config', '--local', '--add', 'notes.rewriteRef', '--global']],
  [['config', '--local', '--fixed-value', '--unset-all', 'core.bare', 'true']],
  [['fetch', up, '--quiet', '--', 'origin', `+${ref}:${ref}`]],
  [['fetch', up, '--quiet', '--', 'origin', `+refs/heads/*:${copy}`]],
  [['fetch', up, '--quiet', '--', '--upload-pack=x', `+${ref}:${copy}`]],
  [['fetch', '--upload-pack=x', '--', 'origin', `+${ref}:${copy}`]],
  [['fetch', up, '--quiet', '--', 'ext::x', `+${ref}:${copy}`]],
  [['push', '--receive-pack=git-receive-pack', '--porcelain', '--', 'origin', `+${a}:${ref}`]],
  [['push', '--receive-pack=git-receive-pack', '--porcelain', '--', 'origin', `${a}:refs/heads/main`]],
  [['push', '--receive-pack=git-receive-pack', '--porcelain', '--', 'origin', `:${ref}`]],
  [['push', '--receive-pack=git-receive-pack', '--force', '--', 'origin', `${a}:${ref}`]],
  [['ls-remote', '--upload-pack=x', '--refs', '--', 'origin', 'refs/notes/*']],
])('refused: git %j', args => {
  expect(() => requireWriting(args)).toThrow(/^Not a git command that writes notes: /);
});
