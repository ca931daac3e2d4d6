// Where nothing is annotated, an answer quotes the commits that own the lines, as what they are: commit messages.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { estimateTokens } from '../../src/pipeline/trim/estimate-tokens.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { ask, codes, lines, note, openWorkspace, sound } from '../support/ask.ts';
import { askSummary, noticeCodes, runCommand } from '../support/ask-queries.ts';
import { read } from '../support/queries.ts';
import { buildRepository, type Repository, shallowClone, sharedRepository } from '../support/repository.ts';

const QUEUE = 'src/jobs/queue.js';
const REASON = 'The proxy in front of the broker drops every connection that was idle for 30 seconds.';

const said = (answer: Pick<ReadAnswer, 'said_in_commits'>) => answer.said_in_commits ?? [];
const subjects = (answer: Pick<ReadAnswer, 'said_in_commits'>) => said(answer).map(item => item.summary);
const idOf = (repo: Repository, subject: string) =>
  repo.git('log', '--format=%H', `--grep=^${subject}`, '-1');

test('the commits that own most lines and explain something are quoted, and nothing counts as an annotation', async () => {
  const repo = sharedRepository('plain-history');
  const answer = await ask(repo, QUEUE);
  expect(said(answer)).toEqual([
    {
      commit: idOf(repo, 'queue: refuse jobs above a bound'),
      date: '2025-01-17',
      author: 'Ines Mora',
      summary: 'queue: refuse jobs above a bound instead of growing',
      body: 'A producer that is faster than its workers filled the memory of the host within minutes. A bound makes that visible to the producer, which can wait; dropping the oldest jobs was the alternative, but a job that was accepted must run.',
      lines: '3:13',
      refers_to: ['#14', 'team/jobs#9', 'OPS-311'],
    },
    {
      commit: idOf(repo, 'Merge pull request #31'),
      date: '2025-02-21',
      author: 'Kofi Lang',
      summary: 'Drain the queue before the process ends',
      body: 'A deployment killed the jobs that were under way, and their customers were billed twice when they ran again.',
      lines: '29:34',
      refers_to: ['#31'],
    },
    {
      commit: idOf(repo, 'queue: put a job that failed back'),
      date: '2025-02-07',
      author: 'Kofi Lang',
      summary: 'queue: put a job that failed back to the front',
      body: 'Customers waited for the slowest of their jobs, which was most often one that had failed once and then queued up again behind all the others.',
      lines: '23:25, 27:28',
      refers_to: [`reverted by ${idOf(repo, 'Revert "queue').slice(0, 12)}`],
    },
  ]);
  expect(answer.regions).toEqual([]);
  expect(new Set(Object.values(answer.stats))).toEqual(new Set([0]));
  expect(codes(answer)).toEqual(['no_notes_ref']);
});

test('a unit and a line have the commits of their own lines, and noise gives way to nothing', async () => {
  const repo = sharedRepository('plain-history');
  expect(subjects(await ask(repo, QUEUE, { anchor: 'waited' }))).toEqual([
    'Tell the caller how long the oldest job has waited',
  ]);
  expect(said(await ask(repo, QUEUE, { anchor: 'waited' }))[0]).not.toHaveProperty('body');
  expect(said(await ask(repo, QUEUE, { lines: '8:9' }))).toMatchObject([{ lines: '8:9' }]);
  for (const anchor of ['take', 'size']) expect(said(await ask(repo, QUEUE, { anchor }))).toEqual([]);
  expect(said(await ask(repo, 'package.json'))).toEqual([]);
});

test('who asks since when is quoted no older commit', async () => {
  const repo = sharedRepository('plain-history');
  const dates = said(await ask(repo, QUEUE, { since: '2025-02-01' })).map(({ date }) => date);
  expect(dates).toHaveLength(3);
  expect(dates.filter(date => date < '2025-02-01')).toEqual([]);
  expect(subjects(await ask(repo, QUEUE, { since: 'HEAD' }))).toEqual([]);
});

