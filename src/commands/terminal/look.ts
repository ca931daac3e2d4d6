/** How the terminal wants an answer to look: coloured or not, how wide. */
import { type Command, Option } from 'commander';
import type { Look } from '../../render/pretty.ts';
import type { Io } from '../io.ts';

export const WHEN = ['always', 'never', 'auto'] as const;

/** What the flags say; `--no-color` is false. */
export type LookFlags = { color?: (typeof WHEN)[number] | false; pager?: boolean };

/** The flags of a command that shows a longer text. */
export function addLookOptions(command: Command): Command {
  for (const option of colourOptions()) command.addOption(option);
  return command.option('--no-pager', 'print straight to the terminal, without a pager');
}

/** Every command takes them, whether it has colours or not, so that a script may always give them. */
export function addColourOptions(command: Command): void {
  if (command.options.some(({ long }) => long === '--color')) return;
  for (const option of colourOptions()) command.addOption(option.hideHelp());
}

function colourOptions(): Option[] {
  return [
    new Option('--color [when]', 'when to use colour (default: auto)').choices(WHEN).preset('always'),
    new Option('--no-color', 'short for --color never'),
  ];
}

export function lookOf(io: Io, flags: LookFlags): Look {
  return { colour: wantsColour(io, flags), width: widthOf(io) };
}

/** The flag wins; else NO_COLOR wins over FORCE_COLOR, and both over what the terminal is. */
export function wantsColour({ env, stdout }: Io, { color }: LookFlags = {}): boolean {
  if (color === 'always') return true;
  if (color === 'never' || color === false) return false;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isForTerminal({ env, stdout }) && env.TERM !== 'dumb';
}

/** A terminal, or the pager of `git -p ultragit`, which git tells its commands about. */
export function isForTerminal({ env, stdout }: Pick<Io, 'env' | 'stdout'>): boolean {
  return stdout.isTTY === true || /^(true|yes|on|1)$/i.test(env.GIT_PAGER_IN_USE ?? '');
}

/** What COLUMNS says, as for git; else the terminal's own. */
export function widthOf({ env, stdout }: Io): number {
  const said = Number(env.COLUMNS);
  return Number.isInteger(said) && said > 0 ? said : stdout.columns || 80;
}
