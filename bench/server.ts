// What the MCP server costs, as a host sees it over its pipes, beside git itself and an empty node.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buildLongHistory } from './long-history.ts';
import { median, Table, timed } from './timing.ts';

const RUNS = Number(process.argv[2] ?? 11);
const CALLS = Number(process.argv[3] ?? 10_000);
const FILE = 'src/big.ts';
const cli = resolve('dist/cli.js');
const room = mkdtempSync(join(tmpdir(), 'ultragit-bench-'));
const env = {
  PATH: process.env.PATH ?? '',
  HOME: room,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
};
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const legacy = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

class Server {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #waiting: (() => void)[] = [];

  constructor(cwd: string) {
    this.child = spawn(process.execPath, [cli, 'mcp', 'start'], { cwd, env });
    createInterface(this.child.stdout).on('line', () => this.#waiting.shift()?.());
  }

  /** One request at a time, so the next line is its answer. */
  request(method: string, params: object): Promise<void> {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  read(): Promise<void> {
    return this.request('tools/call', { name: 'ultragit_read', arguments: { path: FILE } });
  }

  memory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    await once(this.child, 'close');
  }
}

const table = new Table();

function run(program: string, args: readonly string[]): () => Promise<void> {
  return async () => void spawnSync(program, args, { cwd: long, env });
}

async function firstReply(method: string, params: object): Promise<number> {
  const values: number[] = [];
  for (let at = 0; at < RUNS; at++) {
    const started = performance.now();
    const server = new Server(long);
    await server.request(method, params);
    values.push(performance.now() - started);
    await server.end();
  }
  return median(values);
}

const long = join(room, 'long');
try {
  buildLongHistory(long, env);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: long, env, stdio: 'ignore' });
  const node = await timed(RUNS, run(process.execPath, ['-e', '0']));
  const blame = await timed(RUNS, run('git', ['blame', '--porcelain', FILE]));
  table.add('node -e 0', node, node, '');
  table.add('bare blame, 700 commits', blame, blame, '');
  table.add('first reply to initialize / node', await firstReply('initialize', legacy), node, '1.25 x');
  table.add(
    'first reply to server/discover / node',
    await firstReply('server/discover', { _meta: modern }),
    node,
    '1.25 x',
  );

  const server = new Server(long);
  const ask = () => server.read();
  table.add('first call of a session / blame', await timed(1, ask), blame, '');
  table.add('warm call, nothing changed / blame', await timed(200, ask), blame, '0.02 x, under 1 ms');
  const commit = () => {
    appendFileSync(join(long, FILE), '// one more\n');
    git('commit', '-qam', 'One more');
  };
  table.add('warm call after a new commit / blame', await timed(RUNS, ask, commit), blame, '0.1 x');
  let count = 0;
  const annotate = () => {
    const note = JSON.stringify({ schema: 'ultragit/v1', regions: [], summary: `Note ${count++}` });
    git('notes', '--ref=ultragit', 'add', '-f', '-m', note, 'HEAD~1');
  };
  table.add('warm call after a new note / blame', await timed(RUNS, ask, annotate), blame, '0.1 x');

  const before = server.memory();
  for (let call = 0; call < CALLS; call++) await server.read();
  const after = server.memory();
  await server.end();
  console.table(table.rows);
  console.table([
    { what: `MiB before ${CALLS} more calls`, value: before.toFixed(0), aim: '' },
    { what: 'MiB after them', value: after.toFixed(0), aim: 'under 256, flat' },
  ]);
} finally {
  rmSync(room, { recursive: true, force: true });
}
