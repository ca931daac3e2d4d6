// Servers that run: install leads hosts to them, and status finds and asks them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CLI, type Sandbox, sandbox } from './support.ts';

const started: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(child => stop(child)));
});

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** `mcp serve` in the sandbox's repository, and its address. */
async function serve(box: Sandbox, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CLI, 'mcp', 'serve', '--addr', '127.0.0.1:0'], {
    cwd: box.repo,
    env: { ...box.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk;
      const found = /http:\/\/\S+\/mcp/.exec(said)?.[0];
      if (found) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(`mcp serve ended: ${said}`)));
  });
  return { url, child };
}

function annotated(): Sandbox {
  const box = sandbox();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: box.repo,
      env: box.env,
    });
  box.write('a.txt', 'one line\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'x');
  const region = { file: 'a.txt', lines: { start: 1, end: 1 }, intent: 'Why.' };
  const note = { $schema: 'ultragit/v1', summary: 's', context_level: 'enhanced', regions: [region] };
  git('notes', '--ref', 'ultragit', 'add', '-m', JSON.stringify(note), 'HEAD');
  return box;
}

function status(box: Sandbox, ...args: string[]) {
  const { code, stdout } = box.run('status', '--json', ...args);
  return { code, ...JSON.parse(stdout) };
}

const entryIn = (box: Sandbox, path = '.mcp.json') =>
  JSON.parse(readFileSync(join(box.repo, path), 'utf8')).mcpServers.ultragit;

const TOOLS = ['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary'];

test('install --http leads to the server that runs here, and status asks it without a question', async () => {
  const box = annotated();
  expect(box.run('install', '--http')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `No server runs for ${box.repo}.\n  Start one with \`ultragit mcp serve\``,
    ),
  });
  const { url, child } = await serve(box);
  const dry = box.run('install', '--http', '--dry-run');
  expect([dry.stdout, existsSync(join(box.repo, '.mcp.json'))]).toEqual([
    expect.stringContaining(url),
    false,
  ]);
  const { stderr } = box.run('install', '--http');
  expect(stderr).toContain('.mcp.json has an address of this machine now');
  expect(entryIn(box)).toEqual({ type: 'http', url });
  expect(box.run('install', '--http').stdout).toContain('Already there');

  const { code, entries, servers } = status(box);
  expect(code).toBe(0);
  const seen = { state: 'ok', url, repository: box.repo, annotations: 1, tools: TOOLS };
  expect(entries).toMatchObject([
    { host: 'claude-code', ...seen, protocols: ['2026-07-28', '2025-11-25'] },
    { host: 'copilot', ...seen },
  ]);
  expect(servers).toEqual([
    {
      url,
      worktree: box.repo,
      state: 'ok',
      clients: expect.any(Number),
      calls: { running: 0, answered: 0 },
      tools: TOOLS,
      version: expect.any(String),
      pid: child.pid,
      started: expect.any(String),
      token: false,
    },
  ]);
  box.env.COLUMNS = '80';
  const { stdout } = box.run('status');
  expect(stdout.split('\n').map(line => line.trim())).toEqual(
    expect.arrayContaining(['Server   running', `url          ${url}`, `repository   ${box.repo}`]),
  );

  await stop(child);
  expect(status(box)).toMatchObject({
    code: 3,
    entries: [{ state: 'url', reason: expect.stringContaining('no server of yours runs there') }, {}],
    servers: [],
  });
  expect(box.run('uninstall').code).toBe(0);
  expect(existsSync(join(box.repo, '.mcp.json'))).toBe(false);
});

test('a server with a token is named by a variable in the entry, and asked where that is set', async () => {
  const box = annotated();
  const { url } = await serve(box, { MCP_TOKEN: 'sesame' });
  const { stderr } = box.run('install', '--http');
  expect(stderr).toContain(
    "Set MCP_TOKEN to the server's token in the environment that Claude Code starts in.",
  );
  expect(entryIn(box)).toEqual({ type: 'http', url, headers: { Authorization: `Bearer \${MCP_TOKEN}` } });
  box.run('install', '--http', '--host', 'codex');
  expect(readFileSync(join(box.repo, '.codex/config.toml'), 'utf8')).toContain(
    `url = "${url}"\nbearer_token_env_var = "MCP_TOKEN"`,
  );
  const unset = { state: 'url', reason: 'it needs a token, and MCP_TOKEN is not set here' };
  expect(status(box)).toMatchObject({
    code: 3,
    entries: [unset, unset, unset],
    servers: [{ url, state: 'needs_token', token: true }],
  });
  expect(box.run('status').stdout).toContain('Server   needs a token');
  expect(status(box, '--token', 'wrong')).toMatchObject({ code: 1, servers: [{ state: 'needs_token' }] });
  const good = {
    code: 0,
    entries: [{ state: 'ok' }, { state: 'ok' }, { state: 'ok' }],
    servers: [{ state: 'ok' }],
  };
  expect(status(box, '--token', 'sesame')).toMatchObject(good);
  box.env.MCP_TOKEN = 'sesame';
  expect(status(box)).toMatchObject(good);
  expect(box.run('status', '--url', url).stdout).toContain('protocol     2026-07-28');
  expect(box.runIn(box.base, 'status', '--url', '--repo', 'repo').stdout).toContain(`${url}   ok`);
});

test('a server that was killed leaves a file, which status removes, even if its number is used again', async () => {
  const box = annotated();
  const { child } = await serve(box);
  const room = join(box.base, 'cache/ultragit/servers');
  const states = () => readdirSync(room).filter(name => name.endsWith('.json'));
  const [name = ''] = states();
  const text = readFileSync(join(room, name), 'utf8');
  await stop(child, 'SIGKILL');
  expect(status(box).servers).toEqual([]);
  expect(states()).toEqual([]);
  // The number of the process is used again, by this one, and nothing listens there any more.
  const again = { ...JSON.parse(text), pid: process.pid };
  mkdirSync(room, { recursive: true });
  writeFileSync(join(room, name.replace(/-\d+/, `-${process.pid}`)), JSON.stringify(again), { mode: 0o600 });
  expect(states()).toHaveLength(1);
  expect(status(box).servers).toEqual([]);
  expect(states()).toEqual([]);
});

test.each([
  [['--http', '--noteref', 'x'], 'mcp serve --noteref'],
  [['--http', '--shared'], '--url'],
  [['--token-env', 'X'], '--http'],
  [['--url', 'nonsense'], 'Not an http address: nonsense'],
])('install %j is a usage error', (args, message) => {
  const { code, stderr } = sandbox().run('install', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('--url names any server, for a file that is committed, too; a host that takes none is refused', () => {
  const box = sandbox();
  const url = 'https://mcp.example.org/mcp';
  const { code, stderr } = box.run('install', '--url', url, '--shared', '--token-env', 'TEAM_TOKEN');
  expect([code, stderr]).toEqual([0, expect.stringContaining('Set TEAM_TOKEN to')]);
  expect(entryIn(box)).toEqual({ type: 'http', url, headers: { Authorization: `Bearer \${TEAM_TOKEN}` } });
  expect(box.run('install', '--global', '--url', url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'Claude Desktop takes no url in its config file: it starts servers itself.',
    ),
  });
  expect(box.run('install').stderr).toContain('because it contradicts the command: url, headers, type');
  expect(entryIn(box)).toEqual({ command: 'ultragit', args: ['mcp', 'start'], cwd: box.repo });
});
