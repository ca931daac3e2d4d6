// Writes schema/*.json from the zod schemas of the program: npm run schemas
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const room = mkdtempSync(join(tmpdir(), 'ultragit-schemas-'));
try {
  const outfile = join(room, 'schemas.mjs');
  const entryPoints = ['src/check/published-schemas.ts'];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
  });
  const { publishedSchemas } = await import(pathToFileURL(outfile).href);
  mkdirSync('schema', { recursive: true });
  for (const [name, schema] of await publishedSchemas()) {
    writeFileSync(join('schema', name), `${JSON.stringify(schema, null, 2)}\n`);
    console.log(`schema/${name}`);
  }
} finally {
  rmSync(room, { recursive: true, force: true });
}
