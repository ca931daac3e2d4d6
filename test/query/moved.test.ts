// Code that moves to another file takes its annotations along: the old file says where to, the new one shows them.
import { expect, test } from 'vitest';
import type { RegionAnswer } from '../../src/answers.ts';
import { ask, note } from '../support/ask.ts';
import { askDeps, askHistory, askSummary, runCommand } from '../support/ask-queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

type Files = Record<string, string | null>;
type Range = { start: number; end: number };

/** A function with a body of its own, in so many lines. */
function fn(name: string, topic = name, size = 6): string {
  const body = Array.from(
    { length: size },
    (_, at) => `  const ${topic}${at} = ${topic}Source.read('${topic} ${at}', ${at * 3 + topic.length});`,
  );
  return [`export function ${name}(input: string) {`, ...body, `  return ${topic}0 + input;`, '}'].join('\n');
}

function file(...parts: string[]): string {
  return `${parts.join('\n\n')}\n`;
}

/** The lines of a part in a file. */
function rangeOf(text: string, part: string): Range {
  const at = text.indexOf(part);
  expect(at, `the part in the file:\n${text}`).toBeGreaterThanOrEqual(0);
  const start = text.slice(0, at).split('\n').length;
  return { start, end: start + part.split('\n').length - 1 };
}

/** A history whose first commit is annotated for `name` at its lines in `path`. */
async function annotated(
  path: string,
  name: string | undefined,
  part: string,
  ...commits: Files[]
): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const [first = {}, ...later] = commits;
  const id = repo.commit('First', first);
  const anchor = name === undefined ? {} : { ast_anchor: { name, unit_type: 'function' } };
  repo.annotate(
    id,
    note({ file: path, ...anchor, lines: rangeOf(first[path] ?? '', part), intent: 'Kept.' }),
  );
  for (const [at, files] of later.entries()) repo.commit(`Step ${at + 2}`, files);
  return repo;
}

async function only(repo: Repository, path: string, question = {}): Promise<RegionAnswer> {
  const { regions } = await ask(repo, path, question);
  expect(regions.map(({ intent }) => intent)).toEqual(['Kept.']);
  return regions[0]!;
}

/** The new file shows the region at its lines, and the old one, if it is there, says where it went. */
async function expectMoved(
  repo: Repository,
  {
    from,
    to,
    lines,
    name,
    state = 'intact',
  }: { from?: string; to: string; lines: Range; name?: string; state?: string },
): Promise<void> {
  const there = await only(repo, to);
  expect(there).toMatchObject({ current_lines: lines, evidence: 'moved', freshness: { state } });
  if (from === undefined) return;
  const old = await only(repo, from);
  expect(old.current_lines).toBeUndefined();
  expect(old).toMatchObject({
    freshness: { state: 'moved' },
    moved_to: { file: to, lines, ...(name ? { anchor: { name } } : {}) },
  });
}

const [alpha, beta, gamma, delta] = [fn('alpha'), fn('beta'), fn('gamma'), fn('delta')];

test('a function that was moved to a new file is shown there', async () => {
  const to = file(gamma, beta);
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta, gamma) },
    { 'src/a.ts': file(alpha), 'src/b.ts': to },
  );
  await expectMoved(repo, { from: 'src/a.ts', to: 'src/b.ts', lines: rangeOf(to, beta), name: 'beta' });
});

test('a function that was moved into a file that was there before is shown there', async () => {
  const to = file(delta, beta);
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta, gamma), 'src/b.ts': file(delta) },
    { 'src/a.ts': file(alpha, gamma), 'src/b.ts': to },
  );
  await expectMoved(repo, { from: 'src/a.ts', to: 'src/b.ts', lines: rangeOf(to, beta), name: 'beta' });
});

test('a function that was edited before, while and after it was moved is shown as edited', async () => {
  const change = (text: string, at: number) => text.replace(`'beta ${at}'`, `'changed ${at}'`);
  const [one, two, three] = [
    change(beta, 1),
    change(change(beta, 1), 2),
    change(change(change(beta, 1), 2), 4),
  ];
  const to = file(delta, three);
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/a.ts': file(alpha, one) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(two) },
    { 'src/b.ts': to },
  );
  await expectMoved(repo, {
    ...{ from: 'src/a.ts', to: 'src/b.ts', lines: rangeOf(to, three), name: 'beta', state: 'edited' },
  });
  expect((await only(repo, 'src/b.ts')).freshness.changed).toBe('3 of 9');
  expect((await only(repo, 'src/a.ts')).freshness.changed).toBe('3 of 9');
});

