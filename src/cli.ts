#!/usr/bin/env node
import { fstatSync, statSync, writeSync } from 'node:fs';
import { findAnswer } from './kept/answers.ts';
import type { Asked } from './kept/asked.ts';
import { askedCommand } from './kept/command.ts';
import type { FirstReply } from './mcp/first-reply.ts';

/** The name of the program's bundle, which has its hash. */
declare const __BUILD__: string;

const words = process.argv.slice(2);
/** The kind of stats that is needed in any case. */
const EXACTLY = { bigint: true } as const;

if (process.env.HOME) begin();
else import('./commands/stand-in-home.ts').then(begin);

/** Hosts run a hook before every edit, and wait for the server's first reply: nothing else loads for these. */
function begin(): void {
  if (words[0] === 'hook' && !words.some(word => word === '--help' || word === '-h')) runHook();
  else if (words.join(' ') === 'mcp start') serve();
  else answer();
}

async function runHook(): Promise<void> {
  const hook = await import('./commands/hook-start.ts');
  await hook.runHook(words.slice(1));
}

async function serve(): Promise<void> {
  const { firstWord } = await import('./commands/first-word.ts');
  await start({ first: firstWord(process) });
}

/** What was asked before, and would be answered in the same way, is answered before anything else loads. */
function answer(): void {
  const { asked, known } = lookUp();
  if (known) print(known);
  else start({ asked });
}

async function start(begun: { asked?: Asked; first?: FirstReply }): Promise<void> {
  const program = await import('./commands/start.ts');
  await program.start(begun);
}

/** A person's terminal has a pager, colours and a width. */
function lookUp(): { asked?: Asked; known?: Buffer } {
  try {
    if (isTerminal()) return {};
    const asked = askedCommand({ words, env: process.env, cwd: process.cwd(), build: __BUILD__ });
    return { asked, known: asked && findAnswer(asked)?.bytes };
  } catch {
    return {};
  }
}

/** Without loading what node has for terminals: a device, but the one that takes everything. */
function isTerminal(): boolean {
  const output = fstatSync(1, EXACTLY);
  return output.isCharacterDevice() && output.rdev !== statSync('/dev/null', EXACTLY).rdev;
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
