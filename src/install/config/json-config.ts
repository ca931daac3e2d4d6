/** A host config in JSON or JSONC: reads, adds, updates and removes the one entry that is ours. */

import { type ConfigFormat, type Entry, SERVER_NAME, unreadableAt } from './format.ts';
import { addMember, DEFAULT_LAYOUT, layoutOf, removeMember, render } from './json-edit.ts';
import {
  endOf,
  faithful,
  hasComment,
  isBlank,
  memberOf,
  type Node,
  parseObject,
  plain,
} from './json-tree.ts';

export const jsonConfig: ConfigFormat = {
  readEntry,
  writeEntry,
  removeEntry,
  otherContent,
  snippet,
  emptyFile: '{}\n',
};

function readEntry(text: string, container: string): unknown {
  if (isBlank(text)) return undefined;
  const found = locate(text, container).ours;
  return found && plain(found.children?.[1]);
}

function writeEntry(
  text: string | undefined,
  container: string,
  wanted: Entry,
  drop: readonly string[],
): string {
  if (text === undefined || isBlank(text)) return `${snippet(container, wanted)}\n`;
  const { root, servers, ours } = locate(text, container);
  const layout = layoutOf(text, root);
  if (!servers) return addMember(text, root, container, { [SERVER_NAME]: wanted }, layout);
  if (!ours) return addMember(text, servers, SERVER_NAME, wanted, layout);
  const held = ours.children?.[1];
  if (held?.type !== 'object')
    return text.slice(0, held?.offset) + render(wanted, '', layout) + text.slice(held && endOf(held));
  const names = [...new Set([...Object.keys(wanted), ...drop])];
  return names.reduce((out, name) => setKey(out, container, name, wanted[name]), text);
}

function setKey(text: string, container: string, name: string, value: Entry[string] | undefined): string {
  const { root, ours } = locate(text, container);
  const holder = ours?.children?.[1];
  if (!holder) return text;
  const layout = layoutOf(text, root);
  const member = memberOf(text, holder, name);
  if (value === undefined) return member ? removeMember(text, holder, member) : text;
  const old = member?.children?.[1];
  if (!old) return addMember(text, holder, name, value, layout);
  if (JSON.stringify(plain(old)) === JSON.stringify(value)) return text;
  return text.slice(0, old.offset) + render(value, '', layout) + text.slice(endOf(old));
}

/** An object that holds nothing else goes with the entry, unless there is a comment in it. */
function removeEntry(text: string, container: string): string | undefined {
  if (isBlank(text)) return text;
  const { root, member, servers, ours } = locate(text, container);
  if (!member || !servers || !ours) return text;
  const holdsOnlyUs = (object: Node, start: number, end: number) =>
    object.children?.length === 1 &&
    !hasComment(text, start, ours.offset) &&
    !hasComment(text, endOf(ours), end);
  if (!holdsOnlyUs(servers, member.offset, endOf(member))) return removeMember(text, servers, ours);
  if (!holdsOnlyUs(root, 0, text.length)) return removeMember(text, root, member);
  return undefined;
}

function otherContent(text: string, container: string): unknown {
  if (isBlank(text)) return [];
  const { root, servers, ours } = locate(text, container);
  const others = (servers?.children ?? []).filter(member => member !== ours).map(faithful);
  return (root.children ?? [])
    .filter(member => member.children?.[1] !== servers || others.length > 0)
    .map(member => (member.children?.[1] === servers ? [container, others] : faithful(member)));
}

function snippet(container: string, wanted: Entry): string {
  return render({ [container]: { [SERVER_NAME]: wanted } }, '', DEFAULT_LAYOUT);
}

type Located = { root: Node; member: Node | undefined; servers: Node | undefined; ours: Node | undefined };

function locate(text: string, container: string): Located {
  const root = parseObject(text);
  const member = memberOf(text, root, container);
  const servers = member?.children?.[1];
  if (servers && servers.type !== 'object') {
    throw unreadableAt(text, servers.offset, `"${container}" is not an object`);
  }
  return { root, member, servers, ours: servers && memberOf(text, servers, SERVER_NAME) };
}
