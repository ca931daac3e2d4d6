/** C and C++: the name is at the bottom of a chain of declarators, and may say where it belongs. */
import type { Node } from 'web-tree-sitter';
import { field, nameless, type Rule, type RuleOf, type Scope, typeRule } from '../rule.ts';

type Declared = { name: string; callable: boolean; overload?: string };

/** What broken code may leave where a name should be. */
const KEYWORD =
  /^(?:if|else|for|while|do|switch|case|return|catch|try|class|struct|union|enum|friend|sizeof)$/;

const ENDS = [
  'field_initializer_list',
  'body',
  'default_method_clause',
  'delete_method_clause',
  'try_statement',
];

/** `*(*name)(int)` down to `name`; callable when the parameters follow the name itself. */
function declared(declarator: Node | undefined): Declared | undefined {
  let at: Node | null | undefined = declarator;
  let parameters = false;
  let overload = '';
  while (at) {
    if (at.type === 'operator_cast')
      return { name: `operator ${field(at, 'type')?.text ?? ''}`, callable: true };
    const inner: Node | null = at.childForFieldName('declarator') ?? nested(at);
    if (!inner) return { name: nameOf(at), callable: parameters, overload };
    if (at.type === 'function_declarator') {
      parameters = true;
      overload = arity(at);
    } else if (at.type !== 'parenthesized_declarator') parameters = false;
    at = inner;
  }
  return undefined;
}

function arity(declarator: Node): string {
  const all = field(declarator, 'parameters')?.namedChildren.filter(child => child.type !== 'comment') ?? [];
  return all.length === 1 && all[0]?.text === 'void' ? '0' : `${all.length}`;
}

/** Some declarators hold the next one without a field. */
function nested(node: Node): Node | null {
  if (!/^(?:parenthesized|reference|attributed|pointer|variadic)_declarator$/.test(node.type)) return null;
  return node.namedChildren.find(child => /declarator$|identifier$|^operator_name$/.test(child.type)) ?? null;
}

/** `Vec<T, N>::Iterator::operator++` without the template arguments. */
function nameOf(node: Node): string {
  if (node.type === 'qualified_identifier') {
    const scope = field(node, 'scope');
    const name = field(node, 'name');
    if (name?.type === 'operator_cast') return `${scope ? nameOf(scope) : ''}::${declared(name)?.name ?? ''}`;
    return [scope, name].flatMap(part => (part ? [nameOf(part)] : [])).join('::');
  }
  if (node.type === 'template_type' || node.type === 'template_function' || node.type === 'template_method') {
    return field(node, 'name')?.text ?? node.text;
  }
  return node.text.replace(/\s+/g, node.type === 'operator_name' ? '' : ' ');
}

function kind(name: string, scope: Scope): string {
  const segments = [...scope.qualifier.split('::'), ...name.split('::')];
  const last = segments.at(-1) ?? '';
  if (last.startsWith('~')) return 'destructor';
  const inside = scope.place === 'type' || name.includes('::');
  if (inside && last === segments.at(-2)?.replace(/<.*/s, '')) return 'constructor';
  return inside ? 'method' : 'function';
}

const isName = (name: string): boolean =>
  name !== '' && !KEYWORD.test(name) && /^[\w:~$]*$/.test(name.replace(/operator.*$/s, ''));

function definition(node: Node, scope: Scope): Rule | undefined {
  const found = declared(field(node, 'declarator'));
  if (!found || !isName(found.name)) return undefined;
  const type = kind(found.name, scope);
  return {
    type,
    inType: type,
    name: () => found.name,
    place: 'function',
    body: ENDS,
    overload: found.overload,
  };
}

