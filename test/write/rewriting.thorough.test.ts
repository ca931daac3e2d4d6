// Commits are amended, rebased, picked and squashed: what was said of them stays with the code.
import { beforeEach, describe, expect, test } from 'vitest';
import { json, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

type Shown = {
  anchor?: { name: string };
  current_lines?: { start: number; end: number };
  intent: string;
  freshness: { state: string };
  commit: string;
  recovered?: unknown;
};

/** A file of so many functions of four lines each. */
const file = (...bodies: string[]) =>
  bodies
    .map(body => `export function ${body.split(' ')[0]}() {\n  // ${body}\n  return '${body}';\n}\n`)
    .join('\n');

const note = (unit: string, intent: string, start: number, path = 'src/a.ts') => ({
  schema: 'ultragit/v1',
  context_level: 'enhanced',
  timestamp: '2025-12-01T00:00:00Z',
  regions: [
    {
      file: path,
      ast_anchor: { unit_type: 'function', name: unit },
      lines: { start, end: start + 3 },
      intent,
    },
  ],
});

const shown = (repo: Repository, path = 'src/a.ts') =>
  json<{ regions: Shown[] }>(ultragit(repo, ['read', path, '--json'])).regions.map(region => ({
    intent: region.intent,
    lines: region.current_lines && `${region.current_lines.start}:${region.current_lines.end}`,
    state: region.freshness.state,
  }));

/** One commit with a file of three units, in a clone that was set up. */
let repo: Repository;
beforeEach(async () => {
  repo = await buildRepository('plain-history');
  repo.git('config', 'user.name', 'Ada');
  repo.git('config', 'user.email', 'ada@example.com');
  repo.commit('Start', { 'src/a.ts': file('zero') });
  expect(ultragit(repo, ['setup']).status).toBe(0);
});

/** Rebases without an editor. */
const rebase = (...args: string[]) =>
  repo.git('-c', 'sequence.editor=:', '-c', 'core.editor=:', 'rebase', '-q', ...args);

describe('in a clone that was set up', () => {
  test('an amended commit keeps its note', () => {
    repo.commit('Add one', { 'src/a.ts': file('zero', 'one') });
    repo.annotate('HEAD', note('one', 'said of one', 6));
    repo.git('commit', '-q', '--amend', '-m', 'Add one, better');
    expect(repo.git('notes', '--ref=ultragit', 'list', 'HEAD')).not.toBe('');
    expect(shown(repo)).toEqual([{ intent: 'said of one', lines: '6:9', state: 'intact' }]);
  });

  test('a rebased branch keeps its notes', () => {
    repo.git('checkout', '-q', '-b', 'topic');
    repo.commit('Add one', { 'src/a.ts': file('zero', 'one') });
    repo.annotate('HEAD', note('one', 'said of one', 6));
    repo.commit('Add two', { 'src/b.ts': file('two') });
    repo.annotate('HEAD', note('two', 'said of two', 1, 'src/b.ts'));
    repo.git('checkout', '-q', '-');
    repo.commit('Meanwhile', { 'other.txt': 'x' });
    repo.git('checkout', '-q', 'topic');
    rebase('@{-1}');
    expect(repo.git('notes', '--ref=ultragit', 'list', 'HEAD')).not.toBe('');
    expect(repo.git('notes', '--ref=ultragit', 'list', 'HEAD~1')).not.toBe('');
    expect(shown(repo)).toMatchObject([{ intent: 'said of one', state: 'intact' }]);
    expect(shown(repo, 'src/b.ts')).toMatchObject([{ intent: 'said of two', state: 'intact' }]);
  });

  test('commits that a rebase joins keep the notes of all of them', () => {
    repo.commit('Add one', { 'src/a.ts': file('zero', 'one') });
    repo.annotate('HEAD', note('one', 'said of one', 6));
    repo.commit('fixup! Add one', { 'src/a.ts': file('zero', 'one', 'two') });
    repo.annotate('HEAD', note('two', 'said of two', 11));
    rebase('-i', '--autosquash', 'HEAD~2');
    expect(repo.git('log', '-1', '--format=%s')).toBe('Add one');
    expect(shown(repo)).toEqual([
      { intent: 'said of one', lines: '6:9', state: 'intact' },
      { intent: 'said of two', lines: '11:14', state: 'intact' },
    ]);
  });
});

describe('a squash merge', () => {
  /** A branch of two annotated commits, the second renames the file; main has moved on meanwhile. */
  function squashed(): { base: string; onto: string } {
    const base = repo.git('rev-parse', 'HEAD');
    repo.git('checkout', '-q', '-b', 'topic');
    repo.commit('Add one', { 'src/a.ts': file('zero', 'one') });
    repo.annotate('HEAD', note('one', 'said of one', 6));
    repo.git('mv', 'src/a.ts', 'src/b.ts');
    repo.commit('Rename, add two', { 'src/b.ts': file('zero', 'one', 'two') });
    repo.annotate('HEAD', note('two', 'said of two', 11, 'src/b.ts'));
    repo.git('checkout', '-q', '-');
    // As after a merge: the branch's file, and what main changed in it meanwhile.
    repo.commit('Meanwhile', { 'src/a.ts': `// A new first line.\n\n${file('zero')}` });
    const merged = `// A new first line.\n\n${file('zero', 'one', 'two')}`;
    return { base, onto: repo.commit('Squash topic', { 'src/a.ts': null, 'src/b.ts': merged }) };
  }

  test('has the annotations of its branch after carry, at their lines there', () => {
    const { base, onto } = squashed();
    const run = ultragit(repo, ['carry', `${base}..topic`, '--onto', 'HEAD']);
    expect(run).toMatchObject({
      status: 0,
      stdout: `Carried 2 regions of 2 commits onto ${onto.slice(0, 12)}.\n`,
    });
    const written = JSON.parse(repo.git('notes', '--ref=ultragit', 'show', onto));
    expect(written).toMatchObject({
      schema: 'ultragit/v1',
      commit: onto,
      provenance: {
        operation: 'squash',
        derived_from: [repo.git('rev-parse', 'topic~1'), repo.git('rev-parse', 'topic')],
      },
      regions: [
        {
          file: 'src/b.ts',
          ast_anchor: { name: 'one' },
          lines: { start: 8, end: 11 },
          intent: 'said of one',
        },
        {
          file: 'src/b.ts',
          ast_anchor: { name: 'two' },
          lines: { start: 13, end: 16 },
          intent: 'said of two',
        },
      ],
    });
    repo.git('branch', '-q', '-D', 'topic');
    expect(shown(repo, 'src/b.ts')).toEqual([
      { intent: 'said of one', lines: '8:11', state: 'intact' },
      { intent: 'said of two', lines: '13:16', state: 'intact' },
    ]);
  });

  test('is carried to once, whatever else its note says', () => {
    const { base, onto } = squashed();
    repo.annotate(onto, note('zero', 'said of zero', 3, 'src/b.ts'));
    ultragit(repo, ['carry', `${base}..topic`, '--onto', 'HEAD']);
    const after = repo.git('notes', '--ref=ultragit', 'show', onto);
    const again = ultragit(repo, ['carry', `${base}..topic`, '--onto', 'HEAD', '--json']);
    expect(json(again)).toMatchObject({ $schema: 'ultragit-carry/v1', state: 'already there' });
    expect(repo.git('notes', '--ref=ultragit', 'show', onto)).toBe(after);
    expect(
      shown(repo, 'src/b.ts')
        .map(({ intent }) => intent)
        .sort(),
    ).toEqual(['said of one', 'said of two', 'said of zero']);
  });

  test('gets what is about code that is not there any more without lines', () => {
    const base = repo.git('rev-parse', 'HEAD');
    repo.git('checkout', '-q', '-b', 'topic');
    repo.commit('Add one', { 'src/a.ts': file('zero', 'one') });
    repo.annotate('HEAD', note('one', 'said of one', 6));
    repo.commit('Something else after all', { 'src/a.ts': file('zero', 'unlike') });
    repo.git('checkout', '-q', '-');
    repo.git('merge', '-q', '--squash', 'topic');
    const onto = repo.commit('Squash topic');
    const run = ultragit(repo, ['carry', `${base}..topic`, '--onto', 'HEAD']);
    expect(run.stdout).toContain('1 of them is about code that is not there; they came without lines.');
    const [region] = JSON.parse(repo.git('notes', '--ref=ultragit', 'show', onto)).regions;
    expect(region).toMatchObject({ intent: 'said of one' });
    expect(region.lines).toBeUndefined();
  });

  test('writes nothing in a dry run, and says what it would', () => {
    const { base } = squashed();
    const before = repo.git('rev-parse', 'refs/notes/ultragit');
    const run = ultragit(repo, ['carry', `${base}..topic`, '--onto', 'HEAD', '--dry-run']);
    expect(run.stdout).toMatch(/^Would carry 2 regions of 2 commits onto /);
    expect(repo.git('rev-parse', 'refs/notes/ultragit')).toBe(before);
  });

  test('is not one of its own commits', () => {
    const { base } = squashed();
    const run = ultragit(repo, ['carry', `${base}..topic`, '--onto', 'topic']);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain(' is itself one of the commits ');
  });

  test.each(['main', '..topic', 'a...b', 'a..b..c'])('takes no range like %s', range => {
    const run = ultragit(repo, ['carry', range, '--onto', 'HEAD']);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain(`${range} is no range of commits.`);
  });
});

describe('a cherry-pick', () => {
  /** git copies no notes when it picks. */
  function picked(): void {
    repo.git('checkout', '-q', '-b', 'topic');
    repo.commit('Add one', { 'src/a.ts': file('zero', 'one') });
    repo.annotate('HEAD', note('one', 'said of one', 6));
    repo.git('checkout', '-q', '-');
    repo.commit('Meanwhile', { 'other.txt': 'x' });
    repo.git('cherry-pick', 'topic');
  }

  test('is found by its patch once the branch is gone', () => {
    picked();
    repo.git('branch', '-q', '-D', 'topic');
    expect(shown(repo)).toMatchObject([{ intent: 'said of one', lines: '6:9', state: 'intact' }]);
  });

  test('has its annotation at once after carry', () => {
    picked();
    expect(repo.git('notes', '--ref=ultragit', 'list')).not.toContain(repo.git('rev-parse', 'HEAD'));
    ultragit(repo, ['carry', 'topic~1..topic', '--onto', 'HEAD']);
    expect(repo.git('notes', '--ref=ultragit', 'list')).toContain(repo.git('rev-parse', 'HEAD'));
    expect(shown(repo)).toMatchObject([{ intent: 'said of one', lines: '6:9', state: 'intact' }]);
  });
});
