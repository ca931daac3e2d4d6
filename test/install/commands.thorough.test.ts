import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandbox } from './support.ts';

const START = { command: 'ultragit', args: ['mcp', 'start'] };

test('plain install writes the entry of the contract, from a subdirectory too', () => {
  const box = sandbox();
  mkdirSync(join(box.repo, 'src'));
  expect(box.run('install', '--repo', 'src').code).toBe(0);
  const text = readFileSync(join(box.repo, '.mcp.json'), 'utf8');
  expect(JSON.parse(text)).toEqual({ mcpServers: { ultragit: { ...START, cwd: box.repo } } });
});

test('git variables of the caller do not lead to another repository', () => {
  const [box, other] = [sandbox(), sandbox()];
  box.env.GIT_DIR = join(other.repo, '.git');
  box.env.GIT_WORK_TREE = other.repo;
  expect(box.run('install').code).toBe(0);
  expect(existsSync(join(box.repo, '.mcp.json'))).toBe(true);
  expect(readdirSync(other.repo)).toEqual(['.git']);
});

test('an entry that differs is updated, and keeps what the user added', () => {
  const box = sandbox();
  const path = box.write(
    '.mcp.json',
    '{"mcpServers": {"ultragit": {"command": "old", "env": {"A": "1"}, /* why */ "x": 1}}}',
  );
  expect(box.run('install').stdout).toContain('Updated');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('"env": {"A": "1"}, /* why */ "x": 1');
  expect(JSON.parse(text.replace('/* why */', '')).mcpServers.ultragit).toMatchObject({
    ...START,
    cwd: box.repo,
  });
});

test('an opencode entry that the user turned off stays off', () => {
  const box = sandbox();
  const path = box.write('opencode.jsonc', '{"mcp": {"ultragit": {"enabled": false}}}');
  expect(box.run('install', '--host', 'opencode').code).toBe(0);
  expect(JSON.parse(readFileSync(path, 'utf8')).mcp.ultragit).toMatchObject({
    enabled: false,
    type: 'local',
  });
});

test('a Codex table is updated in place', () => {
  const box = sandbox();
  const rest = '[mcp_servers.ultragit.env]\nA = "1"\n\n[mcp_servers.other]\ncommand = "x"\n';
  const path = box.write(
    '.codex/config.toml',
    `# top\n[mcp_servers.ultragit] # mine\ncommand = "old" # here\n\n${rest}`,
  );
  expect(box.run('install', '--host', 'codex').code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(
    `# top\n[mcp_servers.ultragit] # mine\nargs = ["mcp", "start"]\ncwd = "${box.repo}"\ncommand = "ultragit" # here\n\n${rest}`,
  );
  expect(box.run('uninstall', '--host', 'codex').code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe('# top\n\n[mcp_servers.other]\ncommand = "x"\n');
});

test('--global writes the file of Claude Desktop, with the repository in the arguments', () => {
  const box = sandbox();
  expect(box.run('install', '--global').code).toBe(0);
  const path = join(box.home, '.config/claude/claude_desktop_config.json');
  const { ultragit } = JSON.parse(readFileSync(path, 'utf8')).mcpServers;
  expect(ultragit).toEqual({
    command: 'ultragit',
    args: ['mcp', 'start', '--repo', box.repo],
    cwd: box.repo,
  });
  expect(box.run('uninstall', '--global').code).toBe(0);
  expect(existsSync(path)).toBe(false);
});

test.each([
  ['a/.vscode/mcp.json', '', 'servers'],
  ['a/claude_desktop_config.json', '', 'mcpServers'],
  ['a/opencode.jsonc', '', 'mcp'],
  ['a/.zed/settings.json', '', 'context_servers'],
  ['a/.gemini/settings.json', '', 'mcpServers'],
  ['a/unknown.json', '', 'mcpServers'],
  ['a/my-opencode.json', '', 'mcpServers'],
  ['a/mcp.json', '{"servers": {}}', 'servers'],
  ['a/x.json', '{"context_servers": {}}', 'context_servers'],
])('--config %s with content %o takes the key %s', (name, text, key) => {
  const box = sandbox();
  const path = text ? box.write(name, text) : join(box.repo, name);
  expect(box.run('install', '--config', name).code).toBe(0);
  expect(JSON.parse(readFileSync(path, 'utf8'))[key].ultragit).toBeDefined();
  expect(box.run('uninstall', '--config', name).code).toBe(0);
  expect(existsSync(path)).toBe(false);
});

test('--config with a .toml file takes the form of Codex', () => {
  const box = sandbox();
  expect(box.run('install', '--config', 'any.toml').code).toBe(0);
  expect(readFileSync(join(box.repo, 'any.toml'), 'utf8')).toContain('[mcp_servers.ultragit]');
});

test('--host all takes the hosts whose config is found, and one bad file does not stop the rest', () => {
  const box = sandbox();
  expect(box.run('install', '--host', 'all')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No host'),
  });
  box.write('../home/.claude.json', '{}');
  box.write('.gemini/settings.json', '{,}');
  box.write('../home/.codeium/windsurf/mcp_config.json', '{}');
  const { code, stderr } = box.run('install', '--host', 'all');
  expect([code, stderr]).toEqual([1, expect.stringContaining('.gemini/settings.json')]);
  expect(existsSync(join(box.repo, '.mcp.json'))).toBe(true);
  expect(readFileSync(join(box.home, '.codeium/windsurf/mcp_config.json'), 'utf8')).toContain('--repo');
  expect(readFileSync(join(box.home, '.claude.json'), 'utf8')).toBe('{}');
});

test('--dry-run shows the change and writes nothing', () => {
  const box = sandbox();
  const path = box.write('.mcp.json', '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
  const before = readFileSync(path, 'utf8');
  const { stdout } = box.run('install', '--dry-run');
  expect(stdout).toContain(
    '@@ -1,5 +1,10 @@\n {\n   "mcpServers": {\n-    "a": {}\n+    "a": {},\n+    "ultragit": {\n',
  );
  expect(stdout).toContain('Would update: .mcp.json (Claude Code)');
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(box.run('install', '--host', 'cursor', '--dry-run').code).toBe(0);
  expect(readdirSync(box.repo).sort()).toEqual(['.git', '.mcp.json']);
});

test('control characters of a file do not reach the terminal', () => {
  const box = sandbox();
  box.write('.mcp.json', '{ // \u001b[31mred\u202e\n}\n');
  expect(box.run('install', '--dry-run').stdout).toContain(' { // [31mred\n');
});

test.each([
  [['--host', 'nope'], "Unknown host 'nope'"],
  [['--scope', 'team'], '--scope is project or user'],
  [['--global', '--host', 'codex'], '--global'],
  [['--config', 'x.json', '--scope', 'user'], '--config'],
  [['--host', 'windsurf', '--scope', 'project'], 'has no project file'],
  [['--host', 'windsurf', '--shared'], 'needs the path'],
])('%j is a usage error', (args, message) => {
  const { code, stderr } = sandbox().run('install', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('outside a repository install says so, and uninstall of a user file still works', () => {
  const box = sandbox();
  expect(box.run('install', '--global').code).toBe(0);
  expect(box.run('install', '--repo', '/')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--repo'),
  });
  expect(box.run('uninstall', '--global', '--repo', '/').code).toBe(0);
});
