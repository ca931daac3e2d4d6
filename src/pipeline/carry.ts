import type { LineRange } from '../annotation/schema.ts';
import { hasWords, type LineMap } from './line-map.ts';
import { lineNumbers } from './line-numbers.ts';

/** What became of a range of lines: where it is now, and how much of it is no longer what it was. */
export type Carried = {
  /** Absent when nothing of the range is left. */
  lines?: LineRange;
  changed: number;
  total: number;
  /** Lines in today's range that are new or changed. */
  newLines: number[];
  /** Lines of the old range that are gone or changed. */
  lostLines: number[];
};

/** Takes a range of the old version; gives its place in the new one, and which lines were lost or added. */
export function carry(map: LineMap, range: LineRange): Carried {
  const end = Math.min(range.end, map.before.ids.length);
  const lines = survivors(map, range.start, end) ?? movedBlock(map, range.start, end);
  const total = range.end - range.start + 1;
  if (!lines) {
    return { changed: total, total, newLines: [], lostLines: lineNumbers({ start: range.start, end }) };
  }
  const moved = (map.unchanged[range.start] ?? 0) === 0 && isSameBlock(map, range.start, end, lines);
  if (moved) return { lines, changed: 0, total, newLines: [], lostLines: [] };

  const lostLines = lineNumbers({ start: range.start, end }).filter(
    line => !within(map.unchanged[line], lines),
  );
  const newLines = lineNumbers(lines).filter(line => {
    const origin = map.origin[line] ?? 0;
    return origin < range.start || origin > range.end;
  });
  const size = Math.max(total, lines.end - lines.start + 1);
  return { lines, changed: Math.max(lostLines.length, newLines.length), total: size, newLines, lostLines };
}

/** Bare brackets and blank lines match anywhere: only a line with words in it proves that code survived. */
function survivors(map: LineMap, start: number, end: number): LineRange | undefined {
  let found: LineRange | undefined;
  let first = start;
  let last = start;
  for (let line = start; line <= end; line++) {
    if (!hasWords(map.before, line)) continue;
    const same = map.unchanged[line] ?? 0;
    const target = same > 0 ? { start: same, end: same } : map.reworded.get(line);
    if (!target) continue;
    if (!found) first = line;
    last = line;
    found = {
      start: Math.min(found?.start ?? target.start, target.start),
      end: Math.max(found?.end ?? target.end, target.end),
    };
  }
  if (!found) return undefined;
  for (let line = last + 1; line <= end && map.unchanged[line] === found.end + 1; line++) found.end++;
  for (let line = first - 1; line >= start && map.unchanged[line] === found.start - 1; line--) found.start--;
  return { start: found.start, end: closedBy(map, end) ?? found.end };
}

/** A last line without words, such as a brace, still ends the region when the line after it followed along. */
function closedBy(map: LineMap, end: number): number | undefined {
  const target = map.unchanged[end] ?? 0;
  if (target === 0) return undefined;
  const after = end < map.before.ids.length ? map.unchanged[end + 1] : map.after.ids.length + 1;
  return after === target + 1 ? target : undefined;
}

/** Code that was cut and pasted elsewhere in the file: the same lines in a row, in one place only. */
function movedBlock(map: LineMap, start: number, end: number): LineRange | undefined {
  const block = map.before.ids.subarray(start - 1, end);
  const wordy = lineNumbers({ start, end }).filter(line => hasWords(map.before, line)).length;
  if (wordy < 2) return undefined;
  let found: LineRange | undefined;
  const ids = map.after.ids;
  for (let at = ids.indexOf(block[0] ?? -1); at >= 0; at = ids.indexOf(block[0] ?? -1, at + 1)) {
    if (!block.every((id, offset) => ids[at + offset] === id)) continue;
    if (found) return undefined;
    found = { start: at + 1, end: at + block.length };
  }
  return found;
}

function isSameBlock(map: LineMap, start: number, end: number, lines: LineRange): boolean {
  if (lines.end - lines.start !== end - start) return false;
  return lineNumbers({ start, end }).every(
    (line, offset) => map.before.ids[line - 1] === map.after.ids[lines.start - 1 + offset],
  );
}

function within(line: number | undefined, range: LineRange): boolean {
  return line !== undefined && line >= range.start && line <= range.end;
}
