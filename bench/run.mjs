// Runs a benchmark of this directory: bundles it first, because Node 20 can't read TypeScript.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

const [name = 'index', ...args] = process.argv.slice(2);
const outdir = 'node_modules/.cache/bench';
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
process.exitCode = status ?? 1;
