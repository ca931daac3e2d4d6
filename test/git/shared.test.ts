// Work that several wait for: what becomes of it when the last of them leaves.
import { describe, expect, test } from 'vitest';
import { OutOfTime, Shared } from '../../src/git/shared.ts';

/** Work that ends when it is told to, or fails as soon as it is stopped. */
function slowWork() {
  const state = { finish: (_result: string) => {}, stopped: false };
  const work = ({ signal }: { signal?: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      state.finish = resolve;
      signal?.addEventListener('abort', () => {
        state.stopped = true;
        reject(signal.reason);
      });
    });
  return { state, work };
}

async function leave(shared: Shared<string>, reason?: Error): Promise<void> {
  const leaving = new AbortController();
  const joined = shared.join({ signal: leaving.signal });
  leaving.abort(reason);
  await expect(joined).rejects.toThrow();
}

describe('the last one leaves', () => {
  test('who cancels stops the work', async () => {
    for (const goesOn of [true, false]) {
      const { state, work } = slowWork();
      const shared = new Shared(work, { goesOn });
      await leave(shared);
      expect([state.stopped, shared.abandoned]).toEqual([true, true]);
    }
  });

  test('who has run out of time stops it, unless it goes on for the next one', async () => {
    const { state, work } = slowWork();
    await leave(new Shared(work), new OutOfTime());
    expect(state.stopped).toBe(true);

    const { state: going, work: long } = slowWork();
    const shared = new Shared(long, { goesOn: true });
    await leave(shared, new OutOfTime());
    expect([going.stopped, shared.abandoned]).toEqual([false, false]);
    const next = shared.join({});
    going.finish('done');
    expect(await next).toBe('done');
  });
});
