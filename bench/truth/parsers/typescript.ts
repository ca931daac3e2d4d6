// JavaScript and TypeScript by the TypeScript compiler.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import type { Unit } from '../unit.ts';
import { topOf } from './above.ts';
import type { Source } from './parse.ts';

const MOST_AT_ONCE = 400;
const OPTIONS = { noLib: true, noResolve: true, allowJs: true, types: [], jsx: 'preserve', noEmit: true };

/** A node with the fields that some kinds have. */
type AnyNode = Node & {
  name?: Node & { text?: string };
  modifiers?: readonly Node[];
  initializer?: AnyNode;
  body?: AnyNode;
  expression?: AnyNode;
  left?: AnyNode;
  right?: AnyNode;
  operatorToken?: Node;
  declarationList?: { declarations: readonly AnyNode[] };
};

export function parseByTypeScript(sources: readonly Source[], room: string): void {
  for (let from = 0; from < sources.length; from += MOST_AT_ONCE) {
    parseSome(sources.slice(from, from + MOST_AT_ONCE), room);
  }
}

function parseSome(sources: readonly Source[], room: string): void {
  const config = join(room, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: OPTIONS, files: sources.map(source => source.file) }),
  );
  const api = new API({ cwd: room });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    for (const source of sources) {
      const file = project?.program.getSourceFile(source.file);
      source.version.units = file && unitsOf(file, source.version.lines);
    }
  } finally {
    api.close();
  }
}

const TYPES: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.ClassDeclaration]: 'class',
  [SyntaxKind.InterfaceDeclaration]: 'interface',
  [SyntaxKind.EnumDeclaration]: 'enum',
};
const METHODS = new Set([
  SyntaxKind.MethodDeclaration,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.MethodSignature,
]);
const FUNCTIONS = new Set([SyntaxKind.ArrowFunction, SyntaxKind.FunctionExpression]);
const WRAPPERS = new Set([
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.AsExpression,
  SyntaxKind.SatisfiesExpression,
  SyntaxKind.NonNullExpression,
]);
const EXPORTS = /^(?:module\.)?exports(?:\.|$)|^(?:this|window|globalThis|global|self)\./;
/** What the compiler makes of JSDoc is not in the code. */
const REPARSED = 8;

function core(node: AnyNode | undefined): AnyNode | undefined {
  let at = node;
  while (at && WRAPPERS.has(at.kind)) at = at.expression;
  return at;
}

const isFunction = (node: AnyNode | undefined): boolean => node !== undefined && FUNCTIONS.has(node.kind);

function unitsOf(file: SourceFile, lines: readonly string[]): Unit[] {
  const walk = new Walk(file, lines);
  walk.inside(file as unknown as AnyNode, [], 'module');
  return walk.units;
}

type Names = readonly string[];
/** What surrounds a node. Methods of an object that has no name, or is local, are no units: `hidden`. */
type Around = 'module' | 'class' | 'function' | 'object' | 'value' | 'hidden';

class Walk {
  readonly units: Unit[] = [];
  readonly #file: SourceFile;
  readonly #lines: readonly string[];
  readonly #starts = [0];

  constructor(file: SourceFile, lines: readonly string[]) {
    this.#file = file;
    this.#lines = lines;
    const { text } = file;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  inside(node: AnyNode | undefined, names: Names, around: Around): void {
    node?.forEachChild(child => this.#visit(child as AnyNode, names, around));
  }

  #visit(node: AnyNode, names: Names, around: Around): void {
    if ((node.flags & REPARSED) !== 0) return;
    const name = this.#nameOf(node);
    const qualified = [...names, name ?? (node.kind === SyntaxKind.Constructor ? 'constructor' : 'default')];
    const type = TYPES[node.kind];
    if (type) this.#unit(qualified, type, node, 'class');
    else if (node.kind === SyntaxKind.ModuleDeclaration) this.inside(node, qualified, 'module');
    else if (node.kind === SyntaxKind.FunctionDeclaration)
      this.#unit(qualified, 'function', node, 'function');
    else if (node.kind === SyntaxKind.Constructor) this.#unit(qualified, 'constructor', node, 'function');
    else if (METHODS.has(node.kind)) this.#method(qualified, node, around);
    else if (node.kind === SyntaxKind.PropertyDeclaration) this.#field(qualified, node, around);
    else if (node.kind === SyntaxKind.PropertyAssignment) {
      if (around === 'object') this.#named(node.initializer, qualified, node, around);
    } else if (node.kind === SyntaxKind.VariableStatement) this.#variables(node, names, around);
    else if (isAssignment(node)) this.#assigned(node.expression as AnyNode, node, names, around);
    else if (node.kind === SyntaxKind.ObjectLiteralExpression) this.inside(node, names, 'hidden');
    else if (isFunction(node)) {
      if (around !== 'hidden') this.inside(node, name === undefined ? names : qualified, 'function');
    } else if (node.kind !== SyntaxKind.ClassExpression) this.inside(node, names, around);
  }

  #unit(names: Names, kind: string, node: AnyNode, around: Around): void {
    this.#add(names, kind, node);
    this.inside(node, names, around);
  }

