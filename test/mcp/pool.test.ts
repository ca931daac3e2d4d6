import { expect, test } from 'vitest';
import { Pool } from '../../src/mcp/pool.ts';

/** Work that notes when it starts and ends when it is told to. */
function work(log: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  const run = async () => {
    log.push(name);
    await ended;
  };
  return { run, end };
}

const turn = () => new Promise(resolve => setImmediate(resolve));

test('runs so many at a time, in order', async () => {
  const pool = new Pool(2);
  const { signal } = new AbortController();
  const log: string[] = [];
  const works = ['a', 'b', 'c', 'd'].map(name => work(log, name));
  const all = Promise.all(works.map(({ run }) => pool.run(signal, run)));
  await turn();
  expect(log).toEqual(['a', 'b']);
  works[1]!.end();
  await turn();
  expect(log).toEqual(['a', 'b', 'c']);
  for (const { end } of works) end();
  await all;
  expect(log).toEqual(['a', 'b', 'c', 'd']);
});

test('a failure is the failure of that work alone', async () => {
  const pool = new Pool(1);
  const { signal } = new AbortController();
  await expect(pool.run(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await pool.run(signal, async () => {});
});

test('cancelled work that waits is never started; cancelled work that runs keeps its place', async () => {
  const pool = new Pool(1);
  const [running, waiting] = [new AbortController(), new AbortController()];
  const log: string[] = [];
  const [a, b, c] = [work(log, 'a'), work(log, 'b'), work(log, 'c')];
  const first = pool.run(running.signal, a.run);
  const second = pool.run(waiting.signal, b.run);
  const third = pool.run(new AbortController().signal, c.run);
  waiting.abort();
  await second;
  running.abort();
  await first;
  await turn();
  expect(log).toEqual(['a']);
  a.end();
  c.end();
  await third;
  expect(log).toEqual(['a', 'c']);
});
