// What a user gets: the packed tarball, installed by npm into an empty directory, with a home of its own and no network.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, temporaryDirectory } from '../support/repository.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const room = temporaryDirectory();
const home = join(room, 'home');
const modules = join(room, 'app/node_modules');
const installed = join(modules, 'ultragit');
const env = { PATH: process.env.PATH ?? '', HOME: home, NO_COLOR: '1', npm_config_update_notifier: 'false' };

let packed: { size: number; files: { path: string; size: number }[] };

beforeAll(() => {
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { env, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  // Without scripts: other tests use dist/, which `prepare` would remove first.
  const pack = (directory: string) => {
    const [found] = JSON.parse(
      npm('pack', directory, '--json', '--ignore-scripts', '--pack-destination', room),
    );
    return { ...found, file: join(room, found.filename) };
  };
  const ours = pack('.');
  packed = ours;
  // From files alone, so that npm needs no registry.
  const needed = Object.keys(manifest.dependencies).map(name => pack(resolve('node_modules', name)).file);
  npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', join(room, 'app'), ours.file, ...needed);
}, 180_000);

function run(args: string[], cwd = room) {
  const program = join(modules, '.bin/ultragit');
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('npm installs what is loaded at run time, and nothing else', () => {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  expect(Object.keys(packages).sort()).toEqual(['node_modules/ultragit', 'node_modules/web-tree-sitter']);
  expect(packages['node_modules/ultragit'].hasInstallScript).toBeUndefined();
});

test('the installed program answers', async () => {
  const { path } = await buildRepository('mqtt-client');
  expect(run(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  const read = run(['read', 'src/mqtt/client.ts', 'connect', '--json'], path);
  expect({ status: read.status, stderr: read.stderr }).toEqual({ status: 0, stderr: '' });
  // An anchor without its class is resolved by the outline, which web-tree-sitter makes.
  expect(JSON.parse(read.stdout).scope.anchor.name).toBe('MqttClient::connect');
});

test('the installed demo runs', () => {
  const { status, stdout, stderr } = run(['demo']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Must hold');
});

test('the installed server answers', async () => {
  const { path } = await buildRepository('mqtt-client');
  const program = { command: join(modules, '.bin/ultragit'), args: ['mcp', 'start'] };
  const server = new RealServer(path, { program });
  const { regions } = await server.answer('read', { path: 'src/mqtt/client.ts', anchor: 'connect' });
  expect(regions).toHaveLength(2);
  server.child.stdin.end();
  expect((await server.exited).code).toBe(0);
});

/** What a hook's command, as a host's file spells it, says about an edit of `MqttClient::connect`. */
function saidBefore(path: string, config: string): string {
  const { hooks } = JSON.parse(readFileSync(config, 'utf8'));
  const event = {
    session_id: config,
    cwd: path,
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_input: {
      file_path: join(path, 'src/mqtt/client.ts'),
      old_string: 'connect()',
      new_string: 'open()',
    },
  };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', hooks.PreToolUse[0].hooks[0].command], {
    cwd: path,
    env: { ...env, PATH: `${join(modules, '.bin')}:${env.PATH}` },
    input: JSON.stringify(event),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

test('the hook speaks as soon as the program is installed: by the plugin, and after one command', async () => {
  const { path } = await buildRepository('mqtt-client');
  const plugin = join(installed, 'plugin/hooks/hooks.json');
  expect(saidBefore(path, plugin)).toContain('connect() stays idempotent');
  expect(run(['mcp', 'install', '--hooks'], path).status).toBe(0);
  expect(saidBefore(path, join(path, '.claude/settings.json'))).toContain('connect() stays idempotent');
});

test('git finds the installed program as its own command', () => {
  const { stdout } = spawnSync('git', ['ultragit', '--version'], {
    env: { ...env, PATH: `${join(modules, '.bin')}:${env.PATH}` },
    encoding: 'utf8',
  });
  expect(stdout).toBe(`${manifest.version}\n`);
});

test('the tarball has what a user needs, and no sources, tests or tools', () => {
  const files = packed.files.map(({ path }) => path);
  const top = new Set(files.map(file => file.split('/')[0]));
  expect([...top].sort()).toEqual([
    '.claude-plugin',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'docs',
    'package.json',
    'plugin',
    'schema',
  ]);
  expect(files).toContain('dist/demo/history.fi');
  expect(files).toContain('docs/hosts.md');
  expect(packed.size).toBeLessThan(5_000_000);
});

test('every package in the bundle comes with its licence', () => {
  const licences = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['simple-git', 'zod', 'commander', 'smol-toml', 'jsonc-parser', 'string-width']) {
    const { version } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
    expect(licences).toContain(`\n${name} ${version} (`);
  }
  expect(licences.match(/Permission is hereby granted|Redistribution and use/g)?.length).toBeGreaterThan(15);
  expect(existsSync(join(installed, 'dist/grammars/LICENSE.txt'))).toBe(true);
});

test('nothing in the tarball is written by installing it', () => {
  expect(readdirSync(installed)).not.toContain('node_modules');
  for (const { path, size } of packed.files) expect(statSync(join(installed, path)).size, path).toBe(size);
});
