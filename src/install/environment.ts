/** Variables of an entry that decide which code runs: a repository's file must not smuggle them in. */

import { UltragitError } from '../errors.ts';
import { type Entry, flagsFor } from './remedies.ts';

/** By the loader, the interpreter, the shell, git, or the place where programs and settings are looked for. */
const DECIDES =
  /^(?:NODE_.*|npm_config_.*|PATH|PATHEXT|COMSPEC|SHELL|ENV|BASH_ENV|BASH_FUNC_.*|PROMPT_COMMAND|IFS|PS4|LD_.*|DYLD_.*|GIT_.*|SSH_.*|PYTHON.*|PERL.*|RUBY.*|JAVA_TOOL_OPTIONS|ELECTRON_.*|HOME|USERPROFILE|APPDATA|XDG_.*|TMPDIR|EDITOR|VISUAL|PAGER)$/i;

const decidingNames = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(environment).filter(name => DECIDES.test(name.trim()));

/** Whoever wrote the repository wrote its files: an environment in them could start anything in our name. */
export function refuseEnvironment(place: Entry, environment: Readonly<Record<string, unknown>>): void {
  const names = place.scope === 'project' ? decidingNames(environment) : [];
  if (names.length === 0) return;
  throw new UltragitError(
    'host_config',
    `The entry in ${place.path} sets ${names.join(', ')}, which can make it start another program.`,
    [
      'If you want that, run this again with --keep-env.',
      `If you did not write it, \`ultragit mcp uninstall ${flagsFor(place)}\` takes the entry out; then install again.`,
    ],
  );
}
