/**
 * The git commands that may run in the private directory. It borrows the repository's refs but not its object
 * store: a command that writes there exits 0 and leaves a ref to an object that is in neither.
 */
const READ_ONLY = [
  'blame',
  'config',
  'diff-index',
  'diff-tree',
  'grep',
  'log',
  'ls-files',
  'ls-tree',
  'merge-base',
  'rev-list',
  'rev-parse',
] as const;

type ReadOnlyCommand = (typeof READ_ONLY)[number];

export type ReadOnlyArgs = readonly [ReadOnlyCommand, ...string[]];

/** Of `git config` only this: it reads stdin, which git refuses to write to. */
export const LIST_CONFIG: ReadOnlyArgs = ['config', '--file', '-', '--no-includes', '-z', '--list'];

/**
 * Options with which a command that reads does more: `--output` overwrites a file, the others start programs.
 * Git takes any unambiguous beginning of an option.
 */
const NOT_READ_ONLY = /^(--(ou|op|ext|textc|show-sig)|-[a-zA-Z]*O)/;

/** Throws where the program has a bug; nothing that a user can ask for gets here. */
export function requireReadOnly(args: readonly string[]): asserts args is ReadOnlyArgs {
  const refused = whyRefused(args);
  if (refused !== undefined) throw new Error(`Not a read-only git command: ${refused}.`);
}

function whyRefused([command, ...rest]: readonly string[]): string | undefined {
  if (!READ_ONLY.some(known => known === command)) return command ?? 'none';
  if (command === 'config') return rest.join(' ') === LIST_CONFIG.slice(1).join(' ') ? undefined : command;
  const end = rest.findIndex(word => word === '--' || word === '--end-of-options');
  const options = end < 0 ? rest : rest.slice(0, end);
  const option = options.find(word => NOT_READ_ONLY.test(word));
  return option === undefined ? undefined : `${command} ${option}`;
}
