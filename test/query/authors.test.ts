// Anyone who can push notes can write any name into them: what git records and what only a note claims are told apart.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { describe as describeHistory } from '../../src/query/history/describe.ts';
import { describe as describeRead } from '../../src/query/read/describe.ts';
import { run as runSearch } from '../../src/query/search/run.ts';
import { describe as describeWhy } from '../../src/query/why/describe.ts';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { ask, note, openWorkspace } from '../support/ask.ts';
import { history, read, summary } from '../support/queries.ts';
import { buildRepository, openClone, type Repository } from '../support/repository.ts';

const FILE = 'a.txt';
const REF = 'refs/notes/ultragit';
const COMMITTER = 'Test Author';

/** A note on a commit by the test author, brought to its ref by somebody. */
async function noted(writer: string, region: Record<string, unknown>): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  const commit = repo.commit('Add', { [FILE]: 'one\ntwo\nthree\n' });
  addNote(repo, writer, commit, region);
  return repo;
}

function addNote(repo: Repository, writer: string, commit: string, region: Record<string, unknown>): void {
  const text = JSON.stringify(note({ file: FILE, intent: 'Counts.', ...region }));
  execFileSync('git', ['notes', `--ref=${REF}`, 'add', '-f', '-m', text, commit], {
    cwd: repo.path,
    env: { ...repo.env, GIT_AUTHOR_NAME: writer, GIT_COMMITTER_NAME: 'A machine' },
    stdio: 'pipe',
  });
}

const named = ({ author, claimed_by, commit_author, carries_signature }: Record<string, unknown>) =>
  JSON.parse(JSON.stringify({ author, claimed_by, commit_author, carries_signature }));

async function originOf(repo: Repository) {
  const [region = {}] = (await ask(repo, FILE)).regions;
  return named(region);
}

test.each([
  ['a name that the notes commit records, too', 'Ada', 'Ada', { author: 'Ada', commit_author: COMMITTER }],
  ['the same with an address', 'Ada', 'Ada <a@b.c>', { author: 'Ada', commit_author: COMMITTER }],
  ['a false name', 'Eve', 'Ada', { author: 'Eve', claimed_by: 'Ada', commit_author: COMMITTER }],
  [
    'the name of the commit’s author',
    'Eve',
    COMMITTER,
    { author: 'Eve', claimed_by: COMMITTER, commit_author: COMMITTER },
  ],
  ['a false name on an own commit', COMMITTER, 'Ada', { author: COMMITTER, claimed_by: 'Ada' }],
  ['no name', 'Eve', undefined, { author: 'Eve', commit_author: COMMITTER }],
])('%s', async (_, writer, author, expected) => {
  expect(await originOf(await noted(writer, { author }))).toEqual(expected);
});

test('where the history of the notes is not there, a name is claimed and nobody is its author', async () => {
  const repo = await noted('Ada', { author: 'Ada' });
  repo.commit('More', { 'b.txt': 'b\n' });
  addNote(repo, 'Ada', 'HEAD', { file: 'b.txt' });
  const clone = openClone(repo, { notes: false });
  clone.git('fetch', '-q', '--depth=1', 'origin', `${REF}:${REF}`);
  expect(await originOf(clone)).toEqual({ claimed_by: 'Ada', commit_author: COMMITTER });
});

test('read, why, history and search say it in their text, too', async () => {
  const repo = await noted('Eve', { author: 'Ada' });
  const words = /commit by Test Author · note by Eve · by Ada, as the note says/;
  const workspace = await openWorkspace(repo);
  const answer = await read(workspace, { path: FILE });
  expect(renderMarkdown(describeRead(answer))).toMatch(words);
  expect(renderMarkdown(describeWhy(answer))).toMatch(words);
  const told = await history(workspace, { path: FILE });
  expect(renderMarkdown(describeHistory(told))).toMatch(words);
  const expected = { author: 'Eve', claimed_by: 'Ada', commit_author: COMMITTER };
  expect(told.timeline.map(named)).toEqual([expected]);
  const found = await workspace.ask({}, snapshot =>
    runSearch(snapshot, { words: ['counts'] }, { audience: 'agent' }),
  );
  expect(found.results.map(named)).toEqual([expected]);
});

