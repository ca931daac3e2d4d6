import type { Command } from 'commander';
import { WHEN } from '../terminal/look.ts';

/**
 * The words of the command line as they are meant: `help mcp install` is `mcp install --help`, a command that only has
 * others shows its help, and a `--color` without its value takes no path for one.
 */
export function asMeant(program: Command, words: readonly string[]): string[] {
  if (words[0] === '-V') return ['--version'];
  const { command, left } = commandOf(program, words);
  const [next, ...rest] = left;
  const named = words.slice(0, words.length - left.length);
  if (named[0] === 'help') return asMeant(program, [...left, '--help']);
  if (command.commands.length === 0) return withColour(words);
  if (next === undefined) return [...words, '--help'];
  if (next === 'help') return asMeant(program, [...named, ...rest, '--help']);
  // Without the words after it, so that `--help` does not hide that there is no such command.
  return next.startsWith('-') ? [...words] : [...named, next];
}

/** The command that the first words name, and the words after them. */
export function commandOf(
  program: Command,
  words: readonly string[],
): { command: Command; left: readonly string[] } {
  let command = program;
  let left = words;
  for (;;) {
    const [name] = left;
    const next = command.commands.find(one => name !== undefined && one.name() === name);
    if (!next) return { command, left };
    command = next;
    left = left.slice(1);
  }
}

function withColour(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  return words.map((word, index) => {
    const isValue = WHEN.some(when => when === words[index + 1]);
    return word === '--color' && !isValue && (end < 0 || index < end) ? '--color=always' : word;
  });
}
