import type { Command } from 'commander';
import { addColourOptions } from '../terminal/look.ts';

/** What the commands are for, in the order in which help shows them. */
const GROUPS: readonly (readonly [heading: string, commands: readonly string[]])[] = [
  ['Ask:', ['read', 'why', 'search', 'deps', 'history', 'summary']],
  ['Look at it in a browser:', ['view', 'report']],
  ['Before a change goes in:', ['check']],
  ['Write it down:', ['annotate', 'correct', 'validate']],
  ['Keep and share it:', ['setup', 'sync', 'carry', 'doctor']],
  ['Connect an agent:', ['mcp', 'hook']],
];
const OTHER = 'Other:';

/** What all commands have in common, when they are all there. */
export function finishProgram(program: Command): void {
  // Help, manual and completion list them in this order, whoever added them first.
  (program.commands as Command[]).sort((a, b) => rank(a) - rank(b));
  for (const command of program.commands) command.helpGroup(groupOf(command.name()));
  for (const command of everyCommand(program)) {
    if (command.commands.length === 0) addColourOptions(command);
    // `asMeant` knows what `help` means, wherever it stands.
    else command.helpCommand(false);
  }
}

function groupOf(name: string): string {
  return GROUPS.find(([, commands]) => commands.includes(name))?.[0] ?? OTHER;
}

const ORDER = GROUPS.flatMap(([, commands]) => commands);

/** Others keep their order. */
function rank(command: Command): number {
  const place = ORDER.indexOf(command.name());
  return place < 0 ? ORDER.length : place;
}

/** Commands and the commands in them, as they are listed. */
export function everyCommand(command: Command): Command[] {
  return command.commands.flatMap(one => [one, ...everyCommand(one)]);
}
