/** A question has one answer, whoever asks it; asking changes nothing; what goes wrong is one sentence. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure, json, ultragit } from '../support/cli.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { LISTS, RealServer } from '../support/real-server.ts';
import { buildRepository, sharedRepository, temporaryDirectory } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';

test('commands and tools answer with the same bytes, cached or not, and leave the repository as it was', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write(FILE, `// edited on disk\n${repo.git('show', `HEAD:${FILE}`)}\n`);
  const before = fingerprint(repo.path);
  const server = new RealServer(repo.path);
  for (const [query] of LISTS) {
    const printed = ultragit(repo, [query, FILE, '--json']).stdout;
    expect(ultragit(repo, [query, FILE, '--json']).stdout).toBe(printed);
    expect(ultragit(repo, [query, FILE, '--json', '--no-cache']).stdout).toBe(printed);
    const { result } = await server.ask(query, { path: FILE });
    expect(`${result?.content[0]?.text}\n`).toBe(printed);
  }
  expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  expect(server.leftBehind()).toEqual([]);
  expect(fingerprint(repo.path)).toEqual(before);
});

test('a person reads where it is, what must hold and what was rejected', () => {
  const { status, stdout, stderr } = ultragit(sharedRepository('mqtt-client'), ['read', `${FILE}::connect`]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('MqttClient::connect');
  expect(stdout).toMatch(/Must hold/);
});

test('an absolute path may lead through a link above the repository, and out of it never', () => {
  const repo = sharedRepository('mqtt-client');
  const link = join(temporaryDirectory(), 'link');
  symlinkSync(repo.path, link);
  const read = (path: string) => json<{ scope: object }>(ultragit(repo, ['read', path, '--json']));
  expect(read(join(link, FILE)).scope).toEqual(read(FILE).scope);
  expect(failure(repo, ['/etc/passwd']).message).toBe('Path outside repository: /etc/passwd');
});

test('what is wrong is said in one sentence, for a person and for a program', () => {
  const repo = sharedRepository('mqtt-client');
  expect(failure(repo, ['nope.ts']).message).toMatch(/^File not found: nope\.ts/);
  expect(failure(repo, ['../x']).message).toBe('Path outside repository: ../x');
  expect(failure(repo, [FILE, '--lines', '900:901']).message).toMatch(/\d+ lines/);
  expect(failure(repo, [FILE, '--rev', 'nowhere']).message).toMatch(/nowhere/);
});
