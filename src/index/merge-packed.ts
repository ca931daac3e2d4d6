import type { Subject } from './layout.ts';
import { NOWHERE, type NoteList } from './note-list.ts';
import { type ListColumns, packNotes, type TextColumns } from './pack.ts';
import type { PackedContents, PackedNotes } from './packed-notes.ts';
import { type Lists, listAt, rowAt, rowCount, type Texts } from './text-table.ts';

/** Packed notes, and the number that each has in the whole, `NOWHERE` for one that is left out. */
export type Part = { packed: PackedNotes; numbers: Uint32Array };

type Contents = PackedContents & { numbers: Uint32Array };

/**
 * Packs the notes of several parts as one. Texts are ordered in each part, so that they are merged without a table of
 * them all; nothing is unpacked, and memory is needed for little more than the result.
 */
export function mergePacked(
  subject: Subject,
  list: NoteList,
  parts: readonly Part[],
  covered: readonly string[] = [],
): Buffer {
  const all = parts.map(({ packed, numbers }): Contents => ({ ...packed.contents(), numbers }));
  const [names, [files, dependencies, concerns]] = mergeTexts(
    all.map(({ names: texts, files: of, dependencies: on, concerns: by, numbers }) => ({
      texts,
      lists: [of, on, by],
      numbers,
    })),
  );
  const [marks, [marked]] = mergeTexts(
    all.map(({ marks: texts, marked: lists, numbers }) => ({ texts, lists: [lists], numbers })),
  );
  const malformed = all.flatMap(({ problems, numbers }) =>
    [...problems].map(([note, problem]) => ({ note: numbers[note] ?? NOWHERE, problem })),
  );
  const isKept = ({ note }: { note: number }) => note !== NOWHERE;
  return packNotes(subject, {
    ...{ list, covered, malformed: malformed.filter(isKept) },
    ...{ names, files: files ?? NO_LISTS, dependencies: dependencies ?? NO_LISTS },
    ...{ concerns: concerns ?? NO_LISTS, marks, marked: marked ?? NO_LISTS },
  });
}

const NO_LISTS: ListColumns = { starts: new Uint32Array(1), notes: new Uint32Array(0) };

type Table = { texts: Texts; lists: readonly Lists[]; numbers: Uint32Array };

/** Texts of several tables, each with the notes that it has in any of them; a text without notes is left out. */
function mergeTexts(tables: readonly Table[]): [TextColumns, ListColumns[]] {
  const rows = tables.reduce((total, { texts }) => total + rowCount(texts), 0);
  const offsets = new Uint32Array(rows + 1);
  const bytes = Buffer.allocUnsafe(tables.reduce((total, { texts }) => total + texts.bytes.length, 0));
  const lists = (tables[0]?.lists ?? []).map((_, which) => ({
    starts: new Uint32Array(rows + 1),
    notes: new Uint32Array(
      tables.reduce((total, table) => total + (table.lists[which]?.notes.length ?? 0) / 4, 0),
    ),
  }));
  let count = 0;
  for (const { text, found } of inTurn(tables)) {
    let isNoted = false;
    for (const [which, { starts, notes }] of lists.entries()) {
      const end = collect(notes, starts[count] ?? 0, found, which);
      isNoted ||= end > (starts[count] ?? 0);
      starts[count + 1] = end;
    }
    if (!isNoted) continue;
    offsets[count + 1] = (offsets[count] ?? 0) + text.copy(bytes, offsets[count]);
    count++;
  }
  return [
    { offsets: offsets.subarray(0, count + 1), bytes: bytes.subarray(0, offsets[count]) },
    lists.map(({ starts, notes }) => ({
      starts: starts.subarray(0, count + 1),
      notes: notes.subarray(0, starts[count]),
    })),
  ];
}

type Cursor = { table: Table; at: number; text?: Buffer };

/** Every text once, in order, with the cursors that stand at it. */
function* inTurn(tables: readonly Table[]): Generator<{ text: Buffer; found: Cursor[] }> {
  const cursors = tables.map((table): Cursor => ({ table, at: 0, text: textAt(table, 0) }));
  for (let next = leastOf(cursors); next; next = leastOf(cursors)) {
    yield next;
    for (const cursor of next.found) cursor.text = textAt(cursor.table, ++cursor.at);
  }
}

function leastOf(cursors: readonly Cursor[]): { text: Buffer; found: Cursor[] } | undefined {
  let least: { text: Buffer; found: Cursor[] } | undefined;
  for (const cursor of cursors) {
    const { text } = cursor;
    if (!text) continue;
    const order = least ? Buffer.compare(text, least.text) : -1;
    if (order < 0) least = { text, found: [cursor] };
    else if (order === 0) least?.found.push(cursor);
  }
  return least;
}

function textAt({ texts }: Table, at: number): Buffer | undefined {
  return at < rowCount(texts) ? rowAt(texts, at) : undefined;
}

/** Adds the numbers of these texts to a column, in order; gives its new end. */
function collect(notes: Uint32Array, start: number, cursors: readonly Cursor[], which: number): number {
  let end = start;
  for (const { table, at } of cursors) {
    const list = table.lists[which];
    for (const note of list ? listAt(list, at) : []) {
      const number = table.numbers[note] ?? NOWHERE;
      if (number !== NOWHERE) notes[end++] = number;
    }
  }
  if (cursors.length > 1) notes.subarray(start, end).sort();
  return end;
}
