// A type's methods may stand elsewhere in the file: in an `impl`, with a receiver, in an extension. Who asks about the
// type means them, too.
import { describe, expect, test } from 'vitest';
import { ask, codes, names, note, regionOf } from '../support/ask.ts';
import { askDeps, askHistory, askSummary } from '../support/ask-queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const RUST = `pub struct MqttClient {
    host: String,
}

pub struct Server;

impl Server {
    pub fn accept(&self) {}
}

impl MqttClient {
    pub fn connect(&self) -> bool {
        self.host.len() > 0
    }
}

impl Drop for MqttClient {
    fn drop(&mut self) {}
}

mod other {
    pub struct MqttClient;

    impl MqttClient {
        pub fn publish(&self) {}
    }
}
`;

type Place = [name: string, start?: number, end?: number];

async function annotated(path: string, content: string, places: Place[]): Promise<Repository> {
  const repo = await buildRepository('unborn');
  repo.commit('Write it', { [path]: content, 'user.txt': 'calls it\n' });
  const regions = places.map(([name, start, end]) => ({
    file: path,
    ast_anchor: { unit_type: 'method', name },
    ...(start === undefined ? {} : { lines: { start, end } }),
    intent: `About ${name}.`,
  }));
  const user = {
    file: 'user.txt',
    semantic_dependencies: [{ file: path, anchor: places[0]?.[0], nature: 'It never blocks.' }],
  };
  repo.annotate('HEAD', note([...regions, user]));
  return repo;
}

const OF_RUST: Place[] = [
  ['MqttClient::connect', 12, 14],
  ['MqttClient::drop'],
  ['Server::accept', 8, 8],
  ['other::MqttClient::publish', 25, 25],
];

describe('a type that is asked about', () => {
  test('takes in the methods of its impl blocks, and no others', async () => {
    const repo = await annotated('client.rs', RUST, OF_RUST);
    const answer = await ask(repo, 'client.rs', { anchor: 'MqttClient' });
    expect(names(answer)).toEqual(['MqttClient::connect', 'MqttClient::drop']);
    expect(codes(answer)).toEqual([]);
    const { timeline } = await askHistory(repo, 'client.rs', { anchor: 'MqttClient' });
    expect(timeline.map(({ intent }) => intent).sort()).toEqual([
      'About MqttClient::connect.',
      'About MqttClient::drop.',
    ]);
  });

  test('is one unit, not an ambiguous name', async () => {
    const repo = await annotated('client.rs', RUST, OF_RUST);
    const { scope } = await ask(repo, 'client.rs', { anchor: 'MqttClient' });
    expect(scope?.ambiguous).toBeUndefined();
    expect(scope?.anchor?.name).toBe('MqttClient');
  });

  test('has dependents that rely on its methods', async () => {
    const repo = await annotated('client.rs', RUST, OF_RUST);
    const { dependents } = await askDeps(repo, 'client.rs', { anchor: 'MqttClient' });
    expect(dependents.map(({ file, nature }) => [file, nature])).toEqual([['user.txt', 'It never blocks.']]);
    expect((await askDeps(repo, 'client.rs', { anchor: 'Server' })).dependents).toEqual([]);
    const { dependencies_on_this } = await ask(repo, 'client.rs', { anchor: 'MqttClient' });
    expect(dependencies_on_this).toHaveLength(1);
  });

  test('has a summary with its methods', async () => {
    const repo = await annotated('client.rs', RUST, OF_RUST);
    const { units, unannotated } = await askSummary(repo, 'client.rs', { anchor: 'MqttClient' });
    expect(units.map(({ anchor }) => anchor.name)).toEqual(['MqttClient::connect', 'MqttClient::drop']);
    expect(unannotated).toEqual(['MqttClient', 'impl MqttClient', 'impl Drop for MqttClient']);
  });

  test('stays the exact match where it is annotated itself', async () => {
    const repo = await annotated('client.rs', RUST, [['MqttClient', 1, 3], ...OF_RUST]);
    const answer = await ask(repo, 'client.rs', { anchor: 'MqttClient', verbose: true });
    expect(regionOf(answer, 'MqttClient').match).toBe('exact');
    expect(regionOf(answer, 'MqttClient::connect').match).toBe('lines');
  });

  test('in a module means its own impl', async () => {
    const repo = await annotated('client.rs', RUST, OF_RUST);
    const answer = await ask(repo, 'client.rs', { anchor: 'other::MqttClient' });
    expect(names(answer)).toEqual(['other::MqttClient::publish']);
  });

  test('one impl block that is asked for is only that', async () => {
    const repo = await annotated('client.rs', RUST, OF_RUST);
    const answer = await ask(repo, 'client.rs', { anchor: 'impl Drop for MqttClient' });
    expect(names(answer)).toEqual(['MqttClient::drop']);
  });

  test('with lines, the lines may be in its impl', async () => {
    const repo = await annotated('client.rs', RUST, OF_RUST);
    const answer = await ask(repo, 'client.rs', { anchor: 'MqttClient', lines: '11:15' });
    expect(names(answer)).toContain('MqttClient::connect');
  });
});

test.each([
  [
    'Go receivers',
    'queue.go',
    'package q\n\ntype Queue struct{}\n\ntype Other struct{}\n\nfunc (o *Other) Push() {}\n\nfunc (q *Queue) Push() {}\n',
    'Queue::Push',
  ],
  [
    'Swift extensions',
    'Player.swift',
    'class Player {\n}\n\nclass Other {\n  func stop() {}\n}\n\nextension Player {\n  func stop() {}\n}\n',
    'Player::stop',
  ],
  [
    'Kotlin extensions',
    'Player.kt',
    'class Player\n\nclass Other {\n  fun stop() {}\n}\n\nfun Player.stop() {}\n',
    'Player::stop',
  ],
  [
    'C++ definitions outside of the class',
    'player.cpp',
    'class Player {\n  void stop();\n};\n\nclass Other {\n  void stop() {}\n};\n\nvoid Player::stop() {\n  halt();\n}\n',
    'Player::stop',
  ],
  [
    'JavaScript prototypes',
    'player.js',
    'function Player() {}\n\nclass Other {\n  stop() {}\n}\n\nPlayer.prototype.stop = function () {\n  halt();\n};\n',
    'Player::stop',
  ],
])('%s belong to their type', async (_what, path, content, member) => {
  const type = member.split('::')[0]!;
  const line = content.trimEnd().split('\n').length;
  const other: Place = [member.replace(type, 'Other')];
  const repo = await annotated(path, content, [[member, line, line], other]);
  expect(names(await ask(repo, path, { anchor: type }))).toEqual([member]);
});
