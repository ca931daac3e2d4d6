import type { Command } from 'commander';
import { oneLine } from '../../annotation/sanitise.ts';
import { commandOf } from './arguments.ts';
import { fullName } from './layout.ts';

/** Flags that other programs have, and those that say the same here; of these a command has at most one. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  '--at': ['--rev', '--commit', '--onto'],
  '--revision': ['--rev', '--commit', '--onto'],
  '--port': ['--addr'],
};

const VALUES: Readonly<Record<string, string>> = { '--addr': ' 127.0.0.1:8080' };

function flagMeant(command: Command, message: string): string | undefined {
  const [, given = ''] = /unknown option '(--[\w-]+)/.exec(message) ?? [];
  const flag = FLAGS[given]?.find(long => command.options.some(option => option.long === long));
  return flag && `Here it is called: ${flag}${VALUES[flag] ?? ' <commit>'}`;
}

/** "error: unknown command 'raed'\n(Did you mean read?)" of commander, said as every other error is. */
export function usageError(text: string, program: Command, words: readonly string[]): string {
  const [first = '', ...hints] = text.trim().split('\n').map(oneLine);
  const message = first.replace(/^error: /, '').replace(/\.?$/, '.');
  const { command } = commandOf(program, words);
  const meant = flagMeant(command, message);
  return [
    `ultragit: ${message.charAt(0).toUpperCase()}${message.slice(1)}`,
    ...(meant ? [meant] : hints).map(hint => `  ${hint.replace(/^\((.*)\)$/, '$1')}`),
    `  See: ${fullName(command)} --help\n`,
  ].join('\n');
}
