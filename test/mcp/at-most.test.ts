import { expect, test } from 'vitest';
import type { Answer } from '../../src/mcp/answering.ts';
import { atMost } from '../../src/mcp/at-most.ts';

const ANSWER: Answer = { json: '{}', isError: false };

/** Calls that end when they are told to. */
function held() {
  const running = new Map<unknown, (answer: Answer | Error) => void>();
  const begin = (name: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      running.set(name, answer => {
        running.delete(name);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    });
  const inner = {
    prepare: () => {},
    list: async () => ANSWER,
    close: async () => true,
    call: ({ name }: Readonly<Record<string, unknown>>) => begin(name),
    page: begin,
  };
  return { inner, running };
}

function context() {
  const stop = new AbortController();
  return { stop, context: { signal: stop.signal, progress: () => {} } };
}

test('so many calls run at once, and the others in the order in which they came', async () => {
  const { inner, running } = held();
  const limited = atMost(2, inner);
  const calls = ['a', 'b', 'c', 'd'].map(name => limited.call({ name }, context().context));
  expect([...running.keys()]).toEqual(['a', 'b']);
  running.get('a')?.(ANSWER);
  expect(await calls[0]).toBe(ANSWER);
  expect([...running.keys()]).toEqual(['b', 'c']);
  running.get('b')?.(new Error('broken'));
  await expect(calls[1]).rejects.toThrow('broken');
  expect([...running.keys()]).toEqual(['c', 'd']);
  for (const end of [...running.values()]) end(ANSWER);
  expect(await Promise.all(calls.slice(2))).toEqual([ANSWER, ANSWER]);
});

test('questions of the page wait in the same order', async () => {
  const { inner, running } = held();
  const limited = atMost(1, inner);
  const call = limited.call({ name: 'a' }, context().context);
  const asked = limited.page('question', context().context);
  expect([...running.keys()]).toEqual(['a']);
  running.get('a')?.(ANSWER);
  expect(await call).toBe(ANSWER);
  running.get('question')?.(ANSWER);
  expect(await asked).toBe(ANSWER);
});

test('a call that is cancelled while it waits never runs, and the next one does', async () => {
  const { inner, running } = held();
  const limited = atMost(1, inner);
  const first = limited.call({ name: 'a' }, context().context);
  const { stop, context: waits } = context();
  const second = limited.call({ name: 'b' }, waits);
  const third = limited.call({ name: 'c' }, context().context);
  stop.abort();
  await expect(second).rejects.toThrow();
  running.get('a')?.(ANSWER);
  await first;
  expect([...running.keys()]).toEqual(['c']);
  running.get('c')?.(ANSWER);
  expect(await third).toBe(ANSWER);
});
