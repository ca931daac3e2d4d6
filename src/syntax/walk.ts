/** From a syntax tree to its units: one pass with a cursor, in source order, without recursion. */
import type { Language, Node, Tree, TreeCursor } from 'web-tree-sitter';
import { release } from './grammar.ts';
import type { LanguageRow } from './languages.ts';
import type { Rule, RuleOf, Scope } from './rule.ts';
import { signature } from './signature.ts';
import type { Unit } from './unit.ts';

type Action = 'token' | 'comment' | 'attribute' | 'skip' | 'wrapper' | 'through' | RuleOf;

/** Comments and attributes that stand before the next node. An attribute belongs to it whatever comes between. */
type Lead = { start: number; end: number; sticky: boolean /** The first attribute. */; code?: number };

/** `export`, a decorated definition, a template: the range and the signature of what is inside begin here. */
type Wrap = { node: Node; start: number; code: number; end: number | undefined };

type Frame = {
  scope: Scope;
  lead?: Lead | undefined;
  wrap?: Wrap | undefined;
  outside?: Node | undefined;
  /** What wraps is not the unit's direct parent. */
  deep?: boolean;
};

type Found = { unit: Unit; declares: boolean; key: string };

const MAX_UNITS = 20_000;
const CHECK_EVERY = 4096;
const MAX_NAME = 400;

const tables = new WeakMap<Language, (Action | undefined)[]>();

export function walk(
  tree: Tree,
  row: LanguageRow,
  text: string,
  deadline: number,
): { units: Unit[]; truncated: boolean } {
  const found: Found[] = [];
  const cursor = tree.walk();
  try {
    const truncated = !traverse(cursor, actionsFor(tree.language, row), row, text, deadline, found);
    return { units: withoutDeclared(found), truncated };
  } finally {
    release(cursor);
  }
}

/** False when it had to stop before the end. */
function traverse(
  cursor: TreeCursor,
  actions: readonly (Action | undefined)[],
  row: LanguageRow,
  text: string,
  deadline: number,
  found: Found[],
): boolean {
  const outer: Frame[] = [];
  let frame: Frame = { scope: { qualifier: '', place: 'module' } };
  for (let step = 1; ; step++) {
    if (found.length >= MAX_UNITS || (step % CHECK_EVERY === 0 && performance.now() > deadline)) return false;
    const inner = visit(cursor, actions, frame, text, row, found);
    if (inner && cursor.gotoFirstChild()) {
      outer.push(frame);
      frame = inner;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return true;
      frame = outer.pop() ?? frame;
    }
  }
}

function visit(
  cursor: TreeCursor,
  actions: readonly (Action | undefined)[],
  frame: Frame,
  text: string,
  row: LanguageRow,
  found: Found[],
): Frame | undefined {
  const action = actions[cursor.nodeTypeId];
  if (action === 'token') return undefined;
  if (action === 'comment' || action === 'attribute') {
    noteLead(cursor, action, frame, text);
    return undefined;
  }
  const lead = frame.lead;
  if (lead && cursor.nodeIsNamed) frame.lead = undefined;
  if (action === 'skip') return undefined;
  if (action === undefined || action === 'through') return enter(frame, lead, action === 'through');
  const node = cursor.currentNode;
  if (action === 'wrapper') return wrapped(node, lead, frame, actions, text);
  const rule = typeof action === 'function' ? action(node, frame.scope, frame.outside) : action;
  if (rule?.wraps) return { ...wrapped(node, lead, frame, actions, text), deep: true };
  return (rule && visitUnit(node, rule, frame, lead, row, text, found)) ?? enter(frame, lead, false);
}

/** A value's name reaches through the objects and calls that make it up, and no further. */
function enter(frame: Frame, lead: Lead | undefined, through: boolean): Frame {
  const { qualifier, place } = frame.scope;
  const ends = (place === 'value' || place === 'result') && !through;
  const scope = ends ? { qualifier, place: 'anonymous' as const } : frame.scope;
  return frame.deep ? { ...frame, scope, lead } : { scope, lead };
}

function visitUnit(
  node: Node,
  rule: Rule,
  frame: Frame,
  lead: Lead | undefined,
  row: LanguageRow,
  text: string,
  found: Found[],
): Frame | undefined {
  const { scope } = frame;
  if (rule.only && !rule.only.includes(scope.place)) return undefined;
  const name = nameOf(node, rule);
  if (name === undefined) return undefined;
  const place = rule.place ?? 'value';
  if (name === '') return { scope: { qualifier: scope.qualifier, place } };
  const kind = scope.place === 'type' && rule.inType ? rule.inType : rule.type;
  const type = typeof kind === 'function' ? kind(node) : kind;
  if (type) {
    const outside = frame.wrap;
    frame.wrap = undefined;
    const unit: Unit = {
      type,
      name: join(scope.qualifier, name),
      signature: signature(outside?.node ?? node, node, rule, row, text),
      ...linesOf(outside ?? firstRows(node, lead), outside?.end ?? lastRow(node, text)),
    };
    found.push({ unit, declares: rule.declares ?? false, key: `${unit.name} ${rule.overload ?? ''}` });
  }
  return { scope: { qualifier: join(scope.qualifier, rule.qualifier ? rule.qualifier(node) : name), place } };
}

