// What a language costs: the first outline in a fresh process, over `node -e 0`, and one more when it is warm.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const RUNS = Number(process.argv[2] ?? 9);
const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}node_modules/.cache/ultragit-bench`;
const samples = `${root}test-repos/languages/samples`;

mkdirSync(out, { recursive: true });
await build({
  entryPoints: [`${root}src/syntax/outline.ts`],
  outfile: `${out}/outline.mjs`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  minify: true,
  external: ['web-tree-sitter'],
});
writeFileSync(
  `${out}/once.mjs`,
  `import { readFileSync } from 'node:fs';
const { outline } = await import('./outline.mjs');
const [, , path, warm] = process.argv;
const source = readFileSync(path);
const found = await outline(path, source);
if (found.unsupported) throw new Error(found.unsupported);
if (warm) {
  const times = [];
  for (let run = 0; run < 50; run++) {
    const started = performance.now();
    await outline(path, source);
    times.push(performance.now() - started);
  }
  console.log(JSON.stringify({ language: found.language, warm: times.sort((a, b) => a - b)[25] }));
}
`,
);

function spawn(args) {
  const started = performance.now();
  execFileSync(process.execPath, args, { stdio: 'ignore' });
  return performance.now() - started;
}

/** The least of all runs, because noise only adds; alternating, so that a slow minute hits both. */
function overBare(args) {
  const bare = [];
  const full = [];
  for (let run = 0; run < RUNS; run++) {
    bare.push(spawn(['-e', '0']));
    full.push(spawn(args));
  }
  return { bare: Math.min(...bare), full: Math.min(...full) };
}

console.log('language     node -e 0   first outline   difference   ratio   warm');
for (const name of readdirSync(samples)) {
  const path = `${samples}/${name}`;
  const { language, warm } = JSON.parse(
    execFileSync(process.execPath, [`${out}/once.mjs`, path, 'warm'], { encoding: 'utf8' }),
  );
  const { bare, full } = overBare([`${out}/once.mjs`, path]);
  console.log(
    `${language.padEnd(12)} ${bare.toFixed(0).padStart(6)} ms ${full.toFixed(0).padStart(12)} ms ${(
      full - bare
    )
      .toFixed(0)
      .padStart(9)} ms ${(full / bare).toFixed(2).padStart(7)} ${warm.toFixed(1).padStart(5)} ms`,
  );
}
