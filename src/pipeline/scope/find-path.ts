import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { isAbsolute, join, posix, relative, sep } from 'node:path';
import { UltragitError } from '../../errors.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { insideRoot } from '../../inside.ts';

/** A path as asked: relative to the root and normalised, or refused. Nothing is looked up yet. */
export function normalisePath(asked: string, root: string | undefined): string {
  if (asked.trim() === '') {
    throw new UltragitError('bad_argument', 'The path is empty.', ['Name a file, for example src/main.ts.']);
  }
  if (asked.includes('\0')) {
    throw new UltragitError('bad_argument', 'The path contains a NUL character.', ['Name a file.']);
  }
  let path = asked;
  if (isAbsolute(asked)) {
    if (root === undefined) throw outside(asked);
    path = relativeToRoot(root, asked);
  }
  const normal = posix.normalize(sep === '\\' ? path.replaceAll('\\', '/') : path).replace(/\/+$/, '');
  if (normal === '..' || normal.startsWith('../')) throw outside(asked);
  return normal === '.' ? '' : normal;
}

/** Through the links on both sides: /tmp may be a link, and so may a directory above the repository. */
function relativeToRoot(root: string, path: string): string {
  const direct = relative(root, path);
  return direct.startsWith('..') ? relative(realpathSync(root), path) : direct;
}

export function outside(path: string): UltragitError {
  return new UltragitError('outside_repository', `Path outside repository: ${path}`, [
    'Paths are relative to the repository root.',
  ]);
}

/**
 * From a subdirectory a path may be relative to it, as for git; that reading wins where it exists. Where
 * neither does, `local` is what that reading would be.
 */
export async function findPath(
  asked: string,
  repository: Repository,
  commit: Commit | undefined,
  directory: string | undefined,
): Promise<{ path: string; exists: boolean; local?: string }> {
  const { root } = repository.location;
  let missing: string | undefined;
  if (root !== undefined && directory !== undefined && !isAbsolute(asked)) {
    const here = relative(realpathSync(root), realpathSync(directory)).split(sep).join('/');
    const local = posix.join(here, asked);
    const inside = here !== '' && !here.startsWith('..') && local !== '..' && !local.startsWith('../');
    const isHere = inside && (await exists(repository, commit, local));
    // `../a` can only mean the one beside this directory, there or not.
    if (isHere || (inside && /^\.\.?(\/|$)/.test(asked))) return { path: local, exists: isHere };
    if (inside) missing = local;
  }
  const path = normalisePath(asked, root);
  return { path: asked, exists: await exists(repository, commit, path), local: missing };
}

export async function exists(
  repository: Repository,
  commit: Commit | undefined,
  path: string,
): Promise<boolean> {
  const { root } = repository.location;
  if (root !== undefined && onDisk(root, path)) return true;
  return commit !== undefined && (await repository.entryAt(commit, path)) !== undefined;
}

export function onDisk(root: string, path: string): 'file' | 'directory' | 'link' | 'other' | undefined {
  try {
    const stats = lstatSync(join(root, path));
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return 'directory';
    return stats.isFile() ? 'file' : 'other';
  } catch {
    return undefined;
  }
}

/** Names in the nearest directory that exists, most alike first. */
export async function nearestPaths(
  repository: Repository,
  commit: Commit | undefined,
  path: string,
): Promise<string[]> {
  const { root } = repository.location;
  let directory = posix.dirname(path);
  for (;;) {
    const base = directory === '.' ? '' : directory;
    const names = new Set<string>();
    const entry = commit && (await repository.entryAt(commit, base));
    const entries = entry?.mode === '40000' ? await repository.tree(entry.id) : undefined;
    for (const item of entries?.values() ?? []) names.add(item.name.toString('utf8'));
    const onlyInside = root === undefined ? undefined : insideRoot(root, base || '.');
    if (root !== undefined && onlyInside !== undefined && onDisk(root, base || '.') === 'directory') {
      for (const name of readdirSync(onlyInside)) if (name !== '.git') names.add(name);
    }
    if (names.size > 0) {
      const wanted = path.slice(base === '' ? 0 : base.length + 1).split('/')[0] ?? '';
      return [...names]
        .map(name => ({ name, score: likeness(wanted.toLowerCase(), name.toLowerCase()) }))
        .filter(({ score }) => score > 0.4)
        .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
        .slice(0, 3)
        .map(({ name }) => posix.join(base, name));
    }
    if (base === '') return [];
    directory = posix.dirname(directory);
  }
}

/** Shared pairs of letters, from 0 to 1. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const pairs = (text: string) =>
    new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
  if (a.length < 2 || b.length < 2) return 0;
  const [left, right] = [pairs(a), pairs(b)];
  const shared = [...left].filter(item => right.has(item)).length;
  return (2 * shared) / (left.size + right.size);
}