test('a file that was split into others and deleted', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta, gamma, delta) },
    { 'src/a.ts': null, 'src/b.ts': file(alpha, beta), 'src/c.ts': file(gamma, delta) },
  );
  await expectMoved(repo, { to: 'src/b.ts', lines: rangeOf(file(alpha, beta), beta) });
  // Git takes this one for the old file under a new name.
  const successor = await only(repo, 'src/c.ts');
  expect(successor).toMatchObject({ freshness: { state: 'moved' }, moved_to: { file: 'src/b.ts' } });
});

test('a function of a file that was joined with another one', async () => {
  const to = file(gamma, delta, beta, alpha);
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta), 'src/b.ts': file(gamma, delta) },
    { 'src/a.ts': null, 'src/b.ts': null, 'src/all.ts': to },
  );
  await expectMoved(repo, { to: 'src/all.ts', lines: rangeOf(to, beta) });
});

test('a method that became a function in another file', async () => {
  const inside = (text: string) =>
    text
      .replace('export function ', '')
      .replace(/\n/g, '\n  ')
      .replace(/^/, '  ')
      .replace('  beta', '  beta');
  const owner = `export class Owner {\n${inside(beta)}\n\n${inside(gamma)}\n}`;
  const repo = await annotated(
    'src/a.ts',
    'Owner::beta',
    inside(beta),
    { 'src/a.ts': file(alpha, owner) },
    { 'src/a.ts': file(alpha, `export class Owner {\n${inside(gamma)}\n}`), 'src/b.ts': file(delta, beta) },
  );
  const lines = rangeOf(file(delta, beta), beta);
  await expectMoved(repo, { from: 'src/a.ts', to: 'src/b.ts', lines, name: 'beta', state: 'edited' });
});

test('a class that got another name in another file, and one of its methods', async () => {
  const method = (name: string, topic: string) =>
    fn(name, topic).replace('export function ', '').replace(/^/gm, '  ');
  const before = `export class Store {\n${method('load', 'load')}\n\n${method('save', 'save')}\n}`;
  const after = before.replace('class Store', 'class Archive');
  const repo = await annotated(
    'src/a.ts',
    'Store::save',
    method('save', 'save'),
    { 'src/a.ts': file(alpha, before) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(after) },
  );
  const lines = rangeOf(file(after), method('save', 'save'));
  await expectMoved(repo, { from: 'src/a.ts', to: 'src/b.ts', lines, name: 'Archive::save' });
});

test('a function that was moved and renamed in one commit', async () => {
  const renamed = beta.replace('function beta(', 'function betaOfAll(');
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(renamed) },
  );
  const lines = rangeOf(file(renamed), renamed);
  await expectMoved(repo, { from: 'src/a.ts', to: 'src/b.ts', lines, name: 'betaOfAll', state: 'edited' });
});

test('a file that was renamed while a function of it went elsewhere', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta, gamma, delta) },
    { 'src/a.ts': null, 'src/renamed.ts': file(alpha, gamma, delta), 'src/b.ts': file(beta) },
  );
  await expectMoved(repo, { from: 'src/renamed.ts', to: 'src/b.ts', lines: rangeOf(file(beta), beta) });
});

test('a function that was moved twice, through a file that no annotation names', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta), 'src/c.ts': file(delta) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(gamma, beta) },
    { 'src/b.ts': file(gamma), 'src/c.ts': file(delta, beta) },
  );
  const lines = rangeOf(file(delta, beta), beta);
  await expectMoved(repo, { from: 'src/a.ts', to: 'src/c.ts', lines, name: 'beta' });
  expect((await ask(repo, 'src/b.ts')).regions).toEqual([]);
});

test('a function that was moved to a file that was renamed later', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(gamma, beta) },
    { 'src/b.ts': null, 'lib/c.ts': file(gamma, beta) },
  );
  const lines = rangeOf(file(gamma, beta), beta);
  await expectMoved(repo, { from: 'src/a.ts', to: 'lib/c.ts', lines, name: 'beta' });
});

test('a function of a renamed file that was moved from there', async () => {
  const repo = await annotated(
    'src/old.ts',
    'beta',
    beta,
    { 'src/old.ts': file(alpha, beta, gamma) },
    { 'src/old.ts': null, 'src/a.ts': file(alpha, beta, gamma) },
    { 'src/a.ts': file(alpha, gamma), 'src/b.ts': file(delta, beta) },
  );
  const lines = rangeOf(file(delta, beta), beta);
  await expectMoved(repo, { from: 'src/a.ts', to: 'src/b.ts', lines, name: 'beta' });
});

