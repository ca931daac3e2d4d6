import type { Snapshot } from '../pipeline/snapshot.ts';
import { Workspace } from '../query/workspace.ts';
import type { Writer } from './git.ts';

/** What a query would see of the repository that is written to. */
export async function lookAt<T>(
  { repository }: Writer,
  env: Readonly<Record<string, string | undefined>>,
  noteref: string | undefined,
  look: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { root, gitDir } = repository.location;
  const options = { directory: root ?? gitDir, env, noteref, strictConfig: false, useCache: true };
  const workspace = await Workspace.open(options);
  try {
    return await look(await workspace.snapshot());
  } finally {
    workspace.close();
  }
}
