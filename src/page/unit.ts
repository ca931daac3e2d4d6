import type { Snapshot } from '../pipeline/snapshot.ts';
import { run as deps } from '../query/deps/run.ts';
import { run as history } from '../query/history/run.ts';
import { run as read } from '../query/read/run.ts';
import type { UnitData } from './data.ts';
import { realPath } from './real-path.ts';

/** What the three commands say of a unit. */
export async function unit(snapshot: Snapshot, shown: string, anchor: string): Promise<UnitData> {
  const asked = { path: await realPath(snapshot, shown), anchor };
  const options = { audience: 'agent' } as const;
  return {
    ...{ path: shown, anchor },
    read: await read(snapshot, asked, options),
    history: await history(snapshot, asked, options),
    deps: await deps(snapshot, asked, options),
  };
}
