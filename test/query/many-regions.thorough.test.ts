// A file that very many annotations are about: what an answer costs grows with them, and no faster.
import { expect, test } from 'vitest';
import type { Workspace } from '../../src/query/workspace.ts';
import { openWorkspace } from '../support/ask.ts';
import { cpuTime } from '../support/cpu-time.ts';
import {
  annotatedUnits,
  droppedByEach,
  manyByEach,
  namedByEach,
  REGIONS_FILE,
} from '../support/many-regions.ts';
import { processesOf } from '../support/processes-of.ts';
import { history, read, summary } from '../support/queries.ts';
import type { Repository } from '../support/repository.ts';

const path = REGIONS_FILE;

/** Four times as much takes four times as long, and not sixteen times: in between there is room for a busy machine. */
const MOST_TIMES = 9;

async function costOf(repo: Repository, ask: (workspace: Workspace) => Promise<object>): Promise<number> {
  const workspace = await openWorkspace(repo);
  const started = cpuTime();
  await ask(workspace);
  return cpuTime() - started;
}

test('reading a file of which four times as many notes name units that end alike takes about four times as long', async () => {
  const ask = (workspace: Workspace) => read(workspace, { path });
  const [small, large] = [await namedByEach(300), await namedByEach(1_200)];
  await costOf(small, ask);
  expect((await costOf(large, ask)) / (await costOf(small, ask))).toBeLessThan(MOST_TIMES);
});

test('a summary of a file with four times as many annotated units takes about four times as long', async () => {
  const ask = (workspace: Workspace) => summary(workspace, { path });
  const [small, large] = [await annotatedUnits(1_500), await annotatedUnits(6_000)];
  await costOf(small, ask);
  expect((await costOf(large, ask)) / (await costOf(small, ask))).toBeLessThan(MOST_TIMES);
});

test('regions of code that is gone cost no process of their own', async () => {
  const repo = await droppedByEach(120);
  expect(await processesOf(repo, workspace => read(workspace, { path }))).toBeLessThanOrEqual(8);
  expect(await processesOf(repo, workspace => summary(workspace, { path }))).toBeLessThanOrEqual(8);
});

test('which regions are shown does not depend on how many are asked for', async () => {
  const repo = await droppedByEach(60);
  const workspace = await openWorkspace(repo);
  const all = await read(workspace, { path, max_regions: 1_000, verbose: true });
  expect(all.regions).toHaveLength(60);
  expect(all.regions.map(({ freshness }) => freshness?.state)).toContain('gone');
  for (const most of [1, 5, 14, 30]) {
    const some = await read(await openWorkspace(repo), { path, max_regions: most, verbose: true });
    expect(some.regions).toEqual(all.regions.slice(0, most));
    expect(some.stats.regions_matched).toBe(60);
  }
  const { timeline } = await history(workspace, { path, limit: 1_000 });
  expect(timeline).toHaveLength(60);
});

test('of more regions than are looked at, those of each note are, and the others are counted', async () => {
  const workspace = await openWorkspace(await manyByEach([5_000, 5_000, 5_000, 5_000, 5_000, 3]));
  const { stats, notices } = await history(workspace, { path, limit: 1 });
  expect(stats.entries_found).toBe(5 * 3_999 + 3);
  expect(notices?.map(({ message }) => message)).toContain(
    'Notes hold more than is read: 5005 list items left out.',
  );
});
