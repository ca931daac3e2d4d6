// The entry that leads a host to a running server: its form in each host, and the way there and back.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Address, findAddress } from '../../src/install/address.ts';
import { planEntry } from '../../src/install/entry.ts';
import { HOSTS, type Host, OTHER_HOST, type Scope } from '../../src/install/hosts.ts';
import { formatOf, install, type Target, uninstall } from '../../src/install/server-entry.ts';
import { meaningOf, PROGRAM_KEYS, REMOTE_KEYS } from '../../src/install/transport.ts';
import { planUrlEntry } from '../../src/install/url-entry.ts';

const URL = 'http://127.0.0.1:3000/mcp';
const OPEN: Address = { url: URL, isOpen: true };
const GUARDED: Address = { url: URL, isOpen: false, variable: 'MCP_TOKEN' };
const MACHINE = { home: '/h', env: { PATH: '/bin' }, platform: 'linux' } as const;
const SELF = { node: '/n', script: '/s' };

const made: string[] = [];
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

const TYPED = { type: 'http', url: URL };
const bearer = (form: string) => ({ headers: { Authorization: `Bearer ${form}` } });
const DOLLAR = bearer(`\${MCP_TOKEN}`);
const DOLLAR_ENV = bearer(`\${env:MCP_TOKEN}`);
const REFUSED = undefined;

/** What is written without a token, and what comes with one. */
const FORMS: Record<string, readonly [entry: object | undefined, token: object | undefined]> = {
  'claude-code': [TYPED, DOLLAR],
  'claude-desktop': [REFUSED, REFUSED],
  cursor: [{ url: URL }, DOLLAR_ENV],
  vscode: [TYPED, DOLLAR_ENV],
  codex: [{ url: URL }, { bearer_token_env_var: 'MCP_TOKEN' }],
  gemini: [TYPED, DOLLAR],
  copilot: [TYPED, DOLLAR],
  opencode: [
    { type: 'remote', url: URL, enabled: true },
    { ...bearer('{env:MCP_TOKEN}'), oauth: false },
  ],
  zed: [{ url: URL }, REFUSED],
  windsurf: [{ serverUrl: URL }, DOLLAR_ENV],
};

test.each(HOSTS.map(host => [host.id, host] as const))('%s gets the address in its own form', (id, host) => {
  const [entry, token] = FORMS[id] ?? [];
  const plan = (address: Address) => planUrlEntry({ host, scope: 'project' }, address);
  if (!entry) {
    expect(() => plan(OPEN)).toThrow('takes no url in its config file');
    return;
  }
  expect(plan(OPEN)).toEqual({ entry, notes: [] });
  expect(meaningOf(entry, host)).toEqual({ kind: 'url', url: URL });
  if (!token) {
    expect(() => plan(GUARDED)).toThrow("can't take a token from a variable");
    return;
  }
  expect(plan(GUARDED)).toEqual({
    entry: { ...entry, ...token },
    notes: [expect.stringMatching(/^Set MCP_TOKEN to/)],
  });
  expect(meaningOf(plan(GUARDED).entry, host)).toEqual({ kind: 'url', url: URL });
});

test("Copilot's user file takes its list of tools, too", () => {
  const host = hostOf('copilot');
  expect(planUrlEntry({ host, scope: 'user' }, OPEN).entry).toEqual({ ...TYPED, tools: ['*'] });
});

test("a user's file is read in every project, and install says whose answers all of them get", () => {
  const { notes } = planUrlEntry({ host: hostOf('gemini'), scope: 'user' }, { ...OPEN, worktree: '/r' });
  expect(notes).toEqual(['In every project, Gemini CLI gets the answers of this one server, for /r.']);
});

const hostOf = (id: string): Host => HOSTS.find(host => host.id === id) ?? OTHER_HOST;