const CORRECTIONS = ['Ada', 'Grace'].flatMap(author => [
  {
    field: 'constraints',
    correction_type: 'remove',
    target_value: `Of ${author}.`,
    author,
    timestamp: '2026-01-02T03:04:05Z',
  },
  { field: 'intent', correction_type: 'flag', reason: 'Is it?', author },
]);
const CORRECTED = { constraints: ['Of Ada.', 'Of Grace.'], corrections: CORRECTIONS };

test('a correction is by the one who brought it, others are claimed', async () => {
  const repo = await noted('Grace', CORRECTED);
  const workspace = await openWorkspace(repo);
  const answer = await read(workspace, { path: FILE });
  expect(answer.regions[0]).toMatchObject({
    taken_back: [
      { text: 'Of Ada.', claimed_by: 'Ada, 2026-01-02' },
      { text: 'Of Grace.', by: 'Grace, 2026-01-02' },
    ],
    corrections: [{ claimed_by: 'Ada' }, { author: 'Grace' }],
  });
  expect(answer.regions[0]?.taken_back?.[0]).not.toHaveProperty('by');
  expect(answer.regions[0]?.corrections?.[0]).not.toHaveProperty('author');
  const text = renderMarkdown(describeRead(answer));
  expect(text).toContain('Of Ada. — by Ada, 2026-01-02, as the note says');
  expect(text).toMatch(/Of Grace\. — by Grace, 2026-01-02\n/);
  expect(text).toContain('flagged by Ada, as the note says — Is it?');
  expect(text).toContain('flagged by Grace — Is it?');
});

test('a correction that another note has is claimed, whoever wrote this one', async () => {
  const repo = await noted('Ada', { constraints: ['Of Ada.'] });
  const [correction] = CORRECTIONS;
  const later = repo.commit('Change', { [FILE]: 'one\ntwo\nfour\n' });
  addNote(repo, 'Eve', later, { constraints: ['Of Ada.'], corrections: [correction] });
  const { regions } = await ask(repo, FILE);
  const whoever = regions.flatMap(({ taken_back: gone = [] }) =>
    gone.map(({ by, claimed_by }) => [by, claimed_by]),
  );
  expect(whoever.length).toBeGreaterThan(0);
  for (const one of whoever) expect(one).toEqual([undefined, 'Ada, 2026-01-02']);
});

test('a summary, which does not ask who brought a note, claims nothing to be known', async () => {
  const repo = await noted('Grace', CORRECTED);
  const { units } = await summary(await openWorkspace(repo), { path: FILE });
  expect(units[0]?.corrections?.map(({ claimed_by }) => claimed_by)).toEqual(['Ada', 'Grace']);
  expect(JSON.stringify(units)).not.toMatch(/"(author|by)":/);
});

test.each(['gpgsig', 'gpgsig-sha256'])(
  'a notes commit with the header %s carries a signature, of nobody',
  async header => {
    const repo = await noted('Ada', { author: 'Ada' });
    const plain = repo.git('cat-file', 'commit', REF);
    const signature = `${header} -----BEGIN SSH SIGNATURE-----\n U1NIU0lH\n -----END SSH SIGNATURE-----`;
    const signed = plain.replace(/^(committer .*)$/m, `$1\n${signature}`);
    const id = repo
      .gitBytes(['hash-object', '-t', 'commit', '-w', '--stdin'], `${signed}\n`)
      .toString()
      .trim();
    repo.git('update-ref', REF, id);
    expect(await originOf(repo)).toEqual({
      author: 'Ada',
      commit_author: COMMITTER,
      carries_signature: true,
    });
    const text = renderMarkdown(describeRead(await ask(repo, FILE)));
    expect(text).toContain('noted by Ada · the notes commit carries a signature');
    expect(text).not.toMatch(/signed by/i);
  },
);
