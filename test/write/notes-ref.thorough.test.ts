// Notes are written as git itself would write them, one change after the other, whoever else writes.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findGit } from '../../src/git/run/place.ts';
import { openWriter } from '../../src/write/git.ts';
import { changeNotes, type NoteContent, notesTip, noteText } from '../../src/write/notes-ref.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

const REF = 'refs/notes/ultragit';

async function writerOf(repo: Repository, env: Record<string, string> = {}) {
  const writer = await openWriter(repo.path, { ...repo.env, ...env });
  onTestFinished(() => writer.repository.close());
  return writer;
}

/** Sets the notes of these objects, or takes them off. */
async function set(repo: Repository, notes: Record<string, string | undefined>, ref = REF) {
  const contents = Object.entries(notes).map(([object, text]): [string, NoteContent | undefined] => [
    object,
    text === undefined ? undefined : { text },
  ]);
  const writer = await writerOf(repo);
  return changeNotes(writer, ref, async () => ({ notes: new Map(contents), message: 'Annotate' }));
}

const notesOf = (repo: Repository, ref = REF) =>
  repo
    .git('notes', `--ref=${ref}`, 'list')
    .split('\n')
    .filter(Boolean)
    .map(line => line.split(' ')[1] ?? '')
    .sort();

const paths = (repo: Repository, ref = REF) =>
  repo.git('ls-tree', '-r', '--name-only', ref).split('\n').filter(Boolean);

/** A repository with so many commits and no notes; their ids. */
async function withCommits(count: number): Promise<{ repo: Repository; commits: string[] }> {
  const repo = await buildRepository('plain-history');
  const stream = Array.from(
    { length: count },
    (_, at) => `commit refs/heads/many\ncommitter A <a@example.com> ${1_700_000_000 + at} +0000\ndata 1\nx\n`,
  );
  repo.gitBytes(['fast-import', '--quiet'], stream.join(''));
  return { repo, commits: repo.git('rev-list', 'many').split('\n') };
}

test('the first note makes the ref, and names the user as git would', async () => {
  const repo = await buildRepository('plain-history');
  const head = repo.git('rev-parse', 'HEAD');
  await set(repo, { [head]: 'why: ünïcode\n' });
  expect(repo.git('notes', `--ref=${REF}`, 'show', head)).toBe('why: ünïcode');
  expect(repo.git('log', '--format=%an <%ae> %cn <%ce> %s %P', REF)).toBe(
    'Test Author <author@example.com> Test Committer <committer@example.com> Annotate ',
  );
});

test.each(['sha256', 'bare', 'worktree'])('%s repositories are written to, too', async shape => {
  const options = shape === 'sha256' ? { objectFormat: 'sha256' as const } : { bare: shape === 'bare' };
  const main = await buildRepository('plain-history', options);
  const repo = shape === 'worktree' ? main.addWorktree() : main;
  const head = repo.git('rev-parse', 'main');
  await set(repo, { [head]: 'one' });
  const tip = await set(repo, { [head]: 'two' });
  expect(main.git('notes', `--ref=${REF}`, 'show', head)).toBe('two');
  expect(main.git('rev-parse', REF)).toBe(tip.commit);
});

test('the tree is the one that git writes, fan-out included, note by note or all at once', async () => {
  const { repo, commits } = await withCommits(400);
  const texts = Object.fromEntries(commits.map((id, at) => [id, `note ${at % 3}`]));
  await set(repo, texts, 'refs/notes/at-once');
  for (let at = 0; at < commits.length; at += 40) {
    await set(repo, Object.fromEntries(Object.entries(texts).slice(at, at + 40)), 'refs/notes/in-turns');
  }
  // From a tree without fan-out, which git takes apart when it writes to it.
  const flat = repo.git('notes', '--ref=refs/notes/at-once', 'list').split('\n');
  const root = tree(
    repo,
    flat.map(line => `100644 blob ${line.replace(' ', '\t')}`),
  );
  repo.git('update-ref', 'refs/notes/git', repo.git('commit-tree', root, '-m', 'made'));
  const [first = ''] = commits;
  const [blob = ''] = flat.find(line => line.endsWith(first))?.split(' ') ?? [];
  repo.git('notes', '--ref=refs/notes/git', 'add', '-f', '-m', 'other', first);
  repo.git('notes', '--ref=refs/notes/git', 'add', '-f', '-C', blob, first);
  const byGit = repo.git('rev-parse', 'refs/notes/git^{tree}');
  expect(paths(repo, 'refs/notes/git')[0]).toMatch(/^..\/.{38}$/);
  expect(repo.git('rev-parse', 'refs/notes/at-once^{tree}')).toBe(byGit);
  expect(repo.git('rev-parse', 'refs/notes/in-turns^{tree}')).toBe(byGit);
});

