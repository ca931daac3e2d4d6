import { InvalidArgumentError } from 'commander';

/** Readers of flag values; commander turns their complaints into usage errors. */

export function list(value: string): string[] {
  return value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
}

export function count(least: number): (value: string) => number {
  return value => {
    const parsed = Number(value);
    if (/^\d+$/.test(value) && Number.isSafeInteger(parsed) && parsed >= least) return parsed;
    throw new InvalidArgumentError(`It must be a whole number, ${least} or more.`);
  };
}

export function number(least: number, most: number): (value: string) => number {
  return value => {
    const parsed = Number(value);
    if (value.trim() !== '' && parsed >= least && parsed <= most) return parsed;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}
