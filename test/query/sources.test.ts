// Every place in a repository that has annotations, read together.
import { describe, expect, test } from 'vitest';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { codes, inForce, openWorkspace } from '../support/ask.ts';
import { deps, history, read, summary } from '../support/queries.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const CODE = 'export function one() {\n  return 1;\n}\n\nexport function two() {\n  return 2;\n}\n';

async function repository(): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add numbers', { 'src/n.ts': CODE });
  return repo;
}

function noted(anchor: string, constraints: string[], rest: object = {}) {
  const region = { file: 'src/n.ts', ast_anchor: { name: anchor }, intent: `About ${anchor}.`, constraints };
  return { schema: 'ultragit/v1', context_level: 'enhanced', regions: [{ ...region, ...rest }] };
}

function constraints({ regions }: ReadAnswer): string[] {
  return regions.flatMap(inForce).sort();
}

describe('several notes refs', () => {
  test('are read together; a region says where it is from unless that is the usual ref', async () => {
    const repo = await repository();
    repo.annotate('HEAD', noted('one', ['Stays one']));
    repo.annotate('HEAD', { ...noted('two', ['Stays two']), schema: 'chronicle/v1' }, 'refs/notes/chronicle');
    const answer = await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' });
    expect(answer.regions.map(({ source, format }) => [source, format])).toEqual([
      [undefined, 'ultragit/v1'],
      ['refs/notes/chronicle', 'chronicle/v1'],
    ]);
    expect(answer.scope?.sources).toEqual(['refs/notes/ultragit', 'refs/notes/chronicle']);
  });

  test.each(['refs/notes/remote/origin/ultragit', 'refs/notes/origin/ultragit', 'refs/notes/ai-remote/x'])(
    "%s, a copy of a remote's notes, is none of them",
    async mirror => {
      const repo = await repository();
      repo.annotate('HEAD', noted('one', ['Stays one']), mirror);
      expect(codes(await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' }))).toContain(
        'no_notes_ref',
      );
    },
  );

  test('a ref that a flag or the config names is read alone; sources chooses otherwise', async () => {
    const repo = await repository();
    repo.annotate('HEAD', noted('one', ['Stays one']));
    repo.annotate('HEAD', noted('two', ['Stays two']), 'refs/notes/team');
    const ask = async (options = {}) =>
      constraints(await read(await openWorkspace(repo, options), { path: 'src/n.ts' }));
    expect(await ask({ noteref: 'team' })).toEqual(['Stays two']);
    repo.git('config', 'ultragit.noteref', 'team');
    expect(await ask()).toEqual(['Stays two']);
    repo.git('config', 'ultragit.sources', 'notes');
    expect(await ask()).toEqual(['Stays one', 'Stays two']);
    repo.git('config', '--unset', 'ultragit.noteref');
    repo.git('config', 'ultragit.sources', 'ref');
    expect(await ask()).toEqual(['Stays one']);
  });

  test('a ref that appears, changes or goes while the server runs is seen', async () => {
    const repo = await repository();
    const workspace = await openWorkspace(repo);
    const ask = async () => constraints(await read(workspace, { path: 'src/n.ts' }));
    expect(await ask()).toEqual([]);
    repo.annotate('HEAD', noted('one', ['Stays one']), 'refs/notes/team/a');
    expect(await ask()).toEqual(['Stays one']);
    repo.git('pack-refs', '--all');
    repo.annotate('HEAD', noted('one', ['Stays odd']), 'refs/notes/team/a');
    repo.annotate('HEAD', noted('two', ['Stays two']), 'refs/notes/team/b');
    expect(await ask()).toEqual(['Stays odd', 'Stays two']);
    repo.git('update-ref', '-d', 'refs/notes/team/a');
    expect(await ask()).toEqual(['Stays two']);
  });

  test('one note that is not in a known format does not hide the others of its ref', async () => {
    const repo = await repository();
    const first = repo.git('rev-parse', 'HEAD');
    repo.annotate('HEAD', noted('one', ['Stays one']), 'refs/notes/team');
    repo.commit('More', { 'src/m.ts': CODE });
    repo.annotate('HEAD', '{"coverage": 80}', 'refs/notes/team');
    const answer = await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' });
    expect(constraints(answer)).toEqual(['Stays one']);
    expect(answer.regions[0]?.commit).toBe(first);
    expect(answer.notices?.map(({ message }) => message).join()).toContain('the note has no schema');
  });

  test('a version that is not read yet is named, even where its ref has nothing else', async () => {
    const repo = await repository();
    repo.annotate('HEAD', { schema: 'chronicle/v4', summary: 'x' }, 'refs/notes/chronicle');
    const { notices } = await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' });
    expect(notices?.[0]?.message).toContain('written in chronicle/v4; this version reads v1 to v3');
  });
});

describe('what two sources both say', () => {
  test('is shown once, from the first of them', async () => {
    const repo = await repository();
    repo.annotate('HEAD', noted('one', ['Stays one']));
    repo.annotate('HEAD', { ...noted('one', ['Stays one']), schema: 'chronicle/v1' }, 'refs/notes/chronicle');
    const { regions } = await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' });
    expect(regions.map(({ source }) => source)).toEqual([undefined]);
  });

  test('is shown with what only one of them says', async () => {
    const repo = await repository();
    repo.annotate('HEAD', noted('one', ['Stays one']));
    const more = noted('one', ['Stays one', 'Stays odd'], { risk_notes: 'It may grow.' });
    repo.annotate('HEAD', more, 'refs/notes/chronicle');
    const { regions } = await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' });
    expect(regions.map(({ source, risk_notes }) => [source, risk_notes])).toEqual([
      ['refs/notes/chronicle', 'It may grow.'],
    ]);
  });

  const taken = { field: 'constraints', correction_type: 'remove', reason: 'It grew.' };
  test.each([
    ['each says something of its own', noted('one', ['Stays odd'])],
    ['they are about different units', noted('two', ['Stays one'])],
    ['they are about different lines', noted('one', ['Stays one'], { lines: { start: 1, end: 2 } })],
  ])('is not taken for a repeat where %s', async (_what, other) => {
    const repo = await repository();
    repo.annotate('HEAD', noted('one', ['Stays one']));
    repo.annotate('HEAD', other, 'refs/notes/chronicle');
    expect((await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' })).regions).toHaveLength(
      2,
    );
  });

  test('a copy without its correction does not stand for the corrected one', async () => {
    const repo = await repository();
    repo.annotate('HEAD', noted('one', ['Stays one'], { corrections: [taken] }));
    repo.annotate('HEAD', noted('one', ['Stays one']), 'refs/notes/chronicle');
    const { regions } = await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' });
    expect(regions.map(({ taken_back: all }) => all?.[0]?.text)).toEqual(['Stays one']);
  });

  test('a trailer that a note repeats is shown once', async () => {
    const repo = await repository();
    const trailers = 'Limit: Stays one\nRuled-out: Let it grow | nobody needs that\nRecord-Id: r-abc123';
    repo.commit(`Keep it\n\n${trailers}`, { 'src/n.ts': `${CODE}// more\n` });
    repo.annotate('HEAD', `${trailers}\n`, 'refs/notes/commitlore');
    const { regions } = await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' });
    expect(regions.map(({ source }) => source)).toEqual(['commit messages']);
  });
});

describe('what is said of a commit as a whole', () => {
  test('concerns the lines that the commit owns, in each file that it changed', async () => {
    const repo = await repository();
    repo.commit('Double both', {
      'src/n.ts': CODE.replace('return 2', 'return 4'),
      'src/m.ts': 'export const m = 1;\n',
    });
    repo.annotate(
      'HEAD',
      { schema: 'chronicle/v3', summary: 'Double both', wisdom: [] },
      'refs/notes/chronicle',
    );
    const workspace = await openWorkspace(repo);
    const where = async (path: string, rest = {}) =>
      (await read(workspace, { path, ...rest })).regions.map(({ current_lines }) => current_lines);
    expect(await where('src/n.ts')).toEqual([{ start: 6, end: 6 }]);
    expect(await where('src/n.ts', { anchor: 'two' })).toEqual([{ start: 6, end: 6 }]);
    expect(await where('src/n.ts', { anchor: 'one' })).toEqual([]);
    expect(await where('src/m.ts', { lines: '1' })).toEqual([{ start: 1, end: 1 }]);
    expect((await history(workspace, { path: 'src/m.ts' })).timeline).toHaveLength(1);
    const { units } = await summary(workspace, { path: 'src' });
    expect(units.map(({ file }) => file)).toEqual(['src/m.ts', 'src/n.ts']);
  });

  test('lines in several places are told apart', async () => {
    const repo = await repository();
    repo.commit('Double both\n\nConstraint: Even numbers only', {
      'src/n.ts': CODE.replace('return 1', 'return 2')
        .replace('return 2;\n}\n$', 'return 4;\n}\n')
        .replace(/2;\n}\n$/, '4;\n}\n'),
    });
    const { regions } = await read(await openWorkspace(repo), { verbose: true, path: 'src/n.ts' });
    expect(regions[0]).toMatchObject({ current_ranges: ['2:2', '6:6'], freshness: { state: 'intact' } });
    expect(regions[0]?.current_lines).toBeUndefined();
  });

  test('a file that the commit renamed has it under its new name', async () => {
    const repo = await repository();
    repo.commit('Change\n\nConstraint: Even only', { 'src/n.ts': CODE.replace('return 1', 'return 2') });
    repo.git('mv', 'src/n.ts', 'src/even.ts');
    repo.git('commit', '-qm', 'Rename');
    const { regions } = await read(await openWorkspace(repo), {
      verbose: true,
      path: 'src/even.ts',
      lines: '2',
    });
    expect(constraints({ regions } as ReadAnswer)).toEqual(['Even only']);
  });

  test('a dependency that names no file of its own counts for the files of its commit', async () => {
    const repo = await repository();
    repo.commit('Use one', { 'src/user.ts': 'export const u = 1;\n' });
    const content = 'Depends on src/n.ts:one — returns 1';
    repo.annotate(
      'HEAD',
      { schema: 'chronicle/v3', summary: 'Use one', wisdom: [{ category: 'insight', content }] },
      'refs/notes/chronicle',
    );
    const { dependents } = await deps(await openWorkspace(repo), { path: 'src/n.ts', anchor: 'one' });
    expect(dependents.map(({ file, nature }) => [file, nature])).toEqual([['src/user.ts', 'returns 1']]);
  });
});

describe('what is agreed for a directory', () => {
  const knowledge = {
    schema: 'chronicle/knowledge-v1',
    conventions: [{ id: 'c1', scope: 'src/', rule: 'No default exports.', stability: 'permanent' }],
  };

  test('concerns the files under it, whatever its note hangs on', async () => {
    const repo = await repository();
    repo.commit('Other', { 'lib/x.ts': CODE });
    const blob = repo.gitBytes(['hash-object', '-w', '--stdin'], JSON.stringify(knowledge)).toString().trim();
    const path = '4b825dc642cb6eb9a060e54bf899d15f13160d28';
    const tree = repo.gitBytes(['mktree'], `100644 blob ${blob}\t${path}\n`).toString().trim();
    repo.git('update-ref', 'refs/notes/chronicle', repo.git('commit-tree', '-m', 'Know', tree));
    const workspace = await openWorkspace(repo);
    expect(constraints(await read(workspace, { path: 'src/n.ts', anchor: 'one' }))).toEqual([
      'No default exports.',
    ]);
    expect(constraints(await read(workspace, { path: 'lib/x.ts' }))).toEqual([]);
    const { units } = await summary(workspace, { path: '.' });
    expect(units.map(({ anchor }) => anchor)).toEqual([{ type: 'directory', name: 'src/' }]);
  });
});

describe('the sources of other tools, from their fixtures', () => {
  test('authorship is told of the scope, and gives no region', async () => {
    const repo = sharedRepository('agents');
    const { scope, regions } = await read(await openWorkspace(repo), {
      verbose: true,
      path: 'src/bucket.ts',
    });
    expect(scope?.written_by).toEqual([
      { who: 'anthropic/claude-sonnet-4-5', kind: 'agent', lines: 15 },
      { who: 'claude-code (claude-sonnet-4-5)', kind: 'agent', lines: 10 },
      { who: 'Ines Okafor', kind: 'human', lines: 6 },
    ]);
    const formats = new Set(regions.map(({ format }) => format));
    expect(formats).toEqual(new Set(['agit', 'agentnote', 'agent-notes']));
  });

  test('the summaries of checkpoints belong to the commits that name them', async () => {
    const repo = sharedRepository('entire');
    const { regions } = await read(await openWorkspace(repo), { verbose: true, path: 'duration/minutes.go' });
    expect(new Set(regions.map(({ source, format }) => `${source} ${format}`))).toEqual(
      new Set(['entire checkpoints entire']),
    );
    expect(regions.map(({ reasoning }) => reasoning)).toContain(
      'The sign is looked for before scanning, because scan would take it for a digit.',
    );
  });

  test("in a clone, which has the branch of the checkpoints as its remote's, too", async () => {
    const repo = await buildRepository('entire');
    repo.git('update-ref', 'refs/remotes/origin/entire/checkpoints/v1', 'refs/heads/entire/checkpoints/v1');
    repo.git('update-ref', '-d', 'refs/heads/entire/checkpoints/v1');
    const { regions } = await read(await openWorkspace(repo), { verbose: true, path: 'duration/minutes.go' });
    expect(regions.length).toBeGreaterThan(0);
  });

  test('a decision record is placed by the commits that it links', async () => {
    const repo = sharedRepository('prose');
    const adr = await read(await openWorkspace(repo, { noteref: 'adr' }), { path: 'src/money.py' });
    expect(adr.regions.map(({ intent }) => intent)).toContain('Keep prices in cents');
  });

  test('what was captured automatically is left out, and counted', async () => {
    const repo = sharedRepository('prose');
    const { notices } = await read(await openWorkspace(repo), { verbose: true, path: 'src/batch.py' });
    expect(notices?.find(({ code }) => code === 'notes_captured')?.message).toBe(
      'Left out: 2 entries that were captured automatically.',
    );
  });
});
