import { asObject, type JsonObject } from '../../annotation/json.ts';
import { groupBy } from '../../collections.ts';
import { print } from '../note-document.ts';
import { canonical, compareTexts } from './canonical.ts';
import type { NoteParts, RegionPart } from './note-parts.ts';

/** The text of a note that has these parts: the same for the same parts, whoever writes it. */
export function writeParts(parts: NoteParts): string {
  const regions = groupBy(parts.regions.values(), ({ head }) => head);
  const concerns = groupBy(parts.concerns.values(), ({ head }) => head);
  const documents = [...parts.heads].map(([head, fields]) => {
    const timestamp = parts.times.get(head);
    const own = (concerns.get(head) ?? []).map(({ concern }) => concern).sort(inOrder);
    return {
      time: timestamp === undefined ? 0 : Date.parse(timestamp),
      document: {
        ...firstFields(fields, timestamp),
        regions: (regions.get(head) ?? []).sort(compareRegions).map(written),
        ...(own.length > 0 ? { cross_cutting: own } : {}),
      },
    };
  });
  documents.sort((a, b) => a.time - b.time || inOrder(a.document, b.document));
  const all = [...documents.map(({ document }) => document), ...[...parts.others.values()].sort(inOrder)];
  return print(all);
}

/** The time stands where writers put it, behind what the note is and what it is about. */
function firstFields(fields: JsonObject, timestamp: string | undefined): JsonObject {
  if (timestamp === undefined) return fields;
  const entries = Object.entries(fields);
  const isFirst = ([name]: [string, unknown]) => ['schema', '$schema', 'commit'].includes(name);
  return Object.fromEntries([
    ...entries.filter(isFirst),
    ['timestamp', timestamp],
    ...entries.filter(entry => !isFirst(entry)),
  ]);
}

function written({ body, corrections }: RegionPart): JsonObject {
  const all = [...corrections.values()].sort((a, b) => compareTexts(timeOf(a), timeOf(b)) || inOrder(a, b));
  return all.length > 0 ? { ...body, corrections: all } : body;
}

function timeOf(correction: unknown): string {
  return String(asObject(correction)?.timestamp ?? '');
}

function compareRegions(a: RegionPart, b: RegionPart): number {
  return (
    compareTexts(a.place.file, b.place.file) ||
    firstLine(a) - firstLine(b) ||
    compareTexts(a.place.unit ?? '', b.place.unit ?? '') ||
    inOrder(a.body, b.body)
  );
}

function firstLine({ body }: RegionPart): number {
  const start = asObject(body.lines)?.start;
  return typeof start === 'number' ? start : 0;
}

function inOrder(a: unknown, b: unknown): number {
  return compareTexts(canonical(a), canonical(b));
}
