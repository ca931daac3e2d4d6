// The notes index against git itself: building it, a cold command with its cache, a warm look-up, one new
// note, and memory, at each size. Sizes may be given: npm run bench -- index 1000 10000
// A million notes take long to make and to read: npm run bench -- index --million
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Repository } from '../src/git/repository.ts';
import { IndexStore } from '../src/index/index-store.ts';
import { notesSource } from '../src/index/notes-source.ts';
import { type Built, buildAlone, builtAlone } from './build-alone.ts';
import { catAndParse } from './cat-and-parse.ts';
import { addNote, fileName, generator, makeNotesRepository, note, RARE } from './notes-repository.ts';
import { CLI, leave, NODE, room } from './room.ts';
import { Table, timed } from './timing.ts';

const REF = 'refs/notes/ultragit';
const MILLION = 1_000_000;
/** The least that an answer takes: where is the repository, and what are HEAD and the notes? */
const TWO_GITS = `
  const { execFile, spawn } = require('node:child_process');
  execFile('git', ['rev-parse', '--show-toplevel'], () => {
    const git = spawn('git', ['cat-file', '--batch-command']);
    git.stdin.write('info HEAD\\ninfo ${REF}^{tree}\\n');
    git.stdout.once('data', () => process.exit());
  });`;
const sizes = process.argv.slice(2).map(Number).filter(Boolean);

if (process.argv[2] === 'alone') {
  await buildAlone(process.argv[3] ?? '');
  process.exit();
}
if (process.argv[2] === 'look-up') {
  await lookUpOnce(process.argv[3] ?? '', process.argv[4] ?? '');
  process.exit();
}
const table = new Table();
try {
  if (process.argv.includes('--million')) await measureMillion();
  else for (const size of sizes.length > 0 ? sizes : [1_000, 100_000]) await measure(size);
  console.table(table.rows);
} finally {
  leave();
}

async function measure(size: number): Promise<void> {
  const made = await makeNotesRepository(room, size);
  const cacheHome = join(room, `cache-${size}`);
  const env = { ...made.env, XDG_CACHE_HOME: cacheHome };
  const notes = `${size.toLocaleString('en')} notes`;
  const isLarge = size >= 100_000;
  const floor = await timed(1, () => catAndParse(made));
  const repository = await Repository.open(made.path, env);
  const tree = async () => (await repository.notesTree(REF)) ?? '';
  const store = new IndexStore(repository, notesSource(repository, REF), { env, useCache: true });
  const first = await tree();
  table.add(
    `index build, ${notes} / (cat-file + JSON.parse)`,
    await timed(1, () => store.at(first)),
    floor,
    isLarge ? '2 x' : '',
  );
  const index = await store.at(first);
  const lookUp = await timed(1_000, async () => index.byDependency(fileName(7)));
  table.add('one look-up', lookUp, lookUp, '');

  const run = (args: string[]) => () => Promise.resolve(spawnSync(NODE, args, { cwd: made.path, env }));
  const node = await timed(15, run(['-e', '0']));
  const nodeAndGit = await timed(15, run(['-e', TWO_GITS]));
  table.add('node with two gits / node', nodeAndGit, node, '');
  table.add(
    'deps, cached, one dependent / node',
    await timed(15, run([CLI, 'deps', RARE, '--json'])),
    node,
    '',
  );
  const self = [process.argv[1] ?? '', 'look-up', made.path, fileName(7)];
  table.add('look-up in a new process / node', await timed(15, run(self)), node, '');

  addNote(made, JSON.stringify(note(size + 1, 10, generator(3))));
  const second = await tree();
  table.add(
    `index after one more note, ${notes}`,
    await timed(1, () => store.at(second)),
    1,
    isLarge ? '20 ms' : '',
  );
  repository.close();
  table.count(`cache files, ${notes}`, bytesIn(join(cacheHome, 'ultragit')) / 1e6, 'MB');
  tellMemory(notes, builtAlone(made));
  rmSync(cacheHome, { recursive: true, force: true });
}

function tellMemory(notes: string, { most, ofGit, seconds, reports }: Built): void {
  table.count(`memory while building, ${notes}`, most, 'MB', 512);
  table.count('of git meanwhile, apart from that', ofGit, 'MB');
  table.count('time', seconds, 's');
  table.count('reports of progress', reports, 'reports');
}

async function measureMillion(): Promise<void> {
  const made = await makeNotesRepository(room, MILLION);
  const env = { ...made.env, XDG_CACHE_HOME: join(room, 'cache-million') };
  tellMemory('1,000,000 notes', builtAlone({ ...made, env }));
  const file = fileName(7);
  const run = (program: string, args: string[]) => () =>
    Promise.resolve(spawnSync(program, args, { cwd: made.path, env, maxBuffer: 1 << 28 }));
  const blame = await timed(1, run('git', ['blame', '--porcelain', file]));
  table.add('bare blame', blame, blame, '');
  table.add(
    'first read after it / blame',
    await timed(1, run(NODE, [CLI, 'read', file, '--json'])),
    blame,
    '1 x',
  );
  table.add('second read / blame', await timed(1, run(NODE, [CLI, 'read', file, '--json'])), blame, '');
}

/** The least that a command does: find the repository, take the index from its cache, and look something up. */
async function lookUpOnce(directory: string, path: string): Promise<void> {
  const { env } = process;
  const repository = await Repository.open(directory, env);
  const options = { env, useCache: true, reading: 'by page' } as const;
  const store = new IndexStore(repository, notesSource(repository, REF), options);
  const index = await store.at(await repository.notesTree(REF));
  if (index.byDependency(path).length === 0) throw new Error('the index knows nothing');
  repository.close();
}

function bytesIn(directory: string): number {
  return readdirSync(directory).reduce((total, name) => total + statSync(join(directory, name)).size, 0);
}
