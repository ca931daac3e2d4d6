// A file with 400 annotated regions, where every commit is annotated: what a first `read` costs beside bare blame, and
// how many git processes it starts.

import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { KINDS, makeRegionsRepository, type RegionsFile } from './regions-repository.ts';
import { CLI, env, leave, NODE, room } from './room.ts';
import { race, Table } from './timing.ts';

const RUNS = Number(process.argv[2] ?? 5);
const readOf = (file: string) => [NODE, CLI, 'read', file, '--json', '--no-cache'] as const;

try {
  const table = new Table();
  for (const file of KINDS) {
    const cwd = makeRegionsRepository(400, file);
    const blame = ['git', 'blame', '--porcelain', file] as const;
    const times = race(RUNS, { cwd, env }, { blame, read: readOf(file) });
    table.add(`bare blame of ${file}, 400 commits`, times.blame, times.blame, '');
    table.add('first read, 400 annotated regions / blame', times.read, times.blame, '3 x');
    table.count('git processes of it', processesOf(cwd, file), 'processes', 8);
  }
  console.table(table.rows);
} finally {
  leave();
}

/** Counted by a git on the PATH that writes a line and becomes the real one. */
function processesOf(cwd: string, file: RegionsFile): number {
  const [log, counting] = [join(room, 'started'), join(room, 'git')];
  const found = spawnSync('sh', ['-c', 'command -v git'], { env }).stdout.toString().trim();
  writeFileSync(log, '');
  writeFileSync(counting, `#!/bin/sh\necho "$*" >> '${log}'\nexec '${found}' "$@"\n`);
  chmodSync(counting, 0o755);
  const [program, ...args] = readOf(file);
  spawnSync(program, args, { cwd, env: { ...env, PATH: room + delimiter + env.PATH } });
  writeFileSync(counting, '');
  chmodSync(counting, 0o600);
  return readFileSync(log, 'utf8').split('\n').length - 1;
}
