// Commits that this clone does not have: what their annotations name may be here all the same, and little more is known.
import { expect, test } from 'vitest';
import { ask, codes, lines, note, openWorkspace } from '../support/ask.ts';
import { askDeps, askHistory, askSummary, messageOf, runCommand } from '../support/ask-queries.ts';
import { read } from '../support/queries.ts';
import { buildRepository, type Repository, shallowClone } from '../support/repository.ts';
import { freshClone, mergeToTrunk } from '../support/rewrite.ts';

const code = (name: string, parameters = '') =>
  `export function ${name}(${parameters}) {\n${lines(name, 3).replace(/^/gm, '  // ')}\n}\n`;

type Files = Record<string, string>;
type Note = object;

/** A fresh clone after a squash merge of work with these files, of which this is said; `after` happens on the trunk. */
async function clonedAfterSquash(
  files: Files,
  notes: Note[],
  after: (repo: Repository) => void = () => undefined,
): Promise<Repository & { lost: string[] }> {
  const repo = await buildRepository('unborn');
  repo.commit('Work', files);
  const lost = notes.map((said, at) => {
    const id = at === 0 ? repo.git('rev-parse', 'HEAD') : repo.commit(`More work ${at}`);
    repo.annotate(id, said);
    return id;
  });
  mergeToTrunk(repo, 'squash');
  after(repo);
  return { ...freshClone(repo), lost };
}

const about = (file: string, name: string, rest: Record<string, unknown> = {}) => ({
  file,
  ast_anchor: { name, ...('signature' in rest ? { signature: rest.signature } : {}) },
  intent: `About ${name}.`,
  lines: { start: 1, end: 3 },
  ...rest,
});

const intents = ({ regions }: { regions: { intent?: string }[] }) =>
  regions.map(({ intent }) => intent).sort();

test('says that it is found by name, that nothing is known of its lines, and never that it is sure', async () => {
  const repo = await clonedAfterSquash({ 'a.ts': `${code('zero')}${code('one')}` }, [
    note(about('a.ts', 'one')),
  ]);
  const answer = await ask(repo, 'a.ts', { anchor: 'one' });
  const [region] = answer.regions;
  expect(region).toMatchObject({
    commit: repo.lost[0],
    recovered: { from: repo.lost[0], by: 'name' },
    freshness: { state: 'unknown' },
    confidence: 0.5,
    current_lines: { start: 7, end: 12 },
    date: '2025-12-01T00:00:00Z',
  });
  expect(region?.author).toBe('Test Author');
  expect(region?.commit_author).toBeUndefined();
  expect(region?.commit_summary).toBeFalsy();
  const [lean] = (await ask(repo, 'a.ts', { anchor: 'one', verbose: false })).regions;
  expect(lean).toMatchObject({ date: '2025-12-01', confidence: 0.5 });
  for (const unknown of ['commit_author', 'commit_summary']) expect(lean).not.toHaveProperty(unknown);
  expect(answer.notices).toMatchObject([
    { code: 'recovered_by_name', message: expect.stringContaining('1 annotation') },
  ]);
  expect((await ask(repo, 'a.ts', { lines: '1:3' })).regions).toEqual([]);
});

test('in text it stands in a section of its own, after the others', async () => {
  const repo = await clonedAfterSquash({ 'a.ts': code('one') }, [note(about('a.ts', 'one'))]);
  repo.annotate('HEAD', note({ file: 'a.ts', intent: 'Known.', lines: { start: 1, end: 2 } }));
  const { stdout } = await runCommand(repo, ['read', 'a.ts']);
  const order = [
    'Known.',
    'On commits that this clone does not have',
    'never merged',
    'About one.',
    'found by name',
  ];
  expect(order.map(text => stdout.indexOf(text))).toEqual(
    [...order.map(text => stdout.indexOf(text))].sort((a, b) => a - b),
  );
  expect(stdout.indexOf('Known.')).toBeGreaterThan(0);
  expect(stdout.match(/never merged/g)).toHaveLength(1);
  for (const query of ['history', 'summary']) {
    const shown = (await runCommand(repo, [query, 'a.ts'])).stdout;
    expect(shown, query).toContain('recovered by name');
    expect(shown, query).toContain('never merged');
  }
});

test('a unit of another name, and a file that is gone, are not taken for it', async () => {
  const repo = await clonedAfterSquash(
    { 'a.ts': code('one'), 'b.ts': code('two') },
    [note([about('a.ts', 'onn'), about('b.ts', 'two')])],
    repo => repo.git('rm', '-q', 'b.ts') && repo.commit('Remove'),
  );
  const answer = await ask(repo, 'a.ts');
  expect(answer.regions).toEqual([]);
  expect(messageOf(answer, 'notes_unreachable')).toMatch(
    /^1 note about a.ts .*\(1 unknown to this clone and about no unit of today\)/,
  );
});

