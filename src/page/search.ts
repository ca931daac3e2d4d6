import { UltragitError } from '../errors.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { searchParameters } from '../query/search/parameters.ts';
import { run } from '../query/search/run.ts';
import type { SearchData } from './data.ts';

/** What `search` says; words in quotes are one, as on a command line. */
export async function search(snapshot: Snapshot, words: string, kind?: string): Promise<SearchData> {
  const { choices } = searchParameters.kind;
  if (kind !== undefined && !choices.some(known => known === kind)) {
    throw new UltragitError('bad_argument', `There is no kind of text called ${kind}.`, [
      `Use one of ${choices.join(', ')}.`,
    ]);
  }
  const query = { words: words.match(/"[^"]*"|[^\s"]+/g) ?? [], ...(kind === undefined ? {} : { kind }) };
  return run(snapshot, query, { audience: 'agent' });
}
