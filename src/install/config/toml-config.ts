/** A host config in TOML: the entry is a `[container.ultragit]` table, added at the end below a blank line. */

import { parse, TomlError } from 'smol-toml';
import { isDeeperThan, MOST_LEVELS } from '../../config-toml.ts';
import {
  applyEdits,
  type ConfigFormat,
  type Edit,
  type Entry,
  endOfLine,
  SERVER_NAME,
  Unreadable,
  unreadableAt,
} from './format.ts';
import { lineEnd, type Statement, statements } from './toml-statements.ts';

export const tomlConfig: ConfigFormat = {
  readEntry,
  writeEntry,
  removeEntry,
  otherContent,
  snippet,
  emptyFile: '',
};

function readEntry(text: string, container: string): unknown {
  return servers(text, container)[SERVER_NAME];
}

function writeEntry(
  text: string | undefined,
  container: string,
  wanted: Entry,
  drop: readonly string[],
): string {
  if (text === undefined || text.trim() === '') return `${snippet(container, wanted)}\n`;
  if (readEntry(text, container) !== undefined) return update(text, container, wanted, drop);
  const eol = endOfLine(text);
  const lines = [...(text.endsWith('\n') ? [] : ['']), '', ...snippet(container, wanted).split('\n'), ''];
  return checked(text + lines.join(eol), container, wanted, text);
}

/** An inline `mcp_servers = {…}` can't take a table; such a file is the user's to edit. */
function checked(text: string, container: string, wanted: Entry, old: string): string {
  try {
    if (JSON.stringify(readEntry(text, container)) === JSON.stringify(wanted)) return text;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  throw notEditable(old, statements(old), container, `${container} is written in a form that has no room`);
}

function update(text: string, container: string, wanted: Entry, drop: readonly string[]): string {
  const all = statements(text);
  const header = all.findIndex(statement => isOurs(statement, container) && statement.path.length === 2);
  const table = all[header];
  if (!table) throw notEditable(text, all, container, `${SERVER_NAME} is not written as a table of its own`);
  const after = all.findIndex((statement, index) => index > header && statement.kind === 'table');
  const pairs = all.slice(header + 1, after < 0 ? undefined : after);
  const named = (key: string) => pairs.find(pair => pair.path.length === 1 && pair.path[0] === key);
  const isDropped = (key: string | undefined) => key !== undefined && drop.includes(key) && !(key in wanted);
  const edits: Edit[] = [
    ...pairs.filter(({ path: [key] }) => isDropped(key)).flatMap(pair => wholeLine(text, pair)),
    ...tablesBelow(text, all, container, isDropped),
  ];
  const added: string[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const pair = named(key);
    if (pair) edits.push({ start: pair.value, end: pair.end, text: render(value) });
    else added.push(`${endOfLine(text)}${key} = ${render(value)}`);
  }
  const below = lineEnd(text, table.end);
  edits.push({ start: below, end: below, text: added.join('') });
  return applyEdits(text, edits);
}

/** A key may be a table of its own, such as `[mcp_servers.ultragit.env]`: it goes with the blank line above it. */
function tablesBelow(
  text: string,
  all: readonly Statement[],
  container: string,
  isDropped: (key: string | undefined) => boolean,
): Edit[] {
  return all.flatMap((table, index) => {
    if (table.kind !== 'table' || !isOurs(table, container) || !isDropped(table.path[2])) return [];
    const next = all.findIndex((statement, at) => at > index && statement.kind === 'table');
    const last = all[(next < 0 ? all.length : next) - 1] ?? table;
    const start = text.lastIndexOf('\n', table.start) + 1;
    const end = lineEnd(text, last.end);
    const blank = /(?<=\n)\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0;
    const after = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
    return [{ start: start - blank, end: end + after, text: '' }];
  });
}

function wholeLine(text: string, pair: Statement): Edit[] {
  const end = lineEnd(text, pair.end);
  const start = text.lastIndexOf('\n', pair.start - 1) + 1;
  return [{ start, end: end + (/^\r?\n/.exec(text.slice(end))?.[0].length ?? 0), text: '' }];
}

function removeEntry(text: string, container: string): string | undefined {
  if (readEntry(text, container) === undefined) return text;
  const all = statements(text);
  const first = all.findIndex(statement => statement.kind === 'table' && isOurs(statement, container));
  const table = all[first];
  if (!table) throw notEditable(text, all, container, `${SERVER_NAME} is not written as a table of its own`);
  const next = all.findIndex(
    (statement, index) => index > first && statement.kind === 'table' && !isOurs(statement, container),
  );
  const last = all[(next < 0 ? all.length : next) - 1] ?? table;
  const start = text.lastIndexOf('\n', table.start) + 1;
  const above = text.slice(0, start).replace(/(^|\n)\r?\n$/, '$1');
  const below = text.slice(lineEnd(text, last.end)).replace(/^\r?\n/, '');
  return above.trim() + below.trim() === '' ? undefined : removeEntry(above + below, container);
}

function otherContent(text: string, container: string): unknown {
  const { [container]: _, ...others } = read(text);
  const { [SERVER_NAME]: __, ...siblings } = servers(text, container);
  return Object.keys(siblings).length > 0 ? { ...others, [container]: siblings } : others;
}

function snippet(container: string, wanted: Entry): string {
  const lines = Object.entries(wanted).map(([key, value]) => `${key} = ${render(value)}`);
  return [`[${container}.${SERVER_NAME}]`, ...lines].join('\n');
}

/** A JSON string is a TOML string, but for DEL. */
function render(value: Entry[string]): string {
  if (Array.isArray(value)) return `[${value.map(render).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

const isOurs = (statement: Statement, container: string): boolean =>
  statement.path[0] === container && statement.path[1] === SERVER_NAME;

/** For a file whose servers are written in a form that we do not edit; names the line. */
function notEditable(text: string, all: readonly Statement[], container: string, reason: string): Unreadable {
  const owner = all.find(statement => statement.path[0] === container);
  return unreadableAt(text, owner?.start ?? 0, reason);
}

function servers(text: string, container: string): Record<string, unknown> {
  const found = read(text)[container];
  if (found === undefined) return {};
  if (typeof found === 'object' && !Array.isArray(found)) return { ...found };
  throw notEditable(text, statements(text), container, `${container} is not a table`);
}

function read(text: string): Record<string, unknown> {
  try {
    const value = parse(text);
    if (isDeeperThan(MOST_LEVELS, value)) throw new Unreadable('nested too deeply', 1, 1);
    return value;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? 'invalid TOML';
    throw new Unreadable(reason, error.line, error.column);
  }
}
