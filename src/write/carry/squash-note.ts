import { asArray, asObject, asText, type JsonObject } from '../../annotation/json.ts';
import { groupBy } from '../../collections.ts';
import type { Commit } from '../../git/parsers.ts';
import { later, type NoteParts } from '../merge/note-parts.ts';
import { FORMAT, NOTE_SCHEMA, print } from '../note-document.ts';
import type { Carried } from './place-region.ts';

/** A note of the branch, in its parts. */
export type BranchNote = { commit: Commit; parts: NoteParts };

/** A region of the branch at its place in the squash commit, with what its document said of all its regions. */
export type CarriedRegion = Carried & { head: JsonObject; corrections: unknown[] };

/**
 * The note of a squash commit. It has the time of the newest annotation that it is made of, so that the same branch
 * gives the same note whenever it is carried; one document for each level of context.
 */
export function squashNote(
  onto: Commit,
  notes: readonly BranchNote[],
  regions: readonly CarriedRegion[],
  concerns: readonly unknown[],
): Buffer {
  const heads = notes.flatMap(({ parts }) => [...parts.heads.values()]);
  const times = notes.flatMap(({ parts }) => [...parts.times.values()]);
  const summaries = [...new Set(heads.flatMap(head => asText(head.summary) ?? []))];
  const tasks = [...new Set(heads.flatMap(head => asText(head.task) ?? []))];
  const levels = groupBy(regions, ({ head }) =>
    head.context_level === 'enhanced' ? 'enhanced' : 'inferred',
  );
  if (levels.size === 0) levels.set('inferred', []);
  const documents = [...levels].map(([level, own], at) => ({
    $schema: NOTE_SCHEMA,
    schema: FORMAT,
    commit: onto.id,
    ...(times.length > 0 ? { timestamp: times.reduce(later) } : {}),
    ...(summaries.length > 0 ? { summary: summaries.join('\n') } : {}),
    ...(tasks.length > 0 ? { task: tasks.join(', ') } : {}),
    context_level: level,
    regions: own.map(({ body, corrections }) => (corrections.length > 0 ? { ...body, corrections } : body)),
    ...(at === 0 && concerns.length > 0 ? { cross_cutting: concerns } : {}),
    provenance: {
      operation: 'squash',
      derived_from: derivedFrom(notes),
      original_annotations_preserved: true,
    },
  }));
  return Buffer.from(print(documents));
}

/** Also what the notes of the branch were made of themselves. */
function derivedFrom(notes: readonly BranchNote[]): unknown[] {
  const all = notes.flatMap(({ commit, parts }) => [
    ...[...parts.heads.values()].flatMap(({ provenance }) => asArray(asObject(provenance)?.derived_from)),
    commit.id,
  ]);
  return [...new Set(all)];
}
