// What status says of a file without starting anything: as its host would.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Status, status } from '../../src/install/status/status.ts';
import type { Proposal, Visit } from '../../src/install/status/trust.ts';
import { type Sandbox, sandbox } from './support.ts';

const ENTRY = '"ultragit": {"command": "x"}';

/** Nothing is started: the answer to every question is no. */
async function judged(box: Sandbox, asked: (Proposal | Visit)[] = []): Promise<Status[]> {
  const machine = { home: box.home, env: box.env, platform: 'linux' } as const;
  const consent = async (proposal: Proposal | Visit) => {
    asked.push(proposal);
    return false;
  };
  return status(
    { machine, cwd: box.repo, root: box.repo, isRepository: true },
    {
      self: { node: '/n', script: '/s' },
      consent,
      running: [],
      version: '0',
      timeoutMs: 1,
      signal: new AbortController().signal,
    },
  );
}

const found = (all: readonly Status[]) =>
  all.map(({ target, state, reason }) => [target.host.id, state, reason]);

test.each([
  [
    'a comment',
    '.mcp.json',
    `{ // mine\n"mcpServers": {${ENTRY}}}`,
    ['claude-code', 'copilot'],
    'line 1, column 3',
  ],
  [
    'a trailing comma',
    '.mcp.json',
    `{"mcpServers": {${ENTRY},}}`,
    ['claude-code', 'copilot'],
    'line 1, column 46',
  ],
  ['no content', '.mcp.json', '', ['claude-code', 'copilot'], 'line 1, column 1: the file is empty'],
  [
    'a BOM',
    '.mcp.json',
    `\ufeff{"mcpServers": {${ENTRY}}}`,
    ['copilot'],
    'line 1, column 1: a byte order mark',
  ],
  ['a BOM', '.gemini/settings.json', `\ufeff{"mcpServers": {${ENTRY}}}`, ['gemini'], 'line 1, column 1'],
  ['a comment', '.gemini/settings.json', `{ // mine\n"mcpServers": {${ENTRY}}}`, [], ''],
  [
    'a trailing comma',
    '.gemini/settings.json',
    `{"mcpServers": {${ENTRY},}}`,
    ['gemini'],
    'line 1, column 46',
  ],
  ['comment and comma', '.zed/settings.json', `\ufeff{ // mine\n"context_servers": {${ENTRY},}}`, [], ''],
])('a file with %s in %s fails for the hosts that stop there', async (_, path, text, hosts, place) => {
  const box = sandbox();
  box.write(path, text);
  const failed = (await judged(box)).filter(({ state }) => state === 'failed');
  expect(failed.map(({ target }) => target.host.id)).toEqual(hosts);
  for (const { reason, target, remedy } of failed) {
    expect(reason).toContain(place);
    expect(reason).toContain(`${target.host.name} stops here`);
    expect(remedy).toContain(`\`ultragit mcp install --host ${target.host.id} --scope project\``);
  }
});

const URL = '"url": "http://127.0.0.1:9/mcp"';

test.each([
  ['.mcp.json', `{"mcpServers": {"ultragit": {"command": "x", "type": "http", ${URL}}}}`, 'url', undefined],
  ['.mcp.json', `{"mcpServers": {"ultragit": {"command": "x", ${URL}}}}`, 'not_started', undefined],
  ['.mcp.json', `{"mcpServers": {"ultragit": {${URL}}}}`, 'failed', 'has a url without a type'],
  [
    '.mcp.json',
    '{"mcpServers": {"ultragit": {"type": "local", "command": "x"}}}',
    'failed',
    'its type is "local"',
  ],
  ['.gemini/settings.json', `{"mcpServers": {"ultragit": {"command": "x", ${URL}}}}`, 'url', undefined],
  [
    '.codex/config.toml',
    `[mcp_servers.ultragit]\ncommand = "x"\nurl = "http://x"\n`,
    'failed',
    'a command and a url',
  ],
  ['.codex/config.toml', `[mcp_servers.ultragit]\nurl = "http://x"\n`, 'url', undefined],
  ['opencode.json', '{"mcp": {"ultragit": {"command": ["x"]}}}', 'failed', 'the entry has no type'],
  ['opencode.json', `{"mcp": {"ultragit": {"type": "remote", ${URL}}}}`, 'url', undefined],
  [
    '.zed/settings.json',
    `{"context_servers": {"ultragit": {"command": "x", ${URL}}}}`,
    'not_started',
    undefined,
  ],
])('%s with %s is understood as its host does: %s', async (path, text, state, reason) => {
  const box = sandbox();
  box.write(path, text);
  const [first] = await judged(box);
  expect(first?.state).toBe(state);
  if (reason) expect(first?.reason).toContain(reason);
  if (state === 'url') expect(first?.url).toContain('http://');
});

test('our own entry fails, and nobody is asked, where ultragit is not on the PATH', async () => {
  const box = sandbox();
  box.env.PATH = '/usr/bin:/bin';
  box.write(
    '.gemini/settings.json',
    '{"mcpServers": {"ultragit": {"command": "ultragit", "args": ["mcp", "start"]}}}',
  );
  const asked: (Proposal | Visit)[] = [];
  expect(found(await judged(box, asked))).toEqual([
    ['gemini', 'failed', '`ultragit` is not on the PATH that Gemini CLI sees'],
  ]);
  expect(asked).toEqual([]);
});

test('a project file that leads out of the repository is not read, and is named', async () => {
  const box = sandbox();
  const outside = box.write('../home/x.json', `{"context_servers": {${ENTRY}}}`);
  mkdirSync(join(box.repo, '.zed'));
  symlinkSync(outside, join(box.repo, '.zed/settings.json'));
  expect(found(await judged(box))).toEqual([
    ['zed', 'failed', expect.stringMatching(/\.zed\/settings\.json leads outside the repository.*x\.json/)],
  ]);
});

test('hosts that would start the same program from one file ask one question, which shows all of it', async () => {
  const box = sandbox();
  const env = { A: '1' };
  box.write('.mcp.json', JSON.stringify({ mcpServers: { ultragit: { command: 'sh', args: ['a b'], env } } }));
  const asked: (Proposal | Visit)[] = [];
  const all = await judged(box, asked);
  expect(all.map(({ state }) => state)).toEqual(['not_started', 'not_started']);
  expect(asked).toEqual([
    {
      file: join(box.repo, '.mcp.json'),
      hosts: ['Claude Code', 'Copilot CLI'],
      command: 'sh "a b"',
      cwd: box.repo,
      env,
    },
  ]);
});
