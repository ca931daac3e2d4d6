// What `ultragit read` costs beside git itself: cold from the command line, warm in a server's process.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Workspace } from '../src/query/workspace.ts';
import { read } from '../test/support/queries.ts';
import { buildLongHistory, HUGE } from './long-history.ts';
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

type Command =
  | readonly [string, ...string[]]
  | { before: () => void; command: readonly [string, ...string[]] };

/** Medians of commands run in turn, so that a slow moment of the machine is in all of them. */
function race<Name extends string>(
  cwd: string,
  commands: Record<Name, Command>,
  runs = RUNS,
): Record<Name, number> {
  const times = Object.fromEntries(Object.keys(commands).map(name => [name, [] as number[]]));
  for (let run = 0; run < runs; run++) {
    for (const [name, given] of Object.entries<Command>(commands)) {
      const [program, ...args] = 'command' in given ? given.command : given;
      if ('before' in given) given.before();
      const started = performance.now();
      const { status } = spawnSync(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
      if (status !== 0) throw new Error(`${name} failed`);
      times[name]?.push(performance.now() - started);
    }
  }
  const medians = Object.entries(times).map(([name, values]) => [name, median(values)]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

const table = new Table();

try {
  const node = process.execPath;
  const small = join(room, 'small');
  buildRepository('mqtt-client', small);
  const file = 'src/mqtt/client.ts';
  const ask = [node, cli, 'read', file, '--json'] as const;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: small, env });
  let count = 0;
  const edit = () => appendFileSync(join(small, file), `// ${count++}\n`);
  const commit = () => {
    git('checkout', '-q', file);
    appendFileSync(join(small, 'elsewhere.txt'), `${count++}\n`);
    git('add', 'elsewhere.txt');
    git('commit', '-qm', 'Elsewhere');
  };
  const note = () => {
    const text = JSON.stringify({ schema: 'ultragit/v1', regions: [], summary: `Note ${count++}` });
    git('notes', '--ref=ultragit', 'add', '-f', '-m', text, 'HEAD');
  };
  const bare = { node: [node, '-e', '0'], blame: ['git', 'blame', '--porcelain', file] } as const;
  const first = race(small, {
    ...bare,
    read: [...ask, '--no-cache'],
    anchor: [...ask, 'MqttClient::connect', '--no-cache'],
  });
  // Apart from those above: `--no-cache` removes what is known of the file.
  const later = race(small, {
    ...bare,
    known: ask,
    edit: { before: edit, command: ask },
    commit: { before: commit, command: ask },
    note: { before: note, command: ask },
  });
  const cold = first.node + first.blame;
  table.add('read, first ever, short history / (node + blame)', first.read, cold, '3 x');
  table.add('read with an anchor, first ever / (node + blame)', first.anchor, cold, '4.5 x');
  const floor = later.node + later.blame;
  table.add('read after an edit of the file / (node + blame)', later.edit, floor, '2 x');
  table.add('read after a commit elsewhere / (node + blame)', later.commit, floor, '2 x');
  table.add('read after a note elsewhere / (node + blame)', later.note, floor, '2 x');

  const long = join(room, 'long');
  buildLongHistory(long, env);
  const old = race(long, {
    blame: ['git', 'blame', '--porcelain', 'src/big.ts'],
    read: [node, cli, 'read', 'src/big.ts', '--json', '--no-cache'],
  });
  const { blame } = old;
  table.add('read, first ever, 700 commits, 3 annotated / blame', old.read, blame, '0.9 x');

  const huge = join(room, 'huge');
  buildLongHistory(huge, env, HUGE);
  const far = race(
    huge,
    {
      blame: ['git', 'blame', '--porcelain', 'src/big.ts'],
      read: [node, cli, 'read', 'src/big.ts', '--json', '--no-cache'],
    },
    Math.min(RUNS, 5),
  );
  table.add('read, first ever, 100,000 commits, 3 annotated / blame', far.read, far.blame, '0.7 x');

  const workspace = await Workspace.open({ directory: long, env, strictConfig: true, useCache: false });
  const again = () => read(workspace, { paths: ['src/big.ts'] });
  await again();
  table.add('warm, nothing changed / blame', await timed(50, again), blame, '0.02 x, under 1 ms');
  const inLong = (...args: string[]) => execFileSync('git', args, { cwd: long, env });
  const commitIt = () => {
    appendFileSync(join(long, 'src/big.ts'), '// one more\n');
    inLong('commit', '-qam', 'One more');
  };
  table.add('warm, after a new commit / blame', await timed(9, again, commitIt), blame, '0.1 x');
  const annotate = () => {
    const text = JSON.stringify({ schema: 'ultragit/v1', regions: [], summary: `Note ${count++}` });
    inLong('notes', '--ref=ultragit', 'add', '-f', '-m', text, `HEAD~${count % 600}`);
  };
  table.add('warm, after a new note / blame', await timed(5, again, annotate), blame, '0.1 x');
  workspace.close();
  console.table(table.rows);
} finally {
  rmSync(room, { recursive: true, force: true });
}
