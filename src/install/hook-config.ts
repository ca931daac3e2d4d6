/** A host's hooks file: finds, adds, updates and removes the hooks that are ours, and nothing else. */

import { commandsIn, type HookEntry } from '../hook/hosts.ts';
import { isRecord, unreadableAt } from './config/format.ts';
import { addElement, addMember, DEFAULT_LAYOUT, layoutOf, removeMember, render } from './config/json-edit.ts';
import {
  endOf,
  faithful,
  hasComment,
  isBlank,
  memberOf,
  type Node,
  parseObject,
  plain,
} from './config/json-tree.ts';

const KEY = 'hooks';
const COMMAND_KEYS = ['command', 'bash', 'powershell'];

type IsOurs = (command: string) => boolean;
type Frame = Readonly<Record<string, unknown>>;

/** A hook, with what holds it: the array of its event and, where the host has them, the group in it. */
type Found = { event: string; item: Node; array: Node; group?: Node };

export function ourHooks(text: string, isOurs: IsOurs): { event: string; hook: Record<string, unknown> }[] {
  return find(text, isOurs).flatMap(({ event, item }) => {
    const hook = plain(item);
    return isRecord(hook) ? [{ event, hook }] : [];
  });
}

/**
 * Every hook of ours gets the wanted commands; an event that has none of ours gets its entry, as the last. A hook with
 * the matcher of `another` occasion of the same event does not count.
 */
export function writeHooks(
  text: string | undefined,
  wanted: readonly HookEntry[],
  isOurs: IsOurs,
  { frame, another }: { frame: Frame; another: string },
): string {
  if (text === undefined || isBlank(text)) return `${hooksSnippet(wanted, frame)}\n`;
  const parsed = parseObject(text);
  const missing = Object.entries(frame).filter(([name]) => !memberOf(text, parsed, name));
  let out = missing.reduce((old, [name, value]) => {
    const root = parseObject(old);
    return addMember(old, root, name, value, layoutOf(old, root));
  }, text);
  for (const { event, entry } of wanted) {
    const present = find(out, isOurs).filter(hook => hook.event === event);
    out = withCommands(out, present, innermost(entry));
    if (present.every(hook => matcherOf(hook) === another)) out = append(out, event, entry);
  }
  return out;
}

export function hooksSnippet(wanted: readonly HookEntry[], frame: Frame): string {
  const hooks: Record<string, unknown[]> = {};
  for (const { event, entry } of wanted) hooks[event] = [...(hooks[event] ?? []), entry];
  return render({ ...frame, [KEY]: hooks }, '', DEFAULT_LAYOUT);
}

/** Undefined when nothing but the frame is left. */
export function removeHooks(text: string, isOurs: IsOurs, frame: Frame): string | undefined {
  if (isBlank(text)) return text;
  const [first] = find(text, isOurs);
  if (!first) return text;
  const left = removeHook(text, first);
  const root = parseObject(left);
  const isFrame = (root.children ?? []).every(member => String(member.children?.[0]?.value) in frame);
  if (isFrame && !hasComment(left, 0, left.length)) return undefined;
  return removeHooks(left, isOurs, frame);
}

/** What stays when our hooks, and what held nothing else, are left out. */
export function otherHooks(text: string, isOurs: IsOurs, frame: Frame): unknown {
  if (isBlank(text)) return [];
  const members = (parseObject(text).children ?? []).filter(
    ({ children }) => !(String(children?.[0]?.value) in frame),
  );
  return members.flatMap(member => {
    const value = plain(member.children?.[1]);
    if (member.children?.[0]?.value !== KEY || !isRecord(value)) return [faithful(member)];
    const events = Object.entries(value)
      .map(([event, list]) => [event, Array.isArray(list) ? list.flatMap(withoutOurs(isOurs)) : list])
      .filter(([, list]) => !Array.isArray(list) || list.length > 0);
    return events.length === 0 ? [] : [[KEY, events]];
  });
}

const withoutOurs =
  (isOurs: IsOurs) =>
  (element: unknown): unknown[] => {
    if (isOurHook(element, isOurs)) return [];
    if (!isRecord(element) || !Array.isArray(element[KEY])) return [element];
    const others = element[KEY].filter(hook => !isOurHook(hook, isOurs));
    return others.length === 0 ? [] : [{ ...element, [KEY]: others }];
  };