test('a note that is there keeps its path, and everything else in the tree stays', async () => {
  const { repo, commits } = await withCommits(3);
  const [a = '', b = '', c = ''] = commits;
  const blob = repo.gitBytes(['hash-object', '-w', '--stdin'], 'old').toString().trim();
  const sub = tree(repo, [`100644 blob ${blob}\t${a.slice(4)}`, `100755 blob ${blob}\tfile`]);
  const top = tree(repo, [`040000 tree ${sub}\t${a.slice(2, 4)}`]);
  const root = tree(repo, [
    `040000 tree ${top}\t${a.slice(0, 2)}`,
    `100644 blob ${blob}\t${b}`,
    `120000 blob ${blob}\tread me`,
    `100644 blob ${blob}\t"\\377\\n\\"x"`,
  ]);
  repo.git('update-ref', REF, repo.git('commit-tree', root, '-m', 'made'));
  const before = paths(repo);
  await set(repo, { [a]: 'new', [b]: 'new' });
  expect(paths(repo)).toEqual(before);
  await set(repo, { [c]: 'new', [b]: undefined });
  expect(paths(repo).sort()).toEqual([...before.filter(path => path !== b), c].sort());
  expect(repo.git('notes', `--ref=${REF}`, 'show', a)).toBe('new');
  expect(repo.git('ls-tree', REF, 'read me')).toBe(`120000 blob ${blob}\tread me`);
  await set(repo, { [c]: undefined });
  expect(notesOf(repo)).toEqual([a]);
});

const tree = (repo: Repository, lines: string[]) =>
  repo
    .gitBytes(['mktree', '--missing'], `${lines.join('\n')}\n`)
    .toString()
    .trim();

test('a note in two places becomes one, with all that was said', async () => {
  const { repo, commits } = await withCommits(1);
  const [a = ''] = commits;
  const blobs = ['one', 'two'].map(text =>
    repo.gitBytes(['hash-object', '-w', '--stdin'], text).toString().trim(),
  );
  const sub = tree(repo, [`100644 blob ${blobs[0]}\t${a.slice(2)}`]);
  const root = tree(repo, [`040000 tree ${sub}\t${a.slice(0, 2)}`, `100644 blob ${blobs[1]}\t${a}`]);
  repo.git('update-ref', REF, repo.git('commit-tree', root, '-m', 'made'));
  const writer = await writerOf(repo);
  await changeNotes(writer, REF, async tip => {
    const text = (await noteText(writer, tip, a))?.toString() ?? '';
    expect(text.split('\n\n').sort()).toEqual(['one', 'two']);
    return { notes: new Map([[a, { text }]]), message: 'Join' };
  });
  expect(paths(repo)).toEqual([a]);
});

test('the last note that is taken off leaves an empty tree, and others can follow', async () => {
  const { repo, commits } = await withCommits(2);
  const [a = '', b = ''] = commits;
  await set(repo, { [a]: 'x' });
  await set(repo, { [a]: undefined });
  expect(paths(repo)).toEqual([]);
  await set(repo, { [b]: 'y' });
  expect(notesOf(repo)).toEqual([b]);
});

test('20 writers at once lose nothing: neither notes nor lines of the same note', async () => {
  const { repo, commits } = await withCommits(20);
  const [shared = ''] = commits;
  await Promise.all(
    commits.map(async (id, at) => {
      const writer = await writerOf(repo);
      await changeNotes(writer, REF, async tip => {
        const text = (await noteText(writer, tip, shared))?.toString() ?? '';
        const notes = new Map([[id, { text: `own ${at}` }]]);
        return { notes: notes.set(shared, { text: `${text}line ${at}\n` }), message: `Annotate ${at}` };
      });
    }),
  );
  expect(notesOf(repo)).toEqual([...commits].sort());
  const lines = repo.git('notes', `--ref=${REF}`, 'show', shared).split('\n');
  expect(lines.sort()).toEqual(commits.map((_, at) => `line ${at}`).sort());
  expect(repo.git('rev-list', '--count', REF)).toBe('20');
});

