/** Variables of an entry that decide which code runs: a repository's file must not smuggle them in. */

/** By the loader, the interpreter, the shell, git, or the place where programs and settings are looked for. */
const DECIDES =
  /^(?:NODE_.*|npm_config_.*|PATH|PATHEXT|COMSPEC|SHELL|ENV|BASH_ENV|BASH_FUNC_.*|PROMPT_COMMAND|IFS|PS4|LD_.*|DYLD_.*|GIT_.*|SSH_.*|PYTHON.*|PERL.*|RUBY.*|JAVA_TOOL_OPTIONS|ELECTRON_.*|HOME|USERPROFILE|APPDATA|XDG_.*|TMPDIR|EDITOR|VISUAL|PAGER)$/i;

export const decidingNames = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(environment).filter(name => DECIDES.test(name.trim()));
