// Runs a benchmark of this directory: bundles it first, because Node 20 can't read TypeScript.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const [name = 'index', ...args] = process.argv.slice(2);
// Of this run alone: worktrees may share their packages.
const outdir = `node_modules/.cache/bench/${process.pid}`;
await build({
  entryPoints: [`bench/${name}.ts`],
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
const { status } = spawnSync(process.execPath, ['--expose-gc', `${outdir}/${name}.mjs`, ...args], {
  stdio: 'inherit',
});
rmSync(outdir, { recursive: true, force: true });
process.exitCode = status ?? 1;