test.each(
  ['hash-object', 'mktree', 'commit-tree', 'update-ref'].flatMap(command => [
    [command, 'before'],
    [command, 'after'],
  ]),
)('git killed at %s, %s it has worked, leaves the old note or the new one', async (command, when) => {
  const repo = await buildRepository('plain-history');
  const head = repo.git('rev-parse', 'HEAD');
  await set(repo, { [head]: 'old' });
  const room = temporaryDirectory();
  const real = findGit(repo.env.PATH);
  const work = when === 'after' ? `"${real}" "$@" >/dev/null` : ':';
  writeFileSync(
    join(room, 'git'),
    `#!/bin/sh\ncase " $* " in *" ${command} "*) ${work}; kill -KILL $$;; esac\nexec "${real}" "$@"\n`,
  );
  chmodSync(join(room, 'git'), 0o755);
  const writer = await writerOf(repo, { PATH: `${room}:${repo.env.PATH}` });
  const change = changeNotes(writer, REF, async () => ({
    notes: new Map([[head, { text: 'new' }]]),
    message: 'Annotate',
  }));
  await expect(change).rejects.toMatchObject({ code: 'git_failed' });
  const isMoved = command === 'update-ref' && when === 'after';
  expect(repo.git('notes', `--ref=${REF}`, 'show', head)).toBe(isMoved ? 'new' : 'old');
  repo.git('fsck', '--strict');
  await set(repo, { [head]: 'newer' });
  expect(repo.git('notes', `--ref=${REF}`, 'show', head)).toBe('newer');
});

test('a ref that stands for a branch is not written to', async () => {
  const repo = await buildRepository('plain-history');
  const head = repo.git('rev-parse', 'HEAD');
  repo.git('symbolic-ref', REF, 'refs/heads/main');
  await expect(set(repo, { [head]: 'x' })).rejects.toMatchObject({
    code: 'not_written',
    message: 'refs/notes/ultragit stands for refs/heads/main, which is no notes ref.',
  });
  expect(repo.git('rev-parse', 'main')).toBe(head);
});

test('a ref that stands for a branch which is not there does not make it', async () => {
  const repo = await buildRepository('plain-history');
  const head = repo.git('rev-parse', 'HEAD');
  const refs = repo.git('for-each-ref');
  repo.git('symbolic-ref', 'refs/notes/between', 'refs/heads/planted');
  repo.git('symbolic-ref', REF, 'refs/notes/between');
  await expect(set(repo, { [head]: 'x' })).rejects.toMatchObject({
    code: 'not_written',
    message: 'refs/notes/ultragit stands for refs/heads/planted, which is no notes ref.',
  });
  expect(repo.git('for-each-ref')).toBe(refs);
});

test('a ref that leads to no commit, a tree with a hole: refused, nothing lost', async () => {
  const { repo, commits } = await withCommits(1);
  const [a = ''] = commits;
  const blob = repo.gitBytes(['hash-object', '-w', '--stdin'], 'x').toString().trim();
  repo.git('update-ref', 'refs/notes/blob', blob);
  await expect(set(repo, { [a]: 'x' }, 'refs/notes/blob')).rejects.toMatchObject({ code: 'not_written' });
  const root = tree(repo, [`040000 tree ${'1'.repeat(40)}\t${a.slice(0, 2)}`]);
  const commit = repo.git('commit-tree', root, '-m', 'made');
  repo.git('update-ref', REF, commit);
  await expect(set(repo, { [a]: 'x' })).rejects.toMatchObject({
    message: 'Part of the tree of notes is missing or damaged: nothing was written.',
  });
  expect(repo.git('rev-parse', REF)).toBe(commit);
});

test('a lock that a killed git left is named', async () => {
  const repo = await buildRepository('plain-history');
  const head = repo.git('rev-parse', 'HEAD');
  mkdirSync(join(repo.path, '.git/refs/notes'), { recursive: true });
  writeFileSync(join(repo.path, '.git/refs/notes/ultragit.lock'), '');
  await expect(set(repo, { [head]: 'x' })).rejects.toMatchObject({
    code: 'not_written',
    message: 'Another git process holds the lock of refs/notes/ultragit.',
  });
});

test('who git does not know can not write, and is told what to do', async () => {
  const repo = await buildRepository('plain-history');
  const head = repo.git('rev-parse', 'HEAD');
  repo.git('config', 'user.useConfigOnly', 'true');
  const { PATH = '', HOME = '' } = repo.env;
  const writer = await openWriter(repo.path, { PATH, HOME });
  onTestFinished(() => writer.repository.close());
  const change = changeNotes(writer, REF, async () => ({
    notes: new Map([[head, { text: 'x' }]]),
    message: 'A',
  }));
  await expect(change).rejects.toMatchObject({
    code: 'no_identity',
    message: 'git does not know who you are, so nothing was written.',
  });
  expect(await notesTip(writer, REF)).toEqual({ ref: REF });
});
