/** From the entries of a section to the records that it keeps; what only looks like one is left out. */

import { type Entry, entriesOf, isTrailerLine } from './blocks.ts';
import { saysWhy } from './rejected.ts';
import type { Section } from './sections.ts';
import { type DecisionFormat, decides } from './vocabulary.ts';

export type DecisionRecord = {
  format: DecisionFormat;
  subject?: string;
  /** The paragraphs above its first entry. */
  prose: string[][];
  entries: Entry[];
};

export function recordsOf({ subject, paragraphs }: Section): DecisionRecord[] {
  const entries = entriesOf(paragraphs);
  if (!entries.some(({ term }) => decides(term)) || !isTold(entries, paragraphs)) return [];
  return splitByIds(entries).flatMap((own, index) => {
    const format = own.find(({ term }) => decides(term))?.term.format;
    if (!format) return [];
    const prose = index === 0 ? paragraphs.slice(0, own[0]?.paragraph) : [];
    return [{ format, subject, prose, entries: distinct(own) }];
  });
}

/**
 * Two keys of one vocabulary are no accident, and nor is an action with its scope. One key is a record where it
 * ends the message; a reason must be given for what was rejected, because "Rejected: …" is said of much else.
 */
function isTold(entries: readonly Entry[], paragraphs: readonly string[][]): boolean {
  const deciding = entries.filter(({ term }) => decides(term));
  const formats = new Set(deciding.map(({ term }) => term.format));
  if (deciding.some(({ scope }) => scope !== undefined)) return true;
  if ([...formats].some(format => keysOf(format, entries).size > 1)) return true;
  const last = entries.at(-1)?.paragraph ?? 0;
  return deciding.every(isClear) && paragraphs.slice(last + 1).every(([line = '']) => isTrailerLine(line));
}

function keysOf(format: DecisionFormat | undefined, entries: readonly Entry[]): Set<string> {
  const own = entries.filter(({ term }) => term.format === format || term.format === undefined);
  return new Set(own.map(({ term }) => term.key));
}

function isClear({ term, value }: Entry): boolean {
  return term.alone === true && (term.role !== 'rejected' || saysWhy(value));
}

function distinct(entries: readonly Entry[]): Entry[] {
  return [
    ...new Map(entries.map(entry => [`${entry.term.key}(${entry.scope}) ${entry.value}`, entry])).values(),
  ];
}

/** Each record of several has its own id; a record ends with the paragraph that its id is in. */
function splitByIds(entries: readonly Entry[]): Entry[][] {
  const ids = entries.flatMap(({ term }, at) => (term.role === 'id' ? [at] : []));
  const records: Entry[][] = [];
  let start = 0;
  for (const [index, id] of ids.entries()) {
    const next = ids[index + 1];
    const end = next === undefined ? entries.length : boundary(entries, start, id, next);
    records.push(entries.slice(start, end));
    start = end;
  }
  return records.length > 0 ? records : [[...entries]];
}

/** Where the record of the next id starts: with a new paragraph; in the same one, after this id or with the next. */
function boundary(entries: readonly Entry[], start: number, id: number, next: number): number {
  const between = entries.slice(id + 1, next + 1);
  const fresh = between.findIndex(({ paragraph }) => paragraph !== entries[id]?.paragraph);
  if (fresh >= 0) return id + 1 + fresh;
  return id === start ? next : id + 1;
}
