import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Sandbox, sandbox } from './support.ts';

const SERVER = fileURLToPath(new URL('./stand-in.mjs', import.meta.url));

const entry = (...args: string[]) => ({ command: process.execPath, args: [SERVER, ...args] });

/** Zed, because its project file is read by no other host. */
function registered(
  box: Sandbox,
  server: object,
  path = '.zed/settings.json',
  key = 'context_servers',
): void {
  box.write(path, JSON.stringify({ [key]: { ultragit: server } }));
}

function git(box: Sandbox, ...args: string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  execFileSync('git', [...identity, ...args], { cwd: box.repo, env: box.env });
}

function commit(box: Sandbox): void {
  git(box, 'add', '-A');
  git(box, 'commit', '-q', '--allow-empty', '-m', 'x');
}

/** What the sandbox's files name may be started. */
function status(box: Sandbox, ...args: string[]) {
  const { code, stdout } = box.run('status', '--json', '--trust', ...args);
  return { code, entries: JSON.parse(stdout).entries };
}

test('a good server is shown with both protocols, its tools, notes ref and annotations', () => {
  const box = sandbox();
  registered(box, entry('good'));
  expect(status(box)).toEqual({
    code: 0,
    entries: [
      {
        host: 'zed',
        scope: 'project',
        file: join(box.repo, '.zed/settings.json'),
        state: 'ok',
        // A word with a space in it, as the folder of this project may have, is quoted.
        command: [process.execPath, SERVER, 'good']
          .map(word => (word.includes(' ') ? JSON.stringify(word) : word))
          .join(' '),
        protocols: ['2026-07-28', '2025-11-25'],
        tools: ['ultragit_summary', 'ultragit_read'],
        annotations: 7,
      },
    ],
  });
  const { code, stdout } = box.run('status', '--trust');
  expect(code).toBe(0);
  expect(stdout.split('\n').map(line => line.trim())).toEqual(
    expect.arrayContaining([
      'Zed (project)   ok',
      'file         .zed/settings.json',
      'annotations  7',
      'protocols    2026-07-28, 2025-11-25',
      'tools        2: ultragit_summary, ultragit_read',
    ]),
  );
});

test('another notes ref than the default one is shown', () => {
  const box = sandbox();
  registered(box, entry('other-ref'));
  expect(status(box)).toMatchObject({ code: 0, entries: [{ state: 'ok', notes_ref: 'refs/notes/other' }] });
});

test('a server of the old era alone is fine', () => {
  const box = sandbox();
  registered(box, entry('legacy'));
  expect(status(box)).toMatchObject({ code: 0, entries: [{ state: 'ok', protocols: ['2025-11-25'] }] });
});

test.each([
  ['exit', 'it ended with code 3: no repository here[31m'],
  ['garbage', 'it writes to stdout what is no message: Hello, I am a banner'],
  ['hang', 'it did not answer initialize within 0.5 s'],
  ['toolless', 'it has no tool ultragit_summary'],
  ['sad', 'ultragit_summary failed: Not a git repository: /'],
])('a server that is bad by %s fails with reason and remedy, and exit code 1', (mode, reason) => {
  const box = sandbox();
  registered(box, entry(mode, join(box.base, 'pids')));
  const found = status(box, '--timeout', mode === 'hang' ? '0.5' : '10');
  expect(found).toMatchObject({
    code: 1,
    entries: [{ state: 'failed', reason, remedy: expect.any(String) }],
  });
});

test('nothing that a deaf server started outlives the check', () => {
  const box = sandbox();
  registered(box, entry('hang', join(box.base, 'pids')));
  expect(status(box, '--timeout', '2').code).toBe(1);
  const files = readdirSync(box.base).filter(name => name.startsWith('pids'));
  expect(files).toHaveLength(2);
  for (const name of files) {
    for (const pid of readFileSync(join(box.base, name), 'utf8').split(' ')) {
      expect(isRunning(Number(pid)), `process ${pid}`).toBe(false);
    }
  }
});

test('what several hosts start alike is started once for all of them', () => {
  const box = sandbox();
  const server = entry('hang', join(box.base, 'pids'));
  registered(box, server);
  registered(box, server, '.vscode/mcp.json', 'servers');
  const { entries } = status(box, '--timeout', '2');
  expect(entries.map(({ host, state }: Record<string, string>) => [host, state])).toEqual([
    ['vscode', 'failed'],
    ['zed', 'failed'],
  ]);
  // One in each protocol.
  expect(readdirSync(box.base).filter(name => name.startsWith('pids'))).toHaveLength(2);
});

