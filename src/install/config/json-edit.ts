/** Adds and removes one member of a JSON object, or element of an array, by inserting and cutting text: all else stays as it is. */

import { applyEdits, endOfLine } from './format.ts';
import { endOf, gap, type Node } from './json-tree.ts';

type Layout = { eol: string; unit: string };

/** Of a new file. */
export const DEFAULT_LAYOUT: Layout = { eol: '\n', unit: '  ' };

export function layoutOf(text: string, root: Node): Layout {
  const first = root.children?.[0];
  const own = first && ownIndent(text, first.offset);
  return { eol: endOfLine(text), unit: own || '  ' };
}

/** Renders a value: objects and arrays of objects over several lines, other arrays on one. */
export function render(value: unknown, indent: string, layout: Layout): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = indent + layout.unit;
  const over = (lines: string[]) =>
    lines.map(line => `${layout.eol}${inner}${line}`).join(',') + layout.eol + indent;
  if (Array.isArray(value)) {
    const items = value.map(item => render(item, inner, layout));
    const isFlat = value.every(item => typeof item !== 'object');
    return `[${isFlat ? items.join(', ') : over(items)}]`;
  }
  const members = Object.entries(value);
  if (members.length === 0) return '{}';
  return `{${over(members.map(([name, item]) => `${JSON.stringify(name)}: ${render(item, inner, layout)}`))}}`;
}

export function addMember(text: string, object: Node, name: string, value: unknown, layout: Layout): string {
  return add(text, object, indent => `${JSON.stringify(name)}: ${render(value, indent, layout)}`, layout);
}

export function addElement(text: string, array: Node, value: unknown, layout: Layout): string {
  return add(text, array, indent => render(value, indent, layout), layout);
}

function add(text: string, object: Node, rendered: (indent: string) => string, layout: Layout): string {
  const outer = lineIndent(text, object.offset);
  const last = object.children?.at(-1);
  const close = endOf(object) - 1;
  const indent = (last && ownIndent(text, last.offset)) ?? outer + layout.unit;
  const line = `${layout.eol}${indent}${rendered(indent)}`;
  const { commaStart, boundary } = gap(text, last ? endOf(last) : object.offset + 1, close);
  if (!last) return applyEdits(text, [{ start: boundary, end: close, text: line + layout.eol + outer }]);
  if (commaStart !== undefined) return insert(text, boundary, `${line},`);
  return insert(insert(text, boundary, line), endOf(last), ',');
}

export function removeMember(text: string, object: Node, member: Node): string {
  const members = object.children ?? [];
  const previous = members[members.indexOf(member) - 1];
  const next = members[members.indexOf(member) + 1];
  const before = gap(text, previous ? endOf(previous) : object.offset + 1, member.offset);
  const after = gap(text, endOf(member), next?.offset ?? endOf(object) - 1);
  // Text that follows on the same line must not end up in a line comment above.
  const needsItsLine =
    before.endsInLineComment && !/^[ \t]*(?:,[ \t]*)?[\r\n]/.test(text.slice(endOf(member)));
  const cuts = [{ start: needsItsLine ? member.offset : before.boundary, end: endOf(member), text: '' }];
  const comma = after.commaStart ?? before.commaStart;
  if (comma !== undefined) cuts.push({ start: comma, end: comma + 1, text: '' });
  return applyEdits(text, cuts);
}

const insert = (text: string, at: number, added: string): string =>
  applyEdits(text, [{ start: at, end: at, text: added }]);

/** The white space that opens the line of this offset. */
function lineIndent(text: string, offset: number): string {
  const line = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** The same, when nothing but white space stands before this offset on its line. */
function ownIndent(text: string, offset: number): string | undefined {
  const start = lineStart(text, offset);
  const line = text.slice(start, offset);
  return start > 0 && /^[ \t]*$/.test(line) ? line : undefined;
}

const lineStart = (text: string, offset: number): number =>
  Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
