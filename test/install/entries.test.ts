import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { neededChange, notesOnChange, type Wanted } from '../../src/install/entry-change.ts';
import { HOSTS, type Scope } from '../../src/install/hosts.ts';
import { CLI, sandbox } from './support.ts';

const START = { command: 'ultragit', args: ['mcp', 'start'] };

function wanted(id: string, scope: Scope, entry: Wanted['entry'], rest: Partial<Wanted> = {}): Wanted {
  const host = HOSTS.find(row => row.id === id)!;
  return { entry, host, scope, shared: false, exists: path => path !== '/gone', ...rest };
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills it in
const FOLDER = '${workspaceFolder}';
const list = (words: readonly string[]) => `[${words.map(word => JSON.stringify(word)).join(', ')}]`;
const json = (container: string, entry: object) =>
  `${JSON.stringify({ [container]: { ultragit: entry } }, null, 2).replace(/\[[^\]]*\]/g, found => list(JSON.parse(found)))}\n`;

const here = wanted('claude-code', 'project', { ...START, cwd: '/r' });
const opencode = wanted('opencode', 'project', { type: 'local', command: ['ultragit', 'mcp', 'start'] });

test.each<[string, unknown, Wanted]>([
  ['without cwd', START, here],
  ['with another cwd', { ...START, cwd: '/elsewhere' }, here],
  ['with more in it', { ...START, env: { A: '1' }, timeout: 5 }, here],
  ['of the type that may be left out', { type: 'stdio', ...START }, here],
  ['with a cwd that its host ignores', { ...START, cwd: '/gone' }, here],
  ['with a cwd that its host fills in', { ...START, cwd: '$x' }, wanted('codex', 'user', START)],
  ['of VS Code without its type', START, wanted('vscode', 'project', { type: 'stdio', ...START, cwd: '/r' })],
  ['of Copilot by another name of its type', { type: 'stdio', ...START }, wanted('copilot', 'user', START)],
])('an entry with the same command and arguments stays as it is: %s', (_, current, change) => {
  expect(neededChange(current, change)).toBeUndefined();
});

test.each<[string, unknown, Wanted, object]>([
  ['other arguments', { ...START, args: ['mcp'] }, here, { set: { ...START, cwd: '/r' }, drop: [] }],
  [
    'an address beside the command',
    { ...START, type: 'http', url: 'http://x', headers: {} },
    here,
    { set: {}, drop: ['url', 'headers', 'type'] },
  ],
  ['a type that Claude Code skips', { ...START, type: 'local' }, here, { set: {}, drop: ['type'] }],
  [
    'no type, which opencode needs',
    { command: opencode.entry.command },
    opencode,
    { set: { type: 'local' }, drop: [] },
  ],
  [
    "a cwd in a user's entry, which is for all projects",
    { ...START, cwd: '/a' },
    wanted('codex', 'user', START),
    { set: {}, drop: ['cwd'] },
  ],
  [
    'a cwd in a file that is to be committed',
    { ...START, cwd: '/a' },
    wanted('vscode', 'project', { type: 'stdio', ...START, cwd: '$w' }, { shared: true }),
    { set: { cwd: '$w' }, drop: [] },
  ],
  [
    'a cwd that is gone',
    { ...START, cwd: '/gone' },
    wanted('gemini', 'project', { ...START, cwd: '/r' }),
    { set: { cwd: '/r' }, drop: [] },
  ],
  [
    'other arguments and no cwd, in a file that git tracks',
    { ...START, args: ['mcp'] },
    { ...here, isTracked: true },
    { set: START, drop: [] },
  ],
  [
    'other arguments and a cwd that holds everywhere, in a file that git tracks',
    { ...START, args: ['mcp'], cwd: '$w' },
    { ...here, isTracked: true },
    { set: START, drop: [] },
  ],
  [
    'other arguments and a cwd of a machine, in a file that git tracks',
    { ...START, args: ['mcp'], cwd: '/a' },
    { ...here, isTracked: true },
    { set: { ...START, cwd: '/r' }, drop: [] },
  ],
  [
    'another cwd than the one to commit, in a file that git tracks',
    { ...START, args: ['mcp'] },
    wanted('vscode', 'project', { ...START, cwd: '$w' }, { shared: true, isTracked: true }),
    { set: { ...START, cwd: '$w' }, drop: [] },
  ],
])('an entry is changed where it has %s', (_, current, change, expected) => {
  expect(neededChange(current, change)).toEqual(expected);
});

test('what is taken out and what is kept is said', () => {
  const current = { ...START, type: 'sse', url: 'http://x', env: { A: '1', B: '2' }, timeout: 5 };
  expect(notesOnChange(current, here, '/r')).toEqual([
    'Taken out of the entry, because it contradicts the command: url, type.',
    'The entry keeps what else is in it: env (A, B), timeout.',
  ]);
  expect(notesOnChange({ ...START, env: {} }, here, '/r')).toEqual([]);
});

test('an entry that runs in another directory is left, and that is said where the host goes by it', () => {
  const current = { ...START, cwd: '/elsewhere' };
  const gemini = wanted('gemini', 'project', { ...START, cwd: '/r' });
  expect(notesOnChange(current, gemini, '/r')).toEqual([expect.stringContaining('in /elsewhere, not here')]);
  expect(notesOnChange(current, here, '/r')).toEqual([]);
});

test('one entry of the user serves every project, and Claude Desktop is told which one it gets', () => {
  const box = sandbox();
  expect(box.run('install', '--host', 'claude-code', '--scope', 'user').code).toBe(0);
  const file = join(box.home, '.claude.json');
  expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.ultragit).toEqual(START);
  expect(box.run('install', '--global').stderr).toContain(`it gets answers for ${box.repo} alone`);
});

