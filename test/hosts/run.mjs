// Installs real hosts from npm outside the project, registers the built server and its hook with `ultragit mcp install
// --hooks` in a throwaway home and repository, asks each host what it sees, and lets it edit an annotated file, with a
// scripted model on loopback in place of its own; then the same with the plugin, where a host takes one; and with a
// running `ultragit mcp serve`, with and without a token, to which `ultragit mcp install --http` leads the host. No login.
//
//   npm run test:hosts [-- [--http] host …]      ULTRAGIT_HOSTS=<dir> keeps the installed hosts there for the next run
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AFTER, BEFORE, FILE, HOSTS } from './hosts.mjs';
import { startModel } from './scripted-model.mjs';

const PACKAGE = resolve('.');
const CLI = join(PACKAGE, 'dist/cli.js');
const CONSTRAINT = 'a stays without parameters, because its callers pass it as a callback.';
const PATIENCE_MS = 120_000;
/** What hosts say of a plugin that they take. */
const SUCCESS = /passed|success|^Added (?:plugin|marketplace)/im;

const NOTE = JSON.stringify({
  schema: 'ultragit/v1',
  regions: [
    {
      file: FILE,
      ast_anchor: { unit_type: 'function', name: 'a' },
      intent: 'Shows that annotations arrive.',
      constraints: [CONSTRAINT],
    },
  ],
});

const wanted = process.argv.slice(2).filter(word => word !== '--http');
const isHttpOnly = process.argv.includes('--http');
const hosts = HOSTS.filter(host => wanted.length === 0 || wanted.includes(host.id));
const base = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-hosts-')));
const programs = process.env.ULTRAGIT_HOSTS ? resolve(process.env.ULTRAGIT_HOSTS) : join(base, 'hosts');
const bin = join(base, 'bin');

