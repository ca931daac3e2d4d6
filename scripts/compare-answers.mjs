// Shows that a change of the code changes no answer: every query over every fixture, through the server and the
// command line.
//   node scripts/compare-answers.mjs record <file> [repository…]    keeps the answers of dist/
//   node scripts/compare-answers.mjs compare <file> [repository…]   compares the answers of dist/ with them
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildRepository, gitEnvironment, scenarios } from '../test-repos/build-repository.mjs';

const [mode, file, ...given] = process.argv.slice(2);
if (!file || !['record', 'compare'].includes(mode ?? '')) throw new Error('record <file> or compare <file>');
const program = resolve('dist/cli.js');
// Answers name the place of the repository, and what that costs counts: it must be the same the next time.
const room = join(tmpdir(), 'ultragit-compare');
mkdirSync(room);
const withoutRoom = text => text.replaceAll(room, '<room>');
process.once('exit', () => rmSync(room, { recursive: true, force: true }));

const MOST_FILES = 60;
const MOST_ANCHORS = 12;
const QUERIES = ['read', 'deps', 'history', 'summary'];
const LINES = ['1:1', '2:6', '5:20', '12', '20:60', '9:2', 'x', '0:4', '1:99999'];
const WORKERS = 2;

function git(repo, ...args) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', args, { cwd: repo, env: gitEnvironment(room), maxBuffer: 1 << 28, stdio })
      .toString()
      .split('\n')
      .filter(Boolean);
  } catch {
    return [];
  }
}

/** Every file that the history ever had, and every name that a note has for a unit. */
function subjects(repo) {
  const files = new Set(git(repo, 'log', '--all', '--format=', '--name-only'));
  const named = git(repo, 'log', '--all', '-p', '--format=', '--', '.').join('\n');
  const anchors = new Set(named.match(/(?<="name": *")[^"\\]+(?=")/g) ?? []);
  return { files: [...files].slice(0, MOST_FILES), anchors: [...anchors].slice(0, MOST_ANCHORS) };
}

function toolCalls(repo) {
  const { files, anchors } = subjects(repo);
  const calls = [];
  const add = (name, args) => calls.push({ name: `ultragit_${name}`, arguments: args });
  const places = new Set(['.', ...files.map(dirname), ...files, 'no/such/file.ts', '../outside', '']);
  for (const path of places) for (const name of QUERIES) add(name, { path });
  for (const path of files) {
    for (const lines of LINES) add('read', { path, lines });
    for (const max_tokens of [100, 400, 800, 1500]) add('read', { path, max_tokens });
    for (const limit of [1, 3]) add('history', { path, limit });
    for (const anchor of [...anchors, 'conect', 'nothing-of-that-name']) {
      for (const name of QUERIES) add(name, { path, anchor });
    }
    for (const anchor of anchors.slice(0, 3)) add('read', { path, anchor, lines: '1:30' });
  }
  return calls;
}

function commandLines(repo) {
  const { files, anchors } = subjects(repo);
  const anchor = anchors[0] ?? 'x';
  const perFile = files
    .slice(0, 3)
    .flatMap(path => [
      ...['json', 'markdown', 'pretty'].flatMap(format =>
        QUERIES.map(query => [query, path, '--format', format]),
      ),
      ...QUERIES.map(query => [query, path, '--json', '--verbose']),
      ...[200, 600].flatMap(most => QUERIES.map(query => [query, path, '--json', '--max-tokens', `${most}`])),
      ['history', path, '--no-follow-related', '--limit', '2'],
      ['read', path, anchor, '--json', '--depth', '3', '--max-regions', '2'],
      ['read', path, '--json', '--depth', '0', '--min-confidence', '0.8'],
      ['read', path, '--since', '2025-02-01', '--context-level', 'enhanced'],
      ['read', path, '--since', 'HEAD~1', '--tags', 'a,tls', '--json'],
      ['read', path, '--rev', 'HEAD~1', '--json'],
      ['read', path, '--rev', 'nonsense'],
      ['deps', path, anchor, '--max-results', '1', '--json'],
      ['read', ...files.slice(0, 2), '--json'],
      ['read', path, '--noteref', 'other'],
    ]);
  const helps = QUERIES.map(query => [query, '--help']);
  const others = [
    ['summary', '.'],
    ['summary', '.', '--json', '--verbose'],
    ['summary', '.', '--json', '--max-tokens', '500'],
    ['search', 'the'],
    ['search', 'session', '--json', '--verbose'],
    ['search', 'nothing-of-that-name', '--json'],
    ...files.slice(0, 3).flatMap(path => [
      ['why', `${path}:3`],
      ['why', `${path}:3`, '--json'],
      ['deps', `${path}:3`, '--json'],
    ]),
    ['read', 'nothing'],
    ['nonsense'],
  ];
  return [...perFile, ...others, ...helps, ['read'], ['--help']];
}

const env = { PATH: process.env.PATH, HOME: room, XDG_CACHE_HOME: join(room, 'cache'), NO_COLOR: '1' };

function runCommand(repo, args) {
  return new Promise(done => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, [program, ...args], { cwd: repo, env, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    child.on('close', code => done(`${code}\n${output}`));
  });
}

/** All calls go through one server, which may answer them in any order. */
function callTools(repo, calls) {
  return new Promise((done, fail) => {
    const stdio = ['pipe', 'pipe', 'inherit'];
    const child = spawn(process.execPath, [program, 'mcp', 'start'], { cwd: repo, env, stdio });
    const answers = [];
    let rest = '';
    child.stdout.on('data', chunk => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { id, result, error } = JSON.parse(line);
        answers[id] = JSON.stringify(error ?? result);
      }
    });
    child.on('close', () => {
      if (answers.filter(Boolean).length === calls.length) done(answers);
      else fail(new Error(`The server lost answers in ${repo}.`));
    });
    for (const [id, params] of calls.entries()) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    }
    child.stdin.end();
  });
}

