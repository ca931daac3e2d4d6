/**
 * Adds and removes one member of a JSON object by inserting and cutting text; every other byte stays.
 *
 * Install keeps no record of what it did, so the layout has to tell. An object that install makes gets its
 * first member on a line of its own; an empty object that was there keeps its braces as they are, with the
 * member right before the closing one (`{"ultragit": …}`), or below a blank line where it had lines.
 */

import { applyEdits, endOfLine } from './format.ts';
import { endOf, gap, type Node } from './json-tree.ts';

type Layout = { eol: string; unit: string };

export function layoutOf(text: string, root: Node): Layout {
  const first = root.children?.[0];
  const own = first && ownIndent(text, first.offset);
  return { eol: endOfLine(text), unit: own || '  ' };
}

/** Renders a value: objects over several lines, arrays on one. */
export function render(value: unknown, indent: string, layout: Layout): string {
  if (Array.isArray(value)) return `[${value.map(item => JSON.stringify(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = indent + layout.unit;
  const members = Object.entries(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${render(item, inner, layout)}`,
  );
  if (members.length === 0) return '{}';
  return `{${layout.eol}${members.join(`,${layout.eol}`)}${layout.eol}${indent}}`;
}

export function addMember(text: string, object: Node, name: string, value: unknown, layout: Layout): string {
  const member = (indent: string) => `${JSON.stringify(name)}: ${render(value, indent, layout)}`;
  const outer = lineIndent(text, object.offset);
  const last = object.children?.at(-1);
  const close = endOf(object) - 1;
  if (!last) {
    const roomy = /[\r\n]/.test(text.slice(object.offset, close));
    const indent = roomy ? outer + layout.unit : outer;
    return insert(
      text,
      close,
      roomy ? layout.eol + indent + member(indent) + layout.eol + outer : member(indent),
    );
  }
  const indent = ownIndent(text, last.offset) ?? outer + layout.unit;
  const line = layout.eol + indent + member(indent);
  const { commaStart, boundary } = gap(text, endOf(last), close);
  if (commaStart !== undefined) return insert(text, boundary, `${line},`);
  return insert(insert(text, boundary, line), endOf(last), ',');
}

/** Says whether the object is empty now in the way that an object made by install is. */
export type Taken = { text: string; madeByInstall: boolean };

export function takeMember(text: string, object: Node, member: Node): Taken {
  const members = object.children ?? [];
  const index = members.indexOf(member);
  const previous = members[index - 1];
  const next = members[index + 1];
  const close = endOf(object) - 1;
  if (!previous && !next) return takeOnlyMember(text, object, member);
  const before = gap(text, previous ? endOf(previous) : object.offset + 1, member.offset);
  const after = gap(text, endOf(member), next?.offset ?? close);
  const cuts = [{ start: before.boundary, end: endOf(member), text: '' }];
  const comma = after.commaStart ?? before.commaStart;
  if (comma !== undefined) cuts.push({ start: comma, end: comma + 1, text: '' });
  return { text: applyEdits(text, cuts), madeByInstall: false };
}

function takeOnlyMember(text: string, object: Node, member: Node): Taken {
  const close = endOf(object) - 1;
  const before = text.slice(object.offset + 1, member.offset);
  const after = text.slice(endOf(member), close);
  const cut = (start: number, end: number) => applyEdits(text, [{ start, end, text: '' }]);
  if (after === '') return { text: cut(member.offset, endOf(member)), madeByInstall: false };
  const lastLine = /(?:\r\n|\n|\r)[ \t]*$/.exec(before);
  if (lastLine && /^(?:\r\n|\n|\r)[ \t]*$/.test(after)) {
    const start = object.offset + 1 + lastLine.index;
    return { text: cut(start, close), madeByInstall: lastLine.index === 0 };
  }
  const { boundary } = gap(text, object.offset + 1, member.offset);
  const { commaStart } = gap(text, endOf(member), close);
  return {
    text: cut(boundary, commaStart === undefined ? endOf(member) : commaStart + 1),
    madeByInstall: false,
  };
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
