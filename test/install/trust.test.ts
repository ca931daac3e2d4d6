import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_HOSTS } from '../../src/hook/hosts.ts';
import { HOSTS } from '../../src/install/hosts.ts';
import { launchOf } from '../../src/install/launch.ts';
import { ownHook, ownServer } from '../../src/install/status/trust.ts';
import { CLI, program, type Sandbox, sandbox } from './support.ts';

const START = { command: 'ultragit', args: ['mcp', 'start'] };

/** A repository whose files name a program of its own, for every host that has a project file. */
function hostileRepository(): Sandbox & { mark: string } {
  const box = sandbox();
  const mark = join(box.base, 'started');
  const command = program(join(box.repo, 'evil'), `touch "${mark}"`);
  for (const { project, format, container, id } of HOSTS) {
    const entry = {
      command,
      args: ['mcp', 'start'],
      ...(id === 'opencode' && { type: 'local', command: [command] }),
    };
    const text =
      format === 'toml'
        ? `[${container}.ultragit]\ncommand = ${JSON.stringify(command)}\n`
        : JSON.stringify({ [container]: { ultragit: entry } });
    for (const path of project.slice(0, 1)) box.write(path, text);
  }
  box.write(
    '.claude/settings.json',
    JSON.stringify({
      hooks: {
        PreToolUse: [
          { hooks: [{ type: 'command', command: `"${command}"; ultragit hook --host claude-code` }] },
        ],
      },
    }),
  );
  return { ...box, mark };
}

test('nothing that the files of a repository name is started without the word of the user', () => {
  const box = hostileRepository();
  const { code, stdout } = box.run('status', '--json');
  const { entries, hooks } = JSON.parse(stdout);
  expect(existsSync(box.mark)).toBe(false);
  expect(code).toBe(3);
  expect(entries).toHaveLength(8);
  for (const one of [...entries, ...hooks]) {
    expect(one).toMatchObject({
      state: 'not_started',
      cwd: box.repo,
      command: expect.stringContaining(join(box.repo, 'evil')),
      remedy: expect.stringContaining('ultragit mcp status --trust'),
    });
  }
  const text = box.run('status').stdout;
  expect(text).toContain('Claude Code (project)   not started');
  expect(text).toContain('Claude Code, hook (project)   not started');
  expect(box.run('status', '--trust').code).toBe(1);
  expect(existsSync(box.mark), 'with --trust').toBe(true);
});

/** Of util-linux: gives a program a terminal. */
const SCRIPT = 'script';
const HAS_SCRIPT = spawnSync(SCRIPT, ['--version']).status === 0;

test.runIf(HAS_SCRIPT).each([
  ['n', false],
  ['y', true],
])('on a terminal the user is asked; the answer is %s', async (answer, starts) => {
  const box = sandbox();
  const mark = join(box.base, 'started');
  const command = program(join(box.repo, 'evil'), `touch "${mark}"`);
  box.write(
    '.zed/settings.json',
    JSON.stringify({ context_servers: { ultragit: { command, env: { A: '1' } } } }),
  );
  const child = spawn(SCRIPT, ['-qec', `"${process.execPath}" "${CLI}" mcp status`, '/dev/null'], {
    cwd: box.repo,
    env: box.env,
  });
  let said = '';
  child.stdout.on('data', chunk => {
    const asked = said.includes('[y/N]');
    said += chunk;
    if (!asked && said.includes('[y/N]')) child.stdin.write(`${answer}\r`);
  });
  const code = await new Promise(resolve => child.on('close', resolve));
  expect(said).toContain('.zed/settings.json names a program for Zed');
  expect(said).toMatch(/sets +A=1/);
  expect(existsSync(mark)).toBe(starts);
  expect(code).toBe(starts ? 1 : 3);
});

const SELF = { node: process.execPath, script: CLI };

function own(box: Sandbox, entry: object, path = box.env.PATH): string | undefined {
  const machine = { home: box.home, env: { ...box.env, PATH: path }, platform: 'linux' } as const;
  const context = { machine, cwd: box.repo, root: box.repo, isRepository: true };
  const launch = launchOf(
    entry,
    { host: HOSTS.find(({ id }) => id === 'gemini')!, scope: 'project' },
    context,
  );
  return ownServer(entry, launch!, box.repo, SELF);
}

test('what install writes is our own program, found where the host will find it', () => {
  const box = sandbox();
  expect(own(box, START)).toBe(join(box.base, 'bin/ultragit'));
  expect(own(box, { ...START, cwd: box.repo })).toBe(join(box.base, 'bin/ultragit'));
  expect(own(box, { ...START, args: [...START.args, '--noteref', 'refs/notes/x'] })).toBeDefined();
  expect(own(box, { command: SELF.node, args: [SELF.script, 'mcp', 'start'] })).toBe(SELF.node);
});

test.each<[string, object]>([
  ['a variable', { env: { A: '1' } }],
  ['another directory', { cwd: '/' }],
  ['another argument', { args: ['mcp', 'start', '--repo', '/'] }],
  ['a ref that is none', { args: ['mcp', 'start', '--noteref', '--x'] }],
  ['a file of variables', { envFile: '.env' }],
  ['another program of that name', { command: './ultragit' }],
  ['node with another script', { command: process.execPath, args: ['evil.js', 'mcp', 'start'] }],
])('an entry with %s is not our own', (_, change) => {
  expect(own(sandbox(), { ...START, ...change })).toBeUndefined();
});

test('a hook of ours is our own, unless something more is set in it', () => {
  const box = sandbox();
  const host = HOOK_HOSTS.find(({ id }) => id === 'copilot')!;
  const command = 'ultragit hook --host copilot';
  const isOwn = (hook: object, line = command) =>
    ownHook({ bash: command, ...hook }, line, host, { cwd: box.repo, env: box.env }, box.repo, SELF) !==
    undefined;
  expect(isOwn({ type: 'command', timeoutSec: 3 })).toBe(true);
  expect(isOwn({ env: { NODE_OPTIONS: '-r ./x.js' } })).toBe(false);
  expect(isOwn({ cwd: 'x' })).toBe(false);
  expect(isOwn({}, `./x; ${command}`)).toBe(false);
});

test('a program of the repository is not our own, however the PATH leads to it', () => {
  const box = sandbox();
  mkdirSync(join(box.repo, 'bin'));
  for (const path of ['ultragit', 'bin/ultragit']) program(join(box.repo, path), 'true');
  for (const first of ['.', '', 'bin', join(box.repo, 'bin')]) {
    expect(own(box, START, `${first}:${box.env.PATH}`), `PATH begins with '${first}'`).toBeUndefined();
  }
  expect(own(box, START, `${box.env.PATH}:.`)).toBeDefined();
});