test('a function that was moved away and came back is where it was', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(gamma, beta) },
    { 'src/a.ts': file(beta, alpha), 'src/b.ts': file(gamma) },
  );
  expect(await only(repo, 'src/a.ts')).toMatchObject({
    current_lines: rangeOf(file(beta, alpha), beta),
    freshness: { state: 'intact' },
  });
  expect((await ask(repo, 'src/b.ts')).regions).toEqual([]);
});

test('a function that was copied first and removed later', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta), 'src/b.ts': file(gamma) },
    { 'src/b.ts': file(gamma, beta) },
    { 'src/a.ts': file(alpha) },
  );
  const lines = rangeOf(file(gamma, beta), beta);
  const old = await only(repo, 'src/a.ts');
  expect(old).toMatchObject({ freshness: { state: 'moved' }, moved_to: { file: 'src/b.ts', lines } });
});

test('a function that was moved on a branch', async () => {
  const repo = await annotated('src/a.ts', 'beta', beta, { 'src/a.ts': file(alpha, beta, gamma) });
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit('Move', { 'src/a.ts': file(alpha, gamma), 'src/b.ts': file(beta) });
  repo.git('checkout', '-q', '-');
  repo.commit('Elsewhere', { 'src/a.ts': file('const first = 1;', alpha, beta, gamma) });
  repo.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
  await expectMoved(repo, {
    from: 'src/a.ts',
    to: 'src/b.ts',
    lines: rangeOf(file(beta), beta),
    name: 'beta',
  });
});

test('a function that was moved by a merge itself', async () => {
  const repo = await annotated('src/a.ts', 'beta', beta, { 'src/a.ts': file(alpha, beta, gamma) });
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit('Side', { 'src/side.ts': file(delta) });
  repo.git('checkout', '-q', '-');
  repo.commit('Main', { 'src/main.ts': file(fn('main')) });
  repo.git('merge', '-q', '--no-ff', '--no-commit', 'side');
  repo.commit('Merge', { 'src/a.ts': file(alpha, gamma), 'src/b.ts': file(beta) });
  expect(repo.git('rev-list', '--parents', '-1', 'HEAD').split(' ')).toHaveLength(3);
  await expectMoved(repo, {
    from: 'src/a.ts',
    to: 'src/b.ts',
    lines: rangeOf(file(beta), beta),
    name: 'beta',
  });
});

/** Beta, renamed in one commit and then rewritten: three lines in the next, and more in the last. */
async function rewritten(...last: number[]): Promise<{ repo: Repository; text: string; part: string }> {
  const change = (text: string, ...lines: number[]) =>
    lines.reduce(
      (all, at) => all.replace(`beta${at} = betaSource.read('beta ${at}'`, `other${at} = load('new ${at}'`),
      text,
    );
  const renamed = beta.replace('function beta(', 'function betaOfAll(');
  const part = change(renamed, 0, 1, 2, ...last).replace('return beta0', 'return other0');
  const text = file(alpha, part, gamma);
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta, gamma) },
    { 'src/a.ts': file(alpha, renamed, gamma) },
    { 'src/a.ts': file(alpha, change(renamed, 0, 1, 2), gamma) },
    { 'src/a.ts': text },
  );
  return { repo, text, part };
}

test('a function that was renamed, then edited so much that only the steps between show it', async () => {
  const { repo, text, part } = await rewritten(3, 4);
  const region = await only(repo, 'src/a.ts');
  expect(region.freshness).toMatchObject({ state: 'edited', changed: '7 of 9' });
  expect(region.current_lines).toEqual(rangeOf(text, part));
});

test('a function that was renamed, and of which no line is left, is gone', async () => {
  const { repo } = await rewritten(3, 4, 5);
  expect((await only(repo, 'src/a.ts')).freshness.state).toBe('gone');
});

test('lines without a unit, in a language without a grammar', async () => {
  const block = (topic: string) =>
    Array.from({ length: 6 }, (_, at) => `${topic} ${at}: says ${topic} of ${at * 7}`).join('\n');
  const [one, two, three] = [block('one'), block('two'), block('three')];
  const repo = await annotated(
    'notes/a.conf',
    undefined,
    two,
    { 'notes/a.conf': file(one, two), 'notes/b.conf': file(three) },
    { 'notes/a.conf': file(one), 'notes/b.conf': file(three, two) },
  );
  const lines = rangeOf(file(three, two), two);
  await expectMoved(repo, { from: 'notes/a.conf', to: 'notes/b.conf', lines });
});

