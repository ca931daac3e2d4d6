import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

const SLASH = Buffer.from('/');

/** A path in a directory, whether its name is UTF-8 or not. */
export function pathIn(directory: string | Buffer, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(directory), SLASH, name]);
}

/** A directory and every file, directory and link below it with its content, mode and times. */
export function fingerprint(path: string | Buffer): string[] {
  const stats = lstatSync(path);
  const { mode, mtimeMs, ctimeMs, size } = stats;
  const content = stats.isFile() ? readFileSync(path) : stats.isSymbolicLink() ? readlinkSync(path) : '';
  const hash = createHash('sha1').update(content).digest('hex');
  const names = stats.isDirectory() ? readdirSync(path, { encoding: 'buffer' }) : [];
  const below = names.sort(Buffer.compare).flatMap(name => fingerprint(pathIn(path, name)));
  return [[path, mode, mtimeMs, ctimeMs, size, hash].join(' '), ...below];
}
