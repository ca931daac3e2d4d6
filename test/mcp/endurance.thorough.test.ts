/** The real tools over a long session: a storm of requests, and calls that find nothing changed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canMeasure, liveMemory, measurable } from '../support/live-memory.ts';
import { BAD_MESSAGES, call, modernMeta, type Reply } from '../support/mcp-server.ts';
import { RealServer, realCommand } from '../support/real-server.ts';
import { buildRepository, sharedRepository, temporaryDirectory } from '../support/repository.ts';

const REQUESTS = 10_000;
/** In bytes, over 5,000 requests. */
const MOST_GROWTH = 2_000_000;
const FILE = 'src/mqtt/client.ts';
const QUESTIONS: [string, object][] = [
  ['read', { path: FILE, anchor: 'MqttClient::connect' }],
  ['read', { path: FILE }],
  ['deps', { path: FILE }],
  ['history', { path: 'src/tls/session-cache.ts' }],
  ['summary', { path: 'src/mqtt' }],
];

function good(id: number): Record<string, unknown> {
  const [tool, args] = QUESTIONS[id % QUESTIONS.length]!;
  const kinds = [
    call(id, `ultragit_${tool}`, args),
    call(id, 'ultragit_read', { path: 'src/nope.ts' }),
    call(id, 'ultragit_summary', {}),
    { jsonrpc: '2.0', id, method: 'ping' },
    { jsonrpc: '2.0', id, method: 'nope' },
    call(id, 'ultragit_read', { path: FILE, lines: '42:50' }, modernMeta),
    call(id, 'ultragit_nope', {}),
  ];
  return kinds[id % kinds.length]!;
}

test('10,000 mixed requests at once: every valid one is answered once, and memory stays flat', async () => {
  const repo = sharedRepository('mqtt-client');
  const server = new RealServer(repo.path, { program: measurable(realCommand) });
  const memory: number[] = [];
  const rounds = 4;
  const first = new Map<string, string>();
  for (let round = 0; round < rounds; round++) {
    server.messages.length = 0;
    const lines = Array.from({ length: REQUESTS / rounds }, (_, n) => {
      const id = (round * REQUESTS) / rounds + n;
      return n % 3 === 0 ? BAD_MESSAGES[n % BAD_MESSAGES.length]! : JSON.stringify(good(id));
    });
    server.send(Buffer.from(`${lines.join('\n')}\n`, 'latin1'));
    await server.until(() => server.messages.length === lines.length || undefined, 'all replies');
    const replies = server.messages as Reply[];
    const ids = replies.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
    const expected = lines.flatMap((_, n) => (n % 3 === 0 ? [] : [(round * REQUESTS) / rounds + n]));
    expect(ids.sort((a, b) => a - b)).toEqual(expected);
    for (const { id, result } of replies) {
      if (!result?.structuredContent) continue;
      // The same question has the same answer, whatever was asked before and meanwhile.
      const { params } = good(id as number) as { params: { name: string; arguments: object } };
      const question = JSON.stringify([params.name, params.arguments]);
      const text = result.content[0]!.text;
      expect(text).toBe(first.get(question) ?? text);
      first.set(question, text);
    }
    if (canMeasure) memory.push(await liveMemory(server));
  }
  expect(first.size).toBe(QUESTIONS.length + 1);
  expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  if (memory.length > 0) expect(memory.at(-1)! - memory[1]!).toBeLessThan(MOST_GROWTH);
});

const canTrace = spawnSync('strace', ['-f', '-e', 'trace=execve', 'true']).status === 0;

test.skipIf(!canTrace)('a call that finds nothing changed starts no process (needs strace)', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('config', 'ultragit.recencyHalfLife', '90');
  repo.write(FILE, `// edited on disk\n${repo.git('show', `HEAD:${FILE}`)}\n`);
  const strace = execFileSync('sh', ['-c', 'command -v strace']).toString().trim();

  const processes = async (rounds: number) => {
    const log = join(temporaryDirectory(), 'log');
    const flags = ['-f', '-qq', '-e', 'trace=execve', '-e', 'signal=none', '-o', log];
    const program = { command: strace, args: [...flags, realCommand.command, ...realCommand.args] };
    const server = new RealServer(repo.path, { program });
    for (let round = 0; round < rounds; round++) {
      for (const [tool, args] of QUESTIONS) await server.answer(tool, args);
    }
    await server.end();
    // Strace breaks a call in two lines where another process calls meanwhile.
    return readFileSync(log, 'utf8')
      .match(/execve\(.*(= 0|<unfinished \.\.\.>)$/gm)!
      .map(line => line.replace(/^\d+\s+/, ''));
  };
  const [once, often] = [await processes(1), await processes(4)];
  expect(once.length).toBeGreaterThan(3);
  expect(often.length, often.join('\n')).toBe(once.length);
});
