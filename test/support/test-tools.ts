/** Tools that behave as real ones must not, so that the server can be seen to cope. */
import * as z from 'zod/mini';
import { UltragitError } from '../../src/errors.ts';
import type { CallContext, Tool } from '../../src/mcp/tools.ts';

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
        process.stderr.write('wait started\n');
        progress(1, 2, 'waiting');
        signal.addEventListener('abort', () => {
          process.stderr.write('wait stopped\n');
          progress(2, 2, 'too late');
          reject(signal.reason);
        });
      }),
  ),
  tool('deaf', () => new Promise(() => {})),
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