test('a revert and what it reverts name each other, also where the revert owns none of the lines', async () => {
  const repo = sharedRepository('plain-history');
  const [change, revert] = [idOf(repo, 'queue: put a job'), idOf(repo, 'Revert "queue')].map(id =>
    id.slice(0, 12),
  );
  const [kept] = said(await ask(repo, QUEUE, { lines: '23:25' }));
  expect(kept?.refers_to).toEqual([`reverted by ${revert}`]);
  const [back] = said(await ask(repo, QUEUE, { lines: '26' }));
  expect(back).toMatchObject({
    body: "One job that can't succeed kept all others from running. What it counts stays.",
    refers_to: [`reverts ${change}`],
  });
});

test('many lines with a subject outweigh a few with a body, and equal owners come newer first', async () => {
  const repo = await buildRepository('empty-notes');
  const parts = Array.from({ length: 5 }, (_, at) => lines(`part${at}`, at === 0 ? 40 : 4));
  const message = (at: number) =>
    at === 0 ? 'Answer each kind of broker in its own way' : `Add part ${at}\n\n${REASON}`;
  for (const at of parts.keys()) repo.commit(message(at), { 'a.txt': parts.slice(0, at + 1).join('') });
  expect(said(await ask(repo, 'a.txt')).map(item => [item.summary, item.lines])).toEqual([
    ['Answer each kind of broker in its own way', '1:40'],
    ['Add part 4', '53:56'],
    ['Add part 3', '49:52'],
  ]);
});

test('lines are those on disk, and what is not committed belongs to nobody', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit(`Ping the broker\n\n${REASON}`, { 'a.txt': lines('ping', 6) });
  repo.write(
    'a.txt',
    `${lines('new', 2)}${lines('ping', 3)}${lines('more', 1)}${lines('ping', 6).split('\n').slice(3).join('\n')}`,
  );
  const answer = await ask(repo, 'a.txt');
  expect(said(answer)).toMatchObject([{ lines: '3:5, 7:9' }]);
  expect(answer.scope?.uncommitted_lines).toBe(3);
  expect(said(await ask(repo, 'a.txt', { lines: '1:2' }))).toEqual([]);
  repo.write('b.txt', 'never committed\n');
  expect(said(await ask(repo, 'b.txt'))).toEqual([]);
});

test('very many ranges are named by the largest', async () => {
  const repo = await buildRepository('empty-notes');
  const all = lines('ping', 60).split('\n');
  repo.commit(`Ping the broker\n\n${REASON}`, { 'a.txt': all.join('\n') });
  repo.commit('wip', {
    'a.txt': all.map((line, at) => (at % 3 === 2 ? `${line} changed` : line)).join('\n'),
  });
  const [item] = said(await ask(repo, 'a.txt'));
  expect(item?.lines).toBe('1:2, 4:5, 7:8, 10:11, 13:14, 16:17, 19:20, 22:23, …');
});

test('a commit that blame is told to look through is not quoted', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit(`Ping the broker\n\n${REASON}`, { 'a.txt': lines('ping', 4) });
  const rewrite = repo.commit(`Write it all anew\n\n${REASON} ${REASON}`, { 'a.txt': lines('else', 8) });
  expect(subjects(await ask(repo, 'a.txt'))).toEqual(['Write it all anew']);
  repo.commit('Look through it', { '.git-blame-ignore-revs': `${rewrite}\n` });
  expect(subjects(await ask(repo, 'a.txt'))).not.toContain('Write it all anew');
});

test('the end of a shallow clone proves nothing: its commit is left out, and the answer says so', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit(`Ping the broker\n\n${REASON}`, { 'a.txt': lines('ping', 4) });
  repo.commit(`Say so in the log\n\n${REASON}`, { 'a.txt': `${lines('ping', 4)}${lines('log', 2)}` });
  const answer = await ask(shallowClone(repo, 2), 'a.txt');
  expect(said(answer)).toMatchObject([{ summary: 'Say so in the log', lines: '5:6' }]);
  expect(codes(answer).sort()).toEqual(['no_notes_ref', 'shallow']);
});

