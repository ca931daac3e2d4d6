import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addNote, generator, makeNotesRepository, note, RARE } from '../../bench/notes-repository.ts';
import { CheckedPages } from '../../src/cache/checked-pages.ts';
import { FINDINGS_FORMAT, type Findings, packFindings, unpackFindings } from '../../src/index/findings.ts';
import { IndexCache } from '../../src/index/index-cache.ts';
import { missingNames } from '../../src/pipeline/history/missing-names.ts';
import { Workspace, type WorkspaceOptions } from '../../src/query/workspace.ts';
import { ultragit } from '../support/cli.ts';
import { deps } from '../support/queries.ts';
import { temporaryDirectory } from '../support/repository.ts';

/** As in src/cache/checked-pages.ts. */
const PAGE = 8 * 1024;
/** A byte of the head, and one of each page. */
const bytesToDamage = ({ length }: Buffer) => [
  ...Array.from({ length: Math.ceil(length / PAGE) }, (_, page) => length - 1 - page * PAGE),
  ...[Math.min(100, length >> 1)],
];

const indexFiles = (directory: string) => readdirSync(directory).filter(name => name.startsWith('notes-'));

describe('findings on disk', () => {
  const findings: Findings = {
    missing: { index: 'c'.repeat(40), tree: 'd'.repeat(40), names: ['alt/ä.ts', 'b.ts'] },
  };

  test('come back as they were', () => {
    const back = unpackFindings(CheckedPages.open(FINDINGS_FORMAT, packFindings(findings))!);
    expect(back.missing).toEqual(findings.missing);
  });
});

