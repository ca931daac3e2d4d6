import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jsonConfig } from '../../src/install/config/json-config.ts';
import { planEntry } from '../../src/install/entry.ts';
import { HOSTS, type Machine, type Scope } from '../../src/install/hosts.ts';
import { sandbox } from './support.ts';

const LINUX: Machine = { home: '/home/u', env: { PATH: '/usr/local/bin:/bin' }, platform: 'linux' };
const MAC: Machine = { home: '/Users/u', env: { PATH: '/opt/homebrew/bin' }, platform: 'darwin' };
const WINDOWS: Machine = {
  home: 'C:\\Users\\u',
  env: { Path: 'C:\\npm', APPDATA: 'C:\\Users\\u\\AppData\\Roaming' },
  platform: 'win32',
};
const SELF = { node: '/opt/node', script: '/lib/cli.js' };

const host = (id: string) => HOSTS.find(row => row.id === id)!;

test.each([
  ['claude-code', '/home/u/.claude.json', '/Users/u/.claude.json', 'C:\\Users\\u\\.claude.json'],
  [
    'claude-desktop',
    '/home/u/.config/claude/claude_desktop_config.json',
    '/Users/u/Library/Application Support/Claude/claude_desktop_config.json',
    'C:\\Users\\u\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
  ],
  ['cursor', '/home/u/.cursor/mcp.json', '/Users/u/.cursor/mcp.json', 'C:\\Users\\u\\.cursor\\mcp.json'],
  [
    'vscode',
    '/home/u/.config/Code/User/mcp.json',
    '/Users/u/Library/Application Support/Code/User/mcp.json',
    'C:\\Users\\u\\AppData\\Roaming\\Code\\User\\mcp.json',
  ],
  ['codex', '/home/u/.codex/config.toml', '/Users/u/.codex/config.toml', 'C:\\Users\\u\\.codex\\config.toml'],
  [
    'gemini',
    '/home/u/.gemini/settings.json',
    '/Users/u/.gemini/settings.json',
    'C:\\Users\\u\\.gemini\\settings.json',
  ],
  [
    'copilot',
    '/home/u/.copilot/mcp-config.json',
    '/Users/u/.copilot/mcp-config.json',
    'C:\\Users\\u\\.copilot\\mcp-config.json',
  ],
  [
    'opencode',
    '/home/u/.config/opencode/opencode.json',
    '/Users/u/.config/opencode/opencode.json',
    'C:\\Users\\u\\.config\\opencode\\opencode.json',
  ],
  [
    'zed',
    '/home/u/.config/zed/settings.json',
    '/Users/u/.config/zed/settings.json',
    'C:\\Users\\u\\AppData\\Roaming\\Zed\\settings.json',
  ],
  [
    'windsurf',
    '/home/u/.codeium/windsurf/mcp_config.json',
    '/Users/u/.codeium/windsurf/mcp_config.json',
    'C:\\Users\\u\\.codeium\\windsurf\\mcp_config.json',
  ],
])('%s has its user file where each platform has it', (id, linux, mac, windows) => {
  expect([LINUX, MAC, WINDOWS].map(machine => host(id).user(machine)[0])).toEqual([linux, mac, windows]);
});

test('Claude Desktop on Linux: the directory of the application where it is there, else the documented one', () => {
  const file = (exists: (path: string) => boolean) => host('claude-desktop').user(LINUX, exists);
  expect(file(path => path === '/home/u/.config/Claude')).toEqual([
    '/home/u/.config/Claude/claude_desktop_config.json',
  ]);
  expect(file(() => false)).toEqual(['/home/u/.config/claude/claude_desktop_config.json']);
});

test('directories that the environment names win', () => {
  const env = { XDG_CONFIG_HOME: '/x', CODEX_HOME: '/c', CLAUDE_CONFIG_DIR: '/d' };
  const machine = { ...LINUX, env };
  expect(host('opencode').user(machine)[0]).toBe('/x/opencode/opencode.json');
  expect(host('codex').user(machine)).toEqual(['/c/config.toml']);
  expect(host('claude-code').user(machine)).toEqual(['/d/.claude.json']);
});

type Wish = {
  id: string;
  scope?: Scope;
  shared?: boolean;
  machine?: Machine;
  root?: string;
  programs?: string[];
};

function plan({ id, scope = 'project', shared = false, machine = LINUX, root = '/r', programs }: Wish) {
  const there = programs ?? [
    '/usr/local/bin/ultragit',
    '/opt/homebrew/bin/ultragit',
    'C:\\npm\\ultragit.cmd',
  ];
  return planEntry({ host: host(id), scope, root, shared }, machine, SELF, path => there.includes(path));
}

const START = { command: 'ultragit', args: ['mcp', 'start'] };
const PINNED = { command: 'ultragit', args: ['mcp', 'start', '--repo', '/r'] };

