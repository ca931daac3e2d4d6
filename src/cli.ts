#!/usr/bin/env node
import { fstatSync, statSync, writeSync } from 'node:fs';
import { AskedCommand } from './kept/command.ts';

/** The name of the program's bundle, which has its hash. */
declare const __BUILD__: string;

// What was asked before, and would be answered in the same way, is answered before anything else loads.
const asked = askedCommand();
const known = asked?.answer();
if (known) print(known);
else start();

async function start(): Promise<void> {
  const program = await import('./commands/start.ts');
  await program.start(asked);
}

/** A person's terminal has a pager, colours and a width. */
function askedCommand(): AskedCommand | undefined {
  try {
    const { argv, env } = process;
    if (isTerminal()) return undefined;
    return AskedCommand.from({ words: argv.slice(2), env, cwd: process.cwd(), build: __BUILD__ });
  } catch {
    return undefined;
  }
}

/** Without loading what node has for terminals: a device, but the one that takes everything. */
function isTerminal(): boolean {
  const output = fstatSync(1);
  return output.isCharacterDevice() && output.rdev !== statSync('/dev/null').rdev;
}

function print(text: Buffer): void {
  let written = 0;
  try {
    while (written < text.length) written += writeSync(1, text, written);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
    if (code === 'EPIPE') process.exit(0);
    if (code === 'EAGAIN') {
      // The pipe is full, and is not one that may be waited for here.
      process.stdout.write(text.subarray(written));
      return;
    }
    process.stderr.write(`ultragit: The answer could not be written: ${code ?? message}.\n`);
    process.exit(1);
  }
  process.exit(0);
}
