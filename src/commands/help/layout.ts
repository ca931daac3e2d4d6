/** Help that can be read at any width: commander cuts nothing, and leaves narrow terminals and examples alone. */
import type { Command, Help, HelpConfiguration, Option } from 'commander';

/** Longer lines are hard to read. */
const WIDEST = 100;
/** Below this, a description has lines of its own. */
const ROOM_FOR_DESCRIPTION = 36;
const BELOW = ' '.repeat(6);

export function helpWidth(columns: number): number {
  return Math.max(20, Math.min(columns, WIDEST));
}

export const HELP: HelpConfiguration = {
  minWidthToWrap: 1,
  sortSubcommands: false,
  styleTitle: title => `\x1b[1m${title}\x1b[0m`,
  commandDescription: (command: Command) => asSentence(command.description()),
  subcommandTerm: (command: Command) => `${command.name()} ${wordsAfter(command)}`.trimEnd(),
  optionDescription: describeOption,
  formatItem(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
    const width = helper.helpWidth ?? 80;
    const room = width - termWidth - 4;
    if (!description) return `  ${term}`;
    if (room < ROOM_FOR_DESCRIPTION) return `  ${term}\n${indented(description, width, BELOW)}`;
    const lines = wrapped(description, room);
    return lines.map((line, at) => `  ${(at === 0 ? term : '').padEnd(termWidth)}  ${line}`).join('\n');
  },
};

/** In a list a description is a phrase, and alone it is a sentence. */
export function asSentence(phrase: string): string {
  if (phrase === '') return '';
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${/[.?!]$/.test(phrase) ? '' : '.'}`;
}

/** "<path...> [anchor]": what comes after a command's name, but for its flags. */
export function wordsAfter(command: Command): string {
  return command
    .usage()
    .replace(/\[options\] ?/, '')
    .replace('[command]', '<command>');
}

/** "ultragit mcp install". */
export function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

/** With what it may be, and what it is where it is not given. */
export function describeOption({ description, argChoices = [], defaultValue, negate }: Option): string {
  const choices = argChoices.length > 0 ? `: ${argChoices.join(', ').replace(/, ([^,]*)$/, ' or $1')}` : '';
  const isValue = defaultValue !== undefined && typeof defaultValue !== 'boolean' && !negate;
  const standard = isValue ? ` (default: ${defaultValue})` : '';
  return description.replace(/(?= \(|$)/, choices) + standard;
}

/** Examples, and whatever else commander does not wrap. */
export function fitHelp(text: string, width: number): string {
  if (
    plain(text)
      .split('\n')
      .every(line => line.length <= width)
  )
    return text;
  return text.replace(/(?:^|(?<=\n))(?: {2}\S.*(?:\n|$))+|.+/g, block =>
    block.startsWith('  ') ? fitExamples(block, width) : fitLine(block, width),
  );
}

function plain(text: string): string {
  return text.replace(/\x1b\[\d+m/g, '');
}

/** "  ultragit read a.ts      what it does": the command, and what it does beside or below it. */
export const EXAMPLE = /^ {2}(\S.*?)(?: {2,}| +(?=# ))(?:# )?(\S.*)$/;

/** One form for all of them: beside each other where there is room. */
function fitExamples(block: string, width: number): string {
  const lines = block.replace(/\n$/, '').split('\n');
  if (lines.every(line => line.length <= width)) return block;
  const below = lines.flatMap(line => {
    const [, command, says] = EXAMPLE.exec(line) ?? [];
    if (command === undefined || says === undefined) return indented(line.trim(), width, '  ', BELOW);
    return [indented(command, width, '  ', BELOW), indented(says, width, BELOW)];
  });
  return `${below.join('\n')}${block.endsWith('\n') ? '\n' : ''}`;
}

function fitLine(line: string, width: number): string {
  return plain(line).length <= width ? line : indented(line, width, '', '  ');
}

function indented(text: string, width: number, first: string, rest = first): string {
  const lines = wrapped(text, width - rest.length);
  return lines.map((line, at) => (at === 0 ? first : rest) + line).join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
