// A question that was answered before, with nothing changed since: beside an empty node, beside the simplest thing that a
// user could write, and beside commitlore with its index warm.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from './mcp-client.ts';
import { fileName, makeNotesRepository } from './notes-repository.ts';
import { CLI, env, git, leave, NODE, room } from './room.ts';
import { type Command, race, Table, timed } from './timing.ts';

const RUNS = Number(process.argv[2] ?? 21);
const SIZES = [100, 100_000];
const FILE = fileName(3);
const UNIT = 'Client::send3';
const EMPTY: Command = [NODE, '-e', '0'];
const ask = (...args: string[]): Command => [NODE, CLI, ...args, '--json'];

/** `git log --follow`, and `git notes show` for each commit that it names. */
const SIMPLE: Command = [
  'sh',
  '-c',
  `git log --follow --format=%H -- ${FILE} | while read -r id; do git notes --ref=ultragit show "$id" 2>/dev/null; done; true`,
];

const table = new Table();
try {
  for (const size of SIZES) await measure(size);
  compareWithCommitlore();
  console.table(table.rows);
} finally {
  leave();
}

async function measure(size: number): Promise<void> {
  const { path: cwd } = await makeNotesRepository(room, size);
  const commands = {
    empty: EMPTY,
    read: ask('read', FILE),
    'read of a unit': ask('read', FILE, UNIT),
    deps: ask('deps', FILE),
    summary: ask('summary', FILE),
  };
  race(2, { cwd, env }, commands);
  const { empty, ...times } = race(RUNS, { cwd, env }, commands);
  // In a long history this alone takes seconds.
  const { simple } = race(size > 1_000 ? 1 : RUNS, { cwd, env }, { simple: SIMPLE });
  const notes = `${size.toLocaleString('en')} notes`;
  for (const [what, ms] of Object.entries(times)) {
    table.add(`${what}, second run, ${notes} / node`, ms, empty, '1.15 x');
  }
  table.add(`read, second run, ${notes} / log --follow + notes show`, times.read, simple, '0.333 x');
  const server = new Server(cwd);
  await server.read(FILE);
  const warm = await timed(200, () => server.read(FILE));
  table.add(`warm call, ${notes} / log --follow + notes show`, warm, simple, '0.01 x');
  await server.end();
}

/** Not on npm: BENCH_COMMITLORE names a checkout, BENCH_COMMITLORE_NODE a Node that it runs on (22 or newer). */
function compareWithCommitlore(): void {
  const what = 'read, second run / commitlore context, index warm';
  const program = join(process.env.BENCH_COMMITLORE ?? '', 'dist/commitlore.mjs');
  if (!process.env.BENCH_COMMITLORE || !existsSync(program)) {
    table.skip(what, 'BENCH_COMMITLORE names no checkout of it', '0.2 x');
    return;
  }
  const node = process.env.BENCH_COMMITLORE_NODE ?? NODE;
  const cwd = decisions();
  const commands = {
    ours: ask('read', 'src/a.ts'),
    theirs: [node, program, 'context', 'src/a.ts', '--json'] as Command,
  };
  spawnSync(node, [program, 'index'], { cwd, env });
  race(2, { cwd, env }, commands);
  const { ours, theirs } = race(RUNS, { cwd, env }, commands);
  table.add(what, ours, theirs, '0.2 x');
}

/** A history whose messages have decisions, which both programs read. */
function decisions(): string {
  const cwd = join(room, 'decisions');
  mkdirSync(join(cwd, 'src'), { recursive: true });
  git(cwd, ['init', '-q', '-b', 'main']);
  for (let at = 0; at < 50; at++) {
    writeFileSync(join(cwd, 'src/a.ts'), `export const limit = ${at};\n`);
    git(cwd, ['add', '.']);
    const trailers = `Constraint: the limit stays above ${at}\nRejected: no limit at all | callers rely on it`;
    execFileSync('git', ['commit', '-q', '-m', `Raise the limit to ${at}\n\n${trailers}`], { cwd, env });
  }
  return cwd;
}
