// Two versions of a file as a picture: the sign before each line says what became of it.
//
//   : a line outside of the region          - a line of the region that is lost (before)
//   | a line of the region that is kept     + a line of the region that is new (after)
//   ~ a line of the region that was kept, but indented by another amount than the rest
//
// A test reads the lines and the annotated range from its own picture, follows the range, and draws what it found: both
// pictures must be equal. Nothing of the region is left where `after` has `:` signs only.
import type { LineRange } from '../../src/annotation/schema.ts';
import type { Followed } from '../../src/pipeline/lines/follow-range.ts';
import { lineNumbers } from '../../src/pipeline/lines/range.ts';

export type Picture = { before: string; after: string; changed: string };

/** The lines of a picture, as bytes, the way that files are read. */
export function linesOf(picture: string): string[] {
  return rows(picture).map(({ text }) => Buffer.from(text).toString('latin1'));
}

/** The lines that have any sign but `:`. */
export function rangeOf(picture: string): LineRange {
  const marked = rows(picture).flatMap(({ sign }, at) => (sign === ':' ? [] : [at + 1]));
  return { start: marked[0] ?? 1, end: marked.at(-1) ?? 0 };
}

/** As it is written in a test, without the indentation and the line breaks around it. */
export function tidy({ before, after, changed }: Picture): Picture {
  const redraw = (picture: string) => rows(picture).map(({ sign, text }) => line(sign, text));
  return { before: redraw(before).join('\n'), after: redraw(after).join('\n'), changed };
}

export function draw(
  before: readonly string[],
  after: readonly string[],
  range: LineRange,
  followed: Followed,
): Picture {
  const { lines, changed, total, lostLines, newLines, reindented } = followed;
  const drawn = (texts: readonly string[], inside: number[], gone: number[], sign: string, moved: number[]) =>
    texts.map((text, at) => {
      const number = at + 1;
      const shown = Buffer.from(text, 'latin1').toString();
      if (!inside.includes(number)) return line(':', shown);
      if (gone.includes(number)) return line(sign, shown);
      return line(moved.includes(number) ? '~' : '|', shown);
    });
  const [movedFrom, movedTo] = [reindented.map(([old]) => old), reindented.map(([, now]) => now)];
  return {
    before: drawn(before, lineNumbers(range), lostLines, '-', movedFrom).join('\n'),
    after: drawn(after, lines ? lineNumbers(lines) : [], newLines, '+', movedTo).join('\n'),
    changed: lines ? `${changed} of ${total}` : `gone, ${changed} of ${total}`,
  };
}

function line(sign: string, text: string): string {
  return text === '' ? sign : `${sign} ${text}`;
}

function rows(picture: string): { sign: string; text: string }[] {
  return picture
    .split('\n')
    .filter(row => row.trim() !== '')
    .map(row => {
      const found = /^ *([:|~+-])(?: (.*))?$/s.exec(row);
      if (!found) throw new Error(`No sign before the line: ${row}`);
      return { sign: found[1] ?? '', text: found[2] ?? '' };
    });
}
