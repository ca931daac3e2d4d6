import { describe, expect, test } from 'vitest';
import { call, McpProcess } from '../support/mcp-server.ts';

const ping = '{"jsonrpc":"2.0","id":"after","method":"ping"}\n';

describe('a line that is no message gives one error, and the next request works', () => {
  const rows: [string, string | Buffer, number, unknown][] = [
    ['garbage', 'hello', -32700, null],
    ['half a message', '{"jsonrpc":"2.0","id":1', -32700, null],
    ['two messages on one line', '{"jsonrpc":"2.0","id":1,"method":"ping"}{}', -32700, null],
    ['NUL bytes', '\0\0\0', -32700, null],
    ['NUL bytes before a message', '\0{"jsonrpc":"2.0","id":1,"method":"ping"}', -32700, null],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x80]), -32700, null],
    [
      'a message that is not UTF-8, its id readable',
      Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":4,"method":"'),
        Buffer.from([0xc3]),
        Buffer.from('"}'),
      ]),
      -32700,
      4,
    ],
    ['UTF-16', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}', 'utf16le'), -32700, null],
    ['deep arrays', '['.repeat(1_000_000), -32600, null],
    ['deep objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, -32600, null],
    ['a number', '5', -32600, null],
    ['null', 'null', -32600, null],
    ['text', '"ping"', -32600, null],
    ['an empty object', '{}', -32600, null],
    ['no jsonrpc', '{"id":1,"method":"ping"}', -32600, 1],
    ['jsonrpc 1.0', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1],
    ['jsonrpc as a number', '{"jsonrpc":2.0,"id":1,"method":"ping"}', -32600, 1],
    ['no method', '{"jsonrpc":"2.0","id":"x"}', -32600, 'x'],
    ['a method that is no text', '{"jsonrpc":"2.0","id":"x","method":1}', -32600, 'x'],
    ['params as a list', '{"jsonrpc":"2.0","id":2,"method":"ping","params":[1]}', -32600, 2],
    ['params as text', '{"jsonrpc":"2.0","id":2,"method":"ping","params":"x"}', -32600, 2],
    ['the id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ['a broken number as id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null],
    ['an infinite id', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', -32600, null],
    ['an object as id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
    ['a list as id', '{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, null],
    ['true as id', '{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, null],
    ['a very long id', `{"jsonrpc":"2.0","id":"${'x'.repeat(2000)}","method":"ping"}`, -32600, null],
  ];
  test.each(rows)('%s', async (_, line, code, id) => {
    const server = new McpProcess();
    server.send(line, '\n', ping);
    const { messages, code: exit, stderr } = await server.end();
    expect(messages).toEqual([
      { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 'after', result: {} },
    ]);
    expect([exit, stderr]).toEqual([0, '']);
  });
});

test.each([
  '"text"',
  '""',
  '"a\\ud800b"',
  '"\\u2028\\n"',
  '0',
  '-1',
  '9007199254740991',
  '9007199254740993',
  '-123456789012345678901234567890',
  '1e300',
])('the id %s comes back as it was', async id => {
  const server = new McpProcess();
  let raw = '';
  server.child.stdout.on('data', text => {
    raw += text;
  });
  server.send(
    `{"params":{"id":[1,{"id":2}],"x":"\\"id\\":3"},"jsonrpc":"2.0","id" : ${id},"method":"ping"}\n`,
  );
  await server.end();
  expect(raw).toContain(`"id":${id.replace('\\u2028', '\u2028')},`);
});

test('a line that opens and closes 64 levels is fine', async () => {
  const server = new McpProcess();
  const nested = `${'['.repeat(62)}${']'.repeat(62)}`;
  server.send(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${nested}}}\n`);
  expect((await server.reply(1)).result).toEqual({});
  server.send(`{"jsonrpc":"2.0","id":2,"method":"ping","params":{"a":"${'['.repeat(100)}\\"{{"}}\n`);
  expect((await server.reply(2)).result).toEqual({});
});

test('lone surrogates and __proto__ are data like any other', async () => {
  const server = new McpProcess();
  server.send(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"path":"\\udfff"}}}\n',
  );
  expect((await server.reply(1)).result?.structuredContent).toEqual({ path: '\ufffd' });
  server.send(
    '{"jsonrpc":"2.0","id":2,"method":"ping","__proto__":{"jsonrpc":"1.0"},"params":{"__proto__":{"_meta":1}}}\n',
  );
  expect((await server.reply(2)).result).toEqual({});
});

describe('the same answers come', () => {
  const message = `${JSON.stringify(call(1, 'echo', { path: 'häß/漢字/🦀' }))}\n`;
  const rows: [string, (bytes: Buffer) => Buffer[]][] = [
    ['byte by byte', bytes => Array.from(bytes, byte => Buffer.from([byte]))],
    ['with a carriage return', bytes => [Buffer.from(bytes.toString().replaceAll('\n', '\r\n'))]],
    ['with a byte order mark', bytes => [Buffer.from('\ufeff'), bytes]],
    ['with blank lines', bytes => [Buffer.from('\n \r\n\t\n\n'), bytes, Buffer.from('\n\n')]],
    ['with spaces around', bytes => [Buffer.from(`  ${bytes.toString().trimEnd()}  \n`)]],
    ['without the last newline', bytes => [bytes.subarray(0, -1)]],
  ];
  test.each(rows)('%s', async (_, cut) => {
    const server = new McpProcess();
    for (const piece of cut(Buffer.from(message))) {
      await new Promise(resolve => server.child.stdin.write(piece, resolve));
    }
    const { messages } = await server.end();
    expect(messages).toMatchObject([{ id: 1, result: { structuredContent: { path: 'häß/漢字/🦀' } } }]);
  });
});
