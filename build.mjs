// Bundles the program into dist/: one small entry, and chunks that load when they are first needed.
import { rmSync } from 'node:fs';
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
  keepNames: true,
  legalComments: 'linked',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  external: ['web-tree-sitter'],
});
