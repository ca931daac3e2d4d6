/** Which terminals take hyperlinks (OSC 8); a terminal that does not know them may print their addresses. */
import type { Io } from '../io.ts';

type Environment = Io['env'];

/** By TERM_PROGRAM, from which version on. */
const PROGRAMS: Readonly<Record<string, readonly number[]>> = {
  'iTerm.app': [3, 1],
  WezTerm: [20200620],
  vscode: [1, 72],
  tmux: [3, 4],
  ghostty: [],
  zed: [],
  rio: [],
};
const TERMS = /^(xterm-kitty|xterm-ghostty|ghostty|alacritty|foot|contour|rio)(-|$)/;
/** Set by a terminal that takes them, whatever the value. */
const VARIABLES = ['KITTY_WINDOW_ID', 'WT_SESSION', 'DOMTERM', 'CURSOR_TRACE_ID', 'GHOSTTY_RESOURCES_DIR'];
/** The first of these, 0.50.0, crashed on some links. */
const VTE_AFTER = 5000;
const KONSOLE_FROM = 201200;

/** FORCE_HYPERLINK wins: 0 for never, anything else for always. */
export function supportsLinks({ env, stdout }: Pick<Io, 'env' | 'stdout'>): boolean {
  if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== '0';
  if (stdout.isTTY !== true || env.TERM === 'dumb' || env.CI) return false;
  return byProgram(env) || byVariable(env) || TERMS.test(env.TERM ?? '');
}

function byProgram({ TERM_PROGRAM = '', TERM_PROGRAM_VERSION = '' }: Environment): boolean {
  const least = Object.hasOwn(PROGRAMS, TERM_PROGRAM) ? PROGRAMS[TERM_PROGRAM] : undefined;
  return least !== undefined && isAtLeast(TERM_PROGRAM_VERSION, least);
}

function byVariable(env: Environment): boolean {
  return (
    VARIABLES.some(name => env[name]) ||
    Number(env.VTE_VERSION) > VTE_AFTER ||
    Number(env.KONSOLE_VERSION) >= KONSOLE_FROM
  );
}

/** "3.4a" is at least 3.4. */
function isAtLeast(version: string, least: readonly number[]): boolean {
  const numbers = version.split(/[.-]/).map(part => Number.parseInt(part, 10) || 0);
  for (const [index, wanted] of least.entries()) {
    const has = numbers[index] ?? 0;
    if (has !== wanted) return has > wanted;
  }
  return true;
}
