// Runs a benchmark of this directory: bundles it first, because Node 20 can't read TypeScript.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { build } from 'esbuild';

const [name = 'index', ...args] = process.argv.slice(2);
const outfile = `node_modules/.cache/bench/${name}.mjs`;
mkdirSync('node_modules/.cache/bench', { recursive: true });
await build({
  entryPoints: [`bench/${name}.ts`],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, ...args], { stdio: 'inherit' });
process.exitCode = status ?? 1;