function nameOf(node: Node, { name = 'name' }: Rule): string | undefined {
  const found = typeof name === 'function' ? name(node) : node.childForFieldName(name)?.text;
  return found === '' ? '' : found?.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME) || undefined;
}

function join(qualifier: string, name: string): string {
  if (!qualifier || !name) return qualifier || name;
  // Only code that nobody wrote by hand nests so deep.
  return qualifier.length > MAX_NAME ? qualifier : `${qualifier}::${name}`;
}

function noteLead(cursor: TreeCursor, kind: 'comment' | 'attribute', frame: Frame, text: string): void {
  const start = cursor.startPosition.row;
  const { row, column } = cursor.endPosition;
  const end = column === 0 && row > start ? row - 1 : row;
  const before = frame.lead;
  const follows = before && (before.sticky || start <= before.end + 1);
  if (kind === 'comment' && !startsLine(text, cursor.startIndex)) return;
  const code = (follows ? before.code : undefined) ?? (kind === 'attribute' ? start : undefined);
  frame.lead = {
    start: follows ? before.start : start,
    end,
    sticky: kind === 'attribute' || (follows === true && before.sticky),
    code,
  };
}

function startsLine(text: string, index: number): boolean {
  let at = index - 1;
  while (text[at] === ' ' || text[at] === '\t') at--;
  return at < 0 || text[at] === '\n' || text[at] === '\uFEFF';
}

/** Where a unit begins, with and without its doc comment. */
function firstRows(node: Node, lead: Lead | undefined): { start: number; code: number } {
  const own = node.startPosition.row;
  if (!lead || !(lead.sticky || own <= lead.end + 1)) return { start: own, code: own };
  return { start: lead.start, code: lead.code ?? own };
}

/** Rows count from 0, lines from 1. */
function linesOf(
  { start, code }: { start: number; code: number },
  end: number,
): Pick<Unit, 'lines' | 'code'> {
  return { lines: { start: start + 1, end: end + 1 }, ...(code > start ? { code: code + 1 } : {}) };
}

/** Some grammars count blank lines behind a node as a part of it. */
function lastRow(node: Node, text: string): number {
  let row = node.endPosition.row;
  for (let at = node.endIndex - 1; at > node.startIndex && /\s/.test(text[at] ?? ''); at--) {
    if (text[at] === '\n') row--;
  }
  return row;
}

function wrapped(
  node: Node,
  lead: Lead | undefined,
  frame: Frame,
  actions: readonly (Action | undefined)[],
  text: string,
): Frame {
  // Parentheses hold a group, as in Go's `const (…)`: each one inside stands for itself.
  if (node.children.some(child => child.type === '(')) return { scope: frame.scope, outside: node };
  const inside = node.namedChildren.filter(child => {
    const action = actions[child.typeId];
    return action === 'wrapper' || (action !== undefined && typeof action !== 'string');
  });
  const alone = inside.length <= 1;
  const outer = frame.wrap;
  frame.wrap = undefined;
  const wrap = outer
    ? { ...outer, end: alone ? outer.end : undefined }
    : { node, ...firstRows(node, lead), end: alone ? lastRow(node, text) : undefined };
  return { scope: frame.scope, wrap, outside: frame.outside ?? node };
}

/** A declaration gives way when everything that is declared as it is, is also defined in this file. */
function withoutDeclared(found: readonly Found[]): Unit[] {
  const open = new Map<string, number>();
  for (const { key, declares } of found) open.set(key, (open.get(key) ?? 0) + (declares ? 1 : -1));
  const defined = new Set(found.filter(({ declares }) => !declares).map(({ key }) => key));
  return found
    .filter(({ key, declares }) => !declares || !defined.has(key) || (open.get(key) ?? 0) > 0)
    .map(({ unit }) => unit);
}

function actionsFor(language: Language, row: LanguageRow): (Action | undefined)[] {
  const known = tables.get(language);
  if (known) return known;
  const byName = new Map<string, Action>();
  for (const type of row.comments) byName.set(type, 'comment');
  for (const type of row.attributes ?? []) byName.set(type, 'attribute');
  for (const type of row.skip ?? []) byName.set(type, 'skip');
  for (const type of row.wrappers ?? []) byName.set(type, 'wrapper');
  for (const type of row.through ?? []) byName.set(type, 'through');
  for (const [type, rule] of Object.entries(row.units)) byName.set(type, rule);
  const actions = Array.from({ length: language.nodeTypeCount }, (_, id) =>
    language.nodeTypeIsNamed(id) ? byName.get(language.nodeTypeForId(id) ?? '') : 'token',
  );
  tables.set(language, actions);
  return actions;
}
