import { oneLine } from '../annotation/sanitise.ts';
import { hintsFor, type UltragitError } from '../errors.ts';
import type { Io } from './io.ts';

export function printError(io: Io, error: UltragitError): void {
  const hints = hintsFor('terminal', error).map(hint => `  ${oneLine(hint)}\n`);
  io.stderr.write(`ultragit: ${oneLine(error.message)}\n${hints.join('')}`);
}