test('a long body is cut at the end of a sentence', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit(`Ping the broker\n\n${`${REASON} `.repeat(20)}`, { 'a.txt': 'ping\n' });
  const [item] = said(await ask(repo, 'a.txt'));
  expect(item?.body).toBe(`${`${REASON} `.repeat(6)}…`);
});

test.each(['read', 'summary'])('%s has them only where they are wanted', async query => {
  const repo = await buildRepository('plain-history');
  const count = async () => {
    const { stdout } = await runCommand(repo, [query, QUEUE, '--json']);
    return said(JSON.parse(stdout)).length;
  };
  expect(await count()).toBe(3);
  repo.git('config', 'ultragit.saidInCommits', 'no');
  expect(await count()).toBe(0);
  repo.git('config', '--unset', 'ultragit.saidInCommits');
  repo.write('.ultragit-config.toml', '[ultragit.read]\nsaid_in_commits = false\n');
  expect(await count()).toBe(0);
});

test('--messages and --no-messages say more than the setting, and are part of the question', async () => {
  const repo = await buildRepository('plain-history');
  const asked = async (...flags: string[]): Promise<ReadAnswer> =>
    JSON.parse((await runCommand(repo, ['read', QUEUE, '--json', ...flags])).stdout);
  expect(await asked('--no-messages')).toMatchObject({ query: { messages: false }, regions: [] });
  expect(said(await asked('--no-messages'))).toEqual([]);
  repo.git('config', 'ultragit.saidInCommits', 'false');
  expect(said(await asked('--messages'))).toHaveLength(3);
  expect(await asked('--messages')).toMatchObject({ query: { messages: true } });
  expect((await asked()).query).toEqual({ path: QUEUE });
});

test('a setting that is neither true nor false is refused', async () => {
  const repo = await buildRepository('plain-history');
  repo.git('config', 'ultragit.saidInCommits', 'perhaps');
  await expect(ask(repo, QUEUE)).rejects.toThrow(
    '.git/config: ultragit.saidincommits must be true or false.',
  );
});

test('beside annotations they are shown on demand, and of a part without any by themselves', async () => {
  const repo = await buildRepository('plain-history');
  const add = { file: QUEUE, ast_anchor: { name: 'add' }, lines: { start: 7, end: 13 } };
  repo.annotate('HEAD', note(add));
  const annotated = await ask(repo, QUEUE);
  expect([annotated.regions.length, said(annotated)]).toEqual([1, []]);
  const both = await ask(repo, QUEUE, { messages: true });
  expect([both.regions.length, said(both).length]).toEqual([1, 3]);
  expect(both.stats).toEqual(annotated.stats);
  const elsewhere = await ask(repo, QUEUE, { anchor: 'drain' });
  expect(subjects(elsewhere)).toEqual(['Drain the queue before the process ends']);
  expect(codes(elsewhere)).toEqual(['not_annotated']);
  const filtered = await ask(repo, QUEUE, { tags: ['none'] });
  expect([said(filtered), codes(filtered)]).toEqual([[], ['filtered_out']]);
});

test('lines that are older than every annotation have their commits, too', async () => {
  const repo = await buildRepository('plain-history');
  repo.commit('Say so', { 'b.txt': 'b\n' });
  repo.annotate('HEAD', note({ file: 'b.txt' }));
  const answer = await ask(repo, QUEUE);
  expect(said(answer)).toHaveLength(3);
  expect(codes(answer)).toEqual(['none_for_file']);
});

