// What can't be read is named as what it is: never "no commits yet", "does not exist" or "nothing is annotated".
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, lines, note, openWorkspace } from '../support/ask.ts';
import { askDeps, askHistory, askSummary } from '../support/ask-queries.ts';
import { deps, history, read, summary } from '../support/queries.ts';
import { buildRepository, openClone, type Repository } from '../support/repository.ts';

const NOTES = 'refs/notes/ultragit';
const NOWHERE = '1'.repeat(40);

type Told = { notices?: { code: string; message: string; fix?: string }[] };

async function annotated(): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add', { 'a.txt': lines('alpha', 4), 'b.txt': lines('beta', 4) });
  const reliance = { file: 'b.txt', nature: 'keeps its order' };
  repo.annotate('HEAD', note({ file: 'a.txt', intent: 'Kept.', semantic_dependencies: [reliance] }));
  return repo;
}

function loose(repo: Repository, id: string): string {
  return join(repo.path, '.git/objects', id.slice(0, 2), id.slice(2));
}

function remove(repo: Repository, rev: string): void {
  rmSync(loose(repo, repo.git('rev-parse', rev)));
}

function damage(repo: Repository, rev: string): void {
  const file = loose(repo, repo.git('rev-parse', rev));
  chmodSync(file, 0o600);
  writeFileSync(file, 'garbage');
}

/** Git itself would refuse to write such a ref. */
function point(repo: Repository, ref: string, text: string): void {
  writeFileSync(join(repo.path, '.git', ref), `${text}\n`);
}

function hash(repo: Repository, type: string, content: string): string {
  const args = ['hash-object', '-t', type, '--literally', '-w', '--stdin'];
  return repo.gitBytes(args, content).toString().trim();
}

describe('HEAD', () => {
  const asked = (repo: Repository) => ask(repo, 'a.txt');

  test.each([
    'ref:refs/heads/main',
    'ref:  refs/heads/main',
    'ref:\trefs/heads/main',
    'ref: refs/heads/main \n\n',
  ])('is read as git reads it: %j', async text => {
    const repo = await annotated();
    writeFileSync(join(repo.path, '.git/HEAD'), text);
    expect(repo.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
    expect((await asked(repo)).regions).toHaveLength(1);
  });

  test('a commit that is missing, by a loose ref, a packed one or none', async () => {
    const repo = await annotated();
    const id = repo.git('rev-parse', 'HEAD');
    const expected = {
      code: 'git_failed',
      message: `HEAD can't be read: it names ${id.slice(0, 12)}, which is missing from this clone or damaged.`,
      hints: [expect.stringContaining('git fsck')],
    };
    remove(repo, 'HEAD');
    await expect(asked(repo)).rejects.toMatchObject(expected);
    writeFileSync(join(repo.path, '.git/HEAD'), `${id}\n`);
    await expect(asked(repo)).rejects.toMatchObject(expected);
    writeFileSync(join(repo.path, '.git/HEAD'), 'ref: refs/heads/main\n');
    rmSync(join(repo.path, '.git/refs/heads/main'));
    writeFileSync(
      join(repo.path, '.git/packed-refs'),
      `# pack-refs with: peeled fully-peeled sorted \n${id} refs/heads/main\n`,
    );
    await expect(asked(repo)).rejects.toMatchObject(expected);
  });

  test('a commit that is damaged', async () => {
    const repo = await annotated();
    damage(repo, 'HEAD');
    await expect(asked(repo)).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringMatching(/damaged/),
    });
  });

  test('a commit that makes no sense, a blob, a file that names nothing', async () => {
    const repo = await annotated();
    const garbage = hash(repo, 'commit', 'not a commit at all\n');
    point(repo, 'refs/heads/main', garbage);
    await expect(asked(repo)).rejects.toThrow(
      `HEAD can't be read: its commit ${garbage.slice(0, 12)} is damaged.`,
    );
    point(repo, 'refs/heads/main', hash(repo, 'blob', 'hello'));
    await expect(asked(repo)).rejects.toThrow("HEAD can't be read: it names a blob, not a commit.");
    point(repo, 'refs/heads/main', 'oh no');
    await expect(asked(repo)).rejects.toThrow("HEAD can't be read: its file names no object.");
  });

  test('a commit above 1 MiB is a commit like any other', async () => {
    const repo = await annotated();
    writeFileSync(join(repo.path, '../message'), 'long '.repeat(300_000));
    repo.git('commit', '-q', '--allow-empty', '-F', '../message');
    expect((await asked(repo)).regions).toHaveLength(1);
  });

  test('a pack that is damaged or missing', async () => {
    const repo = await annotated();
    repo.git('gc', '-q');
    const packs = join(repo.path, '.git/objects/pack');
    const pack = join(packs, readdirSync(packs).find(name => name.endsWith('.pack'))!);
    chmodSync(pack, 0o600);
    const bytes = readFileSync(pack);
    writeFileSync(pack, bytes.fill(0xff, 12, bytes.length - 20));
    await expect(asked(repo)).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringMatching(/damaged/),
    });
    writeFileSync(pack, '');
    await expect(asked(repo)).rejects.toThrow(/is missing from this clone or damaged/);
    rmSync(pack);
    await expect(asked(repo)).rejects.toThrow(/is missing from this clone or damaged/);
  });
});