test('of two units of one name the signature decides, and without one the class must', async () => {
  const java = [
    'class A {',
    '  void run(int times) { a(); }',
    '  void run(String name) { b(); }',
    '}',
    'class B { void run(long when) { c(); } void stop() { d(); } }',
    '',
  ].join('\n');
  const repo = await clonedAfterSquash({ 'A.java': java }, [
    note(about('A.java', 'A::run', { signature: 'void  run( String name )', intent: 'By name.' })),
    note(about('A.java', 'run', { signature: 'void run(long when)', intent: 'Of B.' })),
    note(about('A.java', 'run', { intent: 'Whose?' })),
    note(about('A.java', 'A::run', { signature: 'void run(Object it)', intent: 'Neither.' })),
    note(about('A.java', 'stop', { signature: 'int stop()', intent: 'The only one.' })),
  ]);
  const answer = await ask(repo, 'A.java');
  const found = answer.regions.map(({ intent, current_lines }) => [intent, current_lines?.start]);
  expect(found.sort()).toEqual([
    ['By name.', 3],
    ['Of B.', 5],
    ['The only one.', 5],
  ]);
  expect(answer.stats.notes_unreachable).toBe(2);
});

test('a file that was renamed since is known by its former name', async () => {
  const repo = await clonedAfterSquash({ 'old.ts': code('one') }, [note(about('old.ts', 'one'))], repo => {
    repo.git('mv', 'old.ts', 'new.ts');
    repo.commit('Rename');
  });
  expect(intents(await ask(repo, 'new.ts'))).toEqual(['About one.']);
  expect((await askSummary(repo, '.')).units).toMatchObject([{ file: 'new.ts', anchor: { name: 'one' } }]);
  expect((await askHistory(repo, 'old.ts')).timeline).toMatchObject([{ intent: 'About one.' }]);
});

test('an old name that another file has now means that other file', async () => {
  const repo = await clonedAfterSquash({ 'a.ts': code('one') }, [note(about('a.ts', 'one'))], repo => {
    repo.git('mv', 'a.ts', 'b.ts');
    repo.commit('Rename');
    repo.commit('Another', { 'a.ts': `${code('one', 'other')}${code('more')}` });
  });
  expect(intents(await ask(repo, 'a.ts'))).toEqual(['About one.']);
  expect((await ask(repo, 'b.ts')).regions).toEqual([]);
});

test('without a grammar the name must be a word of the file', async () => {
  const repo = await clonedAfterSquash({ 'deploy.conf': 'retry_limit = 3\nretries = 4\n' }, [
    note([about('deploy.conf', 'retry_limit'), about('deploy.conf', 'retry')]),
  ]);
  const answer = await ask(repo, 'deploy.conf');
  expect(answer.regions).toMatchObject([{ intent: 'About retry_limit.', recovered: { by: 'name' } }]);
  expect(answer.regions[0]?.current_lines).toBeUndefined();
});

test('lines without a name are about the file, and where they are now is not said', async () => {
  const repo = await clonedAfterSquash({ 'a.ts': code('one') }, [
    note({ file: 'a.ts', lines: { start: 2, end: 3 }, intent: 'Two lines.' }),
    note({ file: 'a.ts', intent: 'The file.' }),
  ]);
  const { regions } = await ask(repo, 'a.ts');
  expect(regions.map(({ intent, current_lines }) => [intent, current_lines]).sort()).toEqual([
    ['The file.', undefined],
    ['Two lines.', undefined],
  ]);
  const { units, stats } = await askSummary(repo, 'a.ts');
  expect(units.map(({ anchor, lines: where }) => [anchor.type, where])).toEqual([
    ['lines', undefined],
    ['file', undefined],
  ]);
  expect(units[0]?.anchor.name).toBe(`lines 2–3 at ${repo.lost[0]?.slice(0, 12)}`);
  expect(stats.regions_gone).toBeUndefined();
});

test('a shallow clone finds by name what is said on the commits that it lacks', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('First', { 'a.ts': code('one') });
  repo.annotate('HEAD', note(about('a.ts', 'one')));
  repo.commit('Second', { 'a.ts': code('one') + code('two') });
  const answer = await ask(shallowClone(repo, 1), 'a.ts');
  expect(answer.regions).toMatchObject([{ intent: 'About one.', recovered: { by: 'name' } }]);
  expect(codes(answer).sort()).toEqual(['recovered_by_name', 'shallow']);
});

