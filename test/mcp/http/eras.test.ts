/** Both eras at one address: with a session, without one, and with nothing but curl. */
import { describe, expect, test } from 'vitest';
import {
  expectToWork,
  JSON_HEADERS,
  messagesIn,
  modernHeaders,
  post,
  postJson,
  startHttp,
} from '../../support/http-server.ts';
import { call, modernMeta } from '../../support/mcp-server.ts';

const BOTH = { ...JSON_HEADERS, accept: 'application/json, text/event-stream' };
const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

describe('what seed 003 does with curl', () => {
  test.each(['/mcp', '/'])('initialize, tools/list and tools/call, each alone, at %s', async path => {
    const { url } = await startHttp();
    const at = new URL(path, url).href;
    const curl = { ...JSON_HEADERS, accept: '*/*' };
    const first = await postJson(at, { jsonrpc: '2.0', method: 'initialize', id: 1 }, curl);
    expect(first).toMatchObject({ status: 200, reply: { id: 1, result: { protocolVersion: '2025-11-25' } } });
    const listed = await postJson(at, list, curl);
    expect(listed.reply.result?.tools).toContainEqual(expect.objectContaining({ name: 'echo' }));
    const called = await postJson(at, call(3, 'echo', { path: 'a' }), curl);
    expect(called).toMatchObject({
      status: 200,
      reply: { id: 3, result: { structuredContent: { path: 'a' } } },
    });
  });

  test('an error about a good request is an answer', async () => {
    const { url } = await startHttp();
    const unknown = await postJson(url, { jsonrpc: '2.0', id: 4, method: 'nope' });
    expect(unknown).toMatchObject({ status: 200, reply: { id: 4, error: { code: -32601 } } });
    const tool = await postJson(url, call(5, 'nope'));
    expect(tool).toMatchObject({ status: 200, reply: { id: 5, error: { code: -32602 } } });
  });

  test('a batch is answered with a batch', async () => {
    const { url } = await startHttp();
    const { status, reply } = await postJson(url, [list, call(3, 'echo', { path: 'a' })]);
    expect(status).toBe(200);
    expect((reply as unknown as { id: number }[]).map(({ id }) => id)).toEqual([2, 3]);
  });

  test('a notification is taken without a word', async () => {
    const { url } = await startHttp();
    const response = await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([response.status, await response.text()]).toEqual([202, '']);
  });
});

describe.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('a session of %s', version => {
  test('begins with initialize, and ends with DELETE', async () => {
    const { url } = await startHttp();
    const response = await post(url, initialize(version), BOTH);
    const id = response.headers.get('mcp-session-id') ?? '';
    expect(id).toMatch(/^[\x21-\x7e]{20,}$/);
    expect(await response.json()).toMatchObject({ result: { protocolVersion: version } });
    const headers = { ...BOTH, 'mcp-session-id': id, 'mcp-protocol-version': version };
    expect((await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)).status).toBe(
      202,
    );
    expect(await postJson(url, list, headers)).toMatchObject({ status: 200, reply: { id: 2 } });
    const batch = await postJson(url, [list], headers);
    expect(batch.status).toBe(version === '2025-03-26' ? 200 : 400);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
    expect(await postJson(url, list, headers)).toMatchObject({
      status: 404,
      reply: { error: { code: -32001 } },
    });
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(404);
  });

  test('cancels a call by its id, which ends without an answer', async () => {
    const { url } = await startHttp();
    const first = await post(url, initialize(version), BOTH);
    const headers = { ...BOTH, 'mcp-session-id': first.headers.get('mcp-session-id') ?? '' };
    const waiting = await post(url, call(7, 'wait', {}, { progressToken: 'p' }), headers);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await post(url, cancel, headers)).status).toBe(202);
    expect(messagesIn(await waiting.text())).toMatchObject([{ method: 'notifications/progress' }]);
    await expectToWork(url, headers);
  });

  test('that ends stops its calls', async () => {
    const { url } = await startHttp();
    const first = await post(url, initialize(version), BOTH);
    const headers = { ...BOTH, 'mcp-session-id': first.headers.get('mcp-session-id') ?? '' };
    const waiting = await post(url, call(7, 'wait', {}, { progressToken: 'p' }), headers);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
    expect(messagesIn(await waiting.text())).toMatchObject([{ method: 'notifications/progress' }]);
  });
});

