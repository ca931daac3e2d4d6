/** JavaScript and TypeScript: functions and classes come as declarations, and as values of something that has a name. */
import type { Node } from 'web-tree-sitter';
import {
  CONSTANT,
  callable,
  field,
  nameless,
  type Rule,
  type RuleOf,
  type Scope,
  typeRule,
} from '../rule.ts';

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function']);
const TRANSPARENT = new Set([
  'parenthesized_expression',
  'as_expression',
  'satisfies_expression',
  'non_null_expression',
  'await_expression',
]);
const EXPORTS = /^(?:module\.)?exports(?:\.|$)|^(?:this|window|globalThis|global|self)\./;

/** What a value comes down to, when parentheses and type assertions are taken off. */
function core(value: Node | undefined): Node | undefined {
  let at: Node | null | undefined = value;
  while (at && TRANSPARENT.has(at.type)) at = at.firstNamedChild;
  return at ?? undefined;
}

const isFunction = (node: Node | undefined): boolean => node !== undefined && FUNCTIONS.has(node.type);

const wrapsFunction = (node: Node | undefined): boolean =>
  node?.type === 'call_expression' && (field(node, 'arguments')?.namedChildren.some(isFunction) ?? false);

/** Where the signature of `name = value` ends: before the function's or the class's body. */
function bodyOf(value: Node): Node {
  return field(value, 'body') ?? value;
}

function declarator(node: Node, scope: Scope, outside: Node | undefined): Rule | undefined {
  const name = field(node, 'name');
  const value = core(field(node, 'value'));
  if (name?.type !== 'identifier') return undefined;
  const atTop = scope.place === 'module';
  const exported = outside?.type === 'export_statement';
  if (value && isFunction(value)) return { type: 'function', body: () => bodyOf(value) };
  if (value?.type === 'class') return { type: 'class', body: () => bodyOf(value) };
  if (value && atTop && wrapsFunction(value)) {
    return { type: exported ? 'const' : 'function', value: () => field(value, 'arguments') };
  }
  if (atTop && (exported || CONSTANT.test(name.text) || value?.type === 'object')) {
    return { type: 'const', value: ['value'] };
  }
  return {};
}

function pair(node: Node, scope: Scope): Rule | undefined {
  if (scope.place !== 'value' && scope.place !== 'result') return undefined;
  const value = core(field(node, 'value'));
  const name = () => keyOf(field(node, 'key'));
  if (value && isFunction(value)) return { type: 'method', name, body: () => bodyOf(value) };
  if (value?.type === 'class') return { type: 'class', name, body: () => bodyOf(value) };
  return value?.type === 'object' ? { name } : undefined;
}

function method(node: Node, scope: Scope): Rule {
  const name = keyOf(field(node, 'name'));
  if (scope.place !== 'type' && scope.place !== 'value' && scope.place !== 'result')
    return nameless('function');
  const type = name === 'constructor' && scope.place === 'type' ? 'constructor' : 'method';
  return { type, name: () => name, place: 'function' };
}

function classField(node: Node): Rule | undefined {
  const value = core(field(node, 'value'));
  const name = () => keyOf(field(node, 'name') ?? field(node, 'property'));
  if (value && isFunction(value)) return { type: 'method', name, body: () => bodyOf(value) };
  return value?.type === 'object' ? { name } : undefined;
}

/** `exports.parse = function …`, `Store.prototype.get = …`, `this.close = () => …`. */
function assignment(node: Node): Rule | undefined {
  const left = field(node, 'left')?.text ?? '';
  const value = core(field(node, 'right'));
  if (!value || !/^[\w$.]+$/.test(left)) return undefined;
  const name = left
    .replace(EXPORTS, '')
    .replace(/\.prototype(?=\.|$)/g, '')
    .replaceAll('.', '::');
  if (value.type === 'object') return { name: () => name };
  const whole = name || field(value, 'name')?.text || 'module.exports';
  if (isFunction(value)) {
    const type = name.includes('::') || left.startsWith('this.') ? 'method' : 'function';
    return { type, name: () => whole, body: () => bodyOf(value), qualifier: () => whole };
  }
  return value.type === 'class' ? { type: 'class', name: () => whole, body: () => bodyOf(value) } : undefined;
}

const isDefault = (node: Node, scope: Scope, outside: Node | undefined): boolean =>
  scope.place === 'module' && outside?.type === 'export_statement' && field(outside, 'value')?.id === node.id;

function functionValue(node: Node, scope: Scope, outside: Node | undefined): Rule {
  const place = field(node, 'body')?.type === 'parenthesized_expression' ? 'result' : 'function';
  if (isDefault(node, scope, outside)) {
    return { type: 'function', name: n => field(n, 'name')?.text ?? 'default', place };
  }
  return scope.place !== 'value' && field(node, 'name') ? callable : nameless(place);
}

function classValue(node: Node, scope: Scope, outside: Node | undefined): Rule {
  if (isDefault(node, scope, outside))
    return { ...typeRule('class'), name: n => field(n, 'name')?.text ?? 'default' };
  return scope.place !== 'value' && field(node, 'name') ? typeRule('class') : nameless('type');
}

/** An object or a call that is the default export; else it hands on the name that it has. */
function plainValue(node: Node, scope: Scope, outside: Node | undefined): Rule {
  if (!isDefault(node, scope, outside)) return nameless(scope.place);
  return { type: 'const', name: () => 'default', value: () => node };
}

/** `'user-list'` and `[Symbol.iterator]` are names, too. */
function keyOf(node: Node | undefined): string | undefined {
  return node?.text.replace(/^(['"])(.*)\1$/s, '$2');
}

const shared: Record<string, RuleOf> = {
  function_declaration: callable,
  generator_function_declaration: callable,
  class_declaration: typeRule('class'),
  class: classValue,
  variable_declarator: declarator,
  pair,
  method_definition: method,
  assignment_expression: assignment,
  arrow_function: functionValue,
  function_expression: functionValue,
  generator_function: functionValue,
  object: plainValue,
  call_expression: plainValue,
  return_statement: () => nameless('result'),
};

export const javascript: Record<string, RuleOf> = { ...shared, field_definition: classField };

const signature: RuleOf = (_, scope) =>
  scope.place === 'type'
    ? { type: 'method', name: node => keyOf(field(node, 'name')), place: 'function' }
    : undefined;

const namespace: Rule = { type: 'namespace', name: node => keyOf(field(node, 'name')), place: 'module' };

export const typescript: Record<string, RuleOf> = {
  ...shared,
  function_signature: callable,
  abstract_class_declaration: typeRule('class'),
  interface_declaration: typeRule('interface'),
  enum_declaration: typeRule('enum'),
  type_alias_declaration: { type: 'type', value: ['value'] },
  object_type: (_, scope) => nameless(scope.place === 'value' ? 'type' : 'anonymous'),
  method_signature: signature,
  abstract_method_signature: signature,
  public_field_definition: classField,
  internal_module: namespace,
  module: namespace,
};
