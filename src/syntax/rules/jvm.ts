/** Java, Kotlin and Scala. */
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

const constant: Rule = {
  type: 'const',
  name: node => field(node, 'declarator', 'name')?.text,
  value: ['declarator.value'],
};

export const java: Record<string, RuleOf> = {
  class_declaration: typeRule('class'),
  interface_declaration: typeRule('interface'),
  enum_declaration: typeRule('enum'),
  record_declaration: typeRule('record'),
  annotation_type_declaration: typeRule('annotation'),
  method_declaration: { type: 'method', place: 'function' },
  constructor_declaration: { type: 'constructor', place: 'function' },
  compact_constructor_declaration: { type: 'constructor', place: 'function' },
  annotation_type_element_declaration: { type: 'method' },
  constant_declaration: constant,
  field_declaration: node => {
    const modifiers = childOfType(node, 'modifiers')?.text ?? '';
    return /\bstatic\b/.test(modifiers) && /\bfinal\b/.test(modifiers) ? constant : undefined;
  },
  enum_constant: node => (field(node, 'body') ? { place: 'type' } : undefined),
  object_creation_expression: node => (childOfType(node, 'class_body') ? nameless('type') : undefined),
  lambda_expression: nameless('function'),
};

const KOTLIN_TYPES = new Set(['user_type', 'nullable_type', 'parenthesized_type', 'function_type']);

/** `String.toSlug`: what stands before the name is the type that it extends. */
function kotlinName(node: Node, name: Node | undefined): string | undefined {
  if (!name) return undefined;
  const receiver = node.namedChildren.find(
    child => child.startIndex < name.startIndex && KOTLIN_TYPES.has(child.type),
  );
  const text = name.text.replaceAll('`', '');
  return receiver ? `${bareType(receiver.text).replace(/\?$/, '').replaceAll('.', '::')}::${text}` : text;
}

const modifiersOf = (node: Node): string => childOfType(node, 'modifiers')?.text ?? '';

const kotlinBodies = ['class_body', 'enum_class_body'];

export const kotlin: Record<string, RuleOf> = {
  class_declaration: node => {
    const keyword = /\b(?:enum|annotation)\b/.exec(modifiersOf(node).replace(/@\S+/g, ''))?.[0];
    const isInterface = node.children.some(child => child.type === 'interface');
    return { type: isInterface ? 'interface' : (keyword ?? 'class'), place: 'type', body: kotlinBodies };
  },
  object_declaration: { type: 'object', place: 'type', body: kotlinBodies },
  companion_object: {
    type: 'object',
    name: node => field(node, 'name')?.text ?? 'Companion',
    qualifier: () => '',
    place: 'type',
    body: kotlinBodies,
  },
  function_declaration: node => ({
    ...callable,
    name: () => kotlinName(node, field(node, 'name')),
    body: ['function_body'],
  }),
  secondary_constructor: {
    type: 'constructor',
    name: () => 'constructor',
    place: 'function',
    body: ['block'],
  },
  property_declaration: node => ({
    type: /\bconst\b/.test(modifiersOf(node)) ? 'const' : 'property',
    name: () => kotlinName(node, childOfType(node, 'variable_declaration')?.firstNamedChild ?? undefined),
    only: AT_TOP,
    body: ['getter', 'setter'],
    value: () => node.children.find(child => child.type === '='),
  }),
  type_alias: { type: 'type', name: 'type', value: [] },
  enum_entry: node =>
    childOfType(node, 'class_body') ? { name: () => node.firstNamedChild?.text, place: 'type' } : undefined,
  object_literal: nameless('type'),
  lambda_literal: nameless('function'),
  anonymous_function: nameless('function'),
  anonymous_initializer: nameless('function'),
};

const scalaValue =
  (type: string): RuleOf =>
  node => ({
    type,
    name: () => {
      const pattern = field(node, 'pattern') ?? field(node, 'name');
      return /identifier$/.test(pattern?.type ?? '') ? pattern?.text : undefined;
    },
    only: AT_TOP,
    value: ['value'],
  });

const scalaFunction: Rule = {
  ...callable,
  inType: node => (field(node, 'name')?.text === 'this' ? 'constructor' : 'method'),
};

export const scala: Record<string, RuleOf> = {
  class_definition: typeRule('class'),
  object_definition: typeRule('object'),
  package_object: typeRule('object'),
  trait_definition: typeRule('trait'),
  enum_definition: typeRule('enum'),
  function_definition: scalaFunction,
  function_declaration: scalaFunction,
  val_definition: scalaValue('val'),
  val_declaration: scalaValue('val'),
  var_definition: scalaValue('var'),
  var_declaration: scalaValue('var'),
  type_definition: { type: 'type', value: ['type'] },
  given_definition: typeRule('given'),
  extension_definition: node => {
    const type = childOfType(field(node, 'parameters') ?? node, 'parameter');
    const extended = bareType((type && field(type, 'type')?.text) ?? '');
    return {
      type: 'extension',
      name: () => `extension ${extended}`,
      qualifier: () => extended,
      place: 'type',
    };
  },
  package_clause: node =>
    field(node, 'body') ? { type: 'package', place: 'module', qualifier: () => '' } : undefined,
  instance_expression: node => (childOfType(node, 'template_body') ? nameless('type') : undefined),
  lambda_expression: nameless('function'),
};
