import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { type ServeOptions, serve } from '../../src/mcp/server.ts';
import { testTools } from '../support/test-tools.ts';

const CHUNKS = 2_000;

/** Counts how much of a long input the server takes. */
function input(line: object, perChunk: number) {
  const chunk = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`.repeat(perChunk));
  const state = { taken: 0 };
  async function* chunks() {
    for (; state.taken < CHUNKS; state.taken++) yield chunk;
  }
  return { state, stream: Readable.from(chunks(), { objectMode: false, highWaterMark: 1 }) };
}

function options(streams: Pick<ServeOptions, 'input' | 'output'>): ServeOptions {
  return { ...streams, loadTools: async () => testTools, version: '0', log: () => {}, onBug: () => {} };
}

/** Lets everything happen that can happen without the outside world. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3 * CHUNKS; turn++) await new Promise(resolve => setImmediate(resolve));
}

test('while nobody reads the answers, no more requests are read', async () => {
  const { state, stream } = input({ id: 'x'.repeat(900), method: 'ping' }, 10);
  let release = () => {};
  let open = false;
  let lines = 0;
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines += chunk.toString().split('\n').length - 1;
      if (open) done();
      else release = done;
    },
  });
  const served = serve(options({ input: stream, output }));
  await settle();
  expect(state.taken).toBeLessThan(CHUNKS / 10);
  open = true;
  release();
  await served;
  expect([state.taken, lines]).toEqual([CHUNKS, CHUNKS * 10]);
});

test('while too many calls wait, no more requests are read', async () => {
  const { state, stream } = input({ id: 1, method: 'tools/call', params: { name: 'deaf' } }, 10);
  const ending = new AbortController();
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const served = serve({ ...options({ input: stream, output }), signal: ending.signal });
  await settle();
  expect(state.taken).toBeGreaterThan(90);
  expect(state.taken).toBeLessThan(CHUNKS / 10);
  ending.abort();
  await served;
});

test('while large requests wait, no more of them are read', async () => {
  const params = { name: 'deaf', arguments: { text: 'x'.repeat(1_000_000) } };
  const { state, stream } = input({ id: 1, method: 'tools/call', params }, 1);
  const ending = new AbortController();
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const served = serve({ ...options({ input: stream, output }), signal: ending.signal });
  await settle();
  expect(state.taken).toBeLessThan(100);
  ending.abort();
  await served;
});

test('an input that breaks is an input that ends', async () => {
  const chunks: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  async function* broken() {
    yield Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    throw new Error('EIO');
  }
  await serve(options({ input: Readable.from(broken()), output }));
  expect(chunks.join('')).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
});
