import { fstatSync, readSync, writeSync } from 'node:fs';
import { knownSources } from '../index/known-sources.ts';
import { type FirstReply, firstReply } from '../mcp/first-reply.ts';
import { placesFor } from '../mcp/places.ts';
import { version } from '../version.ts';
import { workingDirectory } from './io.ts';

/** The server's first reply, on the pipes themselves. Undefined where they are not such that may be waited for. */
export function firstWord({ env, platform }: NodeJS.Process): FirstReply | undefined {
  // A person's terminal is not waited for, and on Windows a pipe can't be read in this way.
  if (platform === 'win32' || isDevice(0)) return undefined;
  return firstReply({
    version,
    read: into => readSync(0, into),
    write: bytes => writeSync(1, bytes),
    knownSources: () => knownSources(placesFor({ cwd: workingDirectory(), env }), { env }),
  });
}

/** What can't be told is left to node. */
function isDevice(file: number): boolean {
  try {
    return fstatSync(file).isCharacterDevice();
  } catch {
    return true;
  }
}
