/** Python, Ruby, PHP, Bash and Lua. */
import type { Node } from 'web-tree-sitter';
import {
  AT_TOP,
  bareType,
  CONSTANT,
  callable,
  childOfType,
  field,
  nameless,
  type Rule,
  type RuleOf,
  typeRule,
} from '../rule.ts';

export const python: Record<string, RuleOf> = {
  class_definition: typeRule('class'),
  function_definition: {
    ...callable,
    inType: node => (field(node, 'name')?.text === '__init__' ? 'constructor' : 'method'),
  },
  assignment: node => {
    const left = field(node, 'left');
    if (left?.type !== 'identifier' || left.text.length < 2 || !CONSTANT.test(left.text)) return undefined;
    return { type: 'const', name: 'left', only: AT_TOP, value: ['right'] };
  },
  type_alias_statement: {
    type: 'type',
    name: node => bareType(field(node, 'left')?.text ?? ''),
    value: ['right'],
  },
  lambda: nameless('function'),
};

const RUBY_CLASSES = /^(?:::)?(?:Struct|Class|Module|Data)\.(?:new|define)\b/;

export const ruby: Record<string, RuleOf> = {
  module: typeRule('module'),
  class: typeRule('class'),
  singleton_class: nameless('type'),
  method: {
    ...callable,
    inType: node => (field(node, 'name')?.text === 'initialize' ? 'constructor' : 'method'),
  },
  singleton_method: (node, scope) => {
    const object = field(node, 'object')?.text ?? 'self';
    const own = object === 'self' || `::${scope.qualifier}`.endsWith(`::${object}`);
    const name = field(node, 'name')?.text;
    return { type: 'singleton_method', name: () => (own ? name : `${object}::${name}`), place: 'function' };
  },
  assignment: node => {
    if (!/^(?:constant|scope_resolution)$/.test(field(node, 'left')?.type ?? '')) return undefined;
    const made = RUBY_CLASSES.test(field(node, 'right')?.text.slice(0, 20) ?? '');
    if (!made) return { type: 'const', name: 'left', only: AT_TOP, value: ['right'] };
    return { type: 'class', name: 'left', place: 'type', body: ['right.block'] };
  },
  // `private def helper`
  call: (node, scope) => {
    if (scope.place !== 'type' && scope.place !== 'module') return undefined;
    const only = field(node, 'arguments')?.namedChildren ?? [];
    return only.length === 1 && /^(?:singleton_)?method$/.test(only[0]?.type ?? '')
      ? { wraps: true }
      : undefined;
  },
  lambda: nameless('function'),
};

export const php: Record<string, RuleOf> = {
  namespace_definition: node =>
    field(node, 'body')
      ? {
          type: 'namespace',
          name: () => field(node, 'name')?.text.replaceAll('\\', '::'),
          qualifier: () => '',
          place: 'module',
        }
      : undefined,
  class_declaration: typeRule('class'),
  interface_declaration: typeRule('interface'),
  trait_declaration: typeRule('trait'),
  enum_declaration: typeRule('enum'),
  anonymous_class: nameless('type'),
  method_declaration: node => ({
    type: field(node, 'name')?.text === '__construct' ? 'constructor' : 'method',
    place: 'function',
  }),
  function_definition: callable,
  const_element: { type: 'const', name: node => node.firstNamedChild?.text, only: AT_TOP, body: [] },
  anonymous_function: nameless('function'),
  arrow_function: nameless('function'),
};

export const bash: Record<string, RuleOf> = {
  function_definition: callable,
  variable_assignment: node =>
    CONSTANT.test(field(node, 'name')?.text ?? '')
      ? { type: 'const', only: ['module'], value: ['value'] }
      : undefined,
};

const luaName = (node: Node | null | undefined): string | undefined => {
  const text = node?.text.replace(/\s+/g, '');
  return text && /^[\w.:]+$/.test(text) ? text.replaceAll(/[.:]/g, '::') : undefined;
};

const luaValue = (value: Node | undefined, name: string | undefined, atTop: boolean): Rule | undefined => {
  if (!name) return undefined;
  if (value?.type === 'function_definition') {
    const type = name.includes('::') ? 'method' : 'function';
    return { type, inType: 'method', name: () => name, body: () => field(value, 'body') };
  }
  const kept = atTop && (CONSTANT.test(name) || value?.type === 'table_constructor') && !name.includes('::');
  const place = value?.type === 'table_constructor' ? 'type' : 'value';
  return { ...(kept ? { type: 'const' } : {}), name: () => name, place, value: () => value };
};

export const lua: Record<string, RuleOf> = {
  function_declaration: node => {
    const name = luaName(field(node, 'name'));
    return { ...callable, type: name?.includes('::') ? 'method' : 'function', name: () => name };
  },
  assignment_statement: (node, scope) => {
    const name = childOfType(node, 'variable_list')?.namedChildren ?? [];
    const value = childOfType(node, 'expression_list')?.firstNamedChild ?? undefined;
    return name.length === 1 ? luaValue(value, luaName(name[0]), scope.place === 'module') : undefined;
  },
  field: (node, scope) => {
    const value = field(node, 'value');
    const named = value?.type === 'function_definition' || value?.type === 'table_constructor';
    return named && (scope.place === 'type' || scope.place === 'result')
      ? luaValue(value, luaName(field(node, 'name')), false)
      : undefined;
  },
  function_definition: nameless('function'),
  return_statement: nameless('result'),
};
