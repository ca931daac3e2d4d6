/** What can only be seen from inside one process: who waits for whom. */
import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answerHere } from '../../src/mcp/answer-here.ts';
import type { CallContext } from '../../src/mcp/answering.ts';
import { type ServeOptions, serve } from '../../src/mcp/server.ts';
import type { Tool } from '../../src/mcp/tools.ts';
import { call } from '../support/mcp-server.ts';

const CHUNKS = 2_000;
/** How much an output takes before it asks for patience: Node's own default differs between versions. */
const ROOM = 16 * 1024;

/** Counts how much of a long input the server takes. */
function longInput(line: object, perChunk: number) {
  const chunk = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`.repeat(perChunk));
  const state = { taken: 0 };
  async function* chunks() {
    for (; state.taken < CHUNKS; state.taken++) yield chunk;
  }
  return { state, stream: Readable.from(chunks(), { objectMode: false, highWaterMark: 1 }) };
}

function event() {
  const state = { happen: () => {}, happened: Promise.resolve() };
  state.happened = new Promise<void>(resolve => {
    state.happen = resolve;
  });
  return state;
}

/** An output that takes one message and no more until it is opened. */
function gate(open = false) {
  const { happen, happened } = event();
  const state = { lines: [] as string[], open: () => {}, firstLine: happened };
  const output = new Writable({
    highWaterMark: ROOM,
    write(chunk, _encoding, done) {
      state.lines.push(...chunk.toString().split('\n').slice(0, -1));
      happen();
      if (open) return done();
      state.open = () => {
        open = true;
        done();
      };
    },
  });
  return { state, output };
}

function tool(name: string, run: (context: CallContext) => Promise<object>): Tool {
  return {
    name,
    title: name,
    searchHint: 'echo',
    description: '',
    input: z.object({}),
    output: z.looseObject({}),
    run: (_, context) => run(context),
  };
}

function deafTool() {
  const { happen, happened } = event();
  const deaf = tool('deaf', () => {
    happen();
    return new Promise(() => {});
  });
  return { loadTools: async () => [deaf], firstCall: happened };
}

type Options = Partial<ServeOptions> &
  Pick<ServeOptions, 'input' | 'output'> & { loadTools?: () => Promise<readonly Tool[]> };

function options({ loadTools = async () => [], ...rest }: Options): ServeOptions {
  const answering = async () => answerHere(loadTools);
  return { answering, version: '0', log: () => {}, onBug: () => {}, clock: () => 0, ...rest };
}

/** Lets everything happen that can happen without the outside world, once what comes from there has arrived. */
async function settle(first: Promise<void>): Promise<void> {
  await first;
  for (let turn = 0; turn < 3 * CHUNKS; turn++) await new Promise(resolve => setImmediate(resolve));
}

describe('no more requests are read', () => {
  test('while nobody reads the answers', async () => {
    const { state, stream } = longInput({ id: 'x'.repeat(900), method: 'ping' }, 10);
    const { state: written, output } = gate();
    const served = serve(options({ input: stream, output }));
    await settle(written.firstLine);
    expect(state.taken).toBeLessThan(20);
    written.open();
    await served;
    expect([state.taken, written.lines.length]).toEqual([CHUNKS, CHUNKS * 10]);
  });

  test('while too many calls wait', async () => {
    const { state, stream } = longInput(call(1, 'deaf'), 10);
    const ending = new AbortController();
    const { loadTools, firstCall } = deafTool();
    const served = serve(
      options({ input: stream, output: gate(true).output, loadTools, signal: ending.signal }),
    );
    await settle(firstCall);
    expect(state.taken).toBeGreaterThan(90);
    expect(state.taken).toBeLessThan(CHUNKS / 10);
    ending.abort();
    await served;
  });

  test('while too many bytes wait', async () => {
    const { state, stream } = longInput(call(1, 'deaf', { text: 'x'.repeat(1_000_000) }), 1);
    const ending = new AbortController();
    const { loadTools, firstCall } = deafTool();
    const served = serve(
      options({ input: stream, output: gate(true).output, loadTools, signal: ending.signal }),
    );
    await settle(firstCall);
    expect(state.taken).toBeLessThan(100);
    ending.abort();
    await served;
  });
});

test('no more calls are started while nobody reads the answers', async () => {
  let started = 0;
  const large = tool('large', async () => {
    started++;
    return { text: 'x'.repeat(100_000) };
  });
  const { state, output } = gate();
  const lines = Array.from({ length: 100 }, (_, id) => `${JSON.stringify(call(id, 'large'))}\n`);
  const input = Readable.from([Buffer.from(lines.join(''))]);
  const served = serve(options({ input, output, loadTools: async () => [large] }));
  await settle(state.firstLine);
  expect(started).toBeLessThan(10);
  state.open();
  await served;
  expect([started, state.lines.length]).toEqual([100, 100]);
});

describe('progress', () => {
  test('is not sent after the result, nor after a cancellation', async () => {
    let now = 0;
    const contexts: CallContext[] = [];
    const quick = tool('quick', async context => {
      contexts.push(context);
      return {};
    });
    const slow = tool('slow', context => {
      contexts.push(context);
      return new Promise(() => {});
    });
    const input = new PassThrough();
    const { state, output } = gate(true);
    const served = serve(options({ input, output, loadTools: async () => [quick, slow], clock: () => now }));
    input.write(`${JSON.stringify(call(1, 'quick', {}, { progressToken: 1 }))}\n`);
    input.write(`${JSON.stringify(call(2, 'slow', {}, { progressToken: 2 }))}\n`);
    await settle(state.firstLine);
    const report = (done: number) => {
      now += 1000;
      for (const { progress } of contexts) progress(done);
    };
    report(1);
    input.end('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n');
    await served;
    report(2);
    expect(contexts).toHaveLength(2);
    expect(state.lines.map(line => JSON.parse(line))).toMatchObject([
      { id: 1 },
      { method: 'notifications/progress', params: { progressToken: 2, progress: 1 } },
    ]);
  });

  test('is left out while nobody reads', async () => {
    let now = 0;
    const busy = tool('busy', async ({ progress }) => {
      for (let done = 1; done <= 10_000; done++) {
        now += 1000;
        progress(done, undefined, 'x'.repeat(100));
      }
      return {};
    });
    const { state, output } = gate();
    const input = Readable.from([
      Buffer.from(`${JSON.stringify(call(1, 'busy', {}, { progressToken: 1 }))}\n`),
    ]);
    const served = serve(options({ input, output, loadTools: async () => [busy], clock: () => now }));
    await settle(state.firstLine);
    const waiting = output.writableLength;
    state.open();
    await served;
    const [longest, result] = [Math.max(...state.lines.map(line => line.length + 1)), state.lines.at(-1)!];
    expect(JSON.parse(result)).toMatchObject({ id: 1, result: {} });
    expect(waiting).toBeGreaterThan(ROOM / 2);
    expect(waiting).toBeLessThan(ROOM + longest + result.length + 1);
  });
});

test('an input that breaks is an input that ends', async () => {
  async function* broken() {
    yield Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    throw new Error('EIO');
  }
  const { state, output } = gate(true);
  await serve(options({ input: Readable.from(broken()), output }));
  expect(state.lines).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
});
