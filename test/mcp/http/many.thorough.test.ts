/** Fifty clients at once, of both eras, and ten thousand calls: none is lost, and memory stays flat. */
import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { HttpProcess, serveCommand } from '../../support/http-process.ts';
import { JSON_HEADERS, modernHeaders, post } from '../../support/http-server.ts';
import { canMeasure, liveMemory, measurable } from '../../support/live-memory.ts';
import { call, modernMeta, type Reply } from '../../support/mcp-server.ts';
import { sharedRepository } from '../../support/repository.ts';

const CLIENTS = 50;
const ROUNDS = 4;
const CALLS = 10_000 / CLIENTS / ROUNDS;
/** In bytes, over 5,000 calls. */
const MOST_GROWTH = 2_000_000;
/** Ten thousand calls on a machine that has other things to do. */
const PATIENCE_MS = 600_000;
const FILE = 'src/mqtt/client.ts';
const QUESTIONS = [
  ['ultragit_read', { path: FILE, anchor: 'MqttClient::connect' }],
  ['ultragit_deps', { path: FILE }],
  ['ultragit_history', { path: 'src/tls/session-cache.ts' }],
  ['ultragit_summary', { path: 'src/mqtt' }],
] as const;

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } };

/** Faster than fetch, which would be most of the test. */
function send(url: string, agent: Agent, body: string, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', part => {
        text += part;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test(
  '50 clients at once and 10,000 calls: each is answered, and memory stays flat',
  async () => {
    const repo = sharedRepository('mqtt-client');
    const server = new HttpProcess(repo.path, { program: measurable(serveCommand) });
    const url = await server.url();
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const sessions = await Promise.all(
      Array.from({ length: CLIENTS / 2 }, async () =>
        (await post(url, initialize)).headers.get('mcp-session-id'),
      ),
    );
    const first = new Map<string, string>();
    const memory: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const client = async (number: number) => {
        const session = sessions[number];
        for (let n = 0; n < CALLS; n++) {
          const id = (round * CALLS + n) * CLIENTS + number;
          const [name, args] = QUESTIONS[(number + n) % QUESTIONS.length]!;
          const headers = session
            ? { ...JSON_HEADERS, 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }
            : { ...modernHeaders('tools/call', name), accept: 'application/json' };
          const body = JSON.stringify(call(id, name, args, session ? undefined : modernMeta));
          const reply = await send(url, agent, body, headers);
          if (reply.id !== id) expect.fail(`asked ${id}, answered ${JSON.stringify(reply)}`);
          const text = reply.result?.content[0]?.text ?? '';
          if (text !== (first.get(name) ?? text) || text === '') expect.fail(JSON.stringify(reply));
          first.set(name, text);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
      if (canMeasure) memory.push(await liveMemory(server));
    }
    expect(first.size).toBe(QUESTIONS.length);
    const status = await (await fetch(new URL('/status', url))).json();
    expect(status).toMatchObject({ calls: { running: 0, answered: 10_000 } });
    agent.destroy();
    if (memory.length > 0) expect(memory.at(-1)! - memory[1]!).toBeLessThan(MOST_GROWTH);
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  },
  PATIENCE_MS,
);
