/** Where the values of a document are in its text. The only import of jsonc-parser in this room. */
import type { Node } from 'jsonc-parser';
import { otherNamesOf } from './dialects/ultragit-v1-names.ts';
import { findMendable, maskMendable } from './mend.ts';
import type { Path } from './mistake.ts';

export type NoteTree = {
  /** The value at a path, or the name of its field; where there is none, the innermost value on the way to it. */
  find(path: Path, inName?: boolean): { offset: number; path: Path };
  /** The path of the value around an offset. */
  around(offset: number): Path;
};

/** Makes trees of documents that can be parsed when they are mended. Only who asks for flaws needs it. */
export async function loadNoteTrees(): Promise<(document: string) => NoteTree | undefined> {
  const { parseTree, findNodeAtOffset, getNodePath } = await import('jsonc-parser');
  return document => {
    const root = parseTree(maskMendable(document, findMendable(document)));
    if (!root) return undefined;
    const membersOf = rememberMembers();
    return {
      find: (path, inName = false) => find(root, membersOf, path, inName),
      around: offset => {
        const node = findNodeAtOffset(root, offset);
        return node ? getNodePath(node) : [];
      },
    };
  };
}

type Member = { name?: Node; value?: Node };
type Members = ReadonlyMap<string, Member>;

function find(
  root: Node,
  membersOf: (object: Node) => Members,
  path: Path,
  inName: boolean,
): { offset: number; path: Path } {
  let at: Member = { value: root };
  const found: PropertyKey[] = [];
  for (const key of path) {
    // One value stands for a list of one.
    if (key === 0 && at.value?.type !== 'array') continue;
    const next = at.value && inside(at.value, key, membersOf);
    if (!next?.value) break;
    found.push(next.name?.value ?? key);
    at = next;
  }
  const node = (inName ? at.name : undefined) ?? at.value ?? root;
  return { offset: node.offset, path: found };
}

function inside(node: Node, key: PropertyKey, membersOf: (object: Node) => Members): Member | undefined {
  if (node.type === 'array') return { value: node.children?.[Number(key)] };
  if (node.type !== 'object') return undefined;
  const members = membersOf(node);
  const name = [String(key), ...otherNamesOf(String(key))].find(other => members.has(other));
  return name === undefined ? undefined : members.get(name);
}

/** Of several members of one name the last counts, as for JSON.parse. */
function rememberMembers(): (object: Node) => Members {
  const known = new Map<Node, Members>();
  return object => {
    const members = known.get(object) ?? new Map((object.children ?? []).flatMap(member));
    known.set(object, members);
    return members;
  };
}

function member({ children: [name, value] = [] }: Node): [string, Member][] {
  return name && value ? [[String(name.value), { name, value }]] : [];
}
