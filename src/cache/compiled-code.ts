import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { cacheDirectory } from './directory.ts';
import { readCacheFile, realPath, removeOldFiles, userAndTime, writeCacheFile } from './files.ts';
import { digitsOf } from './small-file.ts';

const HOUR = 60 * 60 * 1000;
const CHECKSUM_BYTES = 32;
/** Undo `--liftoff-only` of `syntax/grammar`: V8 accepts compiled code only under the flags it was made with. */
const USUAL_FLAGS = ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs a bundle, a function of `module`, `require` and its file name, and returns its exports. Compiling takes longer
 * than most answers, so V8 gets the compiled code of an earlier run of the same command; without one, the compiled
 * code of this run is stored. `require` is that of a script beside the bundle.
 */
export function runBundle(
  bundle: string,
  require: NodeJS.Require,
  command: string | undefined,
  env: Environment,
): unknown {
  const cached = cacheFile(bundle, command, env);
  const stored = cached === undefined ? undefined : readCompiled(cached);
  const script = new Script(readFileSync(bundle, 'latin1'), { filename: bundle, cachedData: stored?.code });
  if (cached !== undefined && (!stored || stored.age > HOUR)) storeAtExit(script, cached, require);
  const module = { exports: {} };
  script.runInThisContext()(module, require, bundle);
  return module.exports;
}

/** The name of a bundle contains its hash, so that builds do not share compiled code. */
function cacheFile(bundle: string, command: string | undefined, env: Environment): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  // What V8 compiled differs from one command to the next, because each uses another part of the program.
  const use = command !== undefined && /^[a-z]+$/.test(command) ? command : 'help';
  const name = [basename(bundle, '.js'), process.version, process.arch, use, ...flagsOf(env)].join('-');
  return join(cacheDirectory(env), `${name}.code`);
}

/**
 * Hosts and shells may start node with other flags, and V8 would refuse the code of each other. Their values, but numbers, are not
 * V8's, and one digit is a bound on the number of files.
 */
function flagsOf(env: Environment): string[] {
  const words = [...(env.NODE_OPTIONS?.split(/\s+/) ?? []), ...process.execArgv];
  const flags = words.filter(word => /^--?[\w-]+(=\d+)?$/.test(word));
  return flags.length === 0 ? [] : [digitsOf(flags.join(' ')).slice(-1)];
}

function readCompiled(file: string): { code: Buffer; age: number } | undefined {
  const user = userAndTime();
  const found = readCacheFile(file, user);
  if (!found || found.bytes.length < CHECKSUM_BYTES) return undefined;
  const code = found.bytes.subarray(0, -CHECKSUM_BYTES);
  if (!checksum(code).equals(found.bytes.subarray(-CHECKSUM_BYTES))) return undefined;
  return { code, age: user.now - found.modified };
}

/** Renewed after an hour, because later runs have used more functions. */
function storeAtExit(script: Script, file: string, require: NodeJS.Require): void {
  const flags = flagsFingerprint();
  process.once('exit', code => {
    if (code !== 0 || isInRepository(realPath(dirname(file)))) return;
    if (!flagsFingerprint().equals(flags)) {
      const { setFlagsFromString } = require('node:v8');
      for (const flag of USUAL_FLAGS) setFlagsFromString(flag);
    }
    if (!flagsFingerprint().equals(flags)) return;
    const compiled = script.createCachedData();
    writeCacheFile(file, Buffer.concat([compiled, checksum(compiled)]), userAndTime());
    removeOldFiles(dirname(file), userAndTime());
  });
}

function checksum(code: Buffer): Buffer {
  return createHash('sha256').update(code).digest();
}

/** The compiled code of the smallest script, which differs when V8's flags do. */
function flagsFingerprint(): Buffer {
  return new Script('0').createCachedData();
}

/** Nothing is ever written in a repository, even if the home directory is one. */
function isInRepository(directory: string): boolean {
  const has = (name: string) => existsSync(join(directory, name));
  const parent = dirname(directory);
  const isBare = has('HEAD') && has('objects') && has('refs');
  return has('.git') || isBare || (parent !== directory && isInRepository(parent));
}
