/** How a language says which of its syntax nodes are units. Everything here is data or a small function of a node. */
import type { Node } from 'web-tree-sitter';

/** What encloses a node: a module or the file, a type, a function, a named value, or what a function returns. */
export type Place = 'module' | 'type' | 'function' | 'value' | 'result' | 'anonymous';

export type Scope = { qualifier: string; place: Place };

type Text = string | ((node: Node) => string | undefined);
type Part = readonly string[] | ((node: Node) => Node | null | undefined);

export type Rule = {
  /** The unit's kind; without one, the node only gives its name to what is inside. */
  type?: Text;
  /** The kind when it stands directly in a type: a function that is a method there. */
  inType?: Text;
  /** The field that holds the name, or a function; '' gives no name and keeps the outer qualifier. */
  name?: Text;
  /** What the inside is (a value, unless said otherwise), and its qualifier, when that is not the name. */
  place?: Place;
  qualifier?: (node: Node) => string;
  /** A unit only here; elsewhere it is a detail, like a local constant. */
  only?: readonly Place[];
  /** Where the signature ends: the first of these fields or node types. */
  body?: Part;
  /** The same for a value, which stays when all of it fits on one line. */
  value?: Part;
  /** A promise of a definition, which gives way to the definition when that is in the same file. */
  declares?: boolean;
  /** What tells overloads of one name apart, where declarations and definitions are matched up. */
  overload?: string;
  /** No unit itself: the range and the signature of the unit inside begin here. */
  wraps?: boolean;
};

/** `outside` is what wraps the node: an `export`, a decorated definition, a template. */
export type RuleOf = Rule | ((node: Node, scope: Scope, outside: Node | undefined) => Rule | undefined);

export const callable: Rule = { type: 'function', inType: 'method', place: 'function' };

export function typeRule(type: string): Rule {
  return { type, place: 'type' };
}

/** Something without a name of its own: what is inside keeps the outer qualifier. */
export function nameless(place: Place): Rule {
  return { name: () => '', place };
}

export const AT_TOP: readonly Place[] = ['module', 'type'];

export const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

export function field(node: Node, ...path: string[]): Node | undefined {
  let at: Node | null = node;
  for (const name of path) {
    at = at.childForFieldName(name);
    if (!at) return undefined;
  }
  return at;
}

export function childOfType(node: Node, ...types: string[]): Node | undefined {
  return node.namedChildren.find(child => types.includes(child.type));
}

/** `Vec<T>`, `&mut Foo<'a>` and `pkg.List[T]` without what their brackets hold. */
export function bareType(text: string): string {
  let depth = 0;
  let bare = '';
  for (const character of text) {
    if ('<[('.includes(character)) depth++;
    else if ('>])'.includes(character)) depth--;
    else if (depth <= 0) bare += character;
  }
  return bare.replace(/^[\s*&]*(?:(?:mut|dyn|const)\s+)*/, '').trim() || text;
}