test('one session does not cancel the calls of another', async () => {
  const { url } = await startHttp();
  const open = async () => ({
    ...BOTH,
    'mcp-session-id': (await post(url, initialize('2025-11-25'), BOTH)).headers.get('mcp-session-id') ?? '',
  });
  const [own, other] = [await open(), await open()];
  const stop = new AbortController();
  const waiting = await post(url, call(1, 'wait', {}, { progressToken: 'p' }), own, stop.signal);
  const reader = waiting.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('notifications/progress');
  let isOver = false;
  const rest = reader.read().finally(() => {
    isOver = true;
  });
  await post(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, other);
  await expectToWork(url, own);
  expect(isOver).toBe(false);
  stop.abort();
  await expect(rest).rejects.toThrow();
});

describe('the modern era', () => {
  const meta = { _meta: modernMeta };
  const discover = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: meta };
  const echo = call(3, 'echo', { path: 'a' }, modernMeta);

  test('needs no session, and is given none', async () => {
    const { url } = await startHttp();
    const response = await post(url, discover, modernHeaders('server/discover'));
    expect(response.headers.has('mcp-session-id')).toBe(false);
    expect(await response.json()).toMatchObject({ id: 1, result: { supportedVersions: ['2026-07-28'] } });
    const called = await postJson(url, echo, modernHeaders('tools/call', 'echo'));
    expect(called).toMatchObject({ status: 200, reply: { result: { structuredContent: { path: 'a' } } } });
  });

  test('has its tools named in Base64, too, and takes spaces around a value', async () => {
    const { url } = await startHttp();
    const name = `=?base64?${Buffer.from('echo').toString('base64')}?=`;
    for (const given of [name, '  echo  ']) {
      expect((await postJson(url, echo, modernHeaders('tools/call', given))).status).toBe(200);
    }
  });

  const { 'mcp-method': _method, ...noMethod } = modernHeaders('tools/call', 'echo');
  const { 'mcp-protocol-version': _version, ...noVersion } = modernHeaders('tools/call', 'echo');
  const other = { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
  const { 'io.modelcontextprotocol/clientCapabilities': _capabilities, ...without } = modernMeta;
  test.each([
    [
      'another version in the header',
      echo,
      { ...noVersion, 'mcp-protocol-version': '2025-11-25' },
      400,
      -32020,
    ],
    ['no version in the header', echo, noVersion, 400, -32020],
    ['another method in the header', echo, modernHeaders('tools/list', 'echo'), 400, -32020],
    ['another case of the method', echo, modernHeaders('Tools/Call', 'echo'), 400, -32020],
    ['no method in the header', echo, noMethod, 400, -32020],
    ['another name in the header', echo, modernHeaders('tools/call', 'fail'), 400, -32020],
    ['no name in the header', echo, modernHeaders('tools/call'), 400, -32020],
    ['a name in broken Base64', echo, modernHeaders('tools/call', '=?base64?*?='), 400, -32020],
    [
      'a version that there is not',
      call(3, 'echo', {}, other),
      { ...modernHeaders('tools/call', 'echo'), 'mcp-protocol-version': '2031-01-01' },
      400,
      -32022,
    ],
    ['no capabilities', call(3, 'echo', {}, without), modernHeaders('tools/call', 'echo'), 400, -32602],
    [
      'an unknown method',
      { ...discover, id: 3, method: 'prompts/list' },
      modernHeaders('prompts/list'),
      404,
      -32601,
    ],
    [
      'the handshake of the other era',
      { ...discover, id: 3, method: 'initialize' },
      modernHeaders('initialize'),
      404,
      -32601,
    ],
    ['an unknown tool', call(3, 'nope', {}, modernMeta), modernHeaders('tools/call', 'nope'), 200, -32602],
  ])('%s', async (_, body, headers, status, code) => {
    const { url } = await startHttp();
    const found = await postJson(url, body, headers);
    expect(found).toMatchObject({ status, reply: { id: 3, error: { code } } });
    expect((await postJson(url, echo, modernHeaders('tools/call', 'echo'))).status).toBe(200);
  });

  test('a session id that somebody sends along does not matter', async () => {
    const { url } = await startHttp();
    const headers = { ...modernHeaders('tools/call', 'echo'), 'mcp-session-id': 'nope' };
    expect((await postJson(url, echo, headers)).status).toBe(200);
  });
});