describe('with enough notes to keep findings', () => {
  const SIZE = 1_200;
  let made: Awaited<ReturnType<typeof makeNotesRepository>>;
  let env: Record<string, string>;
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: made.path,
      env: {
        ...made.env,
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@example.com',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@example.com',
      },
    });

  async function askOnce(path: string, options: Pick<WorkspaceOptions, 'env' | 'useCache' | 'reading'>) {
    const workspace = await Workspace.open({ directory: made.path, strictConfig: true, ...options });
    const answer = await deps(workspace, { path });
    workspace.close();
    return answer;
  }

  /** The same question to new processes' worth of state: with what was kept, and without. */
  async function ask(path: string) {
    const kept = await askOnce(path, { env, useCache: true });
    expect(await askOnce(path, { env, useCache: true, reading: 'by page' })).toEqual(kept);
    const elsewhere = { ...env, XDG_CACHE_HOME: temporaryDirectory() };
    return { kept, fresh: await askOnce(path, { env: elsewhere, useCache: false }) };
  }

  beforeAll(async () => {
    const room = temporaryDirectory();
    made = await makeNotesRepository(room, SIZE);
    env = { ...made.env, XDG_CACHE_HOME: `${room}/cache` };
  });

  afterEach(() => vi.restoreAllMocks());

  const path = 'src/part-7/module-0/file-7.ts';

  test('a later process knows what an earlier one found out, and answers the same', async () => {
    const first = await ask(path);
    expect(first.kept?.dependents.length).toBeGreaterThan(0);
    const second = await ask(path);
    expect(second.kept).toEqual(first.fresh);
  });

  test('what was found out still helps after a new commit', async () => {
    git('commit', '-q', '--allow-empty', '-m', 'More');
    const { kept, fresh } = await ask(path);
    expect(kept).toEqual(fresh);
  });

  test('a command reads of the index what it needs, and a server all', async () => {
    const cache = { XDG_CACHE_HOME: temporaryDirectory() };
    const command = () => ultragit(made.path, ['deps', RARE, '--json'], { env: cache }).stdout;
    const server = () => askOnce(RARE, { env: { ...env, ...cache }, useCache: true });
    const answer = command();
    expect(JSON.parse(answer).dependents).toHaveLength(1);
    const directory = join(cache.XDG_CACHE_HOME, 'ultragit');
    // That of the notes; the one of the commit messages is small.
    const bases = readdirSync(directory).filter(name => name.endsWith('.base'));
    const sizeOf = (name: string) => statSync(join(directory, name)).size;
    const base = join(directory, bases.sort((a, b) => sizeOf(b) - sizeOf(a))[0] ?? '');
    const good = readFileSync(base);
    const unread: number[] = [];
    for (const at of bytesToDamage(good)) {
      const damaged = Buffer.from(good);
      damaged[at]! ^= 1;
      writeFileSync(base, damaged, { mode: 0o600 });
      expect(command()).toBe(answer);
      if (existsSync(base)) unread.push(at);
      await server();
      expect(readFileSync(base)).toEqual(good);
    }
    expect(unread).not.toEqual([]);
  });

  test('a damaged page changes no answer, and the next process makes the file anew', async () => {
    addNote(made, JSON.stringify(note(1, 60, generator(3))));
    const { fresh } = await ask(path);
    const directory = join(env.XDG_CACHE_HOME!, 'ultragit');
    const files = indexFiles(directory).map(name => join(directory, name));
    const good = new Map(files.map(file => [file, readFileSync(file)]));
    // Of the notes a base, a delta and findings; of the commit messages a base and a delta.
    expect(files.map(file => extname(file)).sort()).toEqual([
      '.base',
      '.base',
      '.delta',
      '.delta',
      '.findings',
    ]);
    const met = new Set<string>();
    for (const [file, bytes] of good) {
      for (const at of bytesToDamage(bytes)) {
        for (const [path, whole] of good) writeFileSync(path, whole, { mode: 0o600 });
        const damaged = Buffer.from(bytes);
        damaged[at]! ^= 1;
        writeFileSync(file, damaged);
        const byPage = () => askOnce(path, { env, useCache: true, reading: 'by page' });
        expect(await byPage()).toEqual(fresh);
        if (existsSync(file)) continue;
        met.add(extname(file));
        expect(await byPage()).toEqual(fresh);
        expect(readdirSync(directory).map(name => extname(name))).toContain('.base');
      }
    }
    // Findings are one line, which is not taken where a byte of it is another.
    expect(met).toEqual(new Set(['.base', '.delta']));
  });

  test('damage that can not be mended, as in a directory that can not be written to, changes no answer', async () => {
    const { fresh } = await ask(path);
    const directory = join(env.XDG_CACHE_HOME!, 'ultragit');
    vi.spyOn(IndexCache.prototype, 'remove').mockReturnValue();
    vi.spyOn(IndexCache.prototype, 'save').mockReturnValue(false);
    vi.spyOn(IndexCache.prototype, 'writeFindings').mockReturnValue();
    for (const name of indexFiles(directory)) {
      const file = join(directory, name);
      const good = readFileSync(file);
      const damaged = Buffer.from(good);
      damaged.fill(0xff, good.length - 100);
      writeFileSync(file, damaged);
      expect(await askOnce(path, { env, useCache: true, reading: 'by page' })).toEqual(fresh);
      expect(readFileSync(file)).toEqual(damaged);
      writeFileSync(file, good);
    }
  });

  test('names that no file has are known while notes come and go', async () => {
    const workspace = await Workspace.open({ directory: made.path, env, strictConfig: true, useCache: true });
    const missing = async () => {
      const snapshot = await workspace.snapshot();
      return [...(await missingNames(snapshot, snapshot.head))].sort();
    };
    const annotate = (file: string) =>
      addNote(
        made,
        JSON.stringify({ schema: 'ultragit/v1', summary: 'x', regions: [{ file, intent: 'x' }] }),
      );
    const before = await missing();
    annotate('gone/a.ts');
    expect(await missing()).toEqual([...before, 'gone/a.ts'].sort());
    annotate('gone/b.ts');
    expect(await missing()).toEqual([...before, 'gone/b.ts'].sort());
    annotate(path);
    expect(await missing()).toEqual(before);
    workspace.close();
  });

  test('a packed name that only a replaced note had is no longer missing', async () => {
    const own = { ...env, XDG_CACHE_HOME: temporaryDirectory() };
    const missing = async () => {
      const workspace = await Workspace.open({
        directory: made.path,
        env: own,
        strictConfig: true,
        useCache: true,
      });
      const snapshot = await workspace.snapshot();
      const found = await missingNames(snapshot, snapshot.head);
      workspace.close();
      return found.has('gone/packed.ts');
    };
    const annotate = (file: string) =>
      addNote(
        made,
        JSON.stringify({ schema: 'ultragit/v1', summary: 'x', regions: [{ file, intent: 'x' }] }),
      );
    annotate('gone/packed.ts');
    expect([await missing(), await missing()]).toEqual([true, true]);
    annotate(path);
    expect(await missing()).toBe(false);
    annotate('gone/packed.ts');
    expect(await missing()).toBe(true);
  });

  test('after history went back, commits that are gone from it are not taken for its own', async () => {
    const before = await ask(path);
    git('reset', '-q', '--hard', `${made.head}~600`);
    const { kept, fresh } = await ask(path);
    expect(kept).toEqual(fresh);
    expect(kept?.dependents.length).toBeLessThan(before.kept?.dependents.length ?? 0);
  });
});