test('of several files each has its own, and a commit of both is quoted once', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit(`Ping the broker\n\n${REASON}`, { 'a.txt': lines('ping', 2), 'b.txt': lines('pong', 3) });
  repo.commit(`Ping the other one\n\n${REASON}`, { 'b.txt': `${lines('pong', 3)}${lines('other', 1)}` });
  const items = said(await ask(repo, ['a.txt', 'b.txt'])).map(item => [
    item.file,
    item.summary,
    item.lines,
    item.body,
  ]);
  expect(items).toEqual([
    ['a.txt', 'Ping the broker', '1:2', REASON],
    ['b.txt', 'Ping the broker', '1:3', undefined],
    ['b.txt', 'Ping the other one', '4', REASON],
  ]);
});

test('an older version has the commits that it had', async () => {
  const repo = sharedRepository('plain-history');
  expect(subjects(await ask(repo, 'src/queue.js', { rev: 'HEAD~8' }))).toEqual([
    'queue: refuse jobs above a bound instead of growing',
  ]);
});

test('an excluded path has none', async () => {
  const repo = await buildRepository('plain-history');
  repo.git('config', 'ultragit.exclude', 'src/**');
  expect(said(await ask(repo, QUEUE, { messages: true }))).toEqual([]);
});

test('a token budget holds: bodies go first, then commits, and a larger one never gives less', async () => {
  const repo = sharedRepository('plain-history');
  const workspace = await openWorkspace(repo);
  const given: number[] = [];
  for (let budget = 150; budget <= 700; budget += 25) {
    const answer = sound(await read(workspace, { path: QUEUE, max_tokens: budget }));
    const cost = estimateTokens(JSON.stringify(answer));
    if (!answer.trimmed?.over_budget) expect(cost).toBeLessThanOrEqual(budget);
    else expect(answer).not.toHaveProperty('said_in_commits');
    // One more commit is more than the bodies of all.
    const bodies = said(answer).filter(({ body }) => body !== undefined).length;
    given.push(10 * said(answer).length + bodies);
  }
  expect(given).toEqual([...given].sort((a, b) => a - b));
  expect(new Set(given).size).toBeGreaterThan(4);
  const small = await read(workspace, { path: QUEUE, max_tokens: 400 });
  expect(small.trimmed?.shortened).toBeGreaterThan(0);
});

test('annotations outlast messages in a small budget', async () => {
  const repo = await buildRepository('plain-history');
  const region = { file: QUEUE, ast_anchor: { name: 'add' }, lines: { start: 7, end: 13 }, tags: ['bound'] };
  repo.annotate('HEAD', note(region));
  const workspace = await openWorkspace(repo);
  const ask = (max_tokens: number) => read(workspace, { path: QUEUE, messages: true, max_tokens });
  const whole = await ask(10_000);
  const alone = estimateTokens(JSON.stringify({ ...whole, said_in_commits: undefined }));
  const { regions, ...rest } = await ask(alone + 60);
  expect(regions).toEqual(whole.regions);
  expect(said(rest).length).toBeLessThan(3);
});

test('the summary of a file without annotations names the commits that explain most of it', async () => {
  const repo = await buildRepository('plain-history');
  const answer = await askSummary(repo, QUEUE);
  expect(answer.units).toEqual([]);
  expect(answer.said_in_commits?.map(item => [item.summary, item.lines])).toEqual([
    ['queue: refuse jobs above a bound instead of growing', '3:13'],
    ['Drain the queue before the process ends', '29:34'],
    ['queue: put a job that failed back to the front', '23:25, 27:28'],
  ]);
  expect(new Set(answer.said_in_commits?.flatMap(Object.keys))).toEqual(
    new Set(['commit', 'date', 'author', 'summary', 'lines']),
  );
  expect(noticeCodes(answer)).toEqual(['no_notes_ref']);
  expect(await askSummary(repo, 'src')).not.toHaveProperty('said_in_commits');
  repo.annotate('HEAD', note({ file: QUEUE, ast_anchor: { name: 'add' } }));
  expect(await askSummary(repo, QUEUE)).not.toHaveProperty('said_in_commits');
});

