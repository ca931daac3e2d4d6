// With --verbose an answer says what is wrong with the notes behind it, and with those that could not be read.
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, codes, lines, note, sound } from '../support/ask.ts';
import { askDeps, askHistory, askSummary, runCommand } from '../support/ask-queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

let repo: Repository;
const ids = { a: '', b: '', c: '', d: '' };

/** The commit of each file has a note: flawed but read, sound, broken, and without a region. */
beforeAll(async () => {
  repo = await buildRepository('empty-notes');
  for (const name of ['a', 'b', 'c', 'd'] as const) {
    ids[name] = repo.commit(`Add ${name}`, { [`${name}.txt`]: lines(name, 6) });
  }
  repo.annotate(
    ids.a,
    '{\n  "schema": "ultragit/v1",\n  "regions": [{\n    "file": "a.txt",\n    "lines": "3-5",\n    "constraint": "c",\n' +
      '    "semantic_dependencies": [{ "file": "b.txt", "nature": "n" }]\n  }]\n}\n',
  );
  repo.annotate(ids.b, note({ file: 'b.txt' }));
  repo.annotate(ids.c, '{ "schema": "ultragit/v1" "regions": [] }');
  repo.annotate(ids.d, { schema: 'ultragit/v1', summary: 'It forgot its regions.' });
});

const source = 'refs/notes/ultragit';
const ofA = () => ({
  commit: ids.a,
  source,
  flaws: [
    {
      line: 5,
      column: 14,
      field: 'regions[0].lines',
      problem: 'not of the form {start, end}',
      done: 'read as lines 3 to 5',
    },
    {
      line: 6,
      column: 5,
      field: 'regions[0].constraint',
      problem: 'not the name of this field',
      done: 'read as constraints',
    },
  ],
});
const ofC = () => ({
  commit: ids.c,
  source,
  flaws: [
    { line: 1, column: 27, problem: 'not valid JSON: a comma is missing before this', done: 'not read' },
  ],
});
const ofD = () => ({
  commit: ids.d,
  source,
  flaws: [{ line: 1, column: 1, problem: 'there are no regions', done: 'nothing to read' }],
});

describe('in JSON', () => {
  test('a read names the flaws of the notes that it used, and of all that could not be read', async () => {
    const answer = await ask(repo, 'a.txt', { verbose: true });
    expect(answer.regions).toMatchObject([
      { lines: { start: 3, end: 5 }, current_lines: { start: 3, end: 5 }, constraints: ['c'] },
    ]);
    expect(answer.flawed_notes).toEqual([ofA(), ofC()]);
    expect(answer.stats.notes_repaired).toBe(1);
  });

  test('a note on a commit of the file that gave nothing is among them', async () => {
    expect((await ask(repo, 'd.txt', { verbose: true })).flawed_notes).toEqual([ofD(), ofC()]);
    expect((await ask(repo, 'c.txt', { verbose: true })).flawed_notes).toEqual([ofC()]);
    expect((await ask(repo, 'b.txt', { verbose: true })).flawed_notes).toEqual([ofC()]);
  });

  test('the other queries do, too', async () => {
    const verbose = { verbose: true };
    expect((await askHistory(repo, 'a.txt', verbose)).flawed_notes).toEqual([ofA(), ofC()]);
    expect((await askSummary(repo, 'a.txt', verbose)).flawed_notes).toEqual([ofA(), ofC()]);
    expect((await askSummary(repo, '.', verbose)).flawed_notes).toEqual([ofA(), ofC()]);
    expect((await askDeps(repo, 'b.txt', verbose)).flawed_notes).toEqual([ofA(), ofC()]);
  });

  test('without --verbose there is one sentence, and no list', async () => {
    const answer = await ask(repo, 'a.txt', { verbose: false });
    expect(answer).not.toHaveProperty('flawed_notes');
    expect(codes(answer)).toEqual(['notes_unread', 'notes_repaired']);
    const [unread, repaired] = answer.notices ?? [];
    expect(unread?.message).toContain(
      '(the note is not valid JSON (line 1, column 27: a comma is missing before this))',
    );
    expect(repaired?.message).toBe(`1 note had flaws and gave what could be read: ${ids.a.slice(0, 12)}.`);
  });

  test('the command prints what the query answers', async () => {
    const { stdout } = await runCommand(repo, ['read', 'a.txt', '--json', '--verbose', '--no-cache']);
    const answer = JSON.parse(stdout);
    expect(answer.flawed_notes).toEqual([ofA(), ofC()]);
    expect(answer).toEqual(JSON.parse(JSON.stringify(sound(await ask(repo, 'a.txt', { verbose: true })))));
  });

  test('a token budget is kept: flaws get what the answer leaves', async () => {
    const whole = await ask(repo, 'a.txt', { verbose: true, max_tokens: 5_000 });
    expect(whole.flawed_notes).toHaveLength(2);
    const bare = await ask(repo, 'a.txt', { verbose: true, max_tokens: 100 });
    expect(bare).not.toHaveProperty('flawed_notes');
    const sizes: number[] = [];
    for (let budget = 400; budget <= 1_400; budget += 25) {
      const answer = await ask(repo, 'a.txt', { verbose: true, max_tokens: budget });
      sizes.push(answer.flawed_notes?.length ?? 0);
      if (answer.flawed_notes) expect(answer.flawed_notes.length + (answer.more_flawed_notes ?? 0)).toBe(2);
      if (sizes.at(-1)) expect(answer.trimmed).toBeUndefined();
    }
    expect(sizes).toEqual([...sizes].sort());
    expect(new Set(sizes)).toEqual(new Set([0, 1, 2]));
  });
});