test.each<[Wish, Record<string, unknown>]>([
  [{ id: 'claude-code' }, { ...START, cwd: '/r' }],
  [{ id: 'claude-code', shared: true }, START],
  [{ id: 'claude-code', scope: 'user' }, START],
  [
    { id: 'claude-desktop', scope: 'user' },
    { ...PINNED, cwd: '/r' },
  ],
  [{ id: 'cursor', scope: 'user' }, START],
  [
    { id: 'vscode', scope: 'user' },
    { type: 'stdio', ...PINNED, cwd: '/r' },
  ],
  [{ id: 'vscode' }, { type: 'stdio', ...START, cwd: '/r' }],
  [
    { id: 'vscode', shared: true },
    { type: 'stdio', ...START, cwd: `\${workspaceFolder}` },
  ],
  [{ id: 'codex', scope: 'user' }, START],
  [{ id: 'gemini' }, { ...START, cwd: '/r' }],
  [{ id: 'copilot' }, { ...START, cwd: '/r' }],
  [
    { id: 'copilot', scope: 'user' },
    { type: 'local', ...START, tools: ['*'] },
  ],
  [{ id: 'opencode' }, { type: 'local', command: ['ultragit', 'mcp', 'start'], cwd: '/r', enabled: true }],
  [{ id: 'zed' }, { ...START, env: {} }],
  [
    { id: 'zed', scope: 'user' },
    { ...START, env: {} },
  ],
  [
    { id: 'windsurf', scope: 'user' },
    { ...PINNED, cwd: '/r' },
  ],
])('the entry of %o', (wish, entry) => {
  expect(plan(wish)).toEqual({ entry, notes: [] });
});

test('a host that knows no project needs a repository, and the others do not', () => {
  const outside = { scope: 'user', root: undefined, shared: false } as const;
  const planned = (id: string) => planEntry({ ...outside, host: host(id) }, LINUX, SELF, () => true).entry;
  expect(() => planned('claude-desktop')).toThrow('Claude Desktop does not tell a server');
  expect(() => planned('windsurf')).toThrow('there is none here');
  expect(planned('codex')).toEqual(START);
});

test('a notes ref goes into the arguments', () => {
  const options = { host: host('claude-code'), scope: 'project', root: '/r', shared: false } as const;
  const { entry } = planEntry({ ...options, noteref: 'refs/notes/x' }, LINUX, SELF, () => true);
  expect(entry.args).toEqual(['mcp', 'start', '--noteref', 'refs/notes/x']);
});

test('without ultragit on the PATH the entry starts what runs now, and says so', () => {
  const { entry, notes } = plan({ id: 'claude-code', programs: [] });
  expect(entry).toEqual({ command: '/opt/node', args: ['/lib/cli.js', 'mcp', 'start'], cwd: '/r' });
  expect(notes).toEqual([expect.stringContaining('not on the PATH')]);
});

test('what npm and npx put on the PATH for one run does not count', () => {
  for (const dir of ['/p/node_modules/.bin', '/home/u/.npm/_npx/ab/node_modules/.bin', '.', '']) {
    const machine = { ...LINUX, env: { PATH: dir } };
    const { entry } = plan({ id: 'claude-code', machine, programs: [`${dir}/ultragit`, 'ultragit'] });
    expect(entry.command).toBe('/opt/node');
  }
});

test('Claude Desktop on macOS sees no PATH of a shell, so it gets absolute paths', () => {
  const { entry, notes } = plan({ id: 'claude-desktop', scope: 'user', machine: MAC });
  expect(entry).toEqual({ command: '/opt/node', args: ['/lib/cli.js', ...PINNED.args], cwd: '/r' });
  expect(notes[0]).toContain("does not see your shell's PATH");
});

test('on Windows the .cmd is started through cmd, but never with a path that cmd would misread', () => {
  const windows = { machine: WINDOWS, scope: 'user' as Scope, id: 'claude-desktop' };
  expect(plan({ ...windows, root: 'C:\\my repo' }).entry).toEqual({
    command: 'cmd',
    args: ['/c', 'ultragit', 'mcp', 'start', '--repo', 'C:\\my repo'],
    cwd: 'C:\\my repo',
  });
  expect(plan({ ...windows, root: 'C:\\a&calc' }).entry.command).toBe('/opt/node');
});

test('.mcp.json.example is what install --shared writes', () => {
  const example = readFileSync('.mcp.json.example', 'utf8');
  const { entry } = plan({ id: 'claude-code', shared: true });
  expect(jsonConfig.writeEntry(undefined, 'mcpServers', entry, [])).toBe(example);
  const box = sandbox();
  expect(box.run('install', '--shared').code).toBe(0);
  expect(readFileSync(`${box.repo}/.mcp.json`, 'utf8')).toBe(example);
});