test('every format tells them from annotations', async () => {
  const repo = sharedRepository('plain-history');
  for (const query of ['read', 'summary']) {
    const show = async (format: string) =>
      (await runCommand(repo, [query, QUEUE, '--format', format])).stdout;
    const [pretty, markdown] = [await show('pretty'), await show('markdown')];
    for (const text of [pretty, markdown]) {
      expect(text).toContain('From the commit messages of these lines, not from annotations');
      expect(text).toContain('Drain the queue before the process ends');
      expect(text.replace(/\s+/g, ' ')).toContain('· Kofi Lang · lines 29–34');
      expect(text).toContain('There are no annotations in this clone');
      expect(text).not.toMatch(/confidence|undefined/);
    }
  }
});

test('asked again, nothing is started', async () => {
  const repo = sharedRepository('plain-history');
  const workspace = await openWorkspace(repo);
  const first = await read(workspace, { path: QUEUE });
  let started = 0;
  const onStart = () => {
    started++;
  };
  subscribe('child_process', onStart);
  onTestFinished(() => {
    unsubscribe('child_process', onStart);
  });
  expect(await read(workspace, { path: QUEUE })).toEqual(first);
  expect(started).toBe(0);
});

test('where an old version is missing, the answer goes on without messages and says so', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit(`Ping the broker\n\n${REASON}`, { 'a.txt': lines('ping', 4) });
  const old = repo.git('rev-parse', 'HEAD:a.txt');
  repo.commit('wip', { 'a.txt': lines('ping', 5) });
  repo.remove(`.git/objects/${old.slice(0, 2)}/${old.slice(2)}`);
  const answer = await ask(repo, 'a.txt');
  expect([answer.regions, said(answer)]).toEqual([[], []]);
  expect(codes(answer)).toEqual(['commits_unread', 'no_notes_ref']);
});

test('a hostile message harms nobody', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit(`\u202ePing\u0007 the broker\n\n\u001b]0;x\u0007${REASON}\u2066\u200b`, { 'a.txt': 'ping\n' });
  const [item] = said(await ask(repo, 'a.txt'));
  expect(item).toMatchObject({ summary: 'Ping the broker', body: `]0;x${REASON}` });
  const { stdout } = await runCommand(repo, ['read', 'a.txt', '--format', 'pretty']);
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\u2066]/);
});

test('a message with a NUL in it, and one of more than a megabyte, are read', async () => {
  const repo = await buildRepository('empty-notes');
  const withMessage = (message: string, content: string) => {
    repo.write('a.txt', content);
    repo.git('add', 'a.txt');
    const who = `A <a@example.com> ${1_764_547_300 + content.length} +0000`;
    const head = `tree ${repo.git('write-tree')}\nparent ${repo.git('rev-parse', 'HEAD')}\nauthor ${who}\ncommitter ${who}\n\n`;
    const args = ['hash-object', '--literally', '-t', 'commit', '-w', '--stdin'];
    repo.git('update-ref', 'HEAD', repo.gitBytes(args, `${head}${message}`).toString().trim());
  };
  withMessage(`Ping the broker\0\n\n${REASON}\0`, 'one\n');
  expect(said(await ask(repo, 'a.txt'))).toMatchObject([{ summary: 'Ping the broker', body: REASON }]);
  withMessage(`Ping two brokers\n\n${`${REASON} `.repeat(10_000)}`, 'one\ntwo\n');
  expect(said(await ask(repo, 'a.txt'))).toMatchObject([
    { summary: 'Ping two brokers' },
    { summary: 'Ping the broker' },
  ]);
  withMessage(`Ping three brokers\n\n${`${REASON} `.repeat(20_000)}`, 'one\ntwo\nthree\n');
  repo.commit('wip');
  expect(subjects(await ask(repo, 'a.txt'))).toEqual([
    'Ping three brokers',
    'Ping two brokers',
    'Ping the broker',
  ]);
});
