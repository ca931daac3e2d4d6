import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST, readGitFile, readRefFile } from './git-file.ts';

const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** Branches of people; a tag keeps no branch alive, and those of Entire hold its own records. */
const BRANCH = /^refs\/(?:heads\/(?!entire\/)|remotes\/[^/]+\/(?!entire\/))./;

/** The newest commit of each branch, local and remote, each once, in order; symbolic refs name other branches. */
export function branchTips(commonDir: string): string[] {
  const tips = packedBranches(commonDir);
  for (const ref of [...looseRefs(commonDir, 'refs/heads'), ...looseRefs(commonDir, 'refs/remotes')]) {
    const id = readRefFile(join(commonDir, ref)) ?? '';
    if (BRANCH.test(ref) && OBJECT_ID.test(id)) tips.set(ref, id);
  }
  return [...new Set(tips.values())].sort();
}

/** A loose ref of the same name is newer. */
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
