/** Two texts in, a unified diff out, with one hunk: our edits stand close together. */

const CONTEXT = 2;

export function diff(path: string, old: string | undefined, next: string | undefined): string {
  const before = linesOf(old);
  const after = linesOf(next);
  let same = 0;
  while (same < Math.min(before.length, after.length) && before[same] === after[same]) same++;
  let tail = 0;
  const room = Math.min(before.length, after.length) - same;
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const from = Math.max(0, same - CONTEXT);
  const context = (lines: string[], start: number, end: number) =>
    lines.slice(start, end).map(line => ` ${line}`);
  const body = [
    ...context(before, from, same),
    ...before.slice(same, before.length - tail).map(line => `-${line}`),
    ...after.slice(same, after.length - tail).map(line => `+${line}`),
    ...context(after, after.length - tail, Math.min(after.length, after.length - tail + CONTEXT)),
  ];
  const range = (lines: string[]) => {
    const count = Math.min(lines.length, lines.length - tail + CONTEXT) - from;
    return `${count === 0 ? 0 : from + 1},${count}`;
  };
  return [
    `--- ${old === undefined ? '/dev/null' : path}`,
    `+++ ${next === undefined ? '/dev/null' : path}`,
    `@@ -${range(before)} +${range(after)} @@`,
    ...body,
    '',
  ].join('\n');
}

function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split(/\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
