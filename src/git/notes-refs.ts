import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST, readGitFile, readRefFile } from './git-file.ts';

const MOST_REFS = 500;
const DEEPEST = 8;

/** Where tools keep copies of a remote's notes: they repeat the local ones. */
const MIRROR = /^refs\/notes\/(remote|origin|ai-remote)\//;

/** A name that is safe to hand to git, see `completeRef`. */
const PLAIN = /^refs\/notes\/[\w./+@-]+$/;

/** The notes refs of a repository, in order, without mirrors of a remote's notes. */
export function notesRefs(commonDir: string): string[] {
  const under = 'refs/notes';
  // Git removes a file once it has packed the ref: so the files come first, and none is missed.
  const loose = looseRefs(commonDir, under);
  const packed = packedRefs(commonDir, under).map(({ ref }) => ref);
  return [...new Set([...loose, ...packed])]
    .filter(ref => PLAIN.test(ref) && !ref.includes('..') && !MIRROR.test(ref))
    .sort()
    .slice(0, MOST_REFS);
}

/** The copies that this clone has of a notes ref of its remotes, each with the remote where its name says it. */
export function copiesOf(commonDir: string, noteref: string): { ref: string; remote: string }[] {
  const name = noteref.slice('refs/notes/'.length);
  return refsUnder(commonDir, 'refs/notes').flatMap(line => {
    const [ref = ''] = line.split(' ');
    if (!PLAIN.test(ref) || ref.includes('..') || !MIRROR.test(ref) || !ref.endsWith(`/${name}`)) return [];
    const between = ref.slice('refs/notes/'.length, -name.length - 1).replace(/^(remote|ai-remote)\//, '');
    return [{ ref, remote: between }];
  });
}

/** The refs under one, each with what it names now, as one text each, in order. */
export function refsUnder(commonDir: string, under: string): string[] {
  const loose = looseRefs(commonDir, under).flatMap((ref): [string, string][] => {
    const id = readRefFile(join(commonDir, ref));
    return id === undefined ? [] : [[ref, id]];
  });
  const packed = packedRefs(commonDir, under).map(({ ref, id }): [string, string] => [ref, id]);
  return [...new Map([...packed, ...loose])].map(([ref, id]) => `${ref} ${id}`).sort();
}

/** The refs under one that have a file of their own. */
function looseRefs(commonDir: string, under: string): string[] {
  const refs: string[] = [];
  const walk = (ref: string, depth: number): void => {
    for (const { name, isDirectory, isFile } of entriesOf(join(commonDir, ref))) {
      if (refs.length >= MOST_REFS) return;
      // No ref has such a name: git is about to write one.
      if (name.endsWith('.lock')) continue;
      if (isFile) refs.push(`${ref}/${name}`);
      else if (isDirectory && depth < DEEPEST) walk(`${ref}/${name}`, depth + 1);
    }
  };
  walk(under, 0);
  return refs;
}

function entriesOf(directory: string): { name: string; isDirectory: boolean; isFile: boolean }[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).map(entry => ({
      name: entry.name,
      isDirectory: entry.isDirectory(),
      isFile: entry.isFile(),
    }));
  } catch {
    return [];
  }
}

function packedRefs(commonDir: string, under: string): { ref: string; id: string }[] {
  const text = readGitFile(join(commonDir, 'packed-refs'), LARGEST.list) ?? '';
  const refs: { ref: string; id: string }[] = [];
  // Of the many lines of this file, few are read.
  for (let at = text.indexOf(` ${under}/`); at >= 0; at = text.indexOf(` ${under}/`, at + 1)) {
    const ref = /\S*/.exec(text.slice(at + 1, at + 1_000))?.[0] ?? '';
    refs.push({ ref, id: text.slice(text.lastIndexOf('\n', at) + 1, at) });
  }
  return refs;
}
