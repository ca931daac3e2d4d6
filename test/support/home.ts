// Home directories for the program. All of them have the compiled code of one, because compiling takes a third of a run.
import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { cacheDirectory } from '../../src/cache/directory.ts';
import { temporaryDirectory } from './repository.ts';

/** The home directory of tests that do not look into it. */
export const sharedHome = (): string => inject('home');

/** A home directory in which nothing is known of any repository, removed when the test file is done. */
export function temporaryHome(): string {
  const home = temporaryDirectory();
  shareCompiledCode({ HOME: home });
  return home;
}

/** What the programs of other tests compiled so far, for one with this environment. */
export function shareCompiledCode(env: Record<string, string>): void {
  const [from, to] = [cacheDirectory({ HOME: sharedHome() }), cacheDirectory(env)];
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of compiledCode(from)) {
    try {
      linkSync(join(from, name), join(to, name));
    } catch {
      // Renewed meanwhile: it will be compiled.
    }
  }
}

function compiledCode(directory: string): string[] {
  try {
    return readdirSync(directory).filter(name => name.endsWith('.code'));
  } catch {
    return [];
  }
}
