// A report has all that the page may ask, as far as there is room, and nothing of the machine that it was made on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPage } from '../../src/page/answer-page.ts';
import type { RepositoryData } from '../../src/page/data.ts';
import { canonical, question } from '../../src/page/question.ts';
import { type CollectOptions, collect } from '../../src/page/report/collect.ts';
import { type Page, reportDocument } from '../../src/page/report/document.ts';
import { note, openWorkspace } from '../support/ask.ts';
import { answersIn } from '../support/page-data.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const MIB = 1024 * 1024;
const PAGE: Page = {
  html: '<head><!--ultragit:csp--></head><script type="application/json" id="ultragit-data"></script>',
  hashes: { script: 'sha256-$1$&', style: 'sha256-b' },
};

async function collected(repo: Repository, options: Partial<CollectOptions> = {}) {
  const workspace = await openWorkspace(repo);
  return workspace.ask({}, snapshot => collect(snapshot, { below: '', mostBytes: 64 * MIB, ...options }));
}

const paths = (questions: ReadonlyMap<string, string>) =>
  [...questions.keys()]
    .map(key => question(JSON.parse(key)))
    .flatMap(asked => (asked.about === 'file' ? [asked.path] : []));

test('every question of a report has the answer that a server gives, without the place of the repository', async () => {
  const repo = await buildRepository('mqtt-client');
  const { questions, files, leftOut } = await collected(repo);
  expect([files, leftOut]).toEqual([4, 0]);
  const answers = answersIn(reportDocument(PAGE, questions));
  const workspace = await openWorkspace(repo);
  for (const [key, answer] of Object.entries(answers)) {
    const asked = question(JSON.parse(key));
    expect(canonical(asked)).toBe(key);
    const live = JSON.stringify(await workspace.ask({}, snapshot => answerPage(snapshot, asked)));
    const { part: _, ...told } = answer as RepositoryData;
    expect(told, key).toEqual(JSON.parse(live.replaceAll(JSON.stringify(repo.path), '"repo"')));
  }
  expect(JSON.stringify(answers)).not.toContain(repo.path);
  expect(Object.keys(answers)).toEqual(
    expect.arrayContaining([
      '{"about":"repository"}',
      '{"about":"graph"}',
      '{"about":"file","path":"src/mqtt/client.ts"}',
      '{"about":"unit","path":"src/mqtt/client.ts","anchor":"MqttClient::connect"}',
      '{"about":"graph","path":"src/mqtt/client.ts","anchor":"MqttClient::connect"}',
    ]),
  );
});

test('a part of the repository has its own files, and says which part it is', async () => {
  const repo = sharedRepository('mqtt-client');
  const { questions } = await collected(repo, { below: 'src/tls' });
  expect(paths(questions)).toEqual(['src/tls/session-cache.ts']);
  const data: RepositoryData = JSON.parse(questions.get('{"about":"repository"}') ?? '');
  expect(data.part).toEqual({ path: 'src/tls' });
  expect(data.files.map(({ path }) => path)).toEqual(['src/tls/session-cache.ts']);
  const { questions: one } = await collected(repo, { below: 'src/mqtt/client.ts' });
  expect(paths(one)).toEqual(['src/mqtt/client.ts']);
});

test('what finds no room is left out, file by file, and counted', async () => {
  const repo = sharedRepository('mqtt-client');
  const whole = await collected(repo);
  const size = [...whole.questions.values()].join('').length;
  const { questions, files, leftOut } = await collected(repo, { mostBytes: Math.round(size / 2) });
  expect(files).toBeGreaterThan(0);
  expect(leftOut).toBe(4 - files);
  expect(paths(questions)).toHaveLength(files);
  expect([...questions.values()].join('').length).toBeLessThan(size / 2 + 100);
  expect(JSON.parse(questions.get('{"about":"repository"}') ?? '').part).toEqual({
    path: '',
    left_out: leftOut,
  });
  const none = await collected(repo, { mostBytes: 1 });
  expect([none.files, none.leftOut]).toEqual([0, 4]);
});

test('a file that can not be read says so in its place', async () => {
  const repo = await buildRepository('mqtt-client');
  const commit = repo.commit('Soon a link', { 'odd.ts': 'export const a = 1;\n' });
  repo.annotate(commit, note({ file: 'odd.ts' }));
  repo.remove('odd.ts');
  repo.write('odd.ts/inside.ts', '');
  const { questions } = await collected(repo);
  const answer = JSON.parse(questions.get('{"about":"file","path":"odd.ts"}') ?? '');
  expect(answer.error.code).toBe('not_a_file');
});

test('the same data gives the same bytes; markup in it stays data', async () => {
  const questions = new Map([['{"about":"repository"}', JSON.stringify({ name: '</script><script>$&' })]]);
  const html = reportDocument(PAGE, questions);
  expect(reportDocument(PAGE, new Map(questions))).toBe(html);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain(`script-src 'sha256-$1$&'`);
  expect(html).toContain("connect-src 'none'");
  expect(html).not.toContain('frame-ancestors');
  expect(answersIn(html)).toEqual({ '{"about":"repository"}': { name: '</script><script>$&' } });
  expect(() => reportDocument({ ...PAGE, html: '' }, questions)).toThrow(/exactly one/);
});

test('the built page has one place for the policy and one for the data', () => {
  const html = readFileSync(join(import.meta.dirname, '../../dist/page.html'), 'utf8');
  const made = reportDocument({ ...PAGE, html }, new Map());
  expect(made.indexOf('ultragit report')).toBeLessThan(4000);
});

test('of a file with very many annotations, some units have a page, those that it has first, and the others are counted', async () => {
  const repo = await buildRepository('plain-history');
  repo.commit('Change', { 'a.js': 'function z() {\n  return 1;\n}\n' });
  const names = [...Array.from({ length: 99 }, (_, at) => `made::up${at}`), 'z'];
  const regions = names.map(name => ({ file: 'a.js', ast_anchor: { name }, intent: `Why ${name}.` }));
  repo.annotate('HEAD', JSON.stringify({ schema: 'ultragit/v1', regions }));
  const { questions, unitsLeftOut } = await collected(repo, { mostLooks: 500 });
  const units = [...questions.keys()].map(key => JSON.parse(key)).filter(({ about }) => about === 'unit');
  expect(units.map(({ anchor }) => anchor)).toContain('z');
  expect([units.length, unitsLeftOut]).toEqual([5, 95]);
});
