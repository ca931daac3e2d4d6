import { expect, test } from 'vitest';
import { canMeasure, liveMemory, measurable } from '../support/live-memory.ts';
import {
  BAD_MESSAGES,
  call,
  command,
  McpProcess,
  modernMeta,
  type Reply,
  testTools,
} from '../support/mcp-server.ts';

const REQUESTS = 10_000;
/** In bytes, over 20,000 requests: 50 bytes of each. */
const MOST_GROWTH = 1_000_000;

function good(id: number): Record<string, unknown> {
  const kinds = [
    call(id, 'echo', { path: `p${id}` }),
    call(id, 'fail'),
    call(id, 'echo'),
    { jsonrpc: '2.0', id, method: 'ping' },
    { jsonrpc: '2.0', id, method: 'tools/list', params: { _meta: modernMeta } },
    { jsonrpc: '2.0', id, method: 'nope' },
    call(id, 'echo', { path: `p${id}` }, modernMeta),
  ];
  return kinds[id % kinds.length]!;
}

function storm(round: number): string {
  const lines: string[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const id = round * REQUESTS + n;
    lines.push(n % 3 === 0 ? BAD_MESSAGES[n % BAD_MESSAGES.length]! : JSON.stringify(good(id)));
  }
  return `${lines.join('\n')}\n`;
}

test('10,000 requests at once, a third of them malformed: each is answered once, memory stays flat', async () => {
  const server = new McpProcess(testTools, [], { program: measurable(command) });
  const memory: number[] = [];
  for (let round = 0; round < 4; round++) {
    server.messages.length = 0;
    server.send(
      Buffer.from(storm(round), 'latin1'),
      `{"jsonrpc":"2.0","id":"end ${round}","method":"ping"}\n`,
    );
    await server.until(() => server.messages.length === REQUESTS + 1 || undefined, 'all replies');
    const replies = server.messages as Reply[];
    const ids = replies.map(reply => reply.id).filter(id => typeof id === 'number');
    const expected = Array.from({ length: REQUESTS }, (_, n) => n).filter(n => n % 3 !== 0);
    expect(ids.sort((a, b) => a - b)).toEqual(expected.map(n => round * REQUESTS + n));
    expect(replies.filter(reply => reply.id === null)).toHaveLength(REQUESTS - expected.length);
    const echoes = replies.filter(({ result }) => result?.structuredContent);
    expect(echoes.length).toBeGreaterThan(REQUESTS / 10);
    expect(echoes.map(({ result }) => result?.structuredContent)).toEqual(
      echoes.map(({ id }) => ({ path: `p${id}` })),
    );
    if (canMeasure) memory.push(await liveMemory(server));
  }
  expect((await server.end()).code).toBe(0);
  if (memory.length > 0) expect(memory.at(-1)! - memory[1]!).toBeLessThan(MOST_GROWTH);
});
