import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeNotesRepository } from '../../bench/notes-repository.ts';
import { type Findings, packFindings, unpackFindings } from '../../src/index/findings.ts';
import { IdList } from '../../src/index/id-list.ts';
import { deps } from '../../src/query/deps.ts';
import { Workspace } from '../../src/query/workspace.ts';
import { temporaryDirectory } from '../support/repository.ts';

const id = fc.stringMatching(/^[0-9a-f]{40}$/);

test('a list of ids has just what was put in', () => {
  fc.assert(
    fc.property(fc.array(id), fc.array(id), (inside, others) => {
      const list = IdList.of(inside, 20);
      for (const one of [...inside, ...others]) expect(list.has(one)).toBe(inside.includes(one));
    }),
  );
});

describe('findings on disk', () => {
  const findings: Findings = {
    ancestry: {
      head: 'a'.repeat(40),
      shallow: '',
      within: IdList.of(['1'.repeat(40), '0f'.repeat(20)], 20),
      beyond: IdList.of(['b'.repeat(40)], 20),
    },
    orphans: { index: 'c'.repeat(40), tree: 'd'.repeat(40), names: ['alt/ä.ts', 'b.ts'] },
  };

  test('come back as they were', () => {
    const back = unpackFindings(packFindings(findings));
    expect(back.orphans).toEqual(findings.orphans);
    expect(back.ancestry?.head).toBe('a'.repeat(40));
    expect(back.ancestry?.within.has('0f'.repeat(20))).toBe(true);
    expect(back.ancestry?.within.has('b'.repeat(40))).toBe(false);
    expect(back.ancestry?.beyond.has('b'.repeat(40))).toBe(true);
  });

  test('damaged in any byte, or cut off anywhere, give nothing', () => {
    const bytes = packFindings(findings);
    for (let at = 0; at < bytes.length; at++) {
      const broken = Buffer.from(bytes);
      broken[at] = (broken[at] ?? 0) ^ 0x10;
      expect(unpackFindings(broken)).toEqual({});
      expect(unpackFindings(bytes.subarray(0, at))).toEqual({});
    }
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

  /** The same question to two new processes' worth of state: with what was kept, and without. */
  async function ask(path: string) {
    const answers = [];
    for (const useCache of [true, false]) {
      const directory = useCache ? env : { ...env, XDG_CACHE_HOME: temporaryDirectory() };
      const workspace = await Workspace.open({
        directory: made.path,
        env: directory,
        strictConfig: true,
        useCache,
      });
      answers.push(await deps(workspace, { path }));
      workspace.close();
    }
    const [kept, fresh] = answers;
    return { kept, fresh };
  }

  async function keptAncestry() {
    const workspace = await Workspace.open({ directory: made.path, env, strictConfig: true, useCache: true });
    const { view } = await workspace.view();
    workspace.close();
    return view.findings.ancestry();
  }

  beforeAll(async () => {
    const room = temporaryDirectory();
    made = await makeNotesRepository(room, SIZE);
    env = { ...made.env, XDG_CACHE_HOME: `${room}/cache` };
  });

  const path = 'src/part-7/module-0/file-7.ts';

  test('a later process knows what an earlier one found out, and answers the same', async () => {
    const first = await ask(path);
    expect(first.kept?.dependents.length).toBeGreaterThan(0);
    expect((await keptAncestry())?.head).toBe(made.head);
    const second = await ask(path);
    expect(second.kept).toEqual(first.fresh);
  });

  test('what was found out still helps after a new commit', async () => {
    git('commit', '-q', '--allow-empty', '-m', 'More');
    const { kept, fresh } = await ask(path);
    expect(kept).toEqual(fresh);
    expect((await keptAncestry())?.head).toBe(made.head);
  });

  test('after history went back, commits that are gone from it are not taken for its own', async () => {
    const before = await ask(path);
    git('reset', '-q', '--hard', `${made.head}~600`);
    const { kept, fresh } = await ask(path);
    expect(kept).toEqual(fresh);
    expect(kept?.dependents.length).toBeLessThan(before.kept?.dependents.length ?? 0);
  });
});
