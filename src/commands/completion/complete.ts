/** What may come next on a command line: the commands, flags and values that the program has. */
import type { Argument, Command, Option } from 'commander';
import { commandOf } from '../help/arguments.ts';

export type Candidate = { value: string; help: string };

/** The shell completes names of files itself, as it always does. */
export type Completion = {
  candidates: Candidate[];
  files?: 'files' | 'directories';
  /** A file whose units may be meant. */
  unitsOf?: string;
};

type Values = (option: string) => Promise<readonly string[]>;

const OF_FILES = /^(path|paths|place|places|file|files)$/;
const OF_DIRECTORIES = /^(directory|dir|repository)$/;

/** The last word is the one that is being typed. `valuesOf` knows values that the program reads by itself. */
export async function complete(
  program: Command,
  words: readonly string[],
  valuesOf: Values,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const { command, given, option } = typed(program, words.slice(0, -1));
  if (option) {
    const values = await optionValues(option, valuesOf);
    const optional = option.optional ? argumentValues(command, given, current) : undefined;
    return { ...optional, ...values, candidates: beginning(current, values.candidates) };
  }
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  if (flag !== undefined && value !== undefined) {
    const named = command.options.find(({ long }) => long === flag);
    const { candidates } = named ? await optionValues(named, valuesOf) : { candidates: [] };
    return { candidates: prefixed(`${flag}=`, beginning(value, candidates)) };
  }
  if (current.startsWith('-')) return { candidates: beginning(current, flagsOf(command)) };
  const after = argumentValues(command, given, current);
  return { ...after, candidates: beginning(current, after.candidates) };
}

type Typed = { command: Command; given: string[]; option?: Option };

/** The command that is meant, the words that it got, and the flag that waits for its value. */
function typed(program: Command, words: readonly string[]): Typed {
  const end = words.indexOf('--');
  const flagged = end < 0 ? words : words.slice(0, end);
  const state: Typed = { command: program, given: [] };
  for (const word of flagged) take(state, word);
  if (end < 0) return state;
  return { command: state.command, given: [...state.given, ...words.slice(end + 1)] };
}

function take(state: Typed, word: string): void {
  const { command, given, option } = state;
  const isFlag = word.startsWith('-');
  state.option = undefined;
  if (option && (!option.optional || option.argChoices?.includes(word))) return;
  const next = given.length === 0 ? command.commands.find(one => one.name() === word) : undefined;
  if (isFlag) state.option = waiting(command, word);
  else if (next) state.command = next;
  else given.push(word);
}

function waiting(command: Command, word: string): Option | undefined {
  const option = command.options.find(({ long, short }) => long === word || short === word);
  return option && (option.required || option.optional) ? option : undefined;
}

function flagsOf(command: Command): Candidate[] {
  const help = command.createHelp();
  return help.visibleOptions(command).map(option => ({
    value: option.long ?? option.short ?? '',
    help: option.description,
  }));
}

async function optionValues(option: Option, valuesOf: Values): Promise<Completion> {
  const known = option.argChoices ?? (await valuesOf(option.long ?? ''));
  const [, name = ''] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  return {
    candidates: known.map(value => ({ value, help: '' })),
    ...filesFor(option.long === '--repo' ? 'dir' : name),
  };
}

function filesFor(name: string): Pick<Completion, 'files'> {
  if (OF_DIRECTORIES.test(name)) return { files: 'directories' };
  return OF_FILES.test(name) ? { files: 'files' } : {};
}

/** Commands, or what the argument at this place may be; after a file, its units. */
function argumentValues(command: Command, given: readonly string[], current: string): Completion {
  if (command.commands.length > 0 && given.length === 0) return { candidates: commandsIn(command) };
  if (command.name() === 'help' && command.parent) return { candidates: helpTopics(command.parent, given) };
  const argument = argumentAt(command, given.length);
  const [, inPlace] = /^(.+?)::/.exec(current) ?? [];
  const takesFiles = command.registeredArguments.some(one => OF_FILES.test(one.name()));
  const file = takesFiles ? (given.at(-1) ?? inPlace) : undefined;
  return {
    candidates: (argument?.argChoices ?? []).map(value => ({ value, help: '' })),
    ...filesFor(argument?.name() ?? ''),
    ...(file === undefined ? {} : { unitsOf: file }),
  };
}

function argumentAt({ registeredArguments: all }: Command, index: number): Argument | undefined {
  const last = all.at(-1);
  return all[index] ?? (last?.variadic ? last : undefined);
}

function commandsIn(command: Command): Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map(one => ({ value: one.name(), help: one.description() }));
}

function helpTopics(program: Command, given: readonly string[]): Candidate[] {
  const { command, left } = commandOf(program, given);
  return left.length > 0 ? [] : commandsIn(command).filter(({ value }) => value !== 'help');
}

export function beginning(current: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(current));
}

export function prefixed(prefix: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.map(({ value, help }) => ({ value: prefix + value, help }));
}