test('an entry of an earlier version, for one repository, is freed for all, and install says so', () => {
  const box = sandbox();
  const args = [...START.args, '--repo', '/old'];
  const path = box.write(
    '../home/.claude.json',
    JSON.stringify({ mcpServers: { ultragit: { ...START, args } } }),
  );
  const { stdout, stderr } = box.run('install', '--host', 'claude-code', '--scope', 'user');
  expect(stdout).toContain('Updated');
  expect(stderr).toContain('was for /old alone; now it serves every project');
  expect(JSON.parse(readFileSync(path, 'utf8')).mcpServers.ultragit).toEqual(START);
});

test('a second install elsewhere says from where to where it points Claude Desktop', () => {
  const [box, other] = [sandbox(), sandbox()];
  expect(box.run('install', '--global').code).toBe(0);
  const { code, stderr } = box.runIn(other.repo, 'install', '--global');
  expect(code).toBe(0);
  expect(stderr).toContain(`got answers for ${box.repo} until now, and gets them for ${other.repo}`);
  const again = box.runIn(other.repo, 'install', '--global');
  expect([again.stdout, again.stderr]).toEqual([expect.stringContaining('Already there'), '']);
});

test('in a plain directory install writes .mcp.json, says that there is no repository, and is idempotent', () => {
  const box = sandbox();
  const plain = join(box.base, 'plain dir');
  mkdirSync(plain);
  const { code, stdout, stderr } = box.runIn(plain, 'install');
  expect([code, stdout]).toEqual([0, expect.stringContaining('Created: .mcp.json')]);
  expect(stderr).toContain('no git repository here yet');
  const text = readFileSync(join(plain, '.mcp.json'), 'utf8');
  expect(JSON.parse(text)).toEqual({ mcpServers: { ultragit: { ...START, cwd: plain } } });
  expect(box.runIn(plain, 'install').stdout).toContain('Already there');
  expect(readFileSync(join(plain, '.mcp.json'), 'utf8')).toBe(text);
  expect(box.runIn(plain, 'install', '--host', 'codex', '--scope', 'user').code).toBe(0);
  expect(box.runIn(plain, 'install', '--global')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is none here'),
  });
  expect(box.runIn(plain, 'uninstall').code).toBe(0);
  expect(existsSync(join(plain, '.mcp.json'))).toBe(false);
});

test('--noteref goes into the arguments; another one updates the entry; a bad one is refused', () => {
  const box = sandbox();
  const args = () => JSON.parse(readFileSync(join(box.repo, '.mcp.json'), 'utf8')).mcpServers.ultragit.args;
  expect(box.run('install', '--noteref', 'team').code).toBe(0);
  expect(args()).toEqual([...START.args, '--noteref', 'refs/notes/team']);
  expect(box.run('install', '--noteref', 'refs/notes/other').stdout).toContain('Updated');
  expect(args()).toEqual([...START.args, '--noteref', 'refs/notes/other']);
  const { code, stderr } = box.run('install', '--noteref', 'a..b');
  expect([code, stderr]).toEqual([1, expect.stringContaining('Not a notes ref: a..b')]);
});

test('plain install says that the file has a path of this machine, and how to commit it', () => {
  const box = sandbox();
  expect(box.run('install', '--host', 'gemini').stderr).toContain(
    '.gemini/settings.json has a path of this machine now. To commit it: `ultragit mcp install --host gemini --scope project --shared`.',
  );
  expect(box.run('install', '--host', 'gemini', '--shared').stdout).toContain('Updated');
  expect(readFileSync(join(box.repo, '.gemini/settings.json'), 'utf8')).not.toContain(box.repo);
  expect(box.run('install', '--host', 'zed').stderr).toBe('');
});

const NEW_ARGS = [...START.args, '--noteref', 'refs/notes/x'];

test.each<[string, string, (args: readonly string[]) => string]>([
  ['claude-code', '.mcp.json', args => json('mcpServers', { ...START, args })],
  ['vscode', '.vscode/mcp.json', args => json('servers', { type: 'stdio', ...START, args, cwd: FOLDER })],
  [
    'codex',
    '.codex/config.toml',
    args => `[mcp_servers.ultragit]\ncommand = "ultragit"\nargs = ${list(args)}\n`,
  ],
])('%s: a file that git tracks gets other arguments and no path of this machine', (host, name, text) => {
  const box = sandbox();
  const path = box.write(name, text(START.args));
  execFileSync('git', ['add', name], { cwd: box.repo, env: box.env });
  const { stdout, stderr } = box.run('install', '--host', host, '--noteref', 'x');
  expect([stdout, stderr]).toEqual([expect.stringContaining('Updated'), '']);
  expect(readFileSync(path, 'utf8')).toBe(text(NEW_ARGS));
});

