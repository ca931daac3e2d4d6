/** Whatever a client sends: the right status, and the next request works. */
import { expect, test } from 'vitest';
import {
  AS_JSON,
  expectToWork,
  PING,
  POST,
  RawConnection,
  request,
  startHttp,
} from '../../support/http-server.ts';

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const SESSION = { 'Mcp-Session-Id': 'no-such-session' };
const json = (headers: Record<string, string | readonly string[]>) => ({ ...AS_JSON, ...headers });

type Row = [what: string, bytes: string, status: number, said: RegExp | string];

const ROWS: Row[] = [
  ['GET', request('GET /mcp'), 405, 'Allow: POST, DELETE'],
  [
    'GET of an event stream with a session',
    request('GET /mcp', { Accept: 'text/event-stream', 'Mcp-Session-Id': 'any' }),
    405,
    'Allow: POST, DELETE',
  ],
  ['HEAD', request('HEAD /mcp'), 405, 'Allow: POST, DELETE'],
  ['PUT', request('PUT /mcp', AS_JSON, PING), 405, 'Allow: POST, DELETE'],
  ['OPTIONS, as a browser asks before a request', request('OPTIONS /mcp'), 405, 'Allow: POST, DELETE'],
  ['CONNECT', request('CONNECT example.com:443'), 405, 'no proxy'],
  ['POST elsewhere', request('POST /elsewhere', AS_JSON, PING), 405, 'Allow: GET, HEAD'],
  ['POST to the status', request('POST /status', AS_JSON, PING), 405, 'Allow: GET, HEAD'],
  ['DELETE of the page', request('DELETE /'), 405, 'Allow: GET, HEAD, POST'],
  ['a path that is not there', request('GET /nope'), 404, '/mcp'],
  ['a path that only looks like ours', request('GET /mcp/'), 404, '/mcp'],
  ['a path that climbs', request('GET /../../etc/passwd'), 404, '/mcp'],
  ['a path with a host in it', request('GET //example.com/mcp'), 404, '/mcp'],
  ['an address for a proxy', request('GET http://127.0.0.1/mcp'), 400, 'slash'],
  [
    'a Host of another machine',
    request(POST, json({ Host: 'evil.example.com' }), PING),
    403,
    'another machine',
  ],
  [
    'a Host that begins as ours',
    request(POST, json({ Host: '127.0.0.1.evil.example' }), PING),
    403,
    'another machine',
  ],
  ['a Host with a user', request(POST, json({ Host: 'localhost@evil.example' }), PING), 400, 'Host'],
  ['two Hosts', request(POST, json({ Host: ['localhost', 'evil.example'] }), PING), 400, 'Host'],
  ['an empty Host', request(POST, json({ Host: '' }), PING), 400, 'Host'],
  ['another Origin', request(POST, json({ Origin: 'https://evil.example' }), PING), 403, 'Origin'],
  ['an Origin with another port', request(POST, json({ Origin: 'http://127.0.0.1:9' }), PING), 403, 'Origin'],
  ['an Origin that is hidden', request(POST, json({ Origin: 'null' }), PING), 403, 'Origin'],
  [
    'a page of another site',
    request(POST, json({ 'Sec-Fetch-Site': 'cross-site' }), PING),
    403,
    'another site',
  ],
  [
    'a page of another port',
    request(POST, json({ 'Sec-Fetch-Site': 'same-site' }), PING),
    403,
    'another site',
  ],
  [
    'a page of another site that only looks',
    request('GET /status', { 'Sec-Fetch-Site': 'cross-site' }),
    403,
    'another site',
  ],
  ['no Content-Type', request(POST, {}, PING), 415, 'Content-Type'],
  [
    'a form',
    request(POST, { 'Content-Type': 'application/x-www-form-urlencoded' }, PING),
    415,
    'Content-Type',
  ],
  ['text', request(POST, { 'Content-Type': 'text/plain' }, PING), 415, 'Content-Type'],
  ['a compressed body', request(POST, json({ 'Content-Encoding': 'gzip' }), PING), 415, 'compressed'],
  ['an Accept that nothing fits', request(POST, json({ Accept: 'text/html' }), PING), 406, 'Accept'],
  ['no body', request(POST, json({ 'Content-Length': '0' })), 400, '-32700'],
  ['a body that is no JSON', request(POST, AS_JSON, 'nonsense'), 400, '-32700'],
  ['a body that ends too early', request(POST, AS_JSON, '{"jsonrpc":"2.0",'), 400, '-32700'],
  ['JSON that is no message', request(POST, AS_JSON, '42'), 400, '-32600'],
  ['a message without a method', request(POST, AS_JSON, '{"jsonrpc":"2.0","id":7}'), 400, /"id":7.*-32600/],
  ['a message that nests too deep', request(POST, AS_JSON, '['.repeat(100)), 400, '-32600'],
  ['an empty batch', request(POST, AS_JSON, '[]'), 400, '-32600'],
  [
    'a version that there is not',
    request(POST, json({ 'MCP-Protocol-Version': '1999-01-01' }), LIST),
    400,
    /"id":1.*-32022/,
  ],
  [
    'a version twice',
    request(POST, json({ 'MCP-Protocol-Version': ['2025-06-18', '2025-06-18'] }), LIST),
    400,
    '-32022',
  ],
  [
    'a later version without its session',
    request(POST, json({ 'MCP-Protocol-Version': '2025-06-18' }), LIST),
    400,
    'Mcp-Session-Id',
  ],
  ['an unknown session', request(POST, json(SESSION), LIST), 404, /"id":1.*-32001.*Session not found/],
  ['the end of an unknown session', request('DELETE /mcp', SESSION), 404, 'Session not found'],
  ['the end of no session', request('DELETE /mcp'), 400, 'Mcp-Session-Id'],
  [
    'the end of a session in the modern era',
    request('DELETE /mcp', { ...SESSION, 'MCP-Protocol-Version': '2026-07-28' }),
    405,
    'Allow: POST',
  ],
  [
    'the modern era without its envelope',
    request(POST, json({ 'MCP-Protocol-Version': '2026-07-28' }), LIST),
    400,
    /"id":1.*-32602/,
  ],
  [
    'a batch in the modern era',
    request(POST, json({ 'MCP-Protocol-Version': '2026-07-28' }), `[${LIST}]`),
    400,
    '-32600',
  ],
  [
    'a body that says that it is too long',
    request(POST, json({ 'Content-Length': `${1e9}` })),
    413,
    'at most',
  ],
  ['a length that is no number', request(POST, json({ 'Content-Length': 'many' })), 400, 'HTTP'],
  ['a length below zero', request(POST, json({ 'Content-Length': '-1' })), 400, 'HTTP'],
  ['two lengths', request(POST, json({ 'Content-Length': ['40', '41'] }), PING), 400, 'HTTP'],
  [
    'a length and chunks',
    request(POST, json({ 'Content-Length': '4', 'Transfer-Encoding': 'chunked' }), '0\r\n\r\n'),
    400,
    'HTTP',
  ],
  [
    'a chunk without a size',
    request(POST, json({ 'Transfer-Encoding': 'chunked' }), 'many\r\n'),
    400,
    'HTTP',
  ],
  [
    'a chunk that is longer than it says',
    request(POST, json({ 'Transfer-Encoding': 'chunked' }), '2\r\n{"jsonrpc"'),
    400,
    'HTTP',
  ],
  ['an encoding that nobody knows', request(POST, json({ 'Transfer-Encoding': 'rot13' }), PING), 400, 'HTTP'],
  ['headers that are too long', request(POST, json({ 'X-Long': 'x'.repeat(20_000) }), PING), 431, 'too long'],
  ['a path that is too long', request(`GET /${'x'.repeat(20_000)}`), 431, 'too long'],
  ['what is no HTTP', 'nonsense\r\n\r\n', 400, 'HTTP'],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'HTTP'],
  [
    'a header with a line break',
    `${request(POST, json({})).trimEnd()}\r\nX-A: a\nX-B : b\r\n\r\n`,
    400,
    'HTTP',
  ],
];

test.each(ROWS)('%s', async (_, bytes, status, said) => {
  const { url, port, bugs } = await startHttp();
  const connection = new RawConnection(port).send(Buffer.from(bytes, 'latin1'));
  expect(await connection.until(1)).toEqual([status]);
  connection.socket.end();
  const received = await connection.closed;
  expect(received).toMatch(said);
  expect(received).toMatch(/^x-content-type-options: nosniff/im);
  await expectToWork(url);
  expect(bugs).toEqual([]);
});
