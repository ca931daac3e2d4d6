/** Tools that behave as real ones must not, so that the server can be seen to cope. */
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { UltragitError } from '../../src/errors.ts';
import { own } from '../../src/git/run/owned.ts';
import type { CallContext } from '../../src/mcp/answering.ts';
import type { Tool } from '../../src/mcp/tools.ts';

const anything = z.looseObject({});

function tool(
  name: string,
  run: (args: Record<string, unknown>, context: CallContext) => Promise<object>,
  parts: Partial<Tool> = {},
): Tool {
  return {
    name,
    title: name,
    description: `Test tool ${name}.`,
    searchHint: `test ${name}`,
    input: z.object({}),
    output: anything,
    run,
    ...parts,
  };
}

export const testTools: readonly Tool[] = [
  tool('echo', async args => args, {
    input: z.object({
      path: z.string('path must be a string'),
      count: z.optional(z.int('count must be a whole number')),
    }),
    output: z.object({ path: z.string(), count: z.optional(z.int()) }),
  }),
  tool(
    'wait',
    (_, { signal, progress }) =>
      new Promise((_resolve, reject) => {
        progress(1, 2, 'waiting');
        process.stderr.write('wait started\n');
        signal.addEventListener('abort', () => {
          process.stderr.write('wait stopped\n');
          progress(2, 2, 'too late');
          reject(signal.reason);
        });
      }),
  ),
  tool('deaf', () => new Promise(() => {})),
  tool('spin', () => {
    process.stderr.write('spin started\n');
    for (;;);
  }),
  tool(
    'blocked',
    async args => {
      process.stderr.write('blocked started\n');
      return { opened: openSync(String(args.path), 'r') };
    },
    { input: z.object({ path: z.string() }) },
  ),
  tool('hoard', async () => {
    const kept: object[] = [];
    for (;;) kept.push(Array.from({ length: 1000 }, (_, at) => ({ at })));
  }),
  tool(
    'allow',
    (args, { allow }) =>
      new Promise(() => {
        allow?.(Number(args.time));
      }),
    { input: z.object({ time: z.int() }) },
  ),
  tool('child', async () => {
    const child = spawn('sleep', ['60'], { detached: true });
    own({ process: child.pid! });
    const directory = mkdtempSync(join(tmpdir(), 'ultragit-spinning-'));
    own({ directory });
    process.stderr.write(`child ${child.pid} ${directory}\n`);
    for (;;);
  }),
  tool('progress', async (_, { progress }) => {
    for (const done of [1, 1, 0, Number.NaN, 2, 3]) progress(done, 3, `step ${done}`);
    setImmediate(() => progress(99));
    return { done: true };
  }),
  tool('fail', async () => {
    throw new UltragitError('file_not_found', 'File not found: a.ts', ['Did you mean b.ts?', 'Or c.ts?']);
  }),
  tool('throw', () => {
    throw new TypeError('secret detail');
  }),
  tool('throw_null', () => Promise.reject(null)),
  tool('stray', async () => {
    setImmediate(() => {
      throw new Error('stray exception');
    });
    Promise.reject(new Error('stray rejection'));
    return { ok: true };
  }),
  tool('wrong_output', async () => ({ answer: 1 }), { output: z.object({ answer: z.string() }) }),
  tool('unserialisable', async () => ({ big: 1n })),
  tool('large', async args => ({ text: 'é'.repeat(Number(args.size) / 2) }), {
    input: z.object({ size: z.int() }),
  }),
  tool('noisy', async () => {
    // biome-ignore lint/suspicious/noConsole: that is what a noisy library does
    console.log('console noise');
    process.stdout.write('stdout noise\n');
    return { ok: true };
  }),
];
