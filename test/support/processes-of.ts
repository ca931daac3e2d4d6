import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';
import type { Workspace } from '../../src/query/workspace.ts';
import { openWorkspace } from './ask.ts';
import type { Repository } from './repository.ts';

/** How many processes a question starts, in a workspace that was opened before. */
export async function processesOf(
  repo: Repository,
  ask: (workspace: Workspace) => Promise<object>,
): Promise<number> {
  const workspace = await openWorkspace(repo);
  let count = 0;
  const onSpawn = () => {
    count++;
  };
  subscribe('child_process', onSpawn);
  onTestFinished(() => {
    unsubscribe('child_process', onSpawn);
  });
  await ask(workspace);
  unsubscribe('child_process', onSpawn);
  return count;
}
