import { resolve } from 'node:path';
import { exitCode, UltragitError } from '../errors.ts';
import type { Writer } from '../write/git.ts';
import { formatNamed } from './formats.ts';
import type { Io } from './io.ts';
import { printError } from './print-error.ts';
import { leaveOnSignals } from './signals.ts';

export type WriterFlags = { repo?: string; json?: boolean };

/** Opens the repository to write to it, acts, closes it; a known error is one line, and in JSON it is JSON. */
export async function withWriter(
  io: Io,
  flags: WriterFlags,
  act: (writer: Writer) => Promise<number>,
): Promise<number> {
  const stay = leaveOnSignals();
  let writer: Writer | undefined;
  try {
    const { openWriter } = await import('../write/git.ts');
    writer = await openWriter(resolve(io.cwd, flags.repo ?? '.'), io.env);
    return await act(writer);
  } catch (error) {
    if (!(error instanceof UltragitError)) throw error;
    const { renderError } = formatNamed('json');
    if (flags.json && renderError) io.stdout.write(renderError(error));
    else printError(io, error);
    return exitCode(error);
  } finally {
    writer?.repository.close();
    stay();
  }
}
