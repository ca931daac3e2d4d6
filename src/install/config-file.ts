/** A config file on the disk: its bytes, its real path, and what must survive a rewrite. */

import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { UltragitError } from '../errors.ts';

export type ConfigFile = {
  path: string;
  /** `path` with every symlink resolved: the file that is replaced. */
  real: string;
  isLink: boolean;
  /** Without BOM; undefined when there is no file. */
  text: string | undefined;
  bytes: Buffer | undefined;
  stats: Stats | undefined;
};

const BOM = '\ufeff';

export function readConfig(path: string): ConfigFile {
  const found = ifExists(() => lstatSync(path));
  if (!found) {
    return { path, real: realPath(path), isLink: false, text: undefined, bytes: undefined, stats: undefined };
  }
  const isLink = found.isSymbolicLink();
  const stats = isLink ? ifExists(() => statSync(path)) : found;
  if (!stats) throw refused(path, 'is a symlink to a file that is not there', 'Create its target first.');
  if (!stats.isFile()) throw refused(path, 'is not a regular file', 'Name another file with --config.');
  const bytes = reading(path, () => readFileSync(path));
  return { path, real: realpathSync(path), isLink, text: decode(path, bytes), bytes, stats };
}

export function encode(file: ConfigFile, text: string): Buffer {
  const hasBom = file.bytes?.subarray(0, 3).equals(Buffer.from(BOM)) ?? false;
  return Buffer.from((hasBom ? BOM : '') + text);
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(path, 'is not UTF-8 text', 'Save it as UTF-8, then try again.');
  }
}

/** A repository must not lead us to a file elsewhere: its project files have to lie inside it. */
export function requireInside(root: string, file: ConfigFile): void {
  const way = relative(realpathSync(root), file.real);
  if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way) {
    throw refused(file.path, 'leads outside the repository', `It is really ${file.real}.`);
  }
}

/** Resolves the symlinks of a path that need not exist, through the nearest directory that does. */
function realPath(path: string): string {
  const parent = dirname(path);
  if (parent === path) return path;
  const real = ifExists(() => realpathSync(parent)) ?? realPath(parent);
  return resolve(real, relative(parent, path));
}

function ifExists<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return undefined;
    throw error;
  }
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw refused(path, `could not be read (${errorCode(error)})`, 'Check who may read it.');
  }
}

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

export const refused = (path: string, what: string, ...hints: string[]): UltragitError =>
  new UltragitError('host_config', `${path} ${what}.`, hints);
