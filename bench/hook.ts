// What a hook costs, beside an empty node, in one interleaved run: mostly it has nothing to say, and that must be free.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildLongHistory } from './long-history.ts';
import { median, Table } from './timing.ts';

const RUNS = Number(process.argv[2] ?? 31);
const FILE = 'src/big.ts';
const cli = resolve('dist/cli.js');
const room = mkdtempSync(join(tmpdir(), 'ultragit-bench-'));
// Nothing of the caller's environment: some of it slows node itself.
const env = {
  PATH: process.env.PATH ?? '',
  HOME: room,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
};

const annotated = join(room, 'annotated');
const plain = join(room, 'plain');
const nowhere = join(room, 'nowhere');

function read(file: string): string {
  return JSON.stringify({
    tool_name: 'Read',
    tool_input: { file_path: file },
    hook_event_name: 'PreToolUse',
  });
}

type Case = { what: string; args: string[]; input: string; aim: string };

const cases: Case[] = [
  { what: 'node -e 0', args: ['-e', '0'], input: '', aim: '' },
  { what: 'not a repository', args: [cli, 'hook'], input: read(join(nowhere, 'a.ts')), aim: '1.5 x' },
  {
    what: 'nothing annotated in the repository',
    args: [cli, 'hook'],
    input: read(join(plain, FILE)),
    aim: '1.5 x',
  },
  {
    what: 'nothing annotated in the file',
    args: [cli, 'hook'],
    input: read(join(annotated, 'a.ts')),
    aim: '1.5 x',
  },
  {
    what: 'an annotated file, 700 commits',
    args: [cli, 'hook'],
    input: read(join(annotated, FILE)),
    aim: '',
  },
];

try {
  buildLongHistory(annotated, env);
  const git = (directory: string, ...args: string[]) =>
    execFileSync('git', args, { cwd: directory, env, stdio: 'ignore' });
  cpSync(annotated, plain, { recursive: true });
  git(plain, 'update-ref', '-d', 'refs/notes/ultragit');
  mkdirSync(nowhere);
  for (const directory of [annotated, nowhere]) writeFileSync(join(directory, 'a.ts'), 'export {};\n');
  git(annotated, 'add', 'a.ts');
  git(annotated, 'commit', '-qm', 'Add a file without annotations');
  const run = ({ args, input }: Case) => spawnSync(process.execPath, args, { cwd: room, env, input });
  const said = cases.map(item => run(item).stdout.toString());
  if (said.some((text, at) => (text !== '') !== (at === cases.length - 1))) throw new Error(said.join('\n'));
  const times = cases.map((): number[] => []);
  for (let at = 0; at < RUNS; at++) {
    for (const [index, item] of cases.entries()) {
      const started = performance.now();
      run(item);
      times[index]?.push(performance.now() - started);
    }
  }
  const table = new Table();
  const floor = median(times[0] ?? []);
  for (const [index, { what, aim }] of cases.entries())
    table.add(what, median(times[index] ?? []), floor, aim);
  console.table(table.rows);
} finally {
  rmSync(room, { recursive: true, force: true });
}