/** A zombie, which only its parent's reaper has yet to collect, runs no more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('a command that is not there fails with a remedy', () => {
  const box = sandbox();
  registered(box, { command: 'no-such-program' });
  expect(status(box)).toMatchObject({
    code: 1,
    entries: [
      {
        reason: expect.stringContaining("'no-such-program' or its directory"),
        remedy: 'Run `ultragit mcp install --host zed --scope project` to write it anew.',
      },
    ],
  });
});

test('a command that no system could start fails with a remedy', () => {
  const box = sandbox();
  registered(box, { command: 'a\u0000b' });
  expect(status(box)).toMatchObject({
    code: 1,
    entries: [{ state: 'failed', reason: expect.stringContaining("can't be") }],
  });
});

test('the server gets the directory, arguments and environment that its host would give it', () => {
  const box = sandbox();
  box.env.SECRET = 'not passed on';
  box.env.USER = 'u';
  const out = join(box.base, 'seen.json');
  const seen = () => JSON.parse(readFileSync(out, 'utf8'));
  registered(
    box,
    { ...entry('good', out, `\${SECRET:-x}`), cwd: '/usr', env: { A: '1' } },
    '.mcp.json',
    'mcpServers',
  );
  box.write('.github/keep', '');
  expect(status(box).entries.map((one: { host: string }) => one.host)).toEqual(['claude-code', 'copilot']);

  registered(box, {}, '.mcp.json', 'other');
  registered(
    box,
    { ...entry('good', out, `\${USER}`), cwd: '/usr', env: { A: '1' } },
    '.gemini/settings.json',
    'mcpServers',
  );
  expect(status(box).code).toBe(0);
  expect(seen()).toMatchObject({ cwd: '/usr', args: ['good', out, 'u'] });
  expect(seen().env).toEqual({ A: '1', HOME: box.home, PATH: box.env.PATH, USER: 'u' });

  registered(box, {}, '.gemini/settings.json', 'other');
  registered(box, { ...entry('good', out), cwd: '/usr' }, join(box.home, '.claude.json'), 'mcpServers');
  expect(status(box).code).toBe(0);
  expect(seen()).toMatchObject({ cwd: box.repo, env: { CLAUDE_PROJECT_DIR: box.repo } });

  registered(box, {}, join(box.home, '.claude.json'), 'other');
  registered(
    box,
    { ...entry('good', out), cwd: '/usr' },
    join(box.home, '.codeium/windsurf/mcp_config.json'),
    'mcpServers',
  );
  expect(status(box).code).toBe(0);
  expect(seen().cwd).toBe(box.home);
});

test("the project's entry wins over the user's; an entry that is off is not started", () => {
  const box = sandbox();
  registered(box, entry('exit'), join(box.home, '.config/zed/settings.json'));
  registered(box, entry('good'));
  registered(box, { ...entry('exit'), enabled: false }, 'opencode.json', 'mcp');
  expect(status(box)).toMatchObject({
    code: 0,
    entries: [
      { host: 'opencode', state: 'disabled' },
      { host: 'zed', scope: 'user', state: 'overridden' },
      { host: 'zed', scope: 'project', state: 'ok' },
    ],
  });
});

test('a file that no host can read is reported with its place, whether it names us or not', () => {
  const box = sandbox();
  box.write('.zed/settings.json', '{"context_servers": {"ultragit": {');
  box.write('.mcp.json', '{bad');
  const { code, entries } = status(box);
  expect(code).toBe(1);
  const reasons = new Map(entries.map((one: { host: string; reason?: string }) => [one.host, one.reason]));
  expect(reasons.get('claude-code')).toMatch(/^line 1, column 2: /);
  expect(reasons.get('zed')).toMatch(/^line 1, column/);
  expect(box.run('status').stdout).not.toContain('No host has ultragit registered');
});

test('what install registers, status finds in good order', () => {
  const box = sandbox();
  commit(box);
  for (const host of ['claude-code', 'codex', 'claude-desktop', 'opencode']) {
    expect(box.run('install', '--host', host).code).toBe(0);
  }
  const { code, stdout } = box.run('status', '--json');
  const { entries } = JSON.parse(stdout);
  expect(code, 'without a question').toBe(0);
  expect(entries.map((one: { host: string }) => one.host)).toEqual([
    'claude-code',
    'claude-desktop',
    'codex',
    'copilot',
    'opencode',
  ]);
  for (const one of entries) {
    expect(one).toMatchObject({
      protocols: ['2026-07-28', '2025-11-25'],
      repository: box.repo,
    });
    expect(one.tools).toEqual(['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary']);
  }
});

test('a server that answers for another repository than the one here is shown with a warning', () => {
  const [box, other] = [sandbox(), sandbox()];
  commit(box);
  expect(box.run('install', '--global').code).toBe(0);
  const { code, stdout } = box.runIn(other.repo, 'status', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).entries).toEqual([
    expect.objectContaining({ repository: box.repo, warning: expect.stringContaining(other.repo) }),
  ]);
});

test('annotations that can be read are counted, and malformed or unknown ones are not', () => {
  const box = sandbox();
  const region = { file: 'a.txt', lines: { start: 1, end: 1 }, intent: 'Why.' };
  const good = { $schema: 'ultragit/v1', summary: 's', context_level: 'enhanced', regions: [region] };
  const notes = [good, { ...good, $schema: 'other/v9' }, '{"$schema": "ultragit/v1", "regions": ['];
  box.write('a.txt', 'one line\n');
  for (const note of notes) {
    commit(box);
    const text = typeof note === 'string' ? note : JSON.stringify(note);
    git(box, 'notes', '--ref', 'ultragit', 'add', '-m', text, 'HEAD');
  }
  expect(box.run('install').code).toBe(0);
  expect(status(box).entries[0]).toMatchObject({ state: 'ok', annotations: 1 });
});

test('a repository without a commit is no failure', () => {
  const box = sandbox();
  expect(box.run('install').code).toBe(0);
  expect(status(box)).toMatchObject({
    code: 0,
    entries: [{ nothing: expect.stringContaining('no commits') }, {}],
  });
});

test('at 60 and at 80 columns no line is longer, and no word is broken', () => {
  const box = sandbox();
  registered(box, entry('sad'));
  for (const width of [60, 80]) {
    box.env.COLUMNS = String(width);
    const { stdout } = box.run('status', '--trust');
    expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(width);
    for (const phrase of ['Not a git repository: /', 'ultragit mcp install --host zed --scope project']) {
      expect(stdout.replace(/\s+/g, ' ')).toContain(phrase);
    }
  }
});

test('nothing registered is no failure', () => {
  expect(sandbox().run('status')).toMatchObject({ code: 0, stdout: expect.stringContaining('mcp install') });
});
