// The manual page, from the program's own commands and flags: the build writes it, so it says what `--help` says.
import type { EventEmitter } from 'node:events';
import type { Command, Option } from 'commander';
import { asSentence, describeOption, EXAMPLE, fullName, wordsAfter } from '../src/commands/help/layout.ts';

const ENVIRONMENT: readonly (readonly [name: string, says: string])[] = [
  [
    'GIT_PAGER, PAGER',
    'The pager of answers that are longer than the terminal, the first of them that is set; else less. Empty or cat for none. The pager that a git config names is not started.',
  ],
  ['LESS, LV', 'Options of the pager. Where they are not set they are FRX and -c, as for git.'],
  ['NO_COLOR, FORCE_COLOR', 'No colour, or colour also in a pipe. The flag --color wins.'],
  ['COLUMNS', 'How wide the text may be. Else it is as wide as the terminal, or 80 columns.'],
  ['FORCE_HYPERLINK', '1 for links on every terminal and in every pager, 0 for none.'],
];

const EXIT_STATUS: readonly (readonly [code: string, says: string])[] = [
  ['0', 'The question was answered, even if nothing is known.'],
  ['1', 'It could not be answered; stderr says why and what to do.'],
  ['2', 'The command line itself was wrong.'],
];

export function manPage(program: Command, version: string): string {
  const lines = [
    `.TH ULTRAGIT 1 "" ${quoted(`ultragit ${version}`)} "Ultragit Manual"`,
    // No hyphens of its own in names that can be copied, and no gaps.
    '.nh',
    '.ad l',
    '.SH NAME',
    'ultragit, git\\-ultragit \\- why code looks the way it does, from annotations in git notes',
    '.SH SYNOPSIS',
    `\\fBultragit\\fR \\fIcommand\\fR [\\fIoptions\\fR] [\\fIwords\\fR ...]`,
    '.br',
    `\\fBgit ultragit\\fR \\fIcommand\\fR [\\fIoptions\\fR] [\\fIwords\\fR ...]`,
    '.SH DESCRIPTION',
    prose(program.description()),
    '.PP',
    prose('Queries write nothing in a repository, run nothing of its config and use no network.'),
    ...program.createHelp().visibleCommands(program).flatMap(describeGroup),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, says]) => ['.TP', `\\fB${literal(name)}\\fR`, prose(says)]),
    '.SH EXIT STATUS',
    ...EXIT_STATUS.flatMap(([code, says]) => ['.TP', `\\fB${code}\\fR`, prose(says)]),
    '.SH SEE ALSO',
    '\\fBgit\\-notes\\fR(1), \\fBgit\\-blame\\fR(1)',
  ];
  return `${lines.join('\n')}\n`;
}

/** The group's heading before its first command. */
function describeGroup(command: Command, index: number, all: readonly Command[]): string[] {
  const heading = command.helpGroup().replace(/:$/, '').toUpperCase();
  const isFirst = all.findIndex(one => one.helpGroup() === command.helpGroup()) === index;
  return [...(isFirst ? [`.SH ${quoted(heading)}`] : []), ...describeCommand(command)];
}

function describeCommand(command: Command): string[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  if (below.length > 0) return below.flatMap(describeCommand);
  return [
    `.SS ${quoted(`${fullName(command)} ${wordsAfter(command)}`.trimEnd())}`,
    prose(asSentence(command.description())),
    ...help
      .visibleArguments(command)
      .flatMap(argument => [
        '.TP',
        `\\fI${literal(argument.name())}\\fR`,
        prose(asSentence(argument.description)),
      ]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .flatMap(describeFlag),
    ...describeExamples(command),
  ];
}

function describeFlag(option: Option): string[] {
  const term = option.flags
    .split(/([<[].*?[>\]])/)
    .map((part, index) => (part === '' ? '' : `\\f${index % 2 ? 'I' : 'B'}${literal(part)}\\fR`));
  return ['.TP', term.join(''), prose(asSentence(describeOption(option)))];
}

/** As help has them. */
function describeExamples(command: Command): string[] {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  // It is one, though its types do not say so; this is how it asks for what comes after its help.
  (command as unknown as EventEmitter).emit('afterHelp', { error: false, command, write });
  const examples = text.split('\n').filter(line => /^ {2}\S/.test(line));
  if (examples.length === 0) return [];
  return [
    '.PP',
    'Examples:',
    ...examples.flatMap(line => {
      const [, example = line.trim(), says] = EXAMPLE.exec(line) ?? [];
      return ['.TP', `\\fB${literal(example)}\\fR`, says === undefined ? '\\&' : prose(asSentence(says))];
    }),
  ];
}

/** Hyphens stay what they are, so that a flag can be copied. */
function literal(text: string): string {
  return escaped(text).replaceAll('-', '\\-');
}

function prose(text: string): string {
  return escaped(text)
    .replace(/(?<!\w)--?(?=\w)/g, hyphens => hyphens.replaceAll('-', '\\-'))
    .replace(/^[.']/, '\\&$&');
}

function quoted(text: string): string {
  return `"${literal(text)}"`;
}

/** ASCII alone: what a letter looks like is the reader's program's business. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('"', '\\(dq')
    .replace(/\s+/g, ' ')
    .replace(
      /[^\x20-\x7e]/gu,
      sign => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