describe('in text', () => {
  test.each(['markdown', 'pretty'])('%s has a line for each', async format => {
    const run = (...args: string[]) => runCommand(repo, [...args, '--format', format, '--no-cache']);
    const { stdout } = await run('read', 'a.txt', '--verbose');
    const text = stdout.replaceAll('`', '').replace(/\s+/g, ' ');
    const [a, c] = [ids.a.slice(0, 12), ids.c.slice(0, 12)];
    expect(text).toContain('Flaws in notes');
    expect(text).toContain(
      `${a} ${source} 5:14 regions[0].lines — not of the form {start, end}, read as lines 3 to 5`,
    );
    expect(text).toContain(`${c} ${source} 1:27 — not valid JSON: a comma is missing before this, not read`);
    for (const query of ['history', 'summary']) {
      expect((await run(query, 'a.txt', '--verbose')).stdout).toContain('Flaws in notes');
      expect((await run(query, 'a.txt')).stdout).not.toContain('Flaws in notes');
    }
    expect((await run('deps', 'b.txt', '--verbose')).stdout).toContain('Flaws in notes');
    expect((await run('read', 'a.txt')).stdout).not.toContain('Flaws in notes');
  });
});

test('many flaws are bounded, and the rest is counted', async () => {
  const many = await buildRepository('empty-notes');
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, at]));
  for (let at = 0; at < 23; at++) {
    const id = many.commit(`Change ${at}`, { 'a.txt': lines(`a${at}`, 3) });
    many.annotate(id, at === 0 ? note({ file: 'a.txt', ...fields }) : 'not a note');
  }
  const answer = await ask(many, 'a.txt', { verbose: true });
  expect(answer.flawed_notes).toHaveLength(20);
  expect(answer.more_flawed_notes).toBe(3);
  expect(answer.flawed_notes?.[0]?.flaws).toHaveLength(20);
  expect(answer.flawed_notes?.[0]?.more_flaws).toBe(10);
  const { stdout } = await runCommand(many, [
    'read',
    'a.txt',
    '--verbose',
    '--format',
    'markdown',
    '--no-cache',
  ]);
  expect(stdout).toContain('10 more flaws\n');
  expect(stdout).toContain('3 more notes with flaws\n');
});

test('an excluded file says nothing of notes', async () => {
  repo.git('config', 'ultragit.exclude', 'a.txt');
  const answer = await ask(repo, 'a.txt', { verbose: true });
  const deps = await askDeps(repo, 'a.txt', { verbose: true });
  const summary = await askSummary(repo, 'a.txt', { verbose: true });
  repo.git('config', '--unset', 'ultragit.exclude');
  expect(codes(answer)).toEqual(['excluded']);
  expect([answer, deps, summary].map(({ flawed_notes }) => flawed_notes)).toEqual([[], [], []]);
});

test('a note that is broken in any way does not change what other notes give', async () => {
  const fresh = await buildRepository('empty-notes');
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const commits = names.map(file => fresh.commit(`Add ${file}`, { [file]: lines(file, 4) }));
  for (const [at, file] of names.entries())
    fresh.annotate(commits[at] ?? '', note({ file, constraints: [file] }));
  const regionsOf = async () => (await ask(fresh, ['a.txt', 'c.txt'])).regions;
  const expected = await regionsOf();
  expect(expected).toHaveLength(2);
  const whole = JSON.stringify(note({ file: 'b.txt' }), null, 1);
  for (const broken of [
    '',
    '{',
    `${whole}}`,
    whole.replaceAll('"', ''),
    whole.slice(20),
    `${whole}${whole.slice(0, -9)}`,
    whole.replace('"b.txt"', '{"toString": 1}'),
    `[${whole}, null, 7]`,
    '\0'.repeat(1_000),
    '['.repeat(100_000),
  ]) {
    fresh.annotate(commits[1] ?? '', broken);
    expect(await regionsOf(), JSON.stringify(broken.slice(0, 40))).toEqual(expected);
  }
});
