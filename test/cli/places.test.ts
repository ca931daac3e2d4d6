// Places on the command line, as editors and compilers print them.
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { runCommand } from '../support/ask-queries.ts';
import { type Failure, subdirectory, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';
const connect = { type: 'method', name: 'MqttClient::connect' };
const at44 = { file: client, lines: { start: 44, end: 44 } };
let demo: Repository;

beforeAll(async () => {
  demo = await buildRepository('mqtt-client');
});

type Scope = ReadAnswer['scope'];

async function scopeOf(args: string[], options: { repo?: Repository; cwd?: string } = {}): Promise<Scope> {
  const { repo = demo, cwd = repo.path } = options;
  const { stdout } = await runCommand(repo, [...args, '--json'], { cwd });
  return (JSON.parse(stdout) as ReadAnswer).scope;
}

async function failure(...args: string[]): Promise<Failure['error'] & { status: number }> {
  const { code, stdout } = await runCommand(demo, [...args, '--json']);
  return { ...(JSON.parse(stdout) as Failure).error, status: code };
}

test('the program takes a place as a compiler prints it', () => {
  const run = ultragit(demo, ['read', `${client}:44:7`, '--json']);
  expect(JSON.parse(run.stdout).scope).toMatchObject(at44);
});

describe('a line of a file', () => {
  test.each([
    [`${client}:44`, { start: 44, end: 44 }],
    [`${client}:44:7`, { start: 44, end: 44 }],
    [`${client}:44:`, { start: 44, end: 44 }],
    [`${client}:44-46`, { start: 44, end: 46 }],
  ])('read %s', async (place, lines) => {
    expect(await scopeOf(['read', place])).toMatchObject({ file: client, lines });
  });

  test('counts from a subdirectory, in absolute paths, and inside of a unit', async () => {
    const cwd = subdirectory(demo, 'src/mqtt');
    expect(await scopeOf(['read', 'client.ts:44'], { cwd })).toMatchObject(at44);
    expect(await scopeOf(['read', join(demo.path, `${client}:44:1`)])).toMatchObject(at44);
    expect(await scopeOf(['read', `${client}:44`, 'connect'])).toMatchObject({ ...at44, anchor: connect });
  });

  test.each(['deps', 'history', 'summary'])('%s takes it as the innermost unit around it', async command => {
    for (const place of [`${client}:44`, `${client}:44:7`, `${client}:43-49`]) {
      expect(await scopeOf([command, place]), place).toMatchObject({ file: client, anchor: connect });
    }
    expect((await scopeOf([command, `${client}:30`]))?.anchor?.name).toBe('MqttClient');
  });

  test.each(['deps', 'history', 'summary'])('%s says where there is no unit', async command => {
    const none = await failure(command, `${client}:3`);
    expect(none).toMatchObject({
      ...{ code: 'bad_lines', status: 1 },
      message: `Line 3 of ${client} is in no function, method or type.`,
    });
    expect(none.hints[0]).toContain(`ultragit read ${client} --lines 3`);
    const across = await failure(command, `${client}:20-44`);
    expect(across.message).toBe(`Lines 20:44 of ${client} are in no function, method or type.`);
    expect(await failure(command, 'README.md:1')).toMatchObject({ code: 'bad_lines' });
  });

  test('that the file does not have is refused with its length', async () => {
    expect((await failure('read', `${client}:900`)).message).toMatch(/beyond the end: .* has 77 lines/);
    expect((await failure('deps', `${client}:900`)).message).toMatch(/beyond the end: .* has 77 lines/);
    expect((await failure('read', `${client}:0`)).message).toMatch(/Lines count from 1/);
    expect((await failure('read', `${client}:9-3`)).message).toMatch(/reversed/);
  });
});

describe('a unit of a file', () => {
  test.each(['read', 'deps', 'history', 'summary'])('%s path::unit', async command => {
    for (const name of ['MqttClient::connect', 'connect']) {
      const scope = await scopeOf([command, `${client}::${name}`]);
      expect(scope, name).toMatchObject({ file: client, anchor: connect });
    }
  });

  test('of a file that was deleted has a past', async () => {
    const repo = await buildRepository('empty-notes');
    repo.commit('Add', { 'old.ts': 'function f() {}\n' });
    repo.commit('Remove', { 'old.ts': null });
    expect(await scopeOf(['history', 'old.ts::f'], { repo })).toMatchObject({ file: 'old.ts' });
  });
});

describe('what is named twice, or is not there', () => {
  test.each([
    [[`${client}:44`, '--lines', '3:4'], `${client}:44 and --lines 3:4 both name lines.`],
    [[`${client}::connect`, 'publish'], `${client}::connect and publish both name a unit.`],
    [[`${client}:44`, 'src/tls/session-cache.ts'], 'A unit or lines go with one path.'],
    [[client, 'src/tls/session-cache.ts:3'], 'A unit or lines go with one path.'],
    [[client, 'session-cache.ts::take'], 'A unit or lines go with one path.'],
    [[client, 'src/tls/session-cache.ts', '--lines', '3'], 'A unit or lines go with one path.'],
  ])('read %j', async (args, message) => {
    expect(await failure('read', ...args)).toMatchObject({ code: 'usage', status: 2, message });
  });

  test.each(['deps', 'history', 'summary'])('%s of two', async command => {
    expect(await failure(command, `${client}::connect`, 'publish')).toMatchObject({ status: 2 });
    expect(await failure(command, client, 'session-cache.ts:3')).toMatchObject({ status: 2 });
  });

  test('a file that is not there is named without the line', async () => {
    const message = async (place: string) => (await failure('read', place)).message;
    expect(await message('src/nofile.ts:44')).toBe('File not found: src/nofile.ts');
    expect(await message('src/nofile.ts::f::g')).toBe('File not found: src/nofile.ts');
    expect(await message('/etc/nofile:3')).toBe('Path outside repository: /etc/nofile');
    expect(await message('C:\\src\\nofile.ts:42')).toBe('File not found: C:\\src\\nofile.ts');
  });
});

test('a file whose name ends like a place wins, on disk and at HEAD', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add', { 'a.ts': 'a\n', 'a.ts:1': 'b\n', 'a.ts::f': 'c\n', 'x::y/b.ts': 'function f() {}\n' });
  repo.remove('a.ts:1');
  repo.write('a.ts:1:2', 'd\n');
  for (const name of ['a.ts:1', 'a.ts:1:2', 'a.ts::f']) {
    const scope = await scopeOf(['read', name], { repo });
    expect(scope, name).toMatchObject({ file: name });
    expect(scope, name).not.toHaveProperty('lines');
  }
  const lines = { start: 1, end: 1 };
  expect(await scopeOf(['read', 'a.ts:1-1'], { repo })).toMatchObject({ file: 'a.ts', lines });
  expect(await scopeOf(['read', 'x::y/b.ts:1'], { repo })).toMatchObject({ file: 'x::y/b.ts', lines });
  expect(await scopeOf(['read', 'x::y/b.ts::f'], { repo })).toMatchObject({
    ...{ file: 'x::y/b.ts', anchor: { name: 'f' } },
  });
});
