/** From the paragraphs of a section to the entries of its trailer blocks. Prose gives none. */

import { actionTerm, type Term, trailerTerm } from './vocabulary.ts';

export type Entry = {
  term: Term;
  scope?: string;
  value: string;
  /** Of the section's paragraphs, the one that it stands in. */
  paragraph: number;
};

const TRAILER = /^([A-Z][a-z][A-Za-z]*(?:-[A-Za-z]+)?):(?:\s(.*))?$/s;
const ACTION = /^([a-z]+)\(([^()]{1,100})\):\s(.*)$/s;

/** Lines that belong below a message without being of the vocabulary: they end a value, and break no block. */
const OTHER_TRAILER = /^[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*: /;
const SIGNATURE =
  /^(?:[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+: |🤖 |generated (?:with|by) |\(cherry picked from )/iu;
const REFERENCE = /^(?:https?:|(?:refs?|see|fix(?:es|ed)?|close[sd]?|resolve[sd]?):? +\S*#\d)/i;

/** In real messages each wrapped value breaks where the next word would have crossed column 60, none beyond 100. */
const NARROWEST_FOLD = 60;
const WIDEST_FOLD = 100;

export function entriesOf(paragraphs: readonly string[][]): Entry[] {
  return paragraphs
    .flatMap((lines, paragraph) =>
      entriesIn(lines).map(({ value, ...entry }) => ({ ...entry, value: value.join(' ').trim(), paragraph })),
    )
    .filter(({ value }) => value !== '');
}

export function isTrailerLine(line: string): boolean {
  return OTHER_TRAILER.test(line) || TRAILER.test(line) || ACTION.test(line) || isFooter(line);
}

/** Who wrote it, what it closes: nothing that explains the change. */
export function isFooter(line: string): boolean {
  return SIGNATURE.test(line) || REFERENCE.test(line);
}

type OpenEntry = { term: Term; scope?: string; value: string[] };

/** A block starts its paragraph; where text interrupts it, the rest of the paragraph is prose. */
function entriesIn(lines: readonly string[]): OpenEntry[] {
  const entries: OpenEntry[] = [];
  let open: OpenEntry | undefined;
  let above: string | undefined;
  for (const line of lines) {
    if (isTrailerLine(line)) {
      open = entryOf(line);
      if (open) entries.push(open);
    } else if (above !== undefined && continues(above, line)) {
      open?.value.push(line.trim());
    } else break;
    above = line;
  }
  return entries;
}

function entryOf(line: string): OpenEntry | undefined {
  const [, action = '', scope = '', what = ''] = ACTION.exec(line) ?? [];
  const [, key = '', value = ''] = TRAILER.exec(line) ?? [];
  const term = actionTerm(action) ?? trailerTerm(key);
  return term && { term, ...(scope === '' ? {} : { scope: scope.trim() }), value: [what + value] };
}

/** Indented as git folds a value, or not indented, and then only where an editor would have broken the line. */
function continues(above: string, line: string): boolean {
  if (/^\s/.test(line)) return true;
  const [word = ''] = line.split(/\s/, 1);
  const width = above.length + 1 + word.length;
  return !/^(?:[-*+>#]$|```)/.test(word) && width >= NARROWEST_FOLD && above.length <= WIDEST_FOLD;
}
