// Decisions in commit messages against git itself: the one pass over the history, one more commit, and a cold command.
// Sizes may be given: npm run bench -- messages 1000 10000
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DECISION_PATTERN } from '../src/annotation/decisions/vocabulary.ts';
import { Repository } from '../src/git/repository.ts';
import { IndexStore } from '../src/index/index-store.ts';
import { messagesSource } from '../src/index/messages-source.ts';
import { fileName } from './notes-repository.ts';

const CLI = resolve('dist/cli.js');
const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const room = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-bench-')));
const env = { HOME: room, PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1' };
const person = (at: number) => `committer A <a@example.com> ${1_600_000_000 + at * 60} +0000\n`;
const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;

try {
  const rows: Record<string, string>[] = [];
  for (const size of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) rows.push(await measure(size));
  console.table(rows);
} finally {
  rmSync(room, { recursive: true, force: true });
}

async function measure(size: number): Promise<Record<string, string>> {
  const path = await makeHistory(size);
  const cached = { ...env, XDG_CACHE_HOME: join(room, `cache-${size}`) };
  const floor = timedSync(() => whatGitTakes(path));
  const repository = await Repository.open(path, cached);
  const store = new IndexStore(repository, messagesSource(repository), { env: cached, useCache: true });
  const head = (await repository.head())?.id;
  const before = process.memoryUsage().rss;
  const build = await timed(() => store.at(head));
  const grown = process.memoryUsage().rss - before;
  const { size: found } = await store.at(head);
  if (found !== size) throw new Error(`${found} decisions found of ${size}`);
  addCommit(path);
  const next = (await repository.head())?.id;
  const update = await timed(() => store.at(next));
  repository.close();
  const node = best(10, () => spawnSync(process.execPath, ['-e', '0'], { env }));
  const command = [CLI, 'deps', fileName(7), '--json'];
  const cold = best(10, () => {
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: path, env: cached });
    if (status !== 0) throw new Error(stderr.toString());
  });
  return {
    commits: size.toLocaleString('en'),
    'rev-list --grep, cat-file, diff-tree': ms(floor),
    build: `${ms(build)} = ${(build / floor).toFixed(1)} x (aim 2)`,
    'memory, building': `${Math.round(grown / 1e6)} MB`,
    'after one commit': ms(update),
    'node -e 0': ms(node),
    'deps, cold, cached': `${ms(cold)} = ${(cold / node).toFixed(1)} x`,
  };
}

/** What nobody can do without: which commits say something, what they say, and which files they changed. */
function whatGitTakes(cwd: string): void {
  const run = (args: string[], input?: string) =>
    execFileSync('git', args, { cwd, env, input, maxBuffer: 1 << 30 }).toString();
  const ids = run(['rev-list', '-E', '-i', `--grep=${DECISION_PATTERN}`, 'HEAD']);
  run(['cat-file', '--batch'], ids);
  run(['diff-tree', '--stdin', '-r', '--root', '--no-renames', '--name-only', '-z'], ids);
}

async function makeHistory(size: number): Promise<string> {
  const path = join(room, `history-${size}`);
  mkdirSync(path);
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: path, env });
  const importer = spawn('git', ['fast-import', '--quiet', '--done'], {
    cwd: path,
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const files = Math.max(10, Math.round(size / 20));
  for (let at = 1; at <= size; at++) {
    const base = at === 1 ? '' : `from :${at - 1}\n`;
    const change = `M 100644 inline ${fileName(at % files)}\n${data(`export const at = ${at};\n`)}`;
    const commit = `commit refs/heads/main\nmark :${at}\n${person(at)}${data(message(at))}${base}${change}\n`;
    if (!importer.stdin.write(commit)) await once(importer.stdin, 'drain');
  }
  importer.stdin.end('done\n');
  await once(importer, 'close');
  execFileSync('git', ['reset', '-q', '--hard'], { cwd: path, env });
  execFileSync('git', ['repack', '-q', '-a', '-d'], { cwd: path, env });
  return path;
}

function message(at: number): string {
  return `Change number ${at}

The broker drops a session after ${at} seconds of silence, so the timer must stay below half of that.

Constraint: No wait is longer than ${at} seconds
Rejected: The same wait every time | the store needs longer to recover
Confidence: high
Lore-id: ${(at + 0x1000_0000).toString(16)}
`;
}

function addCommit(cwd: string): void {
  const who = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'More\n\nConstraint: One more'], {
    cwd,
    env: { ...env, ...who },
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function timedSync(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function best(times: number, work: () => void): number {
  return Math.min(...Array.from({ length: times }, () => timedSync(work)));
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
