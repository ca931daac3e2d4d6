/** The built server in real repositories: the four tools, and every failure that a caller can meet. */
import { describe, expect, test } from 'vitest';
import { call, modernMeta } from '../support/mcp-server.ts';
import { cli, LISTS, RealServer, TOOLS } from '../support/real-server.ts';
import { buildRepository, sharedRepository } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';
const CONNECT = { path: FILE, anchor: 'MqttClient::connect' };

describe.each([
  ['legacy', undefined],
  ['modern', modernMeta],
])('a %s session', (era, _meta) => {
  test('shakes hands, lists the tools, gets data from each, and ends', async () => {
    const repo = sharedRepository('mqtt-client');
    const server = new RealServer(repo.path);
    if (era === 'legacy') {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      };
      const { result } = await server.request({ id: 1, method: 'initialize', params });
      expect(result).toMatchObject({ protocolVersion: '2025-11-25', capabilities: { tools: {} } });
      server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    } else {
      const { result } = await server.request({ id: 1, method: 'server/discover', params: { _meta } });
      expect(result).toMatchObject({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
    }
    const { result: listed } = await server.request({ id: 2, method: 'tools/list', params: { _meta } });
    expect((listed!.tools as { name: string }[]).map(({ name }) => name)).toEqual(TOOLS);

    const answers = await Promise.all(
      ['read', 'deps', 'history', 'summary'].map(tool => server.ask(tool, CONNECT, _meta)),
    );
    const [read, deps, history, summary] = answers.map(({ result }) => {
      expect(result?.resultType).toBe(era === 'modern' ? 'complete' : undefined);
      return result?.structuredContent;
    });
    expect(read).toMatchObject({
      $schema: 'ultragit-read/v1',
      scope: {
        file: FILE,
        anchor: { type: 'method', name: 'MqttClient::connect' },
        lines: { start: 42, end: 50 },
      },
      regions: [
        {
          commit: '551099fa655a',
          intent: 'Open the one connection to the broker, resuming its last TLS session if there is one.',
          freshness: { state: 'intact' },
        },
        { commit: '5e57d38f8a6e', freshness: { state: 'edited' } },
      ],
    });
    expect(deps).toMatchObject({
      dependents: [
        { file: 'src/mqtt/reconnect.ts', anchor: 'ReconnectScheduler::attempt', state: 'intact' },
        { file: 'src/mqtt/heartbeat.ts', anchor: 'Heartbeat::beat', state: 'intact' },
      ],
    });
    // They name exactly the unit that was asked for.
    for (const dependent of (deps as { dependents: object[] }).dependents) {
      expect(dependent).not.toHaveProperty('on');
      expect(dependent).not.toHaveProperty('match');
    }
    const { timeline } = history as { timeline: { kind: string; date: string }[] };
    const dates = timeline.map(({ date }) => date);
    expect(dates.length).toBeGreaterThan(2);
    expect(dates).toEqual([...dates].sort());
    expect(new Set(dates).size).toBe(dates.length);
    expect(summary).toMatchObject({ units: [{ anchor: { name: 'MqttClient::connect' } }] });

    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
    expect(server.leftBehind()).toEqual([]);
  });
});

describe('the JSON of a tool is what the command line prints, byte for byte', () => {
  const questions: [string, object, string[]][] = [
    ['read', { path: FILE }, ['read', FILE]],
    ['read', CONNECT, ['read', FILE, 'MqttClient::connect']],
    ['read', { path: FILE, lines: '42:50' }, ['read', FILE, '--lines', '42:50']],
    ['read', { path: FILE, max_tokens: 700 }, ['read', FILE, '--max-tokens', '700']],
    ['read', { path: FILE, anchor: 'nothingLikeIt' }, ['read', FILE, 'nothingLikeIt']],
    ['deps', { path: FILE }, ['deps', FILE]],
    ['deps', CONNECT, ['deps', FILE, 'MqttClient::connect']],
    ['history', CONNECT, ['history', FILE, 'MqttClient::connect']],
    ['history', { path: FILE, limit: 2 }, ['history', FILE, '--limit', '2']],
    ['summary', { path: FILE }, ['summary', FILE]],
    ['summary', CONNECT, ['summary', FILE, 'MqttClient::connect']],
    ['summary', { path: '.' }, ['summary', '.']],
    ['summary', { path: 'src/mqtt/' }, ['summary', 'src/mqtt/']],
  ];

  test('for every kind of question', async () => {
    const repo = await buildRepository('mqtt-client');
    repo.write(FILE, `// edited\n${repo.git('show', `HEAD:${FILE}`)}\n`);
    const server = new RealServer(repo.path);
    for (const [tool, args, words] of questions) {
      const { result } = await server.ask(tool, args);
      expect(result?.content[0]?.text, words.join(' ')).toBe(cli(repo.path, ...words, '--json'));
      expect(JSON.stringify(result?.structuredContent)).toBe(result?.content[0]?.text);
    }
    await server.end();
  });
});

describe('what goes wrong is said, and the next call works', () => {
  const rows: [string, string, Record<string, unknown>, string | RegExp][] = [
    ['no path', 'read', {}, 'Missing required argument: path'],
    ['an empty path', 'deps', { path: '' }, 'path must not be empty'],
    ['a missing file', 'read', { path: 'src/nope.ts' }, /^File not found: src\/nope\.ts\n/],
    ['a near miss', 'read', { path: 'src/mqtt/klient.ts' }, /\nDid you mean src\/mqtt\/client\.ts/],
    ['a path that never was', 'history', { path: 'src/nope.ts' }, /^File not found: src\/nope\.ts/],
    ['a missing directory', 'summary', { path: 'lib' }, /^File not found: lib/],
    ['a way out', 'read', { path: '../secret' }, /^Path outside repository: \.\.\/secret/],
    ['an absolute path elsewhere', 'summary', { path: '/etc' }, /^Path outside repository: \/etc/],
    ['git metadata', 'read', { path: '.git/config' }, /^Path outside repository/],
    ['a directory', 'read', { path: 'src' }, /^src is a directory\./],
    ['lines beyond the end', 'read', { path: FILE, lines: '1:9999' }, /beyond the end: .* has \d+ lines/],
    ['reversed lines', 'read', { path: FILE, lines: '9:3' }, /reversed.*\nDid you mean 3:9\?/s],
    ['no lines at all', 'read', { path: FILE, lines: 'some' }, /^Not a line range: "some"/],
    ['a limit of nothing', 'history', { path: FILE, limit: 0 }, 'limit must be a positive whole number'],
    ['an anchor in a directory', 'summary', { path: 'src', anchor: 'x' }, /^src is a directory/],
  ];

  test('row by row', async () => {
    const repo = sharedRepository('mqtt-client');
    const server = new RealServer(repo.path);
    for (const [what, tool, args, text] of rows) {
      const said = await server.failure(tool, args);
      if (typeof text === 'string') expect(said, what).toBe(text);
      else expect(said, what).toMatch(text);
      expect((await server.answer('read', CONNECT)).regions, what).toHaveLength(2);
    }
    const unknown = await server.request(call('u', 'ultragit_write', { path: FILE }));
    expect(unknown.error).toMatchObject({ code: -32602, message: 'Unknown tool: ultragit_write' });
    server.send('{"jsonrpc":\n', '\xff\xfe\n');
    expect((await server.reply(null)).error?.code).toBe(-32700);
    expect((await server.request({ id: 'm', method: 'tools/nope' })).error?.code).toBe(-32601);
    expect((await server.answer('read', CONNECT)).regions).toHaveLength(2);
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  });
});

test('an anchor that is not there gives the whole file, in the words that were promised', async () => {
  const repo = sharedRepository('mqtt-client');
  const server = new RealServer(repo.path);
  const whole = await server.answer('read', { path: FILE });
  const message = `Anchor 'nothingLikeIt' not found in ${FILE}. Returning file-level annotations.`;
  for (const tool of ['read', 'deps', 'history', 'summary']) {
    const { notices, regions } = await server.answer(tool, { path: FILE, anchor: 'nothingLikeIt' });
    expect(notices, tool).toContainEqual(expect.objectContaining({ code: 'anchor_not_found', message }));
    if (tool === 'read') expect(regions).toEqual(whole.regions);
  }
});

test('arguments that no tool knows are named and change nothing else; a null is as if it were not there', async () => {
  const repo = sharedRepository('mqtt-client');
  const server = new RealServer(repo.path);
  for (const tool of ['read', 'deps', 'history', 'summary']) {
    const plain = await server.answer(tool, { path: FILE });
    const odd = { path: FILE, anchor: null, rev: 'HEAD~3', verbose: true, paths: ['x'], nonsense: { a: 1 } };
    const { notices = [], ...answer } = await server.answer(tool, odd);
    const [named, ...others] = notices;
    expect(named).toMatchObject({ code: 'undeclared_argument' });
    expect({ ...answer, ...(others.length > 0 ? { notices: others } : {}) }).toEqual(plain);
  }
});

test('no notes is an answer that says why it is empty', async () => {
  const repo = await buildRepository('empty-notes');
  const server = new RealServer(repo.path);
  const [file] = repo.git('ls-files').split('\n');
  for (const [tool, list] of LISTS) {
    const answer = await server.answer(tool, { path: file });
    expect(answer[list], tool).toEqual([]);
    expect(answer.notices, tool).toContainEqual(expect.objectContaining({ code: 'no_notes_ref' }));
  }
});

test('a config file that can not be read is left out, with a notice', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write('.ultragit-config.toml', '[ultragit\nnoteref = "refs/notes/other"\n');
  const server = new RealServer(repo.path);
  for (const [tool, list] of LISTS) {
    const { notices, scope, ...answer } = await server.answer(tool, { path: FILE });
    expect(scope).not.toHaveProperty('notes_ref');
    expect(answer[list], tool).not.toEqual([]);
    expect(notices[0]).toMatchObject({
      code: 'bad_config',
      message: expect.stringMatching(/^\.ultragit-config\.toml:1:\d+: .*\. It is left out\.$/),
    });
  }
});
