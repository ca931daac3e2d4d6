/** Looks at all that keeps annotations from being seen, kept or shared. Nothing is changed. */
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { Writer } from '../git.ts';
import { listSettings } from '../share/calls.ts';
import type { Remote } from '../share/remote.ts';
import { checkAnnotations } from './check-annotations.ts';
import { checkCopy, checkLocal, checkRemote } from './check-notes.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';

export type Patient = {
  writer: Writer;
  /** Absent where there are no commits yet. */
  snapshot?: Snapshot;
  ref: string;
  remote?: string;
  /** To ask the remote itself, over the network. */
  reached?: Remote;
};

export async function examine({ writer, snapshot, ref, remote, reached }: Patient): Promise<Finding[]> {
  const { tip, findings } = await checkLocal(writer, ref);
  if (tip && reached) findings.push(...(await checkRemote(writer, tip, reached)));
  else if (tip && remote !== undefined) findings.push(...(await checkCopy(writer, tip, remote)));
  const settings = await writer.run(listSettings());
  findings.push(...checkSettings(settings, ref, remote));
  if (snapshot) findings.push(...(await checkAnnotations(snapshot)));
  return findings;
}