function find(text: string, isOurs: IsOurs): Found[] {
  const hooks = hooksOf(text);
  return (hooks?.children ?? []).flatMap(member => {
    const [key, array] = member.children ?? [];
    const event = String(key?.value);
    if (array?.type !== 'array') return [];
    return (array.children ?? []).flatMap((element): Found[] => {
      if (isOurHook(plain(element), isOurs)) return [{ event, item: element, array }];
      const inner = element.type === 'object' ? memberOf(text, element, KEY)?.children?.[1] : undefined;
      if (inner?.type !== 'array') return [];
      const items = (inner.children ?? []).filter(item => isOurHook(plain(item), isOurs));
      return items.map(item => ({ event, item, array, group: element }));
    });
  });
}

function matcherOf({ item, group }: Found): unknown {
  const value = plain(group ?? item);
  return isRecord(value) ? value.matcher : undefined;
}

/** The hook itself, not the group that holds it. */
function isOurHook(value: unknown, isOurs: IsOurs): boolean {
  if (!isRecord(value) || KEY in value) return false;
  return commandsIn(value).some(isOurs);
}

function hooksOf(text: string): Node | undefined {
  if (isBlank(text)) return undefined;
  const hooks = memberOf(text, parseObject(text), KEY)?.children?.[1];
  if (hooks && hooks.type !== 'object') throw unreadableAt(text, hooks.offset, `"${KEY}" is not an object`);
  return hooks;
}

function append(text: string, event: string, entry: unknown): string {
  const root = parseObject(text);
  const layout = layoutOf(text, root);
  const hooks = hooksOf(text);
  if (!hooks) return addMember(text, root, KEY, { [event]: [entry] }, layout);
  const array = memberOf(text, hooks, event)?.children?.[1];
  if (!array) return addMember(text, hooks, event, [entry], layout);
  if (array.type !== 'array') throw unreadableAt(text, array.offset, `"${event}" is not an array`);
  return addElement(text, array, entry, layout);
}

/** Matcher, timeout and what else the user may have changed stay. */
function withCommands(text: string, hooks: readonly Found[], wanted: Record<string, unknown>): string {
  const edits = hooks.flatMap(({ item }) =>
    (item.children ?? []).flatMap(member => {
      const [key, value] = member.children ?? [];
      const name = String(key?.value);
      const command = COMMAND_KEYS.includes(name) ? wanted[name] : undefined;
      return value && command !== undefined && command !== value.value ? [{ value, command }] : [];
    }),
  );
  return edits.reduceRight(
    (out, { value, command }) =>
      out.slice(0, value.offset) + JSON.stringify(command) + out.slice(endOf(value)),
    text,
  );
}

function innermost(entry: unknown): Record<string, unknown> {
  const held = isRecord(entry) ? entry[KEY] : undefined;
  const hook = Array.isArray(held) ? held[0] : entry;
  return isRecord(hook) ? hook : {};
}

/** What holds nothing else goes with it, unless there is a comment in it. */
function removeHook(text: string, { item, array, group }: Found): string {
  const root = parseObject(text);
  const member = memberOf(text, root, KEY);
  const hooks = member?.children?.[1];
  const event = hooks?.children?.find(one => one.children?.[1]?.offset === array.offset);
  const inner = group && memberOf(text, group, KEY)?.children?.[1];
  const holdsOnly = (holder: Node, child: Node) =>
    holder.children?.length === 1 &&
    !hasComment(text, holder.offset, child.offset) &&
    !hasComment(text, endOf(child), endOf(holder));
  if (group && inner && !holdsOnly(inner, item)) return removeMember(text, inner, inItsTree(inner, item));
  const element = group ?? item;
  if (!event || !hooks || !member) return text;
  const list = event.children?.[1];
  if (!list || !holdsOnly(list, element)) return removeMember(text, array, inItsTree(array, element));
  if (!holdsOnly(hooks, event)) return removeMember(text, hooks, event);
  return removeMember(text, root, member);
}

/** The same node of another parse. */
function inItsTree(holder: Node, child: Node): Node {
  return holder.children?.find(({ offset }) => offset === child.offset) ?? child;
}