test('a setting turns it off, and the notice says which', async () => {
  const repo = await clonedAfterSquash({ 'a.ts': code('one') }, [note(about('a.ts', 'one'))]);
  repo.git('config', 'ultragit.recoverByName', 'off');
  const answer = await ask(repo, 'a.ts');
  expect(answer.regions).toEqual([]);
  const notice = answer.notices?.find(({ code: name }) => name === 'notes_unreachable');
  expect(notice?.message).toContain('(1 unknown to this clone)');
  expect(notice?.fix).toContain('git config ultragit.recoverByName true');
  repo.git('config', '--unset', 'ultragit.recoverByName');
  repo.write('.ultragit-config.toml', '[ultragit.read]\nrecover_by_name = false\n');
  expect((await ask(repo, 'a.ts')).regions).toEqual([]);
});

test('it overtakes no annotation of this history, however late it claims to be', async () => {
  const repo = await clonedAfterSquash({ 'a.ts': code('one') }, [
    note(about('a.ts', 'one', { intent: 'Late.' }), { timestamp: '2030-01-01T00:00:00Z' }),
  ]);
  repo.annotate('HEAD', note(about('a.ts', 'one', { intent: 'Known.' })));
  const { regions } = await ask(repo, 'a.ts');
  expect(regions.map(({ intent, newer }) => [intent, newer])).toEqual([
    ['Known.', undefined],
    ['Late.', undefined],
  ]);
  expect((await askSummary(repo, 'a.ts')).units).toMatchObject([{ intent: 'Known.' }]);
  expect((await askHistory(repo, 'a.ts')).timeline.map(({ intent }) => intent)).toEqual(['Known.', 'Late.']);
});

test('an older one stands before what this history says later, which is named as newer', async () => {
  const repo = await clonedAfterSquash({ 'a.ts': code('one') }, [
    note(about('a.ts', 'one', { intent: 'First.' }), { timestamp: '2020-01-01T00:00:00Z' }),
    note(about('a.ts', 'one', { intent: 'Second.' }), { timestamp: '2021-01-01T00:00:00Z' }),
  ]);
  repo.annotate('HEAD', note(about('a.ts', 'one', { intent: 'Known.' })));
  const head = repo.git('log', '-1', '--format=%H %s');
  const { regions } = await ask(repo, 'a.ts');
  expect(
    regions
      .filter(({ newer }) => newer === head)
      .map(({ intent }) => intent)
      .sort(),
  ).toEqual(['First.', 'Second.']);
  expect((await askHistory(repo, 'a.ts')).timeline.map(({ intent }) => intent)).toEqual([
    'First.',
    'Second.',
    'Known.',
  ]);
  expect(intents(await ask(repo, 'a.ts', { since: '2020-06-01' }))).toEqual(['Known.', 'Second.']);
  expect(intents(await ask(repo, 'a.ts', { since: 'HEAD' }))).toEqual([]);
});

test('a note that was copied when its commit was rewritten is said once', async () => {
  const said = note(about('a.ts', 'one', { constraints: ['Keep it.'] }));
  const repo = await clonedAfterSquash({ 'a.ts': code('one') }, [said, said]);
  expect((await ask(repo, 'a.ts')).regions).toHaveLength(1);
  repo.annotate('HEAD', said);
  expect((await ask(repo, 'a.ts')).regions).toMatchObject([{ commit: repo.git('rev-parse', 'HEAD') }]);
});

test('a dependency counts while the unit that declares it is there', async () => {
  const on = (nature: string) => ({ semantic_dependencies: [{ file: 'base.ts', anchor: 'base', nature }] });
  const repo = await clonedAfterSquash({ 'base.ts': code('base'), 'a.ts': code('one') }, [
    note([about('a.ts', 'one', on('It is quick.')), about('a.ts', 'gone', on('It is slow.'))], {
      cross_cutting: [
        { description: 'Both count.', regions: [{ file: 'base.ts', anchor: 'base' }, { file: 'a.ts' }] },
      ],
    }),
  ]);
  const answer = await askDeps(repo, 'base.ts', { anchor: 'base' });
  expect(answer.dependents).toMatchObject([
    {
      nature: 'It is quick.',
      file: 'a.ts',
      recovered: { by: 'name' },
      confidence: 0.5,
      state: 'unknown',
    },
  ]);
  expect(answer.cross_cutting).toMatchObject([{ description: 'Both count.', recovered: { by: 'name' } }]);
  expect(messageOf(answer, 'recovered_by_name')).toContain('1 annotation');
  const reading = await read(await openWorkspace(repo), { path: 'base.ts' });
  expect(reading.dependencies_on_this).toMatchObject([{ nature: 'It is quick.', recovered: { by: 'name' } }]);
});

test('a time that the note does not give is not made up', async () => {
  const repo = await clonedAfterSquash({ 'a.ts': code('one') }, [
    note(about('a.ts', 'one'), { timestamp: undefined }),
  ]);
  expect((await runCommand(repo, ['read', 'a.ts'])).stdout).not.toContain('1970');
});
