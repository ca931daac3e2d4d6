// What an agent is told to do next, it can do: the server names its tools and their arguments, and git.
import { expect, test } from 'vitest';
import { flagOrCommand } from '../support/flags-and-commands.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, sharedRepository, temporaryDirectory } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';

test.each([
  ['outside of a repository', [], /^Not a git repository/],
  ['for a directory that is gone', ['--repo', '/nowhere/at/all'], /^There is no directory/],
])('started %s', async (_, flags, text) => {
  const server = new RealServer(temporaryDirectory(), { flags });
  const said = await server.failure('read', { path: 'a.ts' });
  expect(said).toMatch(text);
  expect(flagOrCommand(said)).toBeUndefined();
});

test('started for a notes ref that can not be one', async () => {
  const repo = sharedRepository('mqtt-client');
  const server = new RealServer(repo.path, { flags: ['--noteref', 'a..b'] });
  const said = await server.failure('read', { path: FILE });
  expect(said).toMatch(/^Not a notes ref: a\.\.b/);
  expect(flagOrCommand(said)).toBeUndefined();
});

test('questions that can not be answered as they are', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.path, 'vendor/other');
  repo.commit('Add a submodule');
  repo.commit('Remove a file', { [FILE]: null });
  const server = new RealServer(repo.path);
  for (const [tool, args] of [
    ['read', { path: 'src' }],
    ['deps', { path: '.' }],
    ['read', { path: FILE }],
    ['read', { path: 'vendor/other' }],
    ['read', { path: 'src/mqtt/clint.ts' }],
    ['summary', { path: 'src', anchor: 'connect' }],
    ['read', { path: 'src/mqtt/reconnect.ts', lines: '1:99999' }],
  ] as const) {
    const said = await server.failure(tool, args);
    expect(said.split('\n').length, said).toBeGreaterThan(1);
    expect(flagOrCommand(said), said).toBeUndefined();
  }
});

test('notices that say how to see more', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('config', 'ultragit.defaultMaxRegions', '1');
  const server = new RealServer(repo.path);
  const fixes = async (tool: string, args: object) => {
    const { notices = [] } = await server.answer(tool, args);
    return notices.flatMap(({ fix = '' }: { fix?: string }) => fix);
  };
  const said = [
    ...(await fixes('read', { path: FILE })),
    ...(await fixes('history', { path: FILE, limit: 1 })),
    ...(await fixes('deps', { path: FILE, anchor: 'MqttClient::disconnect' })),
  ];
  expect(said.length).toBeGreaterThan(1);
  expect(said.map(flagOrCommand).filter(Boolean), said.join(' ')).toEqual([]);
});

test('a clone whose notes are in another ref', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('config', 'ultragit.noteref', 'refs/notes/nothing');
  const server = new RealServer(repo.path);
  const { notices } = await server.answer('read', { path: FILE });
  expect(notices).toMatchObject([
    { fix: 'Choose the ref to read: git config ultragit.noteref refs/notes/ultragit' },
  ]);
});
