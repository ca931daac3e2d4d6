import type { LineRange } from '../annotation/schema.ts';
import type { ToolCall } from './event.ts';
import type { Hunk, PatchLine } from './patch.ts';

type Likeness = (a: string, b: string) => boolean;

/** As `apply_patch` compares lines: the stricter way first. */
const LIKENESSES: readonly Likeness[] = [
  (a, b) => a === b,
  (a, b) => a.trimEnd() === b.trimEnd(),
  (a, b) => a.trim() === b.trim(),
];

/** Of lines with lines, in about a second: nothing can interrupt them. */
const MOST_COMPARISONS = 3_000_000;

/** The lines that hunks change, without those that only tell the place; undefined where one can't be found. */
export function hunkLines(
  hunks: readonly Hunk[],
  moment: ToolCall['moment'],
  lines: readonly string[],
): LineRange[] | undefined {
  const own: PatchLine['sign'] = moment === 'before' ? '-' : '+';
  const found: LineRange[] = [];
  const seek = seekerIn(lines);
  let from = 0;
  for (const hunk of hunks) {
    for (const place of hunk.after) from = (seek([place], from) ?? from - 1) + 1;
    const here = withoutLastBlank(hunk.lines).filter(({ sign }) => sign === ' ' || sign === own);
    const texts = here.map(({ text }) => text);
    const at = seek(texts, from) ?? seek(texts, 0);
    if (at === undefined) return undefined;
    found.push(...changedIn(hunk.lines, own, at + 1));
    from = at + here.length;
  }
  return found;
}

/** Where a hunk takes nothing out of this version, it changes the two lines that it puts something between. */
function changedIn(lines: readonly PatchLine[], own: PatchLine['sign'], first: number): LineRange[] {
  const changed: LineRange[] = [];
  let line = first;
  for (let at = 0; at < lines.length; ) {
    const { length, owned } = changeAt(lines, own, at);
    if (owned > 0) changed.push({ start: line, end: line + owned - 1 });
    else if (length > 0) changed.push({ start: line - 1, end: line });
    line += length > 0 ? owned : 1;
    at += Math.max(length, 1);
  }
  return changed;
}

/** How many lines stand together there that are not kept, and how many of them are lines of this version. */
function changeAt(lines: readonly PatchLine[], own: PatchLine['sign'], start: number) {
  let [end, owned] = [start, 0];
  for (; end < lines.length && lines[end]?.sign !== ' '; end++) if (lines[end]?.sign === own) owned++;
  return { length: end - start, owned };
}

/** The end of a patch may look like a blank line of it. */
function withoutLastBlank(lines: readonly PatchLine[]): readonly PatchLine[] {
  const last = lines.at(-1);
  return last?.sign === ' ' && last.text.trim() === '' ? lines.slice(0, -1) : lines;
}

/** Finds where lines stand; nothing any more once that has taken too long. */
function seekerIn(lines: readonly string[]) {
  let left = MOST_COMPARISONS;
  return (wanted: readonly string[], from: number): number | undefined => {
    if (wanted.length === 0) return undefined;
    for (const isLike of LIKENESSES) {
      for (let at = from; left > 0 && at + wanted.length <= lines.length; at++) {
        const isHere = wanted.every((text, offset) => --left > 0 && isLike(lines[at + offset] ?? '', text));
        if (isHere) return at;
      }
    }
    return undefined;
  };
}
