// What `ultragit read` costs beside git itself: cold from the command line, warm in a server's process.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Workspace } from '../src/query/workspace.ts';
import { read } from '../test/support/queries.ts';
import { buildLongHistory } from './long-history.ts';
import { median, Table, timed } from './timing.ts';

const RUNS = Number(process.argv[2] ?? 15);
// Not bundled: it finds its streams beside itself.
const fixtures = pathToFileURL(resolve('test-repos/build-repository.mjs')).href;
const { buildRepository, gitEnvironment } = (await import(
  fixtures
)) as typeof import('../test-repos/build-repository.mjs');
const cli = resolve('dist/cli.js');
const room = mkdtempSync(join(tmpdir(), 'ultragit-bench-'));
const env = {
  ...gitEnvironment(room),
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
};

/** Medians of commands run in turn, so that a slow moment of the machine is in all of them. */
function race(cwd: string, commands: Record<string, readonly [string, ...string[]]>): Record<string, number> {
  const times = Object.fromEntries(Object.keys(commands).map(name => [name, [] as number[]]));
  for (let run = 0; run < RUNS; run++) {
    for (const [name, [program, ...args]] of Object.entries(commands)) {
      const started = performance.now();
      const { status } = spawnSync(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
      if (status !== 0) throw new Error(`${name} failed`);
      times[name]?.push(performance.now() - started);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

const table = new Table();

try {
  const node = process.execPath;
  const small = join(room, 'small');
  buildRepository('mqtt-client', small);
  const file = 'src/mqtt/client.ts';
  const short = race(small, {
    node: [node, '-e', '0'],
    blame: ['git', 'blame', '--porcelain', file],
    read: [node, cli, 'read', file, '--json', '--no-cache'],
    anchor: [node, cli, 'read', file, 'MqttClient::connect', '--json', '--no-cache'],
  });
  const floor = (short.node ?? 0) + (short.blame ?? 0);
  table.add('cold read, short history / (node + blame)', short.read ?? 0, floor, '1.25 x');
  table.add(
    'cold read with an anchor: more than without, ms',
    (short.anchor ?? 0) - (short.read ?? 0),
    1,
    '80',
  );

  const long = join(room, 'long');
  buildLongHistory(long, env);
  const cold = race(long, {
    blame: ['git', 'blame', '--porcelain', 'src/big.ts'],
    read: [node, cli, 'read', 'src/big.ts', '--json', '--no-cache'],
  });
  const blame = cold.blame ?? 0;
  table.add('cold read, 700 commits, 3 annotated / blame', cold.read ?? 0, blame, 'below 1 x');

  const workspace = await Workspace.open({ directory: long, env, strictConfig: true, useCache: false });
  const ask = () => read(workspace, { paths: ['src/big.ts'] });
  await ask();
  table.add('warm, nothing changed / blame', await timed(50, ask), blame, '0.02 x, under 1 ms');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: long, env });
  const commit = () => {
    appendFileSync(join(long, 'src/big.ts'), '// one more\n');
    git('commit', '-qam', 'One more');
  };
  table.add('warm, after a new commit / blame', await timed(9, ask, commit), blame, '0.1 x');
  let count = 0;
  const annotate = () => {
    const note = JSON.stringify({ schema: 'ultragit/v1', regions: [], summary: `Note ${count++}` });
    git('notes', '--ref=ultragit', 'add', '-f', '-m', note, `HEAD~${count}`);
  };
  table.add('warm, after a new note / blame', await timed(5, ask, annotate), blame, '0.1 x');
  workspace.close();
  console.table(table.rows);
} finally {
  rmSync(room, { recursive: true, force: true });
}