/** Said of what is nowhere any more: it is gone, and no other file shows it. */
async function expectGone(repo: Repository, from: string, ...others: string[]): Promise<void> {
  const old = await only(repo, from);
  expect(old).toMatchObject({ freshness: { state: 'gone' } });
  expect(old.moved_to).toBeUndefined();
  for (const other of others) expect((await ask(repo, other)).regions, other).toEqual([]);
}

test('a function that was deleted for good is gone, whatever else the commit added', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(gamma, delta) },
  );
  await expectGone(repo, 'src/a.ts', 'src/b.ts');
});

test('a namesake that another file had before is not the deleted function', async () => {
  const namesake = fn('beta', 'betting');
  const twin = file(gamma, beta);
  for (const there of [file(gamma, namesake), twin]) {
    const repo = await annotated(
      'src/a.ts',
      'beta',
      beta,
      { 'src/a.ts': file(alpha, beta), 'src/b.ts': there },
      { 'src/a.ts': file(alpha), 'src/b.ts': `// Touched.\n${there}` },
    );
    await expectGone(repo, 'src/a.ts', 'src/b.ts');
  }
});

test('a function that was moved to two places at once is in neither', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(gamma, beta), 'src/c.ts': file(delta, beta) },
  );
  await expectGone(repo, 'src/a.ts', 'src/b.ts', 'src/c.ts');
});

test('a copy beside the original is not annotated', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/b.ts': file(gamma, beta) },
  );
  expect(await only(repo, 'src/a.ts')).toMatchObject({ freshness: { state: 'intact' } });
  expect((await ask(repo, 'src/b.ts')).regions).toEqual([]);
});

test('of two deleted namesakes, what was added is the one that it is like', async () => {
  const other = fn('beta', 'betting');
  const edited = other.replace("'betting 1'", "'changed'");
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta), 'src/b.ts': file(gamma, other) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(gamma), 'src/c.ts': file(edited) },
  );
  await expectGone(repo, 'src/a.ts', 'src/c.ts');
});

test('what is only on disk yet is not followed', async () => {
  const repo = await annotated('src/a.ts', 'beta', beta, { 'src/a.ts': file(alpha, beta) });
  repo.write('src/a.ts', file(alpha));
  repo.write('src/b.ts', file(beta));
  const old = await only(repo, 'src/a.ts');
  expect(old.freshness).toMatchObject({ state: 'gone', uncommitted: true });
});

test('edits on disk move the place of what was moved', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(beta) },
  );
  const onDisk = file('const first = 1;', beta);
  repo.write('src/b.ts', onDisk);
  await expectMoved(repo, { from: 'src/a.ts', to: 'src/b.ts', lines: rangeOf(onDisk, beta), name: 'beta' });
});

test('an older commit is looked at as it was', async () => {
  const repo = await annotated(
    'src/a.ts',
    'beta',
    beta,
    { 'src/a.ts': file(alpha, beta) },
    { 'src/a.ts': file(alpha), 'src/b.ts': file(gamma, beta) },
    { 'src/b.ts': file(gamma), 'src/c.ts': file(delta, beta) },
  );
  const lines = rangeOf(file(gamma, beta), beta);
  const rev = 'HEAD~1';
  expect(await only(repo, 'src/a.ts', { rev })).toMatchObject({ moved_to: { file: 'src/b.ts', lines } });
  expect(await only(repo, 'src/b.ts', { rev })).toMatchObject({ current_lines: lines, evidence: 'moved' });
  expect(await only(repo, 'src/a.ts', { rev: 'HEAD~2' })).toMatchObject({ freshness: { state: 'intact' } });
});

/** Beta, moved from one file to another that has more; another unit relies on it, and it relies on that. */
async function relied(): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const first = file(alpha, beta);
  const id = repo.commit('First', { 'src/a.ts': first, 'src/user.ts': file(gamma, delta) });
  const region = (path: string, name: string, text: string, part: string, intent: string) => ({
    ...{ file: path, ast_anchor: { name, unit_type: 'function' }, lines: rangeOf(text, part), intent },
  });
  repo.annotate(
    id,
    note([
      {
        ...region('src/a.ts', 'beta', first, beta, 'Kept.'),
        semantic_dependencies: [{ file: 'src/user.ts', anchor: 'gamma', nature: 'Beta needs gamma.' }],
      },
      {
        ...region('src/user.ts', 'delta', file(gamma, delta), delta, 'Uses beta.'),
        semantic_dependencies: [{ file: 'src/a.ts', anchor: 'beta', nature: 'Delta needs beta.' }],
      },
    ]),
  );
  repo.commit('Move', { 'src/a.ts': file(alpha), 'src/b.ts': file(fn('first'), beta) });
  return repo;
}

