// Why a line is as it is: what a person sees in ten seconds, and the JSON behind it.
import { beforeAll, expect, test } from 'vitest';
import { note } from '../support/ask.ts';
import { runCommand } from '../support/ask-queries.ts';
import { type Failure, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';
let demo: Repository;

beforeAll(async () => {
  demo = await buildRepository('mqtt-client');
});

async function said(repo: Repository, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(repo, ['why', ...args], {
    terminal: true,
    env: { NO_COLOR: '1' },
  });
  expect(code, stderr).toBe(0);
  return stdout;
}

async function printed(...args: string[]): Promise<string> {
  return (await runCommand(demo, [...args, '--json'])).stdout;
}

test('the program says on one screen what must hold, why, the risk, who relies on it, whether it still is so', () => {
  const { stdout, status } = ultragit(demo, ['why', `${client}:44`, '--format', 'pretty']);
  expect(status).toBe(0);
  const labels = stdout.match(/^ {2}[A-Z][a-z]+[ \w?]*?(?= {2}| •)/gm)?.map(label => label.trim());
  expect(labels).toEqual(['Must hold', 'Why', 'Risk', 'Relied on by', 'Still true?']);
  expect(stdout).toMatch(/^src\/mqtt\/client\.ts:44 {2}MqttClient::connect {2}quoted from git, unverified\n/);
  expect(stdout).toContain('• src/mqtt/reconnect.ts ReconnectScheduler::attempt');
  expect(stdout).toContain('All that is known: ultragit read src/mqtt/client.ts MqttClient::connect');
  expect(stdout.split('\n').length).toBeLessThanOrEqual(24);
});

test('its JSON is that of a read of the line in its function', async () => {
  const read = await printed('read', client, 'MqttClient::connect', '--lines', '44');
  expect(await printed('why', `${client}:44`)).toBe(read);
  expect(await printed('why', `${client}:44:7`)).toBe(read);
  expect(await printed('why', client, '--lines', '44')).toBe(read);
  const unit = await printed('read', client, 'MqttClient::connect');
  expect(await printed('why', `${client}::MqttClient::connect`)).toBe(unit);
  expect(await printed('why', client, 'MqttClient::connect')).toBe(unit);
});

test('a terminal that takes links is led to the file, and not to a name with a line in it', async () => {
  const { stdout } = await runCommand(demo, ['why', `${client}:44`], {
    ...{ terminal: true, env: { NO_COLOR: '1', FORCE_HYPERLINK: '1' } },
  });
  const [, link = '', text] = /^\x1b\]8;;([^\x1b]*)\x1b\\(.*?)\x1b\]8;;/.exec(stdout) ?? [];
  expect(text).toBe(`${client}:44`);
  expect(new URL(link).pathname.endsWith(`/${client}`)).toBe(true);
});

test('notes that could not be read are named, beside annotations, too', async () => {
  const repo = await annotated();
  const id = repo.commit('More', { 'b.js': 'let x = 1;\n' });
  repo.annotate(id, '{"schema": "ultragit/v1", "regions": [{');
  expect(await said(repo, 'a.js:3')).toMatch(/1 note could not be read: [0-9a-f]{12}/);
});

test('a path alone is asked back for a line or a unit', async () => {
  const { code, stdout } = await runCommand(demo, ['why', client, '--json']);
  expect(code).toBe(2);
  const { error } = JSON.parse(stdout) as Failure;
  expect(error.message).toBe(`Which line of ${client}, or which unit?`);
  expect(error.hints.join('\n')).toContain(`ultragit why ${client}:42`);
});

test('a directory and a file that is not there are named as such', async () => {
  const message = async (path: string) =>
    (JSON.parse((await runCommand(demo, ['why', path, '--json'])).stdout) as Failure).error.message;
  expect(await message('src/mqtt')).toBe('src/mqtt is a directory.');
  expect(await message('src/mqtt/clinet.ts')).toBe('File not found: src/mqtt/clinet.ts');
});

