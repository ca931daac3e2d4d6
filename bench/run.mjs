// Runs a benchmark of this directory, or all that have aims: bundles it first, because Node 20 can't read TypeScript.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const WITH_AIMS = ['read', 'second-run', 'hook', 'server', 'regions', 'summary', 'search', 'index', 'day'];

const [name, ...args] = process.argv.slice(2);
const names = name === undefined ? WITH_AIMS : [name];
// Of this run alone: worktrees may share their packages.
const outdir = `node_modules/.cache/bench/${process.pid}`;
await build({
  entryPoints: names.map(each => `bench/${each}.ts`),
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  external: ['web-tree-sitter', 'typescript'],
});
const room = name === undefined ? realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-bench-'))) : undefined;
const rows = room && join(room, 'rows.jsonl');
if (rows) writeFileSync(rows, '');
const env = room ? { ...process.env, BENCH_ROOM: room, BENCH_ROWS: rows } : process.env;
for (const each of names) {
  if (room) console.log(`\n${each}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', `${outdir}/${each}.mjs`, ...args], {
    stdio: 'inherit',
    env,
  });
  process.exitCode ||= status ?? 1;
}
if (rows) sayAims(rows);
rmSync(outdir, { recursive: true, force: true });
if (room) rmSync(room, { recursive: true, force: true });

function sayAims(file) {
  const all = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));
  const aimed = all.filter(({ aim }) => aim !== '');
  const met = aimed.filter(row => row.met === 'ok');
  console.log(`\n${met.length} of ${aimed.length} aims met`);
  console.table(aimed.filter(row => row.met !== 'ok'));
}