describe('a notes ref', () => {
  async function told(repo: Repository) {
    const answers: Told[] = [
      await ask(repo, 'a.txt'),
      await askDeps(repo, 'b.txt'),
      await askHistory(repo, 'a.txt'),
      await askSummary(repo, 'a.txt'),
      await askSummary(repo, '.'),
    ];
    const all = answers.map(({ notices = [] }) => {
      expect(notices.map(({ code }) => code)).not.toContain('no_notes_ref');
      expect(JSON.stringify(notices)).not.toMatch(/does not exist|nothing is annotated/);
      const found = notices.filter(({ code }) => code === 'notes_ref_unread');
      expect(found).toHaveLength(1);
      return found[0];
    });
    for (const notice of all) expect(notice).toEqual(all[0]);
    return all[0]!;
  }

  test('that names a blob, a missing object or nothing at all', async () => {
    const repo = await annotated();
    point(repo, NOTES, hash(repo, 'blob', 'hello'));
    expect((await told(repo)).message).toBe(`${NOTES} can't be read: it names a blob, not a commit.`);
    point(repo, NOTES, NOWHERE);
    expect((await told(repo)).message).toBe(
      `${NOTES} can't be read: it names 111111111111, which is missing from this clone or damaged.`,
    );
    point(repo, NOTES, 'garbage');
    expect((await told(repo)).message).toBe(`${NOTES} can't be read: its file names no object.`);
  });

  test('whose commit or tree is missing', async () => {
    const repo = await annotated();
    const [commit, tree] = [repo.git('rev-parse', NOTES), repo.git('rev-parse', `${NOTES}^{tree}`)];
    rmSync(loose(repo, tree));
    const { message, fix } = await told(repo);
    expect(message).toBe(`${NOTES} can't be read: part of its tree is missing from this clone or damaged.`);
    expect(fix).toContain('git fsck');
    rmSync(loose(repo, commit));
    expect((await told(repo)).message).toContain(`it names ${commit.slice(0, 12)}, which is missing`);
  });

  test('whose tree is damaged', async () => {
    const repo = await annotated();
    damage(repo, `${NOTES}^{tree}`);
    expect((await told(repo)).message).toMatch(/part of its tree is missing from this clone or damaged/);
  });

  test('of which a part is missing: the rest is answered', async () => {
    const repo = await annotated();
    const blob = repo.git('rev-parse', `${NOTES}:${repo.git('rev-parse', 'HEAD')}`);
    const head = repo.git('rev-parse', 'HEAD');
    const inner = repo
      .gitBytes(['mktree'], `100644 blob ${blob}\t${head.slice(2)}\n`)
      .toString()
      .trim();
    const rows = [
      `040000 tree ${inner}\t${head.slice(0, 2)}`,
      `040000 tree ${NOWHERE}\t${head.startsWith('00') ? '01' : '00'}`,
    ];
    const tree = repo.gitBytes(
      ['mktree', '--missing'],
      `${rows.sort((a, b) => (a.slice(-2) < b.slice(-2) ? -1 : 1)).join('\n')}\n`,
    );
    point(repo, NOTES, repo.git('commit-tree', tree.toString().trim(), '-m', 'Notes'));
    expect((await told(repo)).message).toContain('part of its tree is missing');
    expect((await ask(repo, 'a.txt')).regions).toHaveLength(1);
  });

  test('in a clone without trees, until they are fetched', async () => {
    const repo = await annotated();
    repo.git('config', 'uploadpack.allowFilter', 'true');
    const clone = openClone(repo, {}, '--filter=tree:0');
    clone.git('log', '-p');
    const workspace = await openWorkspace(clone);
    const first = await read(workspace, { path: 'a.txt' });
    expect(first.notices?.map(({ code }) => code)).toEqual(['notes_ref_unread']);
    clone.git('ls-tree', '-r', NOTES);
    clone.git('notes', '--ref=ultragit', 'show', 'HEAD');
    expect((await read(workspace, { path: 'a.txt' })).regions).toHaveLength(1);
  });

  test('that is not the only source is still named', async () => {
    const repo = await annotated();
    repo.annotate('HEAD', note({ file: 'a.txt', intent: 'Elsewhere.' }), 'refs/notes/chronicle');
    point(repo, NOTES, NOWHERE);
    expect((await ask(repo, 'a.txt')).regions.map(({ intent }) => intent)).toEqual(['Elsewhere.']);
    await told(repo);
  });
});

