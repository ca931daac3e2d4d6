/** Rust, Go, C# and Swift. */
import type { Node } from 'web-tree-sitter';
import {
  AT_TOP,
  bareType,
  callable,
  childOfType,
  field,
  nameless,
  type Rule,
  type RuleOf,
  typeRule,
} from '../rule.ts';

const lastSegment = (path: string): string => path.split('::').at(-1)?.trim() ?? path;

const rustConstant = (type: string): Rule => ({ type, only: AT_TOP, value: ['value'] });

/** Tuple structs keep their fields: they are the signature. */
const rustStruct: Rule = {
  type: 'struct',
  place: 'type',
  body: node => childOfType(node, 'field_declaration_list'),
};

export const rust: Record<string, RuleOf> = {
  function_item: callable,
  function_signature_item: callable,
  struct_item: rustStruct,
  union_item: typeRule('union'),
  enum_item: typeRule('enum'),
  trait_item: typeRule('trait'),
  type_item: { type: 'type', value: ['type'] },
  associated_type: { type: 'type' },
  const_item: rustConstant('const'),
  static_item: rustConstant('static'),
  mod_item: { type: 'module', place: 'module' },
  macro_definition: { type: 'macro', body: ['macro_rule'] },
  impl_item: node => {
    const type = field(node, 'type')?.text ?? '';
    const trait = field(node, 'trait')?.text;
    return {
      type: 'impl',
      name: () => (trait ? `impl ${trait} for ${type}` : `impl ${type}`),
      qualifier: () => lastSegment(bareType(type)),
      place: 'type',
    };
  },
  closure_expression: nameless('function'),
};

const goType: RuleOf = node => {
  const type = field(node, 'type');
  const kind =
    type?.type === 'struct_type' ? 'struct' : type?.type === 'interface_type' ? 'interface' : 'type';
  const body = () =>
    kind === 'struct' ? type?.namedChildren[0] : kind === 'interface' ? type?.namedChildren[0] : undefined;
  return { type: kind, place: 'type', body };
};

const goValue = (type: string): Rule => ({ type, only: ['module'], value: ['value'] });

export const go: Record<string, RuleOf> = {
  function_declaration: callable,
  method_declaration: node => {
    const receiver = childOfType(field(node, 'receiver') ?? node, 'parameter_declaration');
    const type = bareType((receiver && field(receiver, 'type')?.text) ?? '');
    const name = field(node, 'name')?.text;
    return { type: 'method', name: () => name && (type ? `${type}::${name}` : name), place: 'function' };
  },
  type_spec: goType,
  type_alias: goType,
  method_elem: { type: 'method', only: ['type'] },
  const_spec: goValue('const'),
  var_spec: goValue('var'),
  func_literal: nameless('function'),
};

const csharpField: Rule = {
  type: 'const',
  name: node => {
    const declaration = childOfType(node, 'variable_declaration');
    return field((declaration && childOfType(declaration, 'variable_declarator')) ?? node, 'name')?.text;
  },
};

const dotted = (node: Node): string | undefined => field(node, 'name')?.text.replaceAll('.', '::');

export const csharp: Record<string, RuleOf> = {
  namespace_declaration: { type: 'namespace', name: dotted, qualifier: () => '', place: 'module' },
  class_declaration: typeRule('class'),
  struct_declaration: typeRule('struct'),
  record_declaration: typeRule('record'),
  interface_declaration: typeRule('interface'),
  enum_declaration: typeRule('enum'),
  delegate_declaration: { type: 'delegate' },
  method_declaration: { type: 'method', place: 'function' },
  constructor_declaration: { type: 'constructor', place: 'function' },
  destructor_declaration: {
    type: 'destructor',
    name: node => `~${field(node, 'name')?.text ?? ''}`,
    place: 'function',
  },
  property_declaration: { type: 'property', place: 'function', body: ['accessors', 'value'] },
  indexer_declaration: {
    type: 'indexer',
    name: () => 'this',
    place: 'function',
    body: ['accessors', 'value'],
  },
  event_declaration: { type: 'event', place: 'function', body: ['accessors'] },
  event_field_declaration: { ...csharpField, type: 'event' },
  operator_declaration: {
    type: 'operator',
    name: node => `operator ${field(node, 'operator')?.text ?? ''}`,
    place: 'function',
  },
  conversion_operator_declaration: {
    type: 'operator',
    name: node => `operator ${field(node, 'type')?.text ?? ''}`,
    place: 'function',
  },
  local_function_statement: callable,
  field_declaration: node => {
    const modifiers = node.namedChildren.filter(child => child.type === 'modifier').map(child => child.text);
    const fixed =
      modifiers.includes('const') || (modifiers.includes('static') && modifiers.includes('readonly'));
    return fixed ? csharpField : undefined;
  },
  lambda_expression: nameless('function'),
  anonymous_method_expression: nameless('function'),
};

const swiftKeyword = (node: Node): string =>
  node.children.find(child => /^(?:class|struct|enum|actor|extension)$/.test(child.type))?.type ?? 'class';

const swiftType: RuleOf = node => {
  const keyword = swiftKeyword(node);
  const name = field(node, 'name')?.text ?? '';
  if (keyword !== 'extension') return typeRule(keyword);
  const adopted = node.namedChildren
    .filter(child => child.type === 'inheritance_specifier')
    .map(child => child.text);
  return {
    type: 'extension',
    name: () => (adopted.length ? `extension ${name}: ${adopted.join(', ')}` : `extension ${name}`),
    qualifier: () => bareType(name).replaceAll('.', '::'),
    place: 'type',
  };
};

/** An operator's name has no field, and the return type shares the name's. */
const swiftFunction: Rule = {
  ...callable,
  name: node => {
    const at = node.children.findIndex(child => child.type === 'func');
    return node.children[at + 1]?.text.replaceAll('`', '');
  },
};

const swiftInit = (name: string, type: string): Rule => ({ type, name: () => name, place: 'function' });

const swiftProperty: Rule = {
  type: 'property',
  name: node =>
    field(node, 'name')
      ?.text.replace(/^(?:var|let)\s+/, '')
      .replaceAll('`', ''),
  only: AT_TOP,
  body: ['computed_value', 'protocol_property_requirements'],
  value: ['value'],
};

/** `#if` may cut through statements; both branches are kept, and the directives become spaces. */
export function blankDirectives(text: string): string {
  return text.replace(
    /^[ \t]*#(?:if|elseif|else|endif)\b.*$|@(?:unchecked|preconcurrency|retroactive)\b|(?<=\bnonisolated)\(unsafe\)/gm,
    found => ' '.repeat(found.length),
  );
}

export const swift: Record<string, RuleOf> = {
  class_declaration: swiftType,
  protocol_declaration: typeRule('protocol'),
  function_declaration: swiftFunction,
  protocol_function_declaration: swiftFunction,
  init_declaration: swiftInit('init', 'constructor'),
  deinit_declaration: swiftInit('deinit', 'destructor'),
  subscript_declaration: { ...swiftInit('subscript', 'subscript'), body: ['computed_property'] },
  property_declaration: swiftProperty,
  protocol_property_declaration: swiftProperty,
  typealias_declaration: { type: 'type', value: [] },
  associatedtype_declaration: { type: 'type' },
  lambda_literal: nameless('function'),
};
