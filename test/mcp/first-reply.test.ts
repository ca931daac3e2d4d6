// The first reply is given on the bare pipes where that is plain, and nothing is lost where it is not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { firstReply } from '../../src/mcp/first-reply.ts';
import { environment, program } from '../support/cli.ts';

const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
const message = (id: unknown, method: string, more: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, ...more })}\n`;
const INITIALIZE = message(1, 'initialize', { params });
const PING = message(2, 'ping');
const modern = (version: string, capabilities: unknown) => ({
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  },
});
const MODERN = message(1, 'initialize', modern('2026-07-28', {}));
const discover = (id: number, version = '2026-07-28', capabilities: unknown = {}) =>
  message(id, 'server/discover', modern(version, capabilities));

type Ends = { input: string | Error; room?: number };

function reply({ input, room = Number.POSITIVE_INFINITY }: Ends) {
  let written = '';
  const { unread, unsent, ...more } = firstReply({
    version: '1.2.3',
    read: into => {
      if (input instanceof Error) throw input;
      return into.write(input);
    },
    write: bytes => {
      const part = bytes.subarray(0, room - written.length);
      if (part.length === 0) throw new Error('EAGAIN');
      written += part;
      return part.length;
    },
    knownSources: () => {
      throw new Error('no home');
    },
  });
  return { written, unread: unread.toString(), unsent: unsent.toString(), ...more };
}

test('a plain initialize is answered, and what came with it is left', () => {
  const { written, unread, unsent, negotiated } = reply({ input: INITIALIZE + PING });
  expect(JSON.parse(written)).toMatchObject({
    id: 1,
    result: { protocolVersion: '2025-06-18', serverInfo: { name: 'ultragit', version: '1.2.3' } },
  });
  expect({ unread, unsent, negotiated }).toEqual({ unread: PING, unsent: '', negotiated: '2025-06-18' });
});

test('a plain server/discover is answered without a handshake', () => {
  const { written, ...rest } = reply({ input: discover(1) + PING });
  expect(JSON.parse(written)).toMatchObject({
    id: 1,
    result: { supportedVersions: ['2026-07-28'], resultType: 'complete', cacheScope: 'public' },
  });
  expect(rest).toEqual({ unread: PING, unsent: '', isIntroduced: true, negotiated: undefined });
});

test('of a reply that does not fit, the rest is left', () => {
  const whole = reply({ input: INITIALIZE }).written;
  const { written, unsent } = reply({ input: INITIALIZE, room: 10 });
  expect([written, written + unsent]).toEqual([whole.slice(0, 10), whole]);
});

test.each([
  ['a part of a message', INITIALIZE.slice(0, 40)],
  ['another message first', PING + INITIALIZE],
  ['no JSON', 'x\n'],
  ['a blank line', `\n${INITIALIZE}`],
  ['a notification', `${JSON.stringify({ jsonrpc: '2.0', method: 'initialize', params })}\n`],
  ['a batch', `[${INITIALIZE.trim()}]\n`],
  ['the other era', MODERN],
  ['a version that is not known', discover(1, '2027-01-01')],
  ['a client that says nothing of itself', discover(1, '2026-07-28', null)],
  ['server/discover without an era', message(1, 'server/discover')],
  ['the end', ''],
])('%s is left as it came', (_what, input) => {
  expect(reply({ input })).toEqual({ written: '', unread: input, unsent: '', isIntroduced: false });
});

test('an input that can not be waited for is left', () => {
  expect(reply({ input: new Error('EAGAIN') })).toMatchObject({ written: '', unread: '' });
});

describe('the program', () => {
  async function talk(parts: readonly string[], stdin: 'pipe' | number = 'pipe') {
    const child = spawn(process.execPath, [program, 'mcp', 'start'], {
      env: environment(),
      stdio: [stdin, 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout?.setEncoding('utf8').on('data', text => (out += text));
    child.stderr?.setEncoding('utf8').on('data', text => (err += text));
    for (const part of parts) {
      const before = out;
      child.stdin?.write(part);
      // Where a whole message was sent, its reply is the sign that the part has arrived.
      while (part.endsWith('\n') && out === before) await once(child.stdout!, 'data');
    }
    child.stdin?.end();
    const [code] = await once(child, 'close');
    const ids = out
      .trim()
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line).id);
    return { code, ids, err, out };
  }

  test.each([
    ['one after the other', [INITIALIZE, PING]],
    ['at once', [INITIALIZE + PING]],
    ['in parts', [INITIALIZE.slice(0, 40), INITIALIZE.slice(40), PING.slice(0, 5), PING.slice(5)]],
  ])('answers messages that come %s, each once', async (_how, parts) => {
    expect(await talk(parts)).toMatchObject({ code: 0, ids: [1, 2], err: '' });
  });

  test.each([INITIALIZE, discover(1)])(
    'introduces itself in the same words first and later: %s',
    async asked => {
      const first = await talk([asked]);
      const later = await talk([PING, asked]);
      expect(later.out.split('\n').slice(1)).toEqual(first.out.split('\n'));
    },
  );

  test('ends where nothing comes, and where the input would not wait', async () => {
    expect(await talk([])).toMatchObject({ code: 0, ids: [], err: '' });
    const nothing = openSync('/dev/null', constants.O_RDONLY | constants.O_NONBLOCK);
    expect(await talk([], nothing)).toMatchObject({ code: 0, ids: [], err: '' });
    closeSync(nothing);
  });
});