const BODY =
  'export function work(job) {\n  const one = job.one;\n  const two = job.two;\n  return one + two;\n}\n';

async function annotated(): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const file = 'a.js';
  const id = repo.commit('Add', { [file]: BODY });
  repo.annotate(
    id,
    note([
      { file, intent: 'The whole file.', constraints: [{ text: 'File rule.', source: 'author' }] },
      {
        ...{ file, ast_anchor: { unit_type: 'function', name: 'work' }, lines: { start: 1, end: 5 } },
        ...{ intent: 'Does the work.', constraints: [{ text: 'Unit rule.', source: 'author' }] },
        rejected_alternatives: [{ approach: 'A queue', reason: 'Too slow. And large.' }],
      },
      {
        ...{ file, ast_anchor: { unit_type: 'function', name: 'work' }, lines: { start: 3, end: 3 } },
        ...{ intent: 'Takes the second.', constraints: [{ text: 'Line rule.', source: 'author' }] },
      },
    ]),
  );
  return repo;
}

test('what is said of the line comes before what is said of its function, and that before the file', async () => {
  const repo = await annotated();
  const at3 = await said(repo, 'a.js:3');
  const places = ['Takes the second.', 'Line rule.', 'Unit rule.', 'File rule. (whole file)'];
  expect(places.map(text => at3.indexOf(text))).toEqual(
    places.map(text => at3.indexOf(text)).sort((a, b) => a - b),
  );
  expect(places.filter(text => !at3.includes(text))).toEqual([]);
  expect(at3).toContain('A queue — Too slow.');
  expect(at3).not.toContain('And large.');
  const at2 = await said(repo, 'a.js:2');
  expect(at2).toMatch(/^a\.js:2 {2}work {2}quoted from git, unverified\n {2}Does the work\./);
});

test('what several annotations say in the same words is said once, of the nearest', async () => {
  const repo = await annotated();
  const id = repo.commit('Multiply', { 'a.js': BODY.replace('one + two', 'one * two') });
  const lines = { start: 1, end: 5 };
  const again = { file: 'a.js', ast_anchor: { unit_type: 'function', name: 'work' }, lines };
  const rule = { text: 'Unit rule.', source: 'author' };
  repo.annotate(id, note([{ ...again, intent: 'Does the work.', constraints: [rule] }]));
  expect((await said(repo, 'a.js:4')).match(/Unit rule\..*/g)).toEqual(['Unit rule.']);
});

test('a line that changed since is said to have changed, and a line that is not committed, too', async () => {
  const repo = await annotated();
  repo.commit('Multiply', { 'a.js': BODY.replace('one + two', 'one * two') });
  expect(await said(repo, 'a.js:4')).toMatch(/Still true\? +edited 1 of 5 lines · [0-9a-f]{12} Multiply/);
  repo.write('b.js', 'let x = 1;\n');
  expect(await said(repo, 'b.js:1')).toContain('Not committed yet.');
});

test('where nothing is annotated, the commit that owns the line speaks, whatever it says', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('wip', { 'a.js': BODY });
  repo.commit('Return the product\n\nA sum lost the sign of small numbers.', {
    'a.js': BODY.replace('one + two', 'one * two'),
  });
  expect(await said(repo, 'a.js:4')).toMatch(/Return the product[\s\S]*A sum lost the sign/);
  const poor = await said(repo, 'a.js:2');
  expect(poor).toContain('not from annotations');
  expect(poor).toMatch(/wip {3}2025-12-01/);
  expect(poor).not.toContain('Return the product');
});

test('of a class it tells its parts that are annotated, and between them nothing of theirs', async () => {
  expect(await said(demo, `${client}::MqttClient`)).toMatch(/Annotated are only: MqttClient::connect/);
  const between = await said(demo, `${client}:30`);
  expect(between).toContain('not from annotations');
  expect(between).not.toContain('Must hold');
});