function place(host: Host, scope: Scope = 'project', text?: string): Target {
  const root = mkdtempSync(join(tmpdir(), 'ultragit-url-'));
  made.push(root);
  const path = join(root, host.format === 'toml' ? 'x.toml' : 'x.json');
  if (text !== undefined) writeFileSync(path, text);
  return { host, scope, path, root };
}

const read = ({ host, path }: Target) => formatOf(host).readEntry(readFileSync(path, 'utf8'), host.container);

const toUrl = (target: Target, address = OPEN) => {
  const { entry } = planUrlEntry(target, address);
  return install(target, entry, { dryRun: false, isOpen: address.isOpen });
};

const toCommand = (target: Target) => {
  const { entry } = planEntry({ ...target, shared: false }, MACHINE, SELF, () => true);
  return install(target, entry, { dryRun: false });
};

const WAYS = HOSTS.filter(({ remote }) => remote).flatMap(host =>
  (['project', 'user'] as const).flatMap(scope =>
    [OPEN, ...(host.remote?.token ? [GUARDED] : [])].map(
      address =>
        [`${host.id} (${scope})${address.variable ? ' with a token' : ''}`, host, scope, address] as const,
    ),
  ),
);

test.each(WAYS)(
  '%s goes from a command to an address and back, and nothing is mixed',
  async (_, host, scope, address) => {
    const target = place(host, scope);
    await toCommand(target);
    const first = read(target);
    expect((await toUrl(target, address)).state).toBe('updated');
    expect(read(target)).toEqual(planUrlEntry(target, address).entry);
    expect((await toUrl(target, address)).state).toBe('unchanged');
    expect((await toCommand(target)).state).toBe('updated');
    expect(read(target)).toEqual(first);
    await toUrl(target, address);
    expect((await uninstall(target, false)).state).toBe('deleted');
  },
);

test.each<[string, object]>([
  ['claude-code', { command: 'x', type: 'sse', url: 'http://old/', headers: { A: '1' }, env: { B: '2' } }],
  ['cursor', { type: 'stdio', command: 'x', args: [], serverUrl: 'http://old/' }],
  ['vscode', { type: 'stdio', command: 'x', envFile: '.env', cwd: '/x' }],
  ['gemini', { httpUrl: 'http://old/', url: 'http://older/', command: 'x', timeout: 5 }],
  ['opencode', { type: 'local', command: ['x'], environment: { A: '1' }, enabled: false }],
  ['windsurf', { url: 'http://old/', command: 'x' }],
])('%s: of a mixed entry, what does not belong to the address goes', async (id, mixed) => {
  const host = hostOf(id);
  const target = place(host, 'project', JSON.stringify({ [host.container]: { ultragit: mixed } }));
  const { notes } = await toUrl(target);
  const entry = read(target) as Record<string, unknown>;
  expect(meaningOf(entry, host)).toEqual({ kind: 'url', url: URL });
  expect(PROGRAM_KEYS.filter(key => key in entry)).toEqual([]);
  expect(Object.values(entry).filter(value => String(value).startsWith('http://'))).toEqual([URL]);
  expect(notes.join(' ')).toContain('because it contradicts the url: ');
  if ('enabled' in mixed) expect(entry.enabled, 'what the user turned off stays off').toBe(false);
  await toCommand(target);
  expect(REMOTE_KEYS.filter(key => key in (read(target) as object))).toEqual([]);
});

const SUB_TABLES = `# mine
[mcp_servers.ultragit]
command = "x"
env.A = "1"
startup_timeout_sec = 5

[mcp_servers.ultragit.env_vars]
B = "2"
[mcp_servers.ultragit.tools.ultragit_read]
approval_mode = "approve"

[mcp_servers.other]
command = "y"
`;

test('Codex refuses an environment beside an address, so its tables go, and the rest stays', async () => {
  const target = place(hostOf('codex'), 'project', SUB_TABLES);
  const { notes } = await toUrl(target);
  expect(readFileSync(target.path, 'utf8')).toBe(`# mine
[mcp_servers.ultragit]
url = "${URL}"
startup_timeout_sec = 5
[mcp_servers.ultragit.tools.ultragit_read]
approval_mode = "approve"

[mcp_servers.other]
command = "y"
`);
  expect(notes).toEqual([
    'Taken out of the entry, because it contradicts the url: command, env, env_vars.',
    'The entry keeps what else is in it: startup_timeout_sec, tools.',
  ]);
});

