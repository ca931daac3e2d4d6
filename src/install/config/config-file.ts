/** A config file on the disk: its bytes, its real path, and what must survive a rewrite. */

import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { UltragitError } from '../../errors.ts';

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
/** Far above what hosts keep in such a file; parsing takes many times as much memory. */
const MAX_BYTES = 10 * 1024 * 1024;

/** `within`: the directory that the file must really lie in, with every symlink resolved, before it is read. */
export function readConfig(path: string, within?: string): ConfigFile {
  return reading(path, () => {
    const found = ifExists(() => lstatSync(path));
    if (!found) {
      const real = realPath(path);
      requireInside(path, real, within);
      return { path, real, isLink: false, text: undefined, bytes: undefined, stats: undefined };
    }
    const isLink = found.isSymbolicLink();
    const stats = isLink ? ifExists(() => statSync(path)) : found;
    if (!stats) throw refused(path, 'is a symlink to a file that is not there', 'Create its target first.');
    const real = realpathSync(path);
    requireInside(path, real, within);
    if (!stats.isFile()) throw refused(path, 'is not a regular file', 'Name another file with --config.');
    if (stats.size > MAX_BYTES) {
      throw refused(path, 'is larger than 10 MiB, which no host would write', 'Look at what is in it.');
    }
    const bytes = readFileSync(path);
    return { path, real, isLink, text: decode(path, bytes), bytes, stats };
  });
}

export function encode(file: ConfigFile, text: string): Buffer {
  return Buffer.from((hasBom(file) ? BOM : '') + text);
}

export const hasBom = ({ bytes }: ConfigFile): boolean =>
  bytes?.subarray(0, 3).equals(Buffer.from(BOM)) ?? false;

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(path, 'is not UTF-8 text', 'Save it as UTF-8, then try again.');
  }
}

/** A repository must not lead us to a file elsewhere: its project files have to lie inside it. */
function requireInside(path: string, real: string, root: string | undefined): void {
  if (root === undefined || isInside(realpathSync(root), real)) return;
  throw refused(path, 'leads outside the repository', `It is really ${real}.`);
}

export function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way;
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

const REASONS: Record<string, string> = {
  ELOOP: 'its symlinks lead in a circle',
  ENOTDIR: 'a file stands where a directory should be',
  EACCES: 'permission denied',
};

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UltragitError) throw error;
    const code = errorCode(error);
    throw refused(
      path,
      `could not be read: ${REASONS[code] ?? code}`,
      'Mend that, or name another file with --config.',
    );
  }
}

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

export const refused = (path: string, what: string, ...hints: string[]): UltragitError =>
  new UltragitError('host_config', `${path} ${what}.`, hints);
