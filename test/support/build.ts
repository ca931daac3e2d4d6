// Builds the program before the tests that spawn it, unless nothing in src/ is newer than the last build.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

export function setup(): void {
  const inputs = [join(root, 'build.mjs'), join(root, 'package.json'), ...files(join(root, 'src'))];
  if (Math.max(...inputs.map(changed)) < changed(join(root, 'dist/cli.js'))) return;
  execFileSync(process.execPath, ['build.mjs'], { cwd: root, stdio: 'inherit' });
}

function files(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map(name => join(directory, name));
}

function changed(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
