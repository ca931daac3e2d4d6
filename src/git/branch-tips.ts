import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST, readGitFile, readRefFile } from './git-file.ts';

const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** Branches of people; a tag keeps no branch alive, and those of Entire hold its own records. */
const BRANCH = /^refs\/(?:heads\/(?!entire\/)|remotes\/[^/]+\/(?!entire\/))./;

/** The newest commit of each branch, local and remote, each once, in order; symbolic refs name other branches. */
export function branchTips(commonDir: string): string[] {
  // Git removes a file once it has packed the ref: so the files come first, and none is missed.
  const loose = ['refs/heads', 'refs/remotes']
    .flatMap(directory => looseRefs(commonDir, directory))
    .map((ref): [string, string] => [ref, readRefFile(join(commonDir, ref)) ?? ''])
    .filter(([ref, id]) => BRANCH.test(ref) && OBJECT_ID.test(id));
  const tips = new Map([...packedBranches(commonDir), ...loose]);
  return [...new Set(tips.values())].sort();
}

function packedBranches(commonDir: string): Map<string, string> {
  const tips = new Map<string, string>();
  for (const line of (readGitFile(join(commonDir, 'packed-refs'), LARGEST.list) ?? '').split('\n')) {
    const space = line.indexOf(' ');
    const [id, ref] = [line.slice(0, space), line.slice(space + 1)];
    if (OBJECT_ID.test(id) && BRANCH.test(ref)) tips.set(ref, id);
  }
  return tips;
}

function looseRefs(commonDir: string, directory: string): string[] {
  return entries(join(commonDir, directory)).flatMap(entry => {
    const ref = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return looseRefs(commonDir, ref);
    return entry.isFile() && !ref.endsWith('.lock') ? [ref] : [];
  });
}

function entries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
