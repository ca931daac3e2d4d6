/** The place that a scope of prose and globs is about: a path, or a directory with its slash. */

/** `Cargo.toml`, `Makefile`; a name that begins with its only dot is more often a directory (`.github`). */
const FILE_NAME = /[^.]\.[\w-]{1,16}$|^[A-Z][a-z]+file$/;
const GLOB = /[*?{]/;
const ALL_BELOW = new Set(['*', '**', '**/*']);

export type ScopePath = {
  file: string;
  /** The glob, where it means less than all of its directory. */
  only?: string;
};

export function scopePath(scope: string): ScopePath {
  const segments = scope
    .trim()
    .split('/')
    .filter(segment => segment !== '' && segment !== '.');
  const glob = segments.findIndex(segment => GLOB.test(segment));
  if (glob >= 0) {
    const selects = segments.slice(glob).join('/');
    const file = directory(segments.slice(0, glob));
    return ALL_BELOW.has(selects) ? { file } : { file, only: segments.join('/') };
  }
  const isFile = FILE_NAME.test(segments.at(-1) ?? '') && !scope.trim().endsWith('/');
  return { file: isFile ? segments.join('/') : directory(segments) };
}

function directory(segments: string[]): string {
  return `${segments.join('/')}/`;
}