function declaration(node: Node, scope: Scope): Rule | undefined {
  const found = declared(field(node, 'declarator'));
  if (!found || !isName(found.name)) return undefined;
  if (found.callable && scope.place !== 'function') {
    const type = kind(found.name, scope);
    return { type, inType: type, name: () => found.name, declares: true, overload: found.overload };
  }
  if (scope.place !== 'module' || node.type !== 'declaration' || /^extern\b/.test(node.text.slice(0, 7)))
    return undefined;
  // The type may be spelled out in the same breath; its own units are not inside the variable.
  return {
    type: 'variable',
    name: () => found.name,
    value: ['declarator.value'],
    declares: field(node, 'declarator')?.type !== 'init_declarator',
    place: 'module',
    qualifier: () => '',
  };
}

function typedef(node: Node): Rule | undefined {
  const found = declared(field(node, 'declarator'));
  if (!found?.name) return undefined;
  const type = field(node, 'type');
  const body = type && field(type, 'body');
  return {
    type: body ? type.type.replace('_specifier', '') : 'type',
    name: () => found.name,
    body: () => body,
    // `typedef struct a { … } a` is one unit, `typedef struct a { … } b` is two.
    place: type && field(type, 'name')?.text === found.name ? 'value' : 'module',
    qualifier: () => '',
  };
}

const specifier =
  (type: string): RuleOf =>
  (node, scope) => {
    if (!field(node, 'body')) return undefined;
    const named = field(node, 'name') && scope.place !== 'value';
    return named ? typeRule(type) : nameless('type');
  };

const BLANK = [
  // class API_EXPORT Name : Base {
  /(\b(?:class|struct|union)[ \t]+)(_*[A-Z][A-Z0-9_]+(?:\([^()\n]{0,80}\))?)(?=[ \t]+[A-Za-z_]\w*(?:<[^<>\n]*>)?(?:\s+final)?\s*(?:\{|:[^:]))/g,
  // JNIEXPORT jint JNICALL name(
  /^([ \t]*(?:extern[ \t]+)?)([A-Z][A-Z0-9_]*(?:EXPORT|IMPORT|INLINE|_API)[A-Z0-9_]*)(?=[ \t]+[A-Za-z_])/gm,
  /(\s)(JNICALL|WINAPI|CALLBACK|APIENTRY|STDCALL)(?=\s+\w+\s*\()/g,
  // namespace std _GLIBCXX_VISIBILITY(default) {
  /(\bnamespace\s+\w+\s+)(_*[A-Z][A-Z0-9_]+(?:\([^()\n]{0,80}\))?)(?=\s*\{)/g,
  // Q_OBJECT, alone on its line
  /^([ \t]*)(_*[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=[ \t]*\r?$)(?![ \t]*\r?\n[ \t]*\w+[ \t]*\()/gm,
  // void close() LIB_NOEXCEPT {
  /(\)(?:\s+const)?\s+)(_*[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\([^()\n]{0,80}\))?)(?=\s*[{;:])/g,
];

/** Macros that the grammar takes for names, replaced by as many spaces, so that nothing moves. */
export function blankMacros(text: string): string {
  return BLANK.reduce(
    (whole, pattern) =>
      whole.replace(pattern, (_, before: string, name: string) => before + ' '.repeat(name.length)),
    text,
  );
}

const macro: Rule = { type: 'macro', body: [], value: ['value'] };

export const c: Record<string, RuleOf> = {
  function_definition: definition,
  declaration,
  type_definition: typedef,
  struct_specifier: specifier('struct'),
  union_specifier: specifier('union'),
  enum_specifier: specifier('enum'),
  preproc_function_def: macro,
  preproc_def: node => (field(node, 'value') ? macro : undefined),
};

export const cpp: Record<string, RuleOf> = {
  ...c,
  class_specifier: specifier('class'),
  field_declaration: declaration,
  alias_declaration: { type: 'type', value: ['type'] },
  concept_definition: { type: 'concept', value: [] },
  namespace_definition: node =>
    field(node, 'name') ? { type: 'namespace', place: 'module' } : nameless('module'),
  friend_declaration: nameless('module'),
  lambda_expression: nameless('function'),
};
