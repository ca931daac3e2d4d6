import { createHash } from 'node:crypto';
import type { GitCall } from './run/runner.ts';
import { succeeded } from './run/stderr.ts';

/** Commits that `head` has and one of these has not, or the other way round, if the other side makes the same change. */
export function commitsWithEqualPatches(head: string, commits: readonly string[]): GitCall<string[]> {
  return {
    immutable: true,
    args: ['rev-list', '--cherry-mark', '--left-right', '--no-merges', '--stdin'],
    input: [...commits.map(commit => `${commit}...${head}`), ''].join('\n'),
    parse: output => equalOnes(succeeded(output, 'looking for rewritten commits')).map(line => line.slice(1)),
    distil: stdout => equalOnes(stdout).join('\n'),
  };
}

/** By commit, what names its change, wherever in its files that is: equal for those that git takes for the same patch. */
export function patchesOf(commits: readonly string[]): GitCall<Map<string, string>> {
  return {
    immutable: true,
    args: ['diff-tree', '--stdin', '--root', '-r', '-p', '--full-index'],
    input: [...commits, ''].join('\n'),
    parse: output => parsePatches(succeeded(output, 'comparing patches')),
    // As a patch of one line, which is named as well as the whole.
    distil: stdout => [...parsePatches(stdout)].map(([commit, name]) => `${commit}\n+${name}\n`).join(''),
  };
}

function equalOnes(lines: string): string[] {
  return lines.split('\n').filter(line => line.startsWith('='));
}

/** As `git patch-id` has it: without white space, line numbers and, but for binary files, the ids of blobs. */
function parsePatches(output: string): Map<string, string> {
  const patches = new Map<string, string>();
  for (const patch of output.split(/^(?=[0-9a-f]{40,64}$)/m)) {
    const [commit = '', ...lines] = patch.split('\n');
    const isBinary = lines.some(line => line.startsWith('Binary files '));
    const said = lines.filter(line => !/^(@@|\\)/.test(line) && (isBinary || !line.startsWith('index ')));
    const text = said.map(line => line.replace(/\s+/g, '')).join('');
    if (commit !== '') patches.set(commit, createHash('sha256').update(text).digest('hex'));
  }
  return patches;
}