async function inParallel(items, act) {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}

function fixtures() {
  return scenarios().flatMap(scenario => {
    const [plain, bare, dirty] = ['', '-bare', '-dirty'].map(shape => join(room, `${scenario}${shape}`));
    buildRepository(scenario, plain);
    buildRepository(scenario, bare, { bare: true });
    buildRepository(scenario, dirty);
    for (const name of git(dirty, 'ls-files').slice(0, 3)) {
      const path = join(dirty, name);
      if (!existsSync(path)) continue;
      const lines = readFileSync(path, 'latin1').split('\n');
      writeFileSync(path, ['new', ...lines.slice(0, 4), 'newer', ...lines.slice(5)].join('\n'), 'latin1');
    }
    return [plain, bare, dirty];
  });
}

const before = mode === 'compare' ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
const answers = {};
const repositories = given.length > 0 ? given.map(path => resolve(path)) : fixtures();
await inParallel(repositories, async repo => {
  const calls = toolCalls(repo);
  const found = await callTools(repo, calls);
  const keep = (what, answer) => {
    answers[withoutRoom(`${repo}: ${what}`)] = withoutRoom(answer);
  };
  for (const [at, call] of calls.entries()) keep(JSON.stringify(call), found[at]);
  if (repo.endsWith('-bare')) return;
  for (const args of commandLines(repo)) keep(args.join(' '), await runCommand(repo, args));
});

const total = Object.keys(answers).length;
if (!before) {
  writeFileSync(file, JSON.stringify(answers));
  console.log(`${total} answers over ${repositories.length} repositories recorded.`);
} else {
  const different = Object.keys({ ...before, ...answers }).filter(key => before[key] !== answers[key]);
  console.log(`${total} answers over ${repositories.length} repositories, ${different.length} different.`);
  for (const key of different.slice(0, 20)) {
    console.log(`\n=== ${key}\n--- before\n${before[key]}\n--- now\n${answers[key]}`);
  }
  if (different.length > 0) process.exitCode = 1;
}