test('back to a command, the headers of Codex go, as a table too', async () => {
  const text = `[mcp_servers.ultragit]\nurl = "${URL}"\n\n[mcp_servers.ultragit.http_headers]\nA = "1"\n`;
  const target = place(hostOf('codex'), 'project', text);
  await toCommand(target);
  expect(read(target)).toEqual({ command: 'ultragit', args: ['mcp', 'start'], cwd: target.root });
});

test("other headers stay, and so does a token of the user's own, but not in a project's file", async () => {
  const own = { type: 'http', url: URL, headers: { 'X-A': '1', authorization: 'Bearer secret' } };
  const at = (scope: Scope) =>
    place(hostOf('claude-code'), scope, JSON.stringify({ mcpServers: { ultragit: own } }));
  const user = at('user');
  expect((await toUrl(user, GUARDED)).state).toBe('unchanged');
  const project = at('project');
  expect((await toUrl(project, GUARDED)).state).toBe('updated');
  expect(read(project)).toEqual({ ...own, headers: { 'X-A': '1', Authorization: `Bearer \${MCP_TOKEN}` } });
});

test('another variable takes the place of the first; where no token is needed, none is left', async () => {
  for (const id of ['claude-code', 'codex', 'opencode']) {
    const target = place(hostOf(id), 'user');
    await toUrl(target, GUARDED);
    await toUrl(target, { ...GUARDED, variable: 'OTHER' });
    expect(JSON.stringify(read(target))).toMatch(/OTHER/);
    expect(JSON.stringify(read(target))).not.toMatch(/MCP_TOKEN/);
    await toUrl(target, { url: URL, isOpen: false });
    expect(JSON.stringify(read(target)), 'whether it needs one is not known').toMatch(/OTHER/);
    await toUrl(target, OPEN);
    expect(read(target)).toEqual(planUrlEntry(target, OPEN).entry);
  }
});

const SERVER = { worktree: '/r', url: URL, pid: 1, started: '2026-01-01', version: '1', token: false };

test('the address is the one given, else that of the youngest server of the worktree', () => {
  const younger = { ...SERVER, url: 'http://127.0.0.1:3001/mcp', started: '2026-01-02', token: true };
  const running = [younger, SERVER, { ...SERVER, worktree: '/other', started: '2026-01-03' }];
  expect(findAddress({}, '/r', running)).toEqual({
    url: younger.url,
    variable: 'MCP_TOKEN',
    isOpen: false,
    worktree: '/r',
  });
  expect(findAddress({ tokenEnv: 'T' }, '/r', running).variable).toBe('T');
  expect(findAddress({ url: URL }, '/r', [SERVER])).toEqual({ url: URL, isOpen: true, worktree: '/r' });
  expect(findAddress({ url: 'HTTPS://Example.org/mcp#x' }, undefined, [])).toEqual({
    url: 'https://example.org/mcp',
    isOpen: false,
  });
  expect(() => findAddress({}, '/elsewhere', running)).toThrow('No server runs for /elsewhere.');
  expect(() => findAddress({}, undefined, running)).toThrow('No server runs here.');
});

test.each([
  ['ftp://x/', 'Not an http address'],
  ['x', 'Not an http address'],
  ['http://me:secret@x/mcp', 'has a name or a password in it'],
])('%s is no address for a config file', (url, message) => {
  expect(() => findAddress({ url }, '/r', [])).toThrow(message);
});

test('--token-env takes a name, and never a token', () => {
  expect(() => findAddress({ url: URL, tokenEnv: 'sk-abc.def' }, '/r', [])).toThrow('not a token');
});
