import type { Line } from '../../render/blocks.ts';
import { plural } from '../../wording.ts';
import type { TreeRow } from './cover.ts';

type Node = { row: TreeRow; name: string; inside: Node[] };

/** The parts of a directory: ● wholly annotated, ◐ in part, ○ not at all. */
export function tree(rows: readonly TreeRow[], directory: string): Line[] {
  const lines: Line[] = [];
  draw(nest(rows, directory === '.' ? '' : `${directory}/`).map(shortened), '', lines);
  return lines;
}

/** A row is in the directory before it whose path its own begins with. */
function nest(rows: readonly TreeRow[], base: string): Node[] {
  const top: Node[] = [];
  const around: Node[] = [];
  for (const row of rows) {
    while (around.length > 0 && !row.path.startsWith(around.at(-1)?.row.path ?? '')) around.pop();
    const parent = around.at(-1);
    const node = { row, name: row.path.slice((parent?.row.path ?? base).length), inside: [] };
    (parent?.inside ?? top).push(node);
    if (row.path.endsWith('/')) around.push(node);
  }
  return top;
}

/** A directory that has but one part shares its line with it. */
function shortened(node: Node): Node {
  const inside = node.inside.map(shortened);
  const [only] = inside;
  const isAll = only && inside.length === 1 && (only.row.files ?? '1 of 1') === node.row.files;
  return isAll ? { ...only, name: `${node.name}${only.name}` } : { ...node, inside };
}

/** Directories first, then files. */
function draw(nodes: readonly Node[], indent: string, lines: Line[]): void {
  const sorted = [...nodes].sort((a, b) => Number(isFile(a)) - Number(isFile(b)));
  for (const [index, node] of sorted.entries()) {
    const last = index === sorted.length - 1;
    lines.push({ lead: `${indent}${last ? '└─ ' : '├─ '}`, ...describe(node) });
    draw(node.inside, `${indent}${last ? '   ' : '│  '}`, lines);
  }
}

function isFile({ name }: Node): boolean {
  return !name.includes('/');
}

function describe({ row, name }: Node): Line {
  const { files, units, other_regions: others = 0 } = row;
  const counts = [
    ...(units ? [`${units} units`] : []),
    ...(others > 0 ? [plural(others, units ? 'other' : 'region')] : []),
  ].join(', ');
  if (files?.startsWith('0 ')) return { mark: '○', text: `${name}  ${files} files`, tone: 'quiet' };
  if (files) return { text: `${name}  ${files} files` };
  const [annotated, all] = units?.split(' of ') ?? [];
  const whole = annotated === all;
  return { mark: whole ? '●' : '◐', text: `${name}  ${counts}`, tone: whole ? 'good' : 'warn' };
}
