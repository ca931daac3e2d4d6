// Code that moves to another file takes its annotations along: the old file says where to, the new one shows them.
import { expect, test } from 'vitest';
import type { RegionAnswer } from '../../src/answers.ts';
import { ask, note } from '../support/ask.ts';
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
