const KEY = String.raw`(notes\.rewriteRef|notes\.rewriteMode|remote\.[^\n]+\.fetch)`;
const REMOTE = String.raw`--\n\w[\w./@+-]*`;
/** A value that git can't take for an option. */
const VALUE = String.raw`[^\n-][^\n]*`;

function oneOf(...forms: readonly string[]): RegExp {
  return new RegExp(`^(${forms.join('|')})$`);
}

/**
 * The git commands that may run in the real repository to write, each in the one form that is needed (its
 * words, one a line). None of them
 * reads the index or the working tree, so no filter, no attribute and no file system monitor has a part in it.
 */
const WRITING = {
  /** Who the notes commit names, and the error where git does not know. */
  var: /^GIT_(AUTHOR|COMMITTER)_IDENT$/,
  /** What the ref names now, and whether it stands for another one. */
  'for-each-ref': /^--format=%\(refname\) %\(objectname\) %\(symref\)\nrefs\/notes\/\S+$/,
  /** What a ref stands for that leads nowhere yet: moving it would make that one. */
  'symbolic-ref': /^-q\nrefs\/notes\/\S+$/,
  /** The blob of a note, from stdin: no path, so no filter. */
  'hash-object': /^-w\n--stdin$/,
  /** Trees of notes. Objects are not looked for: in a partial clone that would fetch them. */
  mktree: /^--missing\n--batch$/,
  'commit-tree': /^ID(\n-p\nID)*\n-F\n-$/,
  /** Moves a notes ref, from what it was expected to be. */
  'update-ref': /^-m\n[^\n]+\nrefs\/notes\/\S+\nID\nID$/,
  /** Lists the settings; adds, takes back or replaces one value of the keys that a clone needs to keep notes. */
  config: oneOf(
    String.raw`--show-scope\n-z\n--list`,
    String.raw`--local\n--add\n${KEY}\n${VALUE}`,
    String.raw`--local\n--fixed-value\n--unset-all\n${KEY}\n${VALUE}`,
    String.raw`--local\n--fixed-value\n--replace-all\n${KEY}\n${VALUE}\n${VALUE}`,
  ),
  /** Brings a remote's notes to their copy here, and touches no other ref. */
  fetch: oneOf(
    String.raw`--upload-pack=git-upload-pack\n(--[a-z-]+=?\n)+${REMOTE}\n\+refs/notes/[^\s:]+:refs/notes/remote/[^\s:]+`,
  ),
  /** Never forced: the remote's notes only move on. */
  push: oneOf(
    String.raw`--receive-pack=git-receive-pack\n(--(porcelain|progress|no-[a-z-]+)\n)+${REMOTE}\n[0-9a-f]{40,64}:refs/notes/[^\s:]+`,
  ),
  'ls-remote': oneOf(String.raw`--upload-pack=git-upload-pack\n--refs\n${REMOTE}\nrefs/notes/\*`),
} as const;

type WritingCommand = keyof typeof WRITING;

export type WritingArgs = readonly [WritingCommand, ...string[]];

/** Throws where the program has a bug; nothing that a user can ask for gets here. */
export function requireWriting(args: readonly string[]): asserts args is WritingArgs {
  const [command = 'none', ...rest] = args;
  const words = rest.map(word => (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(word) ? 'ID' : word));
  const isAllowed =
    Object.hasOwn(WRITING, command) && WRITING[command as WritingCommand].test(words.join('\n'));
  if (!isAllowed) throw new Error(`Not a git command that writes notes: ${command}.`);
}
