// Bundles the program into dist/: one small entry, and chunks that load when they are first needed.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });

await build({
  entryPoints: { cli: 'src/cli.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // jsonc-parser's main file is UMD, which no bundler can follow.
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'linked',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  external: ['web-tree-sitter'],
});

// The grammars come from development packages: who installs the program gets the files and no package more.
const table = await build({
  entryPoints: ['src/syntax/languages.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const { languages } = await import(
  `data:text/javascript;base64,${Buffer.from(table.outputFiles[0].contents).toString('base64')}`
);
const { resolve } = createRequire(import.meta.url);
mkdirSync('dist/grammars');
for (const { grammar } of languages) copyFileSync(resolve(grammar), `dist/grammars/${basename(grammar)}`);
copyFileSync('src/syntax/GRAMMARS-LICENSE.txt', 'dist/grammars/LICENSE.txt');
