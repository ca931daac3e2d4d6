/** A branch that a host squashed keeps its annotations; all fixtures: test/query/squash-merges.thorough.test.ts. */
import { expect, test } from 'vitest';
import { json, ultragit } from '../support/cli.ts';
import { buildRepository } from '../support/repository.ts';
import { deleteBranches, freshClone, mergeToTrunk } from '../support/rewrite.ts';

type Answer = { regions: { intent: string; recovered?: { by: string }; confidence: number }[] };

test('in the author’s clone and in a fresh one', async () => {
  const repo = await buildRepository('mqtt-client');
  const read = (where: typeof repo) =>
    json<Answer>(ultragit(where, ['read', 'src/mqtt/client.ts', '--json'])).regions;
  const intents = (regions: Answer['regions']) => regions.map(({ intent }) => intent).sort();
  const before = read(repo);
  expect(before.length).toBeGreaterThan(3);
  mergeToTrunk(repo, 'squash');
  const clone = freshClone(repo);
  const [here, there] = [read(deleteBranches(repo)), read(clone)];
  expect(intents(here)).toEqual(intents(before));
  expect(new Set(here.map(({ recovered }) => recovered?.by))).toEqual(new Set(['content']));
  expect(intents(there)).toEqual(intents(before));
  expect(new Set(there.map(({ recovered }) => recovered?.by))).toEqual(new Set(['name']));
  // Less sure than what its lines prove, and never more than half.
  expect(Math.max(...here.map(({ confidence }) => confidence))).toBeGreaterThan(0.5);
  expect(Math.max(...there.map(({ confidence }) => confidence))).toBe(0.5);
});
