import { findMendable } from './mend.ts';
import type { Parsed, ParsedDocument } from './repair.ts';

/** Something that was mended: where it is first in the text, and in which document. */
export type Mended = { offset: number; document?: number; problem: string; done: string };

/** The repairs of a note, each by its first place. */
export function mendedIn(text: string, { documents, repairs }: Parsed): Mended[] {
  const mended: Mended[] = [];
  if (repairs.includes('byte order mark')) {
    mended.push({ offset: 0, problem: 'a byte order mark', done: 'ignored' });
  }
  const second = documents[1];
  if (second) {
    const problem = `${documents.length} documents in one note`;
    const isWhole = documents.every(({ value }) => value !== undefined);
    const done = isWhole ? 'each was read' : 'each was read that could be';
    mended.push({ offset: second.start, problem, done });
  }
  if (repairs.includes('trailing NUL')) {
    mended.push({ offset: firstOfTrailing(text), problem: 'NUL at the end', done: 'ignored' });
  }
  return [...mended, ...mendedInside(text, documents)];
}

function firstOfTrailing(text: string): number {
  let first = text.length;
  for (let at = text.length - 1; at >= 0 && /[\0\s]/.test(text.charAt(at)); at--) {
    if (text[at] === '\0') first = at;
  }
  return first;
}

type Places = { first?: { offset: number; document: number }; count: number };

function mendedInside(text: string, documents: readonly ParsedDocument[]): Mended[] {
  const controls: Places = { count: 0 };
  const commas: Places = { count: 0 };
  for (const [document, { start, end, value }] of documents.entries()) {
    if (value === undefined) continue;
    const found = findMendable(text.slice(start, end));
    add(controls, found.controls, start, document);
    add(commas, found.commas, start, document);
  }
  const what = nameOf(text[controls.first?.offset ?? 0] ?? '');
  return [
    ...asMended(controls, `a raw ${what} in a text`, 'read as if escaped'),
    ...asMended(commas, 'a comma before a closing bracket', 'ignored'),
  ];
}

function add(places: Places, offsets: readonly number[], start: number, document: number): void {
  const [first] = offsets;
  if (first !== undefined) places.first ??= { offset: start + first, document };
  places.count += offsets.length;
}

function asMended({ first, count }: Places, problem: string, done: string): Mended[] {
  if (!first) return [];
  return [{ ...first, problem: count > 1 ? `${problem}, the first of ${count}` : problem, done }];
}

function nameOf(control: string): string {
  if (control === '\t') return 'tab';
  return control === '\n' || control === '\r' ? 'line break' : 'control character';
}
