/** The git commands that write notes. Ids are full object ids; refs are full names under `refs/notes/`. */
import { unparsable } from '../git/run/failures.ts';
import type { GitOutput, WritingCall } from '../git/run/runner.ts';
import { recognise, written } from '../git/run/stderr.ts';

export type Identity = { name: string; email: string };

/** Who writes, as git would name them in a commit. */
export function whoWrites(): WritingCall<Identity> {
  return {
    args: ['var', 'GIT_COMMITTER_IDENT'],
    parse(output) {
      const match = /^([^<\n]*?) ?<([^>]*)>/.exec(written(output, 'finding out who writes'));
      if (!match) throw unparsable('var');
      return { name: match[1] ?? '', email: match[2] ?? '' };
    },
  };
}

/** What a ref names now, and the ref that it stands for where it is a symbolic one; undefined where there is none. */
export function lookUpRef(ref: string): WritingCall<{ id: string; target?: string } | undefined> {
  return {
    args: ['for-each-ref', '--format=%(refname) %(objectname) %(symref)', ref],
    parse(output) {
      const rows = written(output, `looking up ${ref}`)
        .split('\n')
        .map(line => line.split(' '));
      const [, id, target] = rows.find(([name]) => name === ref) ?? [];
      return id === undefined ? undefined : { id, ...(target ? { target } : {}) };
    },
  };
}

/** The ref that one stands for which leads nowhere yet; undefined where it stands for none. */
export function lookUpTarget(ref: string): WritingCall<string | undefined> {
  return {
    args: ['symbolic-ref', '-q', ref],
    parse: output => (output.exitCode === 1 ? undefined : written(output, `looking up ${ref}`).trim()),
  };
}

export function writeBlob(text: string): WritingCall<string> {
  return {
    args: ['hash-object', '-w', '--stdin'],
    input: text,
    parse: output => oneId(output, 'hash-object', 'writing the note'),
  };
}

export type NewEntry = { mode: string; id: string; name: Buffer };

/** One tree for each list of entries, in any order; gives their ids. */
export function writeTrees(trees: readonly (readonly NewEntry[])[]): WritingCall<string[]> {
  return {
    args: ['mktree', '--missing', '--batch'],
    input: trees.map(entries => `${entries.map(treeLine).join('')}\n`).join(''),
    parse(output) {
      const ids = idsIn(written(output, 'writing the tree of notes'));
      if (ids.length !== trees.length) throw unparsable('mktree');
      return ids;
    },
  };
}

function treeLine({ mode, id, name }: NewEntry): string {
  const type = mode === '40000' ? 'tree' : mode === '160000' ? 'commit' : 'blob';
  return `${mode} ${type} ${id}\t${quoted(name)}\n`;
}

/** Names are bytes, and what git reads here is text: every unusual byte is written as git unquotes it. */
function quoted(name: Buffer): string {
  const text = name.toString('latin1');
  if (/^[\w.-]+$/.test(text)) return text;
  return `"${text.replace(/[^\w.-]/g, char => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`;
}

export function writeCommit(tree: string, parents: readonly string[], message: string): WritingCall<string> {
  return {
    args: ['commit-tree', tree, ...parents.flatMap(parent => ['-p', parent]), '-F', '-'],
    input: message,
    parse: output => oneId(output, 'commit-tree', 'writing the notes commit'),
  };
}

/** What became of an attempt: done, somebody else moved the ref meanwhile, or somebody is just moving it. */
export type Moved = 'done' | 'overtaken' | 'locked';

/** Moves a ref to `after`, if it still is at `before` (none: if it still does not exist). */
export function moveRef(
  ref: string,
  after: string,
  before: string | undefined,
  reason: string,
): WritingCall<Moved> {
  return {
    args: ['update-ref', '-m', reason, ref, after, before ?? '0'.repeat(after.length)],
    parse(output) {
      if (output.exitCode === 0) return 'done';
      if (OVERTAKEN.test(output.stderr)) return 'overtaken';
      if (recognise('writing', output.stderr).name === 'locked') return 'locked';
      written(output, `moving ${ref}`);
      return 'done';
    },
  };
}

const OVERTAKEN = /but expected|reference already exists|unable to resolve reference/;

function oneId(output: GitOutput, command: string, doing: string): string {
  const [id, ...others] = idsIn(written(output, doing));
  if (id === undefined || others.length > 0) throw unparsable(command);
  return id;
}

function idsIn(text: string): string[] {
  return text.split('\n').filter(line => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(line));
}
