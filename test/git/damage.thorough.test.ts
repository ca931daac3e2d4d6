// What is damaged or missing is named as that, and hides nothing else.
import {
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { UltragitError } from '../../src/errors.ts';
import { hintsFor } from '../../src/errors.ts';
import { ask, openWorkspace } from '../support/ask.ts';
import { read, summary } from '../support/queries.ts';
import { buildRepository, openClone, type Repository } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';
const NOTES = 'refs/notes/ultragit';

/** A repository without packs, so that each object is a file. */
async function loose(): Promise<Repository> {
  const repo = await buildRepository('mqtt-client');
  const packs = join(repo.path, '.git/objects/pack');
  const contents = readdirSync(packs)
    .filter(name => name.endsWith('.pack'))
    .map(name => readFileSync(join(packs, name)));
  for (const name of readdirSync(packs)) rmSync(join(packs, name));
  for (const pack of contents) repo.gitBytes(['unpack-objects', '-q'], pack);
  return repo;
}

const fileOf = (repo: Repository, id: string) => join(repo.path, '.git/objects', id.slice(0, 2), id.slice(2));

type Harm = (repo: Repository, id: string) => void;

/** Three ways to lose an object. */
const HARM: Record<'missing' | 'garbled' | 'replaced', Harm> = {
  missing: (repo, id) => rmSync(fileOf(repo, id)),
  /** Type and size can still be read. */
  garbled: (repo, id) => {
    const file = fileOf(repo, id);
    const bytes = readFileSync(file);
    bytes.fill(0x55, bytes.length >> 1);
    chmodSync(file, 0o644);
    writeFileSync(file, bytes);
  },
  replaced: (repo, id) => {
    chmodSync(fileOf(repo, id), 0o644);
    writeFileSync(fileOf(repo, id), 'garbage');
  },
};
const WAYS = Object.keys(HARM) as (keyof typeof HARM)[];

function harm(repo: Repository, revision: string, way: keyof typeof HARM): string {
  const id = repo.git('rev-parse', revision);
  HARM[way](repo, id);
  return id;
}

async function failureOf(answer: Promise<unknown>): Promise<UltragitError> {
  return answer.then(
    () => expect.fail('there was an answer'),
    (error: UltragitError) => error,
  );
}

const summarise = async (repo: Repository, path: string) => summary(await openWorkspace(repo), { path });

describe('HEAD', () => {
  test.each(['ref:refs/heads/main\n', 'ref:  refs/heads/main\n', 'ref:\trefs/heads/main  \n'])(
    'is read as git reads %j',
    async text => {
      const repo = await buildRepository('mqtt-client');
      writeFileSync(join(repo.path, '.git/HEAD'), text);
      const expected = repo.git('rev-parse', 'HEAD');
      const workspace = await openWorkspace(repo);
      expect((await workspace.repository.head())?.id).toBe(expected);
    },
  );

  test('may be a link to a branch, or an id in capitals with something behind it', async () => {
    const repo = await buildRepository('mqtt-client');
    const expected = repo.git('rev-parse', 'HEAD');
    rmSync(join(repo.path, '.git/HEAD'));
    symlinkSync('refs/heads/main', join(repo.path, '.git/HEAD'));
    const { repository } = await openWorkspace(repo);
    expect((await repository.head())?.id).toBe(expected);
    rmSync(join(repo.path, '.git/HEAD'));
    writeFileSync(join(repo.path, '.git/HEAD'), `${expected.toUpperCase()}\tmore\n`);
    expect(repo.git('rev-parse', 'HEAD')).toBe(expected);
    expect((await repository.head())?.id).toBe(expected);
  });

  test('may name a commit of more than a mebibyte', async () => {
    const repo = await buildRepository('mqtt-client');
    const message = `Large\n\n${'x'.repeat(99)}\n`.padEnd(3_000_000, 'many words ');
    const tree = repo.git('rev-parse', 'HEAD^{tree}');
    const id = repo.gitBytes(['commit-tree', tree, '-p', 'HEAD'], message).toString().trim();
    repo.git('update-ref', 'refs/heads/main', id);
    expect((await ask(repo, FILE)).regions.length).toBeGreaterThan(0);
  });

  test.each(WAYS)('names a commit that is %s', async way => {
    const repo = await loose();
    const id = harm(repo, 'HEAD', way);
    const error = await failureOf(ask(repo, FILE));
    const commit = id.slice(0, 12);
    expect(error.message).toBe(
      way === 'garbled'
        ? `HEAD can't be read: its commit ${commit} is damaged.`
        : `HEAD can't be read: it names ${commit}, which is missing from this clone or damaged.`,
    );
    expect(hintsFor('terminal', error).join()).toContain('git fsck');
  });

  test('names a commit that is none, or nothing at all', async () => {
    const repo = await buildRepository('mqtt-client');
    const branch = join(repo.path, '.git/refs/heads/main');
    const nonsense = repo.gitBytes(['hash-object', '-t', 'commit', '--literally', '-w', '--stdin'], 'x\n');
    for (const [text, problem] of [
      [nonsense, /its commit \w+ is damaged/],
      [`${repo.git('rev-parse', 'HEAD^{tree}')}\n`, /it names a tree, not a commit/],
      ['', /its file names no object/],
      ['\0'.repeat(41), /its file names no object/],
    ] as const) {
      writeFileSync(branch, text);
      expect((await failureOf(ask(repo, FILE))).message).toMatch(problem);
    }
  });

  test('is no file of git any more, so that git finds no repository', async () => {
    const repo = await buildRepository('mqtt-client');
    const head = join(repo.path, '.git/HEAD');
    writeFileSync(head, 'nonsense\n');
    expect(await failureOf(ask(repo, FILE))).toMatchObject({
      code: 'git_failed',
      message: `The repository is damaged: ${head} names neither a branch nor a commit.`,
    });
    rmSync(head);
    expect((await failureOf(ask(repo, FILE))).message).toBe(`The repository is damaged: ${head} is missing.`);
  });

  test('is gone with the repository that a worktree belongs to', async () => {
    const repo = await buildRepository('mqtt-client');
    const linked = repo.addWorktree();
    rmSync(join(repo.path, '.git'), { recursive: true });
    const { message } = await failureOf(ask(linked, FILE));
    expect(message).toMatch(/\.git names .*\/worktrees\/.*, which does not exist\.$/);
    writeFileSync(join(linked.path, '.git'), 'nonsense\n');
    expect((await failureOf(ask(linked, FILE))).message).toMatch(
      /git failed|is a file that names no git directory/,
    );
  });
});

describe('notes', () => {
  test.each(WAYS)('one that is %s is counted, and the others are read', async way => {
    const repo = await loose();
    const all = (await ask(repo, FILE)).regions.length;
    const [object = '', blob = ''] = noteAbout(repo, 'HEAD~1');
    HARM[way](repo, blob);
    const { regions, notices } = await ask(repo, FILE);
    expect(regions.length).toBeGreaterThan(0);
    expect(regions.length).toBeLessThanOrEqual(all);
    expect(notices).toContainEqual(
      expect.objectContaining({
        code: 'notes_unread',
        message: expect.stringContaining(
          `1 note could not be read: ${object.slice(0, 12)} (the note is ${way === 'missing' ? 'missing from this clone' : 'damaged'})`,
        ),
      }),
    );
  });

  test('one that is damaged in a pack after it was indexed', async () => {
    const repo = await buildRepository('mqtt-client');
    await read(await openWorkspace(repo, { useCache: true }), { path: FILE });
    repo.git('repack', '-adq');
    const [, blob = ''] = noteAbout(repo, 'HEAD~1');
    damageInPack(repo, blob);
    const { regions, notices } = await read(await openWorkspace(repo, { useCache: true }), { path: FILE });
    expect(regions.length).toBeGreaterThan(0);
    expect(JSON.stringify(notices)).toContain('(the note is damaged)');
  });

  test('all of them damaged is counted, not an error', async () => {
    const repo = await loose();
    for (let count = 0; count < 30; count++) repo.annotate(repo.commit(`More ${count}`), `text ${count}`);
    const notes = notesOf(repo);
    for (const [, blob] of notes) HARM.garbled(repo, blob);
    const { notices } = await ask(repo, FILE);
    expect(JSON.stringify(notices)).toContain(`${notes.length} notes could not be read`);
  });

  test.each(['', '^{tree}'].flatMap(what => WAYS.map(way => [what || '^{commit}', way] as const)))(
    'their %s is %s',
    async (what, way) => {
      const repo = await loose();
      harm(repo, NOTES + what, way);
      const { regions, notices } = await ask(repo, FILE);
      expect(regions).toEqual([]);
      const notice = expect.objectContaining({
        code: 'notes_ref_unread',
        message: expect.stringMatching(/refs\/notes\/ultragit can't be read: .*damaged/),
        fix: expect.stringContaining('git fsck'),
      });
      expect(notices).toContainEqual(notice);
      expect(JSON.stringify(notices)).not.toMatch(/not exist|nothing is annotated/i);
    },
  );

  test.each(['tree:0', 'blob:none'])('a clone with --filter=%s lacks what it was not given', async filter => {
    const repo = await buildRepository('mqtt-client');
    repo.git('config', 'uploadpack.allowFilter', 'true');
    const clone = openClone(repo, { notes: true }, `--filter=${filter}`);
    const { notices } = await summarise(clone, 'src');
    expect(JSON.stringify(notices)).toMatch(
      filter === 'tree:0' ? /can't be read: part of its tree is missing/ : /the note is missing/,
    );
  });
});

describe('code', () => {
  test.each(WAYS)('a file whose content is %s', async way => {
    const repo = await loose();
    harm(repo, `HEAD:${FILE}`, way);
    const error = await failureOf(ask(repo, FILE));
    expect(error.message).toBe(
      `The content of ${FILE} is ${way === 'missing' ? 'not in' : 'damaged in'} this clone.`,
    );
    expect((await summarise(repo, 'src')).units.length).toBeGreaterThan(0);
  });

  test.each(WAYS)('a directory whose list of files is %s', async way => {
    const repo = await loose();
    harm(repo, 'HEAD:src', way);
    const error = await failureOf(summarise(repo, 'src'));
    expect(error.message).toBe(
      `The content of src is ${way === 'missing' ? 'not in' : 'damaged in'} this clone.`,
    );
    expect((await failureOf(ask(repo, FILE))).message).toMatch(/damaged|not in this clone/);
  });

  test.each(WAYS)('an older commit that is %s', async way => {
    const repo = await loose();
    harm(repo, 'HEAD~2', way);
    expect((await failureOf(ask(repo, FILE))).message).toMatch(/damaged/);
  });

  test('a tree that arrives later is found then', async () => {
    const repo = await loose();
    const id = repo.git('rev-parse', 'HEAD:src');
    const bytes = readFileSync(fileOf(repo, id));
    rmSync(fileOf(repo, id));
    const workspace = await openWorkspace(repo);
    await failureOf(read(workspace, { path: FILE }));
    writeFileSync(fileOf(repo, id), bytes);
    expect((await read(workspace, { path: FILE })).regions.length).toBeGreaterThan(0);
  });
});

test.each(['all of it', 'cut short', 'empty'])('a pack that is damaged: %s', async how => {
  const repo = await buildRepository('mqtt-client');
  repo.git('repack', '-adq');
  const pack = packOf(repo);
  if (how === 'all of it') writeFileSync(pack, readFileSync(pack).fill(0x55, 12));
  else truncateSync(pack, how === 'empty' ? 0 : 100);
  expect((await failureOf(ask(repo, FILE))).message).toMatch(
    /^HEAD can't be read: .* is missing from this clone or damaged\.$/,
  );
});

function notesOf(repo: Repository): [object: string, blob: string][] {
  return repo
    .git('ls-tree', '-r', NOTES)
    .split('\n')
    .map(line => {
      const [, , blob = '', path = ''] = line.split(/\s/);
      return [path.replaceAll('/', ''), blob];
    });
}

function noteAbout(repo: Repository, revision: string): [object: string, blob: string] {
  const notes = notesOf(repo);
  const id = repo.git('rev-parse', revision);
  return notes.find(([object]) => object === id) ?? notes[0]!;
}

function packOf(repo: Repository): string {
  const directory = join(repo.path, '.git/objects/pack');
  const name = readdirSync(directory).find(entry => entry.endsWith('.pack'));
  const file = join(directory, name ?? '');
  chmodSync(file, 0o644);
  return file;
}

/** Where an object is in its pack is in the table that `verify-pack` prints. */
function damageInPack(repo: Repository, id: string): void {
  const pack = packOf(repo);
  const row = repo
    .git('verify-pack', '-v', pack)
    .split('\n')
    .find(line => line.startsWith(id));
  const [, , , size = '0', offset = '0'] = row?.split(/\s+/) ?? [];
  const bytes = readFileSync(pack);
  writeFileSync(pack, bytes.fill(0x55, Number(offset) + 8, Number(offset) + Number(size)));
}
