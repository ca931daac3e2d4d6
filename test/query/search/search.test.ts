// Was this tried before? What a search finds in all sources, in which order, and what it says of today's code.
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { LIMITS } from '../../../src/annotation/limits.ts';
import { type SearchAnswer, searchAnswerSchema } from '../../../src/query/search/answer.ts';
import { run } from '../../../src/query/search/run.ts';
import { note, openWorkspace } from '../../support/ask.ts';
import { messageOf, noticeCodes, runCommand } from '../../support/ask-queries.ts';
import { type Failure, ultragit } from '../../support/cli.ts';
import { buildRepository, type Repository, sharedRepository } from '../../support/repository.ts';

type Question = Omit<Parameters<typeof run>[1], 'words'> & { verbose?: boolean };

async function search(repo: Repository, words: string[], question: Question = {}): Promise<SearchAnswer> {
  const { verbose, ...query } = question;
  const workspace = await openWorkspace(repo);
  const answer = await workspace.ask({}, snapshot =>
    run(snapshot, { words, ...query }, { audience: 'terminal', verbose }),
  );
  const wire: SearchAnswer = JSON.parse(JSON.stringify(answer));
  expect(z.parse(searchAnswerSchema, wire)).toEqual(wire);
  expect(JSON.stringify(answer)).not.toMatch(/[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
  return wire;
}

const places = ({ results }: SearchAnswer) =>
  results.map(({ file, files, anchor }) => [file ?? files?.join(), anchor?.name].filter(Boolean).join(' '));
const matches = ({ results }: SearchAnswer) =>
  results.flatMap(result => result.matches.map(({ kind, text }) => `${kind}: ${text}`));

describe('in the sample repository', () => {
  let demo: Repository;

  beforeAll(async () => {
    demo = await buildRepository('mqtt-client');
  });

  test('all words must be in one annotation, in any order and case', async () => {
    const answer = await search(demo, ['ELEMENT', 'secure', 'fifth']);
    // The first has them in one text, the other in two.
    expect(places(answer)).toEqual([
      'src/tls/session-cache.ts TlsSessionCache',
      'src/mqtt/client.ts MqttClient::connect',
    ]);
    expect(answer.results[0]).toMatchObject({ state: 'intact', commit: '93356696a8b0', date: '2025-01-22' });
    expect(answer.stats).toEqual({ notes_searched: 6, results_found: 2, results_returned: 2 });
  });

  test('a kind narrows it to texts of that kind', async () => {
    const rejected = await search(demo, ['element'], { kind: 'rejected' });
    expect(matches(rejected)).toEqual([
      'rejected: An LRU cache in memory with the keys sealed by the secure element.',
    ]);
    expect(rejected.results[0]?.matches[0]?.reason).toMatch(/^Unsealing takes 400 ms/);
    const kinds = async (kind: string, word: string) =>
      new Set(
        (await search(demo, [word], { kind })).results.flatMap(item => item.matches.map(hit => hit.kind)),
      );
    expect(await kinds('constraint', 'idempotent')).toEqual(new Set(['constraint']));
    expect(await kinds('dependency', 'idempotent')).toEqual(new Set(['dependency']));
    expect(await kinds('concern', 'session')).toEqual(new Set(['concern']));
    expect(await kinds('reasoning', 'jitter')).toEqual(new Set(['reasoning']));
  });

  test('the names of the file and the unit count, but a text with the words comes first', async () => {
    const answer = await search(demo, ['reconnect', 'idempotent']);
    expect(places(answer)).toContain('src/mqtt/reconnect.ts ReconnectScheduler::attempt');
    const [first] = (await search(demo, ['connect'])).results;
    expect(first?.matches.some(({ text }) => /connect/i.test(text))).toBe(true);
  });

  test('a path, a pattern, a date and tags narrow it', async () => {
    const files = async (question: Question) =>
      new Set((await search(demo, ['session'], question)).results.map(({ file }) => file));
    expect(await files({ path: 'src/tls' })).toEqual(new Set(['src/tls/session-cache.ts']));
    expect(await files({ path: '**/{client,heartbeat}.ts' })).toEqual(
      new Set(['src/mqtt/client.ts', 'src/mqtt/heartbeat.ts']),
    );
    expect(await files({ since: '2025-03-01' })).toEqual(new Set(['src/mqtt/heartbeat.ts']));
    expect(await files({ tags: ['hardware-limit'], path: 'src/mqtt' })).toEqual(
      new Set(['src/mqtt/client.ts']),
    );
    expect(await files({ since: 'yesterday' })).toEqual(new Set());
  });

  test('the best results are shown, and how many more there are is said', async () => {
    const answer = await search(demo, ['session'], { max_results: 2 });
    expect(answer.results).toHaveLength(2);
    expect(messageOf(answer, 'more_results')).toMatch(
      /^\d+ annotations have the words; the best 2 are shown/,
    );
    const small = await search(demo, ['session'], { max_tokens: 500 });
    expect(small.trimmed).toMatchObject({ max_tokens: 500 });
    expect(small.results.length).toBeGreaterThan(0);
  });

  test('what is not found says what was searched, and the nearest words', async () => {
    const answer = await search(demo, ['jiter', 'session']);
    expect(answer.results).toEqual([]);
    expect(answer.notices?.[0]).toEqual({
      code: 'nothing_found',
      message: 'refs/notes/ultragit has 6 notes, but none has all of jiter, session.',
      fix: 'No annotation has jiter; near it: jitter.',
    });
    const apart = await search(demo, ['jitter', 'idempotent']);
    expect(apart.notices?.[0]?.fix).toMatch(/Each word is somewhere/);
    const elsewhere = await search(demo, ['jitter'], { kind: 'risk' });
    expect(elsewhere.notices?.[0]?.fix).toMatch(/^1 annotation has it elsewhere/);
  });

  test('commit messages are searched where no annotation has the words, or where they are asked for', async () => {
    const answer = await search(demo, ['gateways', 'march']);
    expect(answer.results).toEqual([]);
    expect(answer.said_in_commits).toMatchObject([{ summary: 'Spread reconnects with full jitter' }]);
    const asked = await search(demo, ['jitter'], { kind: 'message' });
    expect(asked).toMatchObject({ results: [], said_in_commits: [{ summary: /jitter/ }] });
    expect((await search(demo, ['jitter'])).said_in_commits).toBeUndefined();
    expect((await search(demo, ['itter'])).said_in_commits).toBeUndefined();
  });

  test('commit messages keep to the time that is asked for', async () => {
    const summaries = async (since: string) =>
      ((await search(demo, ['jitter'], { kind: 'message', since })).said_in_commits ?? []).length;
    expect([await summaries('2025-01-01'), await summaries('yesterday')]).toEqual([1, 0]);
    const instead = await search(demo, ['gateways', 'march'], { since: 'yesterday' });
    expect(instead.said_in_commits).toBeUndefined();
  });

  test('of messages that were asked for, messages are counted', () => {
    const { stdout } = ultragit(demo, ['search', 'jitter', '--kind', 'message', '--format', 'pretty']);
    expect(stdout).toMatch(/^jitter \(message\) {2}1 commit message · quoted from git, unverified\n/);
  });

  test('the program shows file by file what was said, with the words set off on a terminal', async () => {
    const { stdout } = ultragit(demo, ['search', 'idempotent', '--format', 'pretty']);
    expect(stdout).toMatch(
      /^idempotent {2}\d results of 6 notes · quoted from git, unverified\n\nsrc\/mqtt\/client\.ts\n/,
    );
    expect(stdout).toMatch(/MqttClient::connect 42–50 {3}edited 22 %/);
    expect(stdout.match(/^src\/mqtt\/client\.ts$/gm)).toHaveLength(1);
    const coloured = await runCommand(demo, ['search', 'idempotent'], { terminal: true });
    expect(coloured.stdout).toContain('connect() stays \x1b[1midempotent\x1b[0m: ');
    const markdown = await runCommand(demo, ['search', 'idempotent']);
    expect(markdown.stdout).toContain('- connect() stays idempotent: ');
  });

  test('a word that would draw on the terminal is shown as text', async () => {
    const { stdout } = await runCommand(demo, ['search', 'a\x1b]0;b\x07\nc']);
    expect(stdout).toMatch(/^# a\]0;b c\n/);
    expect(stdout).not.toMatch(/[\x1b\x07]/);
  });

  test('a search without a word, and a pattern that can not be read, say so', async () => {
    const empty = await runCommand(demo, ['search', ' ', '--json']);
    expect(empty.code).toBe(2);
    expect((JSON.parse(empty.stdout) as Failure).error.message).toBe('There is no word to look for.');
    const pattern = await runCommand(demo, ['search', 'a', '--path', '!src', '--json']);
    expect(pattern.code).toBe(1);
    expect((JSON.parse(pattern.stdout) as Failure).error.message).toMatch(/^The pattern !src can only say/);
  });

  test('a path counts from the directory that one is in', async () => {
    const cwd = `${demo.path}/src/tls`;
    for (const path of ['.', 'session-cache.ts', '../tls']) {
      const { stdout } = await runCommand(demo, ['search', 'session', '--path', path, '--json'], { cwd });
      const files = (JSON.parse(stdout) as SearchAnswer).results.map(({ file }) => file);
      expect(new Set(files), path).toEqual(new Set(['src/tls/session-cache.ts']));
    }
  });
});

const body = (name: string) =>
  `export function ${name}(job) {\n  const ${name}One = job.${name};\n  return ${name}One + 1;\n}\n`;

const region = (file: string, name: string, said: object) => ({
  ...{ file, ast_anchor: { unit_type: 'function', name }, lines: { start: 1, end: 4 }, ...said },
});

describe('order and state', () => {
  test('in force before taken back, living before gone, the better match before the newer one', async () => {
    const repo = await buildRepository('unborn');
    const files = Object.fromEntries(
      ['back', 'gone', 'apart', 'old', 'new'].map(name => [`${name}.js`, body(name)]),
    );
    const first = repo.commit('Add', files);
    const rule = (text: string) => [{ text, source: 'author' }];
    repo.annotate(
      first,
      note(
        [
          region('back.js', 'back', {
            constraints: rule('Polling twice a second.'),
            corrections: [{ field: 'constraints', correction_type: 'remove', reason: 'It was too much.' }],
          }),
          region('gone.js', 'gone', { constraints: rule('Polling twice a second.') }),
          region('apart.js', 'apart', { constraints: rule('Polling.'), risk_notes: 'Twice a day it fails.' }),
          region('old.js', 'old', { constraints: rule('Polling twice a second.') }),
        ],
        { timestamp: undefined },
      ),
    );
    const second = repo.commit('Change', { 'new.js': body('new').replace('+ 1', '+ 2'), 'gone.js': null });
    repo.annotate(
      second,
      note(region('new.js', 'new', { constraints: rule('Polling twice a minute.') }), {
        timestamp: undefined,
      }),
    );
    const answer = await search(repo, ['polling', 'twice']);
    expect(places(answer)).toEqual([
      'new.js new',
      'old.js old',
      'apart.js apart',
      'gone.js gone',
      'back.js back',
    ]);
    expect(answer.results.map(({ state }) => state)).toEqual([
      'intact',
      'intact',
      'intact',
      'gone',
      'intact',
    ]);
    expect(answer.results[4]?.matches).toEqual([
      { kind: 'constraint', text: 'Polling twice a second.', reason: 'It was too much.', taken_back: true },
    ]);
    const { stdout } = await runCommand(repo, ['search', 'polling']);
    expect(stdout).toContain('**Taken back**');
  });

  test('code that was edited, renamed or moved is found where it is today', async () => {
    const repo = await buildRepository('unborn');
    const first = repo.commit('Add', { 'a.js': body('work'), 'b.js': `${body('other')}\n${body('third')}` });
    repo.annotate(
      first,
      note([
        region('a.js', 'work', { reasoning: 'A zebra did it.' }),
        { ...region('b.js', 'third', { reasoning: 'A zebra did it.' }), lines: { start: 6, end: 9 } },
      ]),
    );
    repo.git('mv', 'a.js', 'renamed.js');
    repo.commit('Rename', {});
    repo.commit('Move', { 'b.js': body('other'), 'c.js': `// Third.\n${body('third')}` });
    const { results } = await search(repo, ['zebra']);
    expect(results.find(({ anchor }) => anchor?.name === 'work')).toMatchObject({
      ...{ file: 'renamed.js', state: 'intact', lines: { start: 1, end: 4 } },
    });
    expect(results.find(({ anchor }) => anchor?.name === 'third')).toMatchObject({
      ...{ file: 'b.js', state: 'moved', moved_to: { file: 'c.js' } },
    });
    expect(places(await search(repo, ['zebra'], { path: 'renamed.js' }))).toEqual(['renamed.js work']);
  });
});

describe('sources', () => {
  test('decisions in commit messages are found with the files of their commit', async () => {
    const repo = sharedRepository('lore');
    const workspace = await search(repo, ['supplier'], { verbose: true });
    const [first] = workspace.results;
    expect(first).toMatchObject({ source: 'commit messages' });
    expect(first?.files?.length).toBeGreaterThan(0);
    expect(first?.file).toBeUndefined();
    expect(workspace.results.map(({ state }) => state)).not.toContain('unknown');
  });

  test('what a merge decides is found, though it changed no file', async () => {
    const repo = await buildRepository('unborn');
    repo.commit('Add', { 'a.js': body('work') });
    repo.git('checkout', '-q', '-b', 'side');
    repo.commit('Side', { 'b.js': body('side') });
    repo.git('checkout', '-q', 'main');
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge\n\nRejected: a zebra | too striped', 'side');
    expect(matches(await search(repo, ['zebra']))).toEqual(['rejected: a zebra']);
    expect((await search(repo, ['zebra'], { path: 'a.js' })).results).toEqual([]);
  });

  test('what two refs both say is said once, and the source is named', async () => {
    const repo = await buildRepository('unborn');
    const id = repo.commit('Add', { 'a.js': body('work') });
    const said = note(region('a.js', 'work', { reasoning: 'A zebra did it.' }));
    repo.annotate(id, said);
    repo.annotate(id, said, 'refs/notes/others');
    repo.annotate(id, note(region('a.js', 'work', { reasoning: 'A giraffe did it.' })), 'refs/notes/third');
    expect((await search(repo, ['zebra'])).results).toHaveLength(1);
    expect((await search(repo, ['giraffe'])).results).toMatchObject([{ source: 'refs/notes/third' }]);
  });

  test('annotations of a branch that is not merged are left out and counted', async () => {
    const repo = await buildRepository('unborn');
    repo.commit('Add', { 'a.js': body('work') });
    repo.git('checkout', '-q', '-b', 'side');
    const side = repo.commit('Side', { 'b.js': body('side') });
    repo.annotate(side, note(region('b.js', 'side', { reasoning: 'A zebra did it.' })));
    repo.git('checkout', '-q', 'main');
    const answer = await search(repo, ['zebra']);
    expect(answer.results).toEqual([]);
    expect(noticeCodes(answer)).toContain('notes_unreachable');
    repo.git('merge', '-q', 'side');
    expect(places(await search(repo, ['zebra']))).toEqual(['b.js side']);
  });

  test('a note that can not be read is named, and the others are searched', async () => {
    const repo = await buildRepository('unborn');
    const first = repo.commit('Add', { 'a.js': body('work') });
    const second = repo.commit('More', { 'b.js': body('more') });
    repo.annotate(first, note(region('a.js', 'work', { reasoning: 'A zebra did it.' })));
    repo.annotate(second, '{"schema": "ultragit/v1", "regions": [{');
    const answer = await search(repo, ['zebra']);
    expect(answer.results).toHaveLength(1);
    expect(noticeCodes(answer)).toContain('notes_unread');
  });

  test('without any annotation it says how the first is written, and searches commit messages', async () => {
    const repo = await buildRepository('unborn');
    repo.commit('Feed the zebra', { 'a.js': body('work') });
    const answer = await search(repo, ['zebra']);
    expect(noticeCodes(answer)).toEqual(['no_notes_ref']);
    expect(answer.said_in_commits).toMatchObject([{ summary: 'Feed the zebra' }]);
  });

  test('letters that a note writes as escapes, full-width letters and hidden characters do not hide a word', async () => {
    const repo = await buildRepository('unborn');
    const id = repo.commit('Add', { 'a.js': body('work') });
    const text = JSON.stringify(
      note(region('a.js', 'work', { reasoning: 'A ZEBRA, a ｇｉｒａｆｆｅ, an e\u200blk.' })),
    );
    repo.annotate(id, text.replace('ZEBRA', '\\u005aebra'));
    for (const word of ['zebra', 'giraffe', 'elk'])
      expect((await search(repo, [word])).results, word).toHaveLength(1);
  });

  test('files that the settings exclude are left out', async () => {
    const repo = await buildRepository('unborn');
    const id = repo.commit('Add', { 'a.js': body('work'), 'gen/b.js': body('made') });
    repo.annotate(
      id,
      note([
        region('a.js', 'work', { reasoning: 'A zebra did it.' }),
        region('gen/b.js', 'made', { reasoning: 'A zebra did it.' }),
      ]),
    );
    repo.git('config', 'ultragit.exclude', 'gen/');
    expect(places(await search(repo, ['zebra']))).toEqual(['a.js work']);
  });
});

test('of a very long text what is around the word is shown', async () => {
  const repo = await buildRepository('unborn');
  const id = repo.commit('Add', { 'a.js': body('work') });
  const reasoning = `${'😀 lion '.repeat(2_000)}the zebra ${'lion 😀 '.repeat(100_000)}`;
  repo.annotate(id, note(region('a.js', 'work', { reasoning })));
  const [hit] = (await search(repo, ['zebra'])).results[0]?.matches ?? [];
  expect(hit?.text).toMatch(/^….*the zebra .*…$/u);
  expect(hit?.text.length).toBeLessThan(1_010);
  expect(hit?.text).not.toMatch(/\p{Cs}/u);
});

test('a note of very many regions that all match is answered within its bounds', async () => {
  const repo = await buildRepository('unborn');
  const id = repo.commit('Add', { 'a.js': body('work') });
  const regions = Array.from({ length: LIMITS.regions }, (_, at) => ({
    file: 'a.js',
    intent: `zebra ${at}`,
  }));
  repo.annotate(id, JSON.stringify({ schema: 'ultragit/v1', regions }));
  const answer = await search(repo, ['zebra']);
  expect(answer.results).toHaveLength(20);
  expect(answer.stats.results_found).toBe(LIMITS.regions);
});
