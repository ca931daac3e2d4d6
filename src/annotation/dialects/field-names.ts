import type { JsonObject } from '../json.ts';
import type { Mistake } from '../mistake.ts';

/** What a field may be called in a document: by its own name, as some writers do, or by mistake. */
export type FieldNames = ReadonlyMap<string, { field: string; isWrong: boolean }>;

type Table = Readonly<Record<string, { also?: readonly string[]; wrong?: readonly string[] }>>;

export function fieldNames(table: Table): FieldNames {
  const names = new Map<string, { field: string; isWrong: boolean }>();
  for (const [field, { also = [], wrong = [] }] of Object.entries(table)) {
    for (const name of wrong) names.set(name, { field, isWrong: true });
    for (const name of [field, ...also]) names.set(name, { field, isWrong: false });
  }
  return names;
}

/** The object under the names that its fields should have; the very same one where it has them. */
export function underOwnNames(source: JsonObject, names: FieldNames): JsonObject {
  for (const name in source) if (names.get(name)?.field !== name) return renamed(source, names);
  return source;
}

/** Without what has no name here. A field that is there under its own name is taken from there. */
function renamed(source: JsonObject, names: FieldNames): JsonObject {
  const own: JsonObject = {};
  for (const name in source) {
    const field = names.get(name)?.field;
    if (field !== undefined && (name === field || isAbsent(source[field]))) own[field] ??= source[name];
  }
  return own;
}

/** By which of its names a field is read. */
export function usedName(source: JsonObject, field: string, names: FieldNames): string {
  if (!isAbsent(source[field])) return field;
  for (const name in source) if (names.get(name)?.field === field && !isAbsent(source[name])) return name;
  return field;
}

/** What is to be said of a name, and of what became of its field; names that are not known only where none may be. */
export function namingMistake(
  source: JsonObject,
  name: string,
  names: FieldNames,
  isClosed: boolean,
): Pick<Mistake, 'problem' | 'done'> | undefined {
  const known = names.get(name);
  if (!known) return isClosed ? { problem: 'unknown field', done: 'ignored' } : undefined;
  if (!known.isWrong) return undefined;
  const isRead = usedName(source, known.field, names) === name;
  const done = isRead ? `read as ${known.field}` : `ignored, ${known.field} is given otherwise`;
  return { problem: 'not the name of this field', done };
}

/** Writers put null where they have nothing to say. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
