import type { Command } from 'commander';
import { oneLine } from '../../annotation/sanitise.ts';
import { commandOf } from './arguments.ts';
import { fullName } from './layout.ts';

/** "error: unknown command 'raed'\n(Did you mean read?)" of commander, said as every other error is. */
export function usageError(text: string, program: Command, words: readonly string[]): string {
  const [first = '', ...hints] = text.trim().split('\n').map(oneLine);
  const message = first.replace(/^error: /, '').replace(/\.?$/, '.');
  const { command } = commandOf(program, words);
  return [
    `ultragit: ${message.charAt(0).toUpperCase()}${message.slice(1)}`,
    ...hints.map(hint => `  ${hint.replace(/^\((.*)\)$/, '$1')}`),
    `  See: ${fullName(command)} --help\n`,
  ].join('\n');
}
