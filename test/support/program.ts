// The program as commander knows it, for tests that go through its commands and flags.
import type { Command } from 'commander';
import { wholeProgram } from '../../src/commands/main.ts';

export function program(columns = 80, write: (text: string) => unknown = () => true): Command {
  const env = { COLUMNS: String(columns) };
  return wholeProgram({ stdout: { write }, stderr: { write }, env, cwd: '.', home: '.', platform: 'linux' });
}

/** What `--help` of a command prints. */
export function helpOf(words: readonly string[], columns: number): string {
  let text = '';
  const whole = program(columns, part => {
    text += part;
  });
  const command = words.reduce<Command>(
    (above, name) => above.commands.find(one => one.name() === name) ?? above,
    whole,
  );
  command.outputHelp();
  return text;
}