const results = [];
try {
  mkdirSync(bin);
  writeFileSync(join(bin, 'ultragit'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  chmodSync(join(bin, 'ultragit'), 0o755);
  for (const host of hosts) results.push(...(await (host.documented ? checkDocumented : checkReal)(host)));
} finally {
  rmSync(base, { recursive: true, force: true });
}

console.log('\n== result');
for (const { host, scope, what, ok } of results) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${host} (${scope}): ${what}`);
}
process.exitCode = results.every(result => result.ok) ? 0 : 1;

async function checkReal(host) {
  installHost(host);
  const results = isHttpOnly ? [] : [...(await check(host, 'project')), ...(await check(host, 'user'))];
  if (host.plugin && !isHttpOnly) results.push(...(await checkPlugin(host)));
  return [...results, ...(await checkHttp(host)), ...(await checkHttp(host, 'sesame'))];
}

/** The host connects to a server that runs already; its token is in the environment, and in no file. */
async function checkHttp(host, token) {
  const { home, repo, run, show, say, results, env } = await prepare(host, token ? 'http, token' : 'http');
  const secret = token ? { MCP_TOKEN: token } : {};
  const server = await startServer(repo, { ...env, ...secret });
  try {
    const flags = ['--host', host.id, '--http'];
    const said = await show(['ultragit', 'mcp', 'install', ...flags]);
    if (token)
      say(
        'install names the variable, and writes no token',
        said.includes('Set MCP_TOKEN') && !(await run(['grep', '-rl', token, '.'])).trim(),
      );
    if (host.approve) approve(host, host.approveIn === 'repository' ? repo : home, repo);
    say('server connected', host.project.test(await show(host.list, secret)));
    if (token && !host.listsUnseen) say('not without the token', !host.project.test(await show(host.list)));
    say('mcp status', isWell(await run(['ultragit', 'mcp', 'status', '--json'], secret)));
    await show(['ultragit', 'mcp', 'status'], secret);
    if (host.tool) say('tool called over HTTP', await calls(host, { repo, show }, secret));
    await show(['ultragit', 'mcp', 'uninstall', '--host', host.id]);
    say('uninstalled', !host.project.test(await run(host.list, secret)));
  } finally {
    await server.stop();
  }
  return results;
}

function startServer(repo, env) {
  const child = spawn(join(bin, 'ultragit'), ['mcp', 'serve'], {
    cwd: repo,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise(done => child.once('exit', done));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = chunk => {
      said += chunk;
      if (/http:\/\/\S+\/mcp/.test(said)) resolve({ stop });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`mcp serve ended: ${said}`)));
  });
}

/** The host's model calls our tool; what it is sent afterwards must have the constraint. */
async function calls({ tool, edit }, { repo, show }, secret) {
  const { name, namespace, flags = [] } = tool;
  const model = await startModel([{ name, namespace, input: { path: FILE } }]);
  try {
    await show([...edit.command(model.url), ...flags], { ...edit.env(model.url), ...secret });
  } finally {
    model.stop();
  }
  const seen = model.requests.filter(text => text.includes(CONSTRAINT)).length;
  console.log(`# ${FILE} in ${repo}: ${seen} of ${model.requests.length} requests have the constraint`);
  return seen > 0;
}

function installHost(host) {
  if (existsSync(join(programs, 'node_modules', host.package))) return;
  mkdirSync(programs, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  const args = ['install', '--prefix', programs, ...quiet, host.package];
  const { status } = spawnSync('npm', args, { cwd: base, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) console.log(`npm could not install ${host.package}`);
}

async function check(host, scope) {
  const { home, repo, run, show, say, results } = await prepare(host, scope);
  const flags = host.id === 'claude-code' && scope === 'project' ? [] : ['--host', host.id, '--scope', scope];
  await show(['ultragit', 'mcp', 'install', ...(host.edit ? ['--hooks'] : []), ...flags]);
  if (host.approve && (scope === 'project' || host.asksAlways)) {
    await show(host.list);
    approve(host, host.approveIn === 'repository' ? repo : home, repo);
  }
  say('server connected', host[scope].test(await show(host.list)));
  say('mcp status', isWell(await run(['ultragit', 'mcp', 'status', '--trust', '--json'])));
  await show(['ultragit', 'mcp', 'status', '--trust']);
  if (host.edit) say('hook ran, and its text reached the model', await edits(host, { repo, show }));
  await show(['ultragit', 'mcp', 'uninstall', ...flags]);
  say('uninstalled', !host[scope].test(await run(host.list)));
  return results;
}

/** The plugin folder of this package, as it is: validated, installed, its server and hook used, removed. */
async function checkPlugin(host) {
  const { home, repo, run, show, say, results } = await prepare(host, 'plugin');
  if (host.asksAlways) approve(host, home, repo);
  for (const command of host.plugin.install(PACKAGE)) {
    say(command.slice(0, 3).join(' '), SUCCESS.test(await show(command)));
  }
  say('server connected', host.user.test(await show(host.list)));
  say('hook ran, and its text reached the model', await edits(host, { repo, show }));
  await show(host.plugin.remove);
  say('removed', !host.user.test(await run(host.list)));
  return results;
}

/** A home and an annotated repository of its own, and the means to run commands there. */
async function prepare(host, scope) {
  const room = join(base, `${host.id}-${scope}`);
  const [home, repo] = [join(room, 'home'), join(room, 'repo')];
  mkdirSync(home, { recursive: true });
  const path = [bin, join(programs, 'node_modules/.bin'), dirname(process.execPath), '/usr/bin', '/bin'];
  const env = { HOME: home, PATH: path.join(':'), TERM: 'dumb', NO_COLOR: '1' };
  const run = (command, more = {}) => runIn(existsSync(repo) ? repo : base, { ...env, ...more }, command);
  const show = async (command, more) => {
    const output = await run(command, more);
    console.log(`$ ${command.join(' ')}\n${output.replace(/^/gm, '  ')}`);
    return output;
  };
  const results = [];
  const say = (what, ok) => results.push({ host: host.id, scope, what, ok });

  console.log(`\n== ${host.id} ${host.list ? await versionOf(host, run) : 'as documented'} (${scope})`);
  await annotatedRepository(repo, run);
  writeFiles(home, host.home ?? {});
  return { home, repo, run, show, say, results, env };
}

async function versionOf({ list: [program] }, run) {
  return /\d+\.\d+\.\d+\S*/.exec(await run([program, '--version']))?.[0] ?? 'not installed';
}

function approve(host, place, repo) {
  const files = host.approve(repo, PACKAGE);
  console.log(`# the user says yes to what the host asks: ${Object.keys(files).join(', ')}`);
  writeFiles(place, files);
}

function writeFiles(place, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
}

/** A host that npm does not have: what install registered gets the event that the host documents. */
async function checkDocumented(host) {
  const { repo, run, show, say, results } = await prepare(host, 'project');
  await show(['ultragit', 'mcp', 'install', '--hooks', '--host', host.id]);
  say('mcp status', isWell(await run(['ultragit', 'mcp', 'status', '--json'])));
  for (const { event, command } of host.documented(repo)) {
    const output = await show(['sh', '-c', `${command} <<'EVENT'\n${JSON.stringify(event)}\nEVENT`]);
    say(`hook answers ${event.hook_event_name}`, output.includes(CONSTRAINT));
  }
  return results;
}

/** Several hosts may read one file: what is registered has to work for each of them. */
function isWell(status) {
  const { entries, hooks } = JSON.parse(status);
  const counted = entries.filter(({ state }) => state !== 'overridden');
  for (const { host, state, protocols, annotations } of counted) {
    console.log(`# status: ${JSON.stringify({ host, state, protocols, annotations })}`);
  }
  const serves = ({ state, tools, annotations }) => state === 'ok' && tools.length === 4 && annotations === 1;
  return counted.length > 0 && counted.every(serves) && hooks.every(({ state }) => state === 'ok');
}

/** The host's model reads and edits the annotated file; what it is sent afterwards must have the constraint. */
async function edits({ edit }, { repo, show }) {
  const model = await startModel(edit.calls(repo));
  try {
    await show(edit.command(model.url), edit.env(model.url));
  } finally {
    model.stop();
  }
  const isEdited = readFileSync(join(repo, FILE), 'utf8').includes(AFTER);
  const seen = model.requests.filter(text => text.includes(CONSTRAINT)).length;
  console.log(
    `# ${FILE} ${isEdited ? 'was' : 'was NOT'} edited; ${seen} of ${model.requests.length} requests have the constraint`,
  );
  return isEdited && seen > 0;
}

async function annotatedRepository(repo, run) {
  await run(['git', 'init', '-q', repo]);
  const git = (...args) => run(['git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args]);
  writeFileSync(join(repo, FILE), `${BEFORE}\n`);
  await git('add', FILE);
  await git('commit', '-q', '-m', 'Add a');
  await git('notes', '--ref', 'ultragit', 'add', '-m', NOTE, 'HEAD');
}

/** What a command printed, without colours; a scripted model answers meanwhile, so this may not block. */
function runIn(cwd, env, [command, ...args]) {
  return new Promise(done => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output += text;
      });
    }
    child.on('error', error => done(`${command}: ${error.message}`));
    child.on('close', () => done(output.replace(/\u001b\[[0-9;]*m/g, '').trim()));
  });
}
