import type { GitCall } from './run/runner.ts';
import { succeeded } from './run/stderr.ts';

/** How files differ between two commits, or between a commit and what is not committed yet. */

/**
 * A regular file before and after; a renamed one has two names. What is no regular file has no content here, and what is
 * not merged yet has none that counts.
 */
export type FileChange = { from: string; to: string; before?: string; after?: string; unmerged?: true };

const RAW = ['--raw', '--no-abbrev', '-M', '-z'];

export function changesBetween(base: string, target: string): GitCall<FileChange[]> {
  return {
    immutable: true,
    args: ['diff-tree', '-r', ...RAW, base, target],
    parse: output => parseRaw(succeeded(output, 'comparing two commits')),
  };
}

export function stagedChanges(base: string): GitCall<FileChange[]> {
  return {
    args: ['diff-index', '--cached', ...RAW, base],
    parse: output => parseRaw(succeeded(output, 'comparing a commit with the index')),
  };
}

/** A file that differs, or of which git is not sure, has an `after` that means nothing. */
export function worktreeChanges(base: string): GitCall<FileChange[]> {
  return {
    args: ['diff-index', '--ignore-submodules', ...RAW, base],
    parse: output => parseRaw(succeeded(output, 'comparing a commit with the files on disk')),
  };
}

export function untrackedFiles(): GitCall<string[]> {
  return {
    args: ['ls-files', '--others', '--exclude-standard', '-z'],
    parse: output => succeeded(output, 'listing new files').split('\0').slice(0, -1),
  };
}

/** Whether the index has the file of this name, from the top of the work tree. */
export function tracksFile(name: string): GitCall<boolean> {
  return {
    args: ['ls-files', '-z', '--', name],
    parse: output => succeeded(output, 'looking a file up in the index') !== '',
  };
}

/** `:100644 100644 <before> <after> M NUL path`, or `R<score> NUL from NUL to`. */
function parseRaw(output: string): FileChange[] {
  const fields = output.split('\0');
  const changes: FileChange[] = [];
  for (let at = 0; at < fields.length; at++) {
    const head = fields[at] ?? '';
    if (!head.startsWith(':')) continue;
    const [oldMode = '', newMode = '', before = '', after = '', status = ''] = head.slice(1).split(' ');
    const from = fields[++at] ?? '';
    const to = /^[RC]/.test(status) ? (fields[++at] ?? '') : from;
    const isFile = (mode: string) => mode.startsWith('100');
    if (!isFile(oldMode) && !isFile(newMode)) continue;
    const content = { ...(isFile(oldMode) && { before }), ...(isFile(newMode) && { after }) };
    changes.push({ from, to, ...content, ...(status === 'U' && { unmerged: true }) });
  }
  return changes;
}
