/** What `chronicle/v2` and `chronicle/v3` say about a note as a whole. */
import { asObject, type JsonObject } from '../json.ts';
import { listOf } from './spellings.ts';

const REWRITES: unknown[] = ['squash', 'amend'];

export function chronicleHead(document: JsonObject): { annotation: JsonObject; provenance: JsonObject } {
  const { source, derived_from, notes } = asObject(document.provenance) ?? {};
  return {
    annotation: {
      timestamp: document.timestamp,
      // Who wrote live knew why; everyone else worked it out from the change.
      context_level: source === 'live' ? 'enhanced' : 'inferred',
    },
    provenance: {
      operation: REWRITES.includes(source) ? source : 'initial',
      derived_from: listOf(derived_from),
      synthesis_notes: notes || undefined,
    },
  };
}