test('a file that git tracks gets another program without a cwd, also through a link and beside a hook', () => {
  const box = sandbox();
  box.write('config/mcp.json', json('mcpServers', START));
  symlinkSync('config/mcp.json', join(box.repo, '.mcp.json'));
  execFileSync('git', ['add', '-A'], { cwd: box.repo, env: box.env });
  const entry = () => JSON.parse(readFileSync(join(box.repo, '.mcp.json'), 'utf8')).mcpServers.ultragit;
  expect(box.run('install', '--hooks').stderr).toBe('');
  expect(entry()).toEqual(START);
  box.env.PATH = '/usr/bin:/bin';
  const { stderr } = box.run('install');
  expect(entry()).toEqual({ command: process.execPath, args: [CLI, ...START.args] });
  expect(stderr).toContain('.mcp.json has a path of this machine now');
});

test('an environment that decides what runs is refused in a project file, unless it is wanted', () => {
  const box = sandbox();
  const env = { A: '1', NODE_OPTIONS: '--require ./evil.js' };
  const path = box.write('.mcp.json', JSON.stringify({ mcpServers: { ultragit: { ...START, env } } }));
  const before = readFileSync(path, 'utf8');
  const { code, stderr } = box.run('install', '--shared');
  expect([code, stderr]).toEqual([1, expect.stringContaining('sets NODE_OPTIONS, which can make it start')]);
  expect(stderr).toContain('--keep-env');
  expect(readFileSync(path, 'utf8')).toBe(before);
  const kept = box.run('install', '--noteref', 'x', '--keep-env');
  expect([kept.code, kept.stderr]).toEqual([
    0,
    expect.stringContaining('keeps what else is in it: env (A, NODE_OPTIONS)'),
  ]);
  expect(JSON.parse(readFileSync(path, 'utf8')).mcpServers.ultragit.env).toEqual(env);
});

test('several hosts are registered at once, each with its hook, and taken out at once', () => {
  const box = sandbox();
  const hosts = ['--host', 'cursor', '--host', 'gemini', '--host', 'cursor'];
  const { code, stdout } = box.run('install', ...hosts, '--hooks');
  expect(code).toBe(0);
  const files = ['.cursor/mcp.json', '.cursor/hooks.json', '.gemini/settings.json'];
  expect(files.map(name => existsSync(join(box.repo, name)))).toEqual([true, true, true]);
  expect(stdout.match(/Created: .cursor\/mcp.json/g)).toHaveLength(1);
  expect(box.run('uninstall', ...hosts).code).toBe(0);
  expect(files.map(name => existsSync(join(box.repo, name)))).toEqual([false, false, false]);
});

test.each([
  [['--host', 'all', '--host', 'codex'], "--host all can't be combined with another host."],
  [['--config', 'x.json', '--host', 'codex', '--host', 'gemini'], '--config names one file'],
])('%j is a usage error', (args, message) => {
  const { code, stderr } = sandbox().run('install', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('uninstall for one host names what else has ultragit, and the commands that remove it', () => {
  const box = sandbox();
  box.run('install', '--shared');
  box.run('install', '--host', 'cursor', '--hooks');
  box.run('install', '--host', 'claude-code', '--scope', 'user');
  box.write('.gemini/settings.json', '{ "mcpServers": { "other": {} } }');
  box.write('opencode.json', '{ broken');
  const left = [
    'Note: Claude Code still has ultragit in ~/.claude.json. To remove it: `ultragit mcp uninstall --host claude-code --scope user`.',
    'Note: Cursor still has ultragit in .cursor/mcp.json and .cursor/hooks.json. To remove it: `ultragit mcp uninstall --host cursor --scope project`.',
    '',
  ].join('\n');
  expect(box.run('uninstall', '--dry-run').stderr).toBe(left);
  expect(box.run('uninstall').stderr).toBe(left);
  expect(box.runIn(box.base, 'uninstall', '--repo', 'repo').stderr).toContain('--scope project --repo repo`');
  for (const [, words = ''] of left.matchAll(/`ultragit mcp (.*)`/g))
    expect(box.run(...words.split(' ')).code).toBe(0);
  expect(box.run('uninstall')).toEqual({
    code: 0,
    stdout: 'Not registered: .mcp.json (Claude Code)\n',
    stderr: '',
  });
});

test('uninstall names a file that the flags of its host would miss; --host all leaves nothing to name', () => {
  const box = sandbox();
  box.write('.mcp.json', '{ "mcpServers": { "other": {} } }');
  const path = box.write('.github/mcp.json', json('mcpServers', START));
  expect(box.run('uninstall').stderr).toContain(`\`ultragit mcp uninstall --config ${path}\``);
  expect(box.run('uninstall', '--host', 'all', '--scope', 'user').stderr).toBe('');
  expect(box.run('uninstall', '--config', path).code).toBe(0);
  expect(existsSync(path)).toBe(false);
});
