import { InvalidArgumentError, Option } from 'commander';
import type { Parameter, Parameters } from '../query/parameters.ts';

/** The flags of a parameter, with the reader of their value; none where it is a word of its own. */
export function parameterOptions(name: string, parameter: Parameter): Option[] {
  const flags = [parameter.flag, parameter.off].filter(given => given !== undefined);
  return flags.map(flag => parameterOption(name, parameter, flag));
}

function parameterOption(
  name: string,
  parameter: Parameter,
  [flag, help]: readonly [string, string],
): Option {
  const option = new Option(flag, help);
  if (option.attributeName() !== camelCase(name)) {
    throw new TypeError(`The flag ${flag} does not fit the parameter ${name}.`);
  }
  const { choices, least = 0, most = Number.POSITIVE_INFINITY } = parameter;
  if (choices) return option.choices(choices);
  if (parameter.kind === 'texts') return option.argParser(list);
  if (parameter.kind === 'count') return option.argParser(count(least));
  if (parameter.kind === 'number') return option.argParser(number(least, most));
  return option;
}

/** What the flags say, by the names of the parameters; a switch that can only be turned off counts where it was. */
export function valuesOf(
  table: Parameters,
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = Object.entries(table).filter(([, { flag }]) => flag !== undefined);
  return Object.fromEntries(
    given.map(([name, { kind, off }]) => {
      const value = flags[camelCase(name)];
      const isDefault = kind === 'switch' && off === undefined && value === true;
      return [name, isDefault ? undefined : value];
    }),
  );
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function list(value: string): string[] {
  return value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
}

/** The reader of a flag's whole number. */
export function count(least: number): (value: string) => number {
  return value => {
    const parsed = Number(value);
    if (/^\d+$/.test(value) && Number.isSafeInteger(parsed) && parsed >= least) return parsed;
    throw new InvalidArgumentError(`It must be a whole number, ${least} or more.`);
  };
}

function number(least: number, most: number): (value: string) => number {
  return value => {
    const parsed = Number(value);
    if (value.trim() !== '' && parsed >= least && parsed <= most) return parsed;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}