test('a unit that is asked for in its old file is shown as moved, with where it is', async () => {
  const repo = await relied();
  const answer = await ask(repo, 'src/a.ts', { anchor: 'beta' });
  expect(answer.regions.map(({ intent }) => intent)).toEqual(['Kept.']);
  expect(answer.regions[0]).toMatchObject({ moved_to: { file: 'src/b.ts', anchor: { name: 'beta' } } });
  expect(answer.notices).toContainEqual({
    code: 'anchor_moved',
    message: 'beta is no longer in src/a.ts; it moved to beta in src/b.ts.',
    fix: 'Ask about beta in src/b.ts.',
  });
});

test('a unit is found in its new file by its name and by its lines', async () => {
  const repo = await relied();
  const lines = rangeOf(file(fn('first'), beta), beta);
  expect(await only(repo, 'src/b.ts', { anchor: 'beta' })).toMatchObject({ current_lines: lines });
  expect(await only(repo, 'src/b.ts', { lines: `${lines.start + 2}:${lines.end}` })).toBeDefined();
  expect((await ask(repo, 'src/b.ts', { anchor: 'first' })).regions).toEqual([]);
});

test('the error about a deleted file names the files where its annotated units are', async () => {
  const repo = await relied();
  repo.commit('Delete', { 'src/a.ts': null });
  await expect(ask(repo, 'src/a.ts')).rejects.toMatchObject({
    code: 'file_not_found',
    hints: expect.arrayContaining(['What annotations say of it moved along: beta in src/b.ts.']),
  });
});

test('the history of both files has what was said, with the place of today', async () => {
  const repo = await relied();
  const old = await askHistory(repo, 'src/a.ts');
  expect(old.timeline.find(({ intent }) => intent === 'Kept.')).toMatchObject({
    ...{ state: 'moved', moved_to: { file: 'src/b.ts' } },
  });
  const now = await askHistory(repo, 'src/b.ts', { anchor: 'beta' });
  expect(now.timeline.find(({ intent }) => intent === 'Kept.')).toMatchObject({
    state: 'intact',
    file: 'src/a.ts',
  });
  repo.commit('Delete', { 'src/a.ts': null });
  const deleted = await askHistory(repo, 'src/a.ts');
  expect(deleted.timeline.find(({ intent }) => intent === 'Kept.')).toMatchObject({
    ...{ state: 'moved', moved_to: { file: 'src/b.ts' } },
  });
});

test('a dependent that moved is named by its place of today', async () => {
  const repo = await relied();
  const answer = await askDeps(repo, 'src/user.ts', { anchor: 'gamma' });
  expect(answer.dependents).toMatchObject([{ file: 'src/b.ts', anchor: 'beta', state: 'moved' }]);
});

test('a dependency on the old place is found for the new one', async () => {
  const repo = await relied();
  const answer = await askDeps(repo, 'src/b.ts', { anchor: 'beta' });
  expect(answer.dependents).toMatchObject([
    { file: 'src/user.ts', anchor: 'delta', nature: 'Delta needs beta.' },
  ]);
  expect((await askDeps(repo, 'src/b.ts', { anchor: 'first' })).dependents).toEqual([]);
  expect((await ask(repo, 'src/b.ts')).dependencies_on_this).toMatchObject([{ anchor: 'delta' }]);
});

test('the summary of the new file has the unit, and that of the old one has not', async () => {
  const repo = await relied();
  const named = async (path: string) => (await askSummary(repo, path)).units.map(({ anchor }) => anchor.name);
  expect(await named('src/b.ts')).toEqual(['beta']);
  expect(await named('src/a.ts')).toEqual([]);
  const directory = await askSummary(repo, 'src');
  expect(directory.units.map(({ file: path, anchor }) => `${path} ${anchor.name}`).sort()).toEqual([
    'src/b.ts beta',
    'src/user.ts delta',
  ]);
});

test('the summary of a directory has what moved out of a deleted file into it', async () => {
  const repo = await relied();
  repo.commit('Delete', { 'src/a.ts': null });
  const directory = await askSummary(repo, 'src');
  expect(directory.units.map(({ file: path, anchor }) => `${path} ${anchor.name}`).sort()).toEqual([
    'src/b.ts beta',
    'src/user.ts delta',
  ]);
});

test('people read where it went', async () => {
  const repo = await relied();
  const { stdout } = await runCommand(repo, ['read', 'src/a.ts', '--format', 'pretty']);
  expect(stdout).toMatch(/moved to src\/b\.ts:11–19 \(beta\)/);
});
