import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { cacheDirectory } from './directory.ts';
import { readCacheFile, real, removeOldFiles, surroundings, writeCacheFile } from './files.ts';

const HOUR = 60 * 60 * 1000;
const SUM_BYTES = 32;
/** What `--liftoff-only` in `syntax/grammar` changed: V8 takes compiled code only under the flags it was made with. */
const USUAL_FLAGS = ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs a bundle, which is a function of its surroundings, and gives its exports. Compiling takes longer than
 * most answers: so V8 is given what it compiled when the same command ran before, and what it compiles now is
 * kept where there was nothing yet. `require` is that of a script beside the bundle.
 */
export function runBundle(
  bundle: string,
  require: NodeJS.Require,
  command: string | undefined,
  env: Environment,
): unknown {
  const cached = cacheFile(bundle, command, env);
  const kept = cached === undefined ? undefined : readCompiled(cached);
  const script = new Script(readFileSync(bundle, 'latin1'), { filename: bundle, cachedData: kept?.code });
  if (cached !== undefined && (!kept || kept.age > HOUR)) keepAtExit(script, cached, require);
  const module = { exports: {} };
  script.runInThisContext()(module, require, bundle);
  return module.exports;
}

/** The name of a bundle has a hash of it, so that code of one build is never taken for that of another. */
function cacheFile(bundle: string, command: string | undefined, env: Environment): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  // What V8 compiled differs from one command to the next, because each uses another part of the program.
  const use = command !== undefined && /^[a-z]+$/.test(command) ? command : 'help';
  const name = [basename(bundle, '.js'), process.version, process.arch, use].join('-');
  return join(cacheDirectory(env), `${name}.code`);
}

function readCompiled(file: string): { code: Buffer; age: number } | undefined {
  const around = surroundings();
  const found = readCacheFile(file, around);
  if (!found || found.bytes.length < SUM_BYTES) return undefined;
  const code = found.bytes.subarray(0, -SUM_BYTES);
  if (!sum(code).equals(found.bytes.subarray(-SUM_BYTES))) return undefined;
  return { code, age: around.now - found.modified };
}

/** After an hour it is made again, from what the program has used since. */
function keepAtExit(script: Script, file: string, require: NodeJS.Require): void {
  const flags = underTheseFlags();
  process.once('exit', code => {
    if (code !== 0 || isInRepository(real(dirname(file)))) return;
    if (!underTheseFlags().equals(flags)) {
      const { setFlagsFromString } = require('node:v8');
      for (const flag of USUAL_FLAGS) setFlagsFromString(flag);
    }
    if (!underTheseFlags().equals(flags)) return;
    const compiled = script.createCachedData();
    writeCacheFile(file, Buffer.concat([compiled, sum(compiled)]), surroundings());
    removeOldFiles(dirname(file), surroundings());
  });
}

function sum(code: Buffer): Buffer {
  return createHash('sha256').update(code).digest();
}

/** The least that V8 compiles: it differs when V8's flags do. */
function underTheseFlags(): Buffer {
  return new Script('0').createCachedData();
}

/** Nothing is ever written in a repository, not even where a home directory is one. */
function isInRepository(directory: string): boolean {
  const has = (name: string) => existsSync(join(directory, name));
  const parent = dirname(directory);
  const isBare = has('HEAD') && has('objects') && has('refs');
  return has('.git') || isBare || (parent !== directory && isInRepository(parent));
}
