// What the MCP server costs, as a host sees it over its pipes, beside git itself and an empty node.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildLongHistory } from './long-history.ts';
import { Server } from './mcp-client.ts';
import { addNote, fileName, generator, makeNotesRepository, note } from './notes-repository.ts';
import { makeRegionsRepository } from './regions-repository.ts';
import { env, git, leave, NODE, room } from './room.ts';
import { median, Table, timed } from './timing.ts';

const RUNS = Number(process.argv[2] ?? 11);
const CALLS = Number(process.argv[3] ?? 10_000);
const FILE = 'src/big.ts';
const clientInfo = { name: 'bench', version: '1' };
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const legacy = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
const long = join(room, 'long-server');
const table = new Table();

try {
  buildLongHistory(long, env);
  const blame = await timed(RUNS, async () =>
    spawnSync('git', ['blame', '--porcelain', FILE], { cwd: long, env }),
  );
  await firstReplies();
  await changes(blame);
  await warmCalls(400);
  await manyNotes(100_000);
  console.table(table.rows);
} finally {
  leave();
}

/** In turn with an empty node, from the start of the process to its first line. */
async function firstReplies(): Promise<void> {
  const asked = { initialize: legacy, 'server/discover': { _meta: modern } };
  const times = { node: [] as number[], initialize: [] as number[], 'server/discover': [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    const empty = performance.now();
    spawnSync(NODE, ['-e', '0'], { cwd: long, env });
    times.node.push(performance.now() - empty);
    for (const method of ['initialize', 'server/discover'] as const) {
      const started = performance.now();
      const server = new Server(long);
      await server.request(method, asked[method]);
      times[method].push(performance.now() - started);
      await server.end();
    }
  }
  const node = median(times.node);
  table.add('node -e 0', node, node, '');
  table.add('first reply to initialize / node', median(times.initialize), node, '1.1 x');
  table.add('first reply to server/discover / node', median(times['server/discover']), node, '1.1 x');
}

async function changes(blame: number): Promise<void> {
  const server = new Server(long);
  const ask = () => server.read(FILE);
  table.add('bare blame, 700 commits', blame, blame, '');
  table.add('first call of a session / blame', await timed(1, ask), blame, '');
  table.add('warm call, nothing changed / blame', await timed(200, ask), blame, '0.6 ms');
  const commit = () => {
    appendFileSync(join(long, FILE), '// one more\n');
    git(long, ['commit', '-qam', 'One more']);
  };
  table.add('warm call after a new commit / blame', await timed(RUNS, ask, commit), blame, '0.1 x');
  let count = 0;
  const annotate = () => {
    const text = JSON.stringify({ schema: 'ultragit/v1', regions: [], summary: `Note ${count++}` });
    git(long, ['notes', '--ref=ultragit', 'add', '-f', '-m', text, 'HEAD~1']);
  };
  table.add('warm call after a new note / blame', await timed(RUNS, ask, annotate), blame, '0.1 x');
  await server.end();
}

/** Whatever the file: one with hundreds of regions, cut to answers of two sizes. */
async function warmCalls(regions: number): Promise<void> {
  const file = 'deps.lock';
  const server = new Server(makeRegionsRepository(regions, file));
  for (const [tokens, aim] of [
    [4_500, '0.6 ms'],
    [15_000, '1.5 ms'],
  ] as const) {
    const ask = () => server.read(file, { max_tokens: tokens });
    const first = performance.now();
    const kilobytes = Math.round((await ask()).length / 1024);
    const cold = performance.now() - first;
    const what = `warm call, ${regions} regions, ${kilobytes} KB / first call`;
    table.add(what, await timed(200, ask), cold, aim);
  }
  await server.end();
}

async function manyNotes(size: number): Promise<void> {
  const made = await makeNotesRepository(room, size);
  const server = new Server(made.path);
  const path = fileName(7);
  const ask = () => server.read(path);
  await ask();
  let count = size;
  const annotate = () => addNote(made, JSON.stringify(note(++count, 10, generator(count))));
  table.add(`warm call after a new note, ${size} notes`, await timed(RUNS, ask, annotate), 1, '20 ms');
  const before = await settled(server, ask);
  for (let call = 0; call < CALLS; call++) await ask();
  const after = server.memory();
  await server.end();
  table.count(`memory of the server, ${size} notes, after ${CALLS} calls`, after, 'MiB', 256);
  table.count('growth over these calls', after - before, 'MiB', 16);
}

/** After the first calls, V8 knows how much room it needs. */
async function settled(server: Server, ask: () => Promise<string>): Promise<number> {
  for (let call = 0; call < 500; call++) await ask();
  return server.memory();
}
