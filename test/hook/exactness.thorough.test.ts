// The short way to silence is exact: whatever happens to a repository, it is never taken where the long way would speak.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ask } from '../../src/hook/ask.ts';
import { toolCall } from '../../src/hook/event.ts';
import { HOOK_HOSTS, type HookHost } from '../../src/hook/hosts.ts';
import { itemsIn } from '../../src/hook/records.ts';
import { judge } from '../../src/hook/silence.ts';
import { FILES, HAPPENINGS, happen, makeRoom, type Room } from '../support/happenings.ts';

const [claude] = HOOK_HOSTS as [HookHost];

/** Whether the short way was taken; throws where the long way would have spoken. */
async function isShort(room: Room, path: string): Promise<boolean> {
  const env = { PATH: process.env.PATH, HOME: room.home };
  const event = { tool_name: 'Read', tool_input: { file_path: path }, hook_event_name: 'PreToolUse' };
  const call = toolCall(JSON.stringify(event), claude, '/');
  if (!call) throw new Error('no call');
  const look = (useCache: boolean) => judge(call, { env, now: Date.now(), build: 'b', useCache });
  const asking = { env, clock: Date.now, build: 'b', debug: () => {} };
  const [fast, slow] = [look(true), look(false)];
  if (!('targets' in slow)) return false;
  if ('targets' in fast) {
    await ask(fast.targets, 'before', { ...asking, useCache: true });
    return false;
  }
  // Removes what is kept of the index, and nothing of what hooks keep.
  const said = itemsIn((await ask(slow.targets, 'before', { ...asking, useCache: false })).answers);
  expect(said.map(({ text }) => text)).toEqual([]);
  return true;
}

const happening = fc.record({
  what: fc.constantFrom(...Object.keys(HAPPENINGS)),
  file: fc.constantFrom(...FILES),
});

test('silence is never kept beyond what it was found for', async () => {
  let short = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 6, maxLength: 12 }), async happenings => {
      const room = await makeRoom();
      for (const { what, file } of happenings) {
        happen(room, HAPPENINGS, what, file);
        for (const place of room.worktrees) {
          for (const name of FILES) if (await isShort(room, join(place.path, name))) short++;
        }
        if (await isShort(room, join(room.repo.path, file))) short++;
      }
      rmSync(room.home, { recursive: true, force: true });
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 5) },
  );
  expect(short).toBeGreaterThan(20);
});
