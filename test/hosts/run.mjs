// Installs real hosts from npm outside the project, registers the built server with `ultragit mcp install` in a
// throwaway home and repository, and asks each host what it sees. Only listing commands are run; no login.
//
//   npm run test:hosts [-- host …]      ULTRAGIT_HOSTS=<dir> keeps the installed hosts there for the next run
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const CLI = resolve('dist/cli.js');
const CONNECTED = /ultragit\b.*(?:✔|✓|connected)/i;

const NOTE = JSON.stringify({
  $schema: 'ultragit/v1',
  commit: 'HEAD',
  timestamp: '2025-01-01T00:00:00Z',
  summary: 'Add a',
  context_level: 'enhanced',
  regions: [
    {
      file: 'a.js',
      ast_anchor: { unit_type: 'function', name: 'a' },
      lines: { start: 1, end: 1 },
      intent: 'Shows that annotations arrive.',
    },
  ],
});

/** `approve`: what a user answers once when a host asks whether this folder may start servers, in the host's own file. */
const HOSTS = [
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code',
    list: ['claude', 'mcp', 'list'],
    project: CONNECTED,
    user: CONNECTED,
    approve: () => ({ '.claude/settings.json': JSON.stringify({ enabledMcpjsonServers: ['ultragit'] }) }),
  },
  {
    id: 'codex',
    package: '@openai/codex',
    list: ['codex', 'mcp', 'list'],
    project: /ultragit .*enabled/,
    user: /ultragit .*enabled/,
    approve: repo => ({
      '.codex/config.toml': `[projects.${JSON.stringify(repo)}]\ntrust_level = "trusted"\n`,
    }),
  },
  {
    id: 'gemini',
    package: '@google/gemini-cli',
    list: ['gemini', 'mcp', 'list'],
    project: CONNECTED,
    user: CONNECTED,
    asksAlways: true,
    approve: repo => ({ '.gemini/trustedFolders.json': JSON.stringify({ [repo]: 'TRUST_FOLDER' }) }),
  },
  {
    id: 'opencode',
    package: 'opencode-ai',
    list: ['opencode', 'mcp', 'list'],
    project: CONNECTED,
    user: CONNECTED,
  },
  {
    id: 'copilot',
    package: '@github/copilot',
    list: ['copilot', 'mcp', 'list'],
    project: /Workspace servers:\s+ultragit/,
    user: /User servers:\s+ultragit/,
    approve: repo => ({ '.copilot/config.json': JSON.stringify({ trustedFolders: [repo] }) }),
  },
];

const wanted = process.argv.slice(2);
const hosts = HOSTS.filter(host => wanted.length === 0 || wanted.includes(host.id));
const base = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-hosts-')));
const programs = process.env.ULTRAGIT_HOSTS ? resolve(process.env.ULTRAGIT_HOSTS) : join(base, 'hosts');
const bin = join(base, 'bin');

const results = [];
try {
  mkdirSync(bin);
  writeFileSync(join(bin, 'ultragit'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  chmodSync(join(bin, 'ultragit'), 0o755);
  for (const host of hosts) {
    installHost(host);
    for (const scope of ['project', 'user']) results.push(check(host, scope));
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}

console.log('\n== result');
for (const { host, scope, ok } of results) console.log(`${ok ? 'ok    ' : 'FAILED'} ${host} (${scope})`);
process.exitCode = results.every(result => result.ok) ? 0 : 1;

function installHost(host) {
  if (existsSync(join(programs, 'node_modules', host.package))) return;
  mkdirSync(programs, { recursive: true });
  const args = [
    'install',
    '--prefix',
    programs,
    '--no-audit',
    '--no-fund',
    '--loglevel',
    'error',
    host.package,
  ];
  const { status } = spawnSync('npm', args, { cwd: base, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) console.log(`npm could not install ${host.package}`);
}

function check(host, scope) {
  const home = join(base, `${host.id}-${scope}`, 'home');
  const repo = join(base, `${host.id}-${scope}`, 'repo');
  mkdirSync(home, { recursive: true });
  const env = {
    HOME: home,
    PATH: [bin, join(programs, 'node_modules/.bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    TERM: 'dumb',
    NO_COLOR: '1',
  };
  const run = (command, ...args) => {
    const done = spawnSync(command, args, {
      cwd: existsSync(repo) ? repo : base,
      env,
      encoding: 'utf8',
      timeout: 120_000,
    });
    return `${done.stdout}${done.stderr}`.replace(/\u001b\[[0-9;]*m/g, '').trim();
  };
  const show = (command, ...args) => {
    const output = run(command, ...args);
    console.log(`$ ${[command, ...args].join(' ')}\n${output.replace(/^/gm, '  ')}`);
    return output;
  };

  const version = /\d+\.\d+\.\d+\S*/.exec(run(host.list[0], '--version'))?.[0] ?? 'not installed';
  console.log(`\n== ${host.id} ${version} (${scope})`);
  annotatedRepository(repo, run);
  const flags = host.id === 'claude-code' && scope === 'project' ? [] : ['--host', host.id, '--scope', scope];
  show('ultragit', 'mcp', 'install', ...flags);
  if (host.approve && (scope === 'project' || host.asksAlways)) {
    show(...host.list);
    for (const [path, text] of Object.entries(host.approve(repo))) {
      console.log(`# the user says yes to what the host asks: ~/${path}`);
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
  }
  const listed = host[scope].test(show(...host.list));
  show('ultragit', 'mcp', 'status');
  const { entries } = JSON.parse(run('ultragit', 'mcp', 'status', '--json'));
  const started = entries.some(
    entry => entry.host === host.id && entry.scope === scope && isInOrder(entry, repo),
  );
  return { host: host.id, scope, ok: listed && started };
}

const isInOrder = ({ state, protocols, tools, repository, annotations }, repo) =>
  state === 'ok' &&
  protocols.join(' ') === '2026-07-28 2025-11-25' &&
  tools.length === 4 &&
  repository === repo &&
  annotations === 1;

function annotatedRepository(repo, run) {
  run('git', 'init', '-q', repo);
  const git = (...args) => run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args);
  writeFileSync(join(repo, 'a.js'), 'export function a() {}\n');
  git('add', 'a.js');
  git('commit', '-q', '-m', 'Add a');
  git('notes', '--ref', 'ultragit', 'add', '-m', NOTE, 'HEAD');
}
