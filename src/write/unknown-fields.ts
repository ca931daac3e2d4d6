/** Fields that no reader knows: what is written into them is never seen again. */
import {
  ALTERNATIVE,
  ANCHOR,
  CONCERN,
  CONSTRAINT,
  CORRECTION,
  DEPENDENCY,
  REGION,
  RELATED,
  TOP,
} from '../annotation/dialects/ultragit-v1-names.ts';
import { asObject, type JsonObject } from '../annotation/json.ts';
import { nearestOf } from './lost.ts';

type Names = typeof TOP;

/** The names in the objects under a field. */
const INSIDE = new Map<string, Names>([
  ['regions', REGION],
  ['ast_anchor', ANCHOR],
  ['constraints', CONSTRAINT],
  ['rejected_alternatives', ALTERNATIVE],
  ['semantic_dependencies', DEPENDENCY],
  ['related_annotations', RELATED],
  ['corrections', CORRECTION],
  ['cross_cutting', CONCERN],
]);

export type UnknownField = { field: string; remedy: string };

/** In a document, at any depth. */
export function unknownFields(document: JsonObject): UnknownField[] {
  return unknownIn(document, TOP, '');
}

function unknownIn(source: JsonObject, names: Names, path: string): UnknownField[] {
  return Object.entries(source).flatMap(([name, value]) => {
    const field = path === '' ? name : `${path}.${name}`;
    const known = names.get(name);
    if (!known) return [{ field, remedy: nearestOf(name, names) }];
    const isConcern = names === CONCERN && known.field === 'regions';
    const inside = isConcern ? DEPENDENCY : INSIDE.get(known.field);
    return inside ? below(value, inside, field) : [];
  });
}

function below(value: unknown, names: Names, path: string): UnknownField[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => below(item, names, `${path}[${at}]`));
  const source = asObject(value);
  return source ? unknownIn(source, names, path) : [];
}
