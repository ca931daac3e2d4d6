// The notes index against git itself: building it, a cold command with its cache, a warm look-up, one new
// note, and memory, at each size. Sizes may be given: npm run bench -- index 1000 10000
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Repository } from '../src/git/repository.ts';
import { IndexStore } from '../src/index/index-store.ts';
import { notesSource } from '../src/index/notes-source.ts';
import {
  addNote,
  fileName,
  generator,
  makeNotesRepository,
  type NotesRepository,
  note,
  RARE,
} from './notes-repository.ts';

const REF = 'refs/notes/ultragit';
const CLI = resolve('dist/cli.js');
const COMMAND = process.env.BENCH_COMMAND ?? 'deps';
/** The least that an answer takes: where is the repository, and what are HEAD and the notes? */
const TWO_GITS = `
  const { execFile, spawn } = require('node:child_process');
  execFile('git', ['rev-parse', '--show-toplevel'], () => {
    const git = spawn('git', ['cat-file', '--batch-command']);
    git.stdin.write('info HEAD\\ninfo ${REF}^{tree}\\n');
    git.stdout.once('data', () => process.exit());
  });`;
const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const room = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-bench-')));
const rows: Record<string, string>[] = [];

if (process.argv[2] === 'memory') {
  await buildAlone(process.argv[3] ?? '');
  process.exit();
}
if (process.argv[2] === 'look-up') {
  await lookUpOnce(process.argv[3] ?? '', process.argv[4] ?? '');
  process.exit();
}
try {
  for (const size of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) rows.push(await measure(size));
  console.table(rows);
} finally {
  rmSync(room, { recursive: true, force: true });
}

async function measure(size: number): Promise<Record<string, string>> {
  const made = await makeNotesRepository(room, size);
  const env = { ...made.env, XDG_CACHE_HOME: join(room, `cache-${size}`) };
  const floor = await timed(() => catAndParse(made));

  const repository = await Repository.open(made.path, env);
  const tree = async () => (await repository.notesTree(REF)) ?? '';
  const store = new IndexStore(repository, notesSource(repository, REF), { env, useCache: true });
  const first = await tree();
  const build = await timed(() => store.at(first));
  const index = await store.at(first);
  const path = fileName(7);
  const lookUp = await timed(() => {
    for (let at = 0; at < 1_000; at++) index.byDependency(path);
  });

  const node = best(15, () => spawnSync(process.execPath, ['-e', '0'], { env }));
  const nodeAndGit = best(15, () => spawnSync(process.execPath, ['-e', TWO_GITS], { cwd: made.path, env }));
  const cold = (file: string) =>
    best(15, () => {
      const command = [CLI, COMMAND, file, '--json'];
      const { status, stderr } = spawnSync(process.execPath, command, { cwd: made.path, env });
      if (status !== 0) throw new Error(stderr.toString());
    });
  const [one, many] = [cold(RARE), cold(path)];

  const self = [process.argv[1] ?? '', 'look-up', made.path, path];
  const opened = best(15, () => spawnSync(process.execPath, self, { env, stdio: 'inherit' }));

  addNote(made, JSON.stringify(note(size + 1, 10, generator(3))));
  const second = await tree();
  const update = await timed(() => store.at(second));
  repository.close();
  const files = readdirSync(join(env.XDG_CACHE_HOME, 'ultragit')).map(name =>
    statSync(join(env.XDG_CACHE_HOME, 'ultragit', name)),
  );
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return {
    notes: size.toLocaleString('en'),
    'cat-file + JSON.parse': ms(floor),
    build: `${ms(build)} = ${ratio(build, floor)} (aim 2)`,
    'node -e 0': ms(node),
    'node with two gits': `${ms(nodeAndGit)} = ${ratio(nodeAndGit, node)}`,
    [`${COMMAND}, cold, cached, 1 dependent`]: `${ms(one)} = ${ratio(one, node)}`,
    'the same, dozens': `${ms(many)} = ${ratio(many, node)}`,
    'look-up in a new process': `${ms(opened)} = ${ratio(opened, node)}`,
    'one look-up': `${((lookUp / 1_000) * 1_000).toFixed(0)} µs`,
    'after one note': ms(update),
    'cache file': `${(bytes / 1e6).toFixed(1)} MB`,
    ...memory(made),
  };
}

/** The least that a command does: find the repository, take the index from its cache, and look something up. */
async function lookUpOnce(directory: string, path: string): Promise<void> {
  const repository = await Repository.open(directory, process.env);
  const store = new IndexStore(repository, notesSource(repository, REF), {
    env: process.env,
    useCache: true,
    reading: 'by page',
  });
  const index = await store.at(await repository.notesTree(REF));
  if (index.byDependency(path).length === 0) throw new Error('the index knows nothing');
  repository.close();
}

/** A process that does nothing but build: how large it was at most, is after, and was before. */
function memory({ path, env }: NotesRepository): Record<string, string> {
  const self = ['--expose-gc', process.argv[1] ?? '', 'memory', path];
  const [before, most, after] = execFileSync(process.execPath, self, { env })
    .toString()
    .split(' ')
    .map(Number);
  return {
    'memory, building': megabytes(most ?? 0),
    'memory, after': `${megabytes(after ?? 0)} (before ${megabytes(before ?? 0)})`,
  };
}

async function buildAlone(directory: string): Promise<void> {
  const before = process.memoryUsage().rss;
  const repository = await Repository.open(directory, process.env);
  const store = new IndexStore(repository, notesSource(repository, REF), {
    env: process.env,
    useCache: false,
  });
  const index = await store.at(await repository.notesTree(REF));
  const most = process.resourceUsage().maxRSS * 1024;
  await new Promise(setImmediate);
  global.gc?.();
  process.stdout.write(`${before} ${most} ${process.memoryUsage().rss} ${index.size}`);
  repository.close();
}

/** What nobody can do without: git hands out the same blobs, and each is parsed. */
async function catAndParse({ path, env }: NotesRepository): Promise<void> {
  const listing = execFileSync('git', ['ls-tree', '-r', REF], {
    cwd: path,
    env,
    maxBuffer: 1 << 28,
  }).toString();
  const ids = Array.from(listing.matchAll(/ blob ([0-9a-f]+)\t/g), match => match[1]);
  const git = spawn('git', ['-c', 'core.deltaBaseCacheLimit=1g', 'cat-file', '--batch'], { cwd: path, env });
  git.stdin.end(`${ids.join('\n')}\n`);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of git.stdout) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const size = Number(rest.toString('latin1', 0, end).split(' ')[2]);
      if (rest.length < end + size + 2) break;
      JSON.parse(rest.toString('utf8', end + 1, end + 1 + size));
      rest = rest.subarray(end + size + 2);
    }
  }
}

async function timed(action: () => unknown): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Other work on the machine only ever makes it slower. */
function best(times: number, action: () => unknown): number {
  const all = Array.from({ length: times }, () => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return Math.min(...all);
}

function ms(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${value.toFixed(0)} ms`;
}

function ratio(value: number, floor: number): string {
  return `${(value / floor).toFixed(2)} x`;
}

function megabytes(value: number): string {
  return `${(value / 1e6).toFixed(0)} MB`;
}
