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

/** The lines that hunks change, without those that only tell the place; undefined where one can't be found. */
export function hunkLines(
  hunks: readonly Hunk[],
  moment: ToolCall['moment'],
  lines: readonly string[],
): LineRange[] | undefined {
  const own: PatchLine['sign'] = moment === 'before' ? '-' : '+';
  const found: LineRange[] = [];
  let from = 0;
  for (const hunk of hunks) {
    for (const place of hunk.after) from = (seek(lines, [place], from) ?? from - 1) + 1;
    const here = withoutLastBlank(hunk.lines).filter(({ sign }) => sign === ' ' || sign === own);
    const texts = here.map(({ text }) => text);
    const at = seek(lines, texts, from) ?? seek(lines, texts, 0);
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
  for (const [at, { sign }] of lines.entries()) {
    if (sign === own) changed.push({ start: line, end: line });
    else if (sign !== ' ' && !isReplacing(lines, own, at)) changed.push({ start: line - 1, end: line });
    if (sign === own || sign === ' ') line++;
  }
  return changed;
}

/** Whether lines of this version are changed right where a line of the other one stands. */
function isReplacing(lines: readonly PatchLine[], own: PatchLine['sign'], at: number): boolean {
  const start = lines.findLastIndex(({ sign }, index) => index < at && sign === ' ') + 1;
  const next = lines.findIndex(({ sign }, index) => index > at && sign === ' ');
  return lines.slice(start, next < 0 ? undefined : next).some(({ sign }) => sign === own);
}

/** The end of a patch may look like a blank line of it. */
function withoutLastBlank(lines: readonly PatchLine[]): readonly PatchLine[] {
  const last = lines.at(-1);
  return last?.sign === ' ' && last.text.trim() === '' ? lines.slice(0, -1) : lines;
}

function seek(lines: readonly string[], wanted: readonly string[], from: number): number | undefined {
  if (wanted.length === 0) return undefined;
  for (const isLike of LIKENESSES) {
    for (let at = from; at + wanted.length <= lines.length; at++) {
      if (wanted.every((text, offset) => isLike(lines[at + offset] ?? '', text))) return at;
    }
  }
  return undefined;
}