describe('a note', () => {
  const fixOf = async (repo: Repository) => {
    const { notices = [] } = await ask(repo, 'a.txt');
    const found = notices.find(({ code }) => code === 'notes_unread');
    return `${found?.message} ${found?.fix}`;
  };

  test('above 1 MiB, of an unknown schema or a newer one: the cause, and a remedy that fits it', async () => {
    const repo = await annotated();
    repo.annotate('HEAD', note({ file: 'a.txt', reasoning: 'x'.repeat(1_100_000) }));
    expect(await fixOf(repo)).toMatch(
      /\(the note is larger than 1 MiB\).* Shorten it: git notes --ref=\S+ edit/,
    );
    repo.annotate('HEAD', { ...note({ file: 'a.txt' }), schema: 'ultragit/v9' });
    expect(await fixOf(repo)).toMatch(
      /\(written in ultragit\/v9; this version reads v1\).* A newer version of Ultragit/,
    );
    repo.annotate('HEAD', { ...note({ file: 'a.txt' }), schema: 'other/v1' });
    const other = await fixOf(repo);
    expect(other).toMatch(/\(unknown schema "other\/v1"; known are .*\)/);
    expect(other).toContain('Another tool wrote it');
    expect(other).not.toContain('valid JSON');
    repo.annotate('HEAD', '{ nonsense');
    expect(await fixOf(repo)).toMatch(/Look at it: git notes --ref=\S+ show/);
  });

  test('that vanishes after it was indexed is missed as it is from the start', async () => {
    const repo = await annotated();
    const env = { ...repo.env, XDG_CACHE_HOME: join(repo.path, '../cache') };
    const warm = await openWorkspace(repo, { useCache: true, env });
    expect((await read(warm, { path: 'a.txt' })).regions).toHaveLength(1);
    const later = () => openWorkspace(repo, { useCache: true, env });
    expect((await read(await later(), { path: 'a.txt' })).regions).toHaveLength(1);
    remove(repo, `${NOTES}:${repo.git('rev-parse', 'HEAD')}`);

    const cold = await openWorkspace(repo, { useCache: false });
    const asked = [
      async (of: typeof cold) => read(of, { path: 'a.txt' }),
      async (of: typeof cold) => deps(of, { path: 'b.txt' }),
      async (of: typeof cold) => history(of, { path: 'a.txt' }),
      async (of: typeof cold) => summary(of, { path: 'a.txt' }),
      async (of: typeof cold) => summary(of, { path: '.' }),
    ];
    for (const query of asked) {
      const expected = await query(cold);
      expect(expected.notices?.[0]).toMatchObject({
        code: 'notes_unread',
        message: expect.stringContaining('the note is missing from this clone'),
      });
      expect(await query(await later())).toEqual(expected);
    }
    expect(existsSync(env.XDG_CACHE_HOME)).toBe(true);
  });

  test('that vanishes under a server, and comes back', async () => {
    const repo = await annotated();
    repo.annotate('HEAD', note({ file: 'a.txt', intent: 'Other.' }), 'refs/notes/chronicle');
    const workspace = await openWorkspace(repo);
    // Only the index is warm: nothing has read the note itself.
    await workspace.snapshot();
    const file = loose(repo, repo.git('rev-parse', `${NOTES}:${repo.git('rev-parse', 'HEAD')}`));
    const away = repo.gitBytes(['cat-file', 'blob', `${NOTES}:${repo.git('rev-parse', 'HEAD')}`]);
    rmSync(file);
    const answer = await read(workspace, { path: 'a.txt' });
    expect(answer.regions.map(({ intent }) => intent)).toEqual(['Other.']);
    expect(answer.notices?.map(({ code }) => code)).toEqual(['notes_unread']);
    repo.gitBytes(['hash-object', '-w', '--stdin'], away);
    repo.git('repack', '-q', '-a', '-d');
    expect((await read(workspace, { path: 'a.txt' })).regions).toHaveLength(2);
  });
});