  #method(names: Names, node: AnyNode, around: Around): void {
    if (around === 'class' || around === 'object') this.#unit(names, 'method', node, 'function');
  }

  #field(names: Names, node: AnyNode, around: Around): void {
    if (isFunction(core(node.initializer))) this.#named(node.initializer, names, node, around, 'method');
  }

  #variables(node: AnyNode, names: Names, around: Around): void {
    const declarations = node.declarationList?.declarations ?? [];
    for (const declaration of declarations) {
      const whole = declarations.length === 1 ? node : declaration;
      const isPlain = declaration.name?.kind === SyntaxKind.Identifier;
      const own = isPlain ? this.#nameOf(declaration) : undefined;
      if (own !== undefined) this.#named(declaration.initializer, [...names, own], whole, around, 'function');
      else if (declaration.initializer) this.#visit(declaration.initializer, names, around);
    }
  }

  /** A value that has a name: what it is decides whether that is a unit. */
  #named(value: AnyNode | undefined, names: Names, whole: AnyNode, around: Around, kind = 'method'): void {
    const bare = core(value);
    if (!bare) return;
    if (isFunction(bare)) {
      this.#add(names, kind, whole);
      this.inside(bare, names, 'function');
    } else if (bare.kind === SyntaxKind.ClassExpression) {
      this.#add(names, 'class', whole);
      this.inside(bare, names, 'class');
    } else if (bare.kind === SyntaxKind.ObjectLiteralExpression) {
      this.inside(bare, names, around === 'module' || around === 'object' ? 'object' : 'hidden');
    } else this.#visit(bare, names, around === 'module' ? 'value' : around);
  }

  /** `exports.parse = function …`, `Store.prototype.get = …`. */
  #assigned(node: AnyNode, whole: AnyNode, names: Names, around: Around): void {
    const left = node.left ? this.#textOf(node.left) : '';
    const value = core(node.right);
    if (!/^[\w$.]+$/.test(left) || !value) {
      this.inside(node, names, around);
      return;
    }
    const name = left
      .replace(EXPORTS, '')
      .replace(/\.prototype(?=\.|$)/g, '')
      .replaceAll('.', '::');
    const own = name || this.#nameOf(value) || 'module.exports';
    if (value.kind === SyntaxKind.ClassExpression) {
      this.#add([...names, own], 'class', whole);
      this.inside(value, [...names, own], 'class');
    } else if (isFunction(value)) {
      this.#add([...names, own], own.includes('::') ? 'method' : 'function', whole);
      this.inside(value, [...names, own], 'function');
    } else this.#visit(value, names, around);
  }

  #add(names: Names, kind: string, node: AnyNode): void {
    const first = this.#lineOf(node.getStart(this.#file));
    const isDecorator = (item: Node) => item.kind === SyntaxKind.Decorator;
    const plain = node.modifiers?.find(item => !isDecorator(item)) ?? node.name;
    const isDecorated = node.modifiers?.some(isDecorator) && plain;
    const start = isDecorated ? Math.max(first, this.#lineOf(plain.getStart(this.#file))) : first;
    const end = this.#lineOf(Math.max(node.end - 1, 0));
    this.units.push({
      name: names.join('::'),
      kind,
      start,
      end,
      top: topOf(this.#lines, first, 'typescript'),
    });
  }

  #nameOf(node: AnyNode): string | undefined {
    return node.name && this.#textOf(node.name).replace(/^(['"])(.*)\1$/s, '$2');
  }

  #textOf(node: Node): string {
    return this.#file.text.slice(node.getStart(this.#file), node.end);
  }

  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

function isAssignment({ kind, expression }: AnyNode): boolean {
  return (
    kind === SyntaxKind.ExpressionStatement &&
    expression?.kind === SyntaxKind.BinaryExpression &&
    expression.operatorToken?.kind === SyntaxKind.EqualsToken
  );
}
