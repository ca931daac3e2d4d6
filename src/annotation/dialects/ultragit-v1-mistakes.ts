import { asObject, asText, type JsonObject } from '../json.ts';
import { LEFT_OUT, type Mistake, type Path } from '../mistake.ts';
import { type FieldNames, isAbsent, namingMistake, usedName } from './field-names.ts';
import { linesMistakes } from './line-range.ts';
import { anchorOf, textIn } from './spellings.ts';
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
} from './ultragit-v1-names.ts';

/** A value of the document under the name that its writer gave it. Few are wrong: paths are made for those only. */
type Given = { value: unknown; field: string; path: () => Path };

/** What the writer of a document in `ultragit/v1` did not mean so; what the schema finds is not repeated. */
export function mistakesInUltragitV1(document: JsonObject): Mistake[] {
  const found: Mistake[] = [];
  const given = fieldsOf({ value: document, field: '', path: () => [] }, TOP, found);
  const regions = itemsOf(given('regions'));
  const concerns = itemsOf(given('cross_cutting'));
  checkChoice(given('context_level'), CONTEXT_LEVELS, 'counts as inferred', found);
  checkTimestamp(given('timestamp'), found);
  checkProvenance(given('provenance'), found);
  if (regions.length + concerns.length === 0) {
    add(found, given('regions'), 'there are no regions', 'nothing to read');
  }
  if (asObject(given('regions').value)) add(found, given('regions'), 'not a list', 'read as one region');
  for (const region of regions) checkRegion(region, found);
  checkIsList(given('cross_cutting'), found);
  for (const concern of concerns) checkConcern(concern, found);
  return found;
}

function add(found: Mistake[], { path }: Given, problem: string, done: string): void {
  found.push({ path: path(), problem, done });
}

/** Looks up the fields of an object, after it has named those that are called otherwise. */
function fieldsOf(
  { value, path }: Given,
  names: FieldNames,
  found: Mistake[],
  isClosed = false,
): (field: string) => Given {
  const source = asObject(value) ?? {};
  let isOwn = true;
  for (const name in source) {
    if (names.get(name)?.field === name) continue;
    isOwn = false;
    const mistake = namingMistake(source, name, names, isClosed);
    if (mistake) found.push({ ...mistake, path: [...path(), name], inName: true });
  }
  return field => {
    const name = isOwn ? field : usedName(source, field, names);
    return { value: source[name], field, path: () => [...path(), name] };
  };
}

function itemsOf({ value, path, field }: Given): Given[] {
  if (!Array.isArray(value)) return isAbsent(value) ? [] : [{ value, path, field }];
  return value.map((item, at) => ({ value: item, field, path: () => [...path(), at] }));
}

const CONTEXT_LEVELS: unknown[] = ['enhanced', 'inferred'];
const OPERATIONS: unknown[] = ['initial', 'amend', 'squash'];
const SOURCES: unknown[] = ['author', 'inferred'];

function checkChoice(given: Given, choices: unknown[], done: string, found: Mistake[]): void {
  if (isAbsent(given.value) || choices.includes(given.value)) return;
  add(found, given, `none of ${choices.join(', ')}`, done);
}

function checkTimestamp(given: Given, found: Mistake[]): void {
  const text = asText(given.value);
  if (text === undefined || !Number.isNaN(Date.parse(text))) return;
  add(found, given, 'not a date', 'the date of the commit counts');
}

function checkProvenance(given: Given, found: Mistake[]): void {
  const { value, path } = given;
  const done = 'counts as initial';
  const source = asObject(value);
  if (source) {
    const operation = { value: source.operation, field: 'operation', path: () => [...path(), 'operation'] };
    checkChoice(operation, OPERATIONS, done, found);
  } else if (!isAbsent(value)) add(found, given, 'not an object', done);
}

/** Who calls a list by a name in the singular means one item. */
function checkIsList(given: Given, found: Mistake[]): void {
  const { value, field, path } = given;
  if (isAbsent(value) || Array.isArray(value) || path().at(-1) !== field) return;
  add(found, given, 'not a list', 'read as a list of one');
}

/** The names in the objects that are the items of a list; a reference should be an object. */
type Items = { names?: FieldNames; isReference?: boolean };

const LISTS: readonly (Items & { field: string })[] = [
  { field: 'constraints', names: CONSTRAINT },
  { field: 'rejected_alternatives', names: ALTERNATIVE },
  { field: 'open_threads' },
  { field: 'semantic_dependencies', names: DEPENDENCY, isReference: true },
  { field: 'related_annotations', names: RELATED, isReference: true },
  { field: 'tags' },
  { field: 'corrections', names: CORRECTION },
];

function checkRegion(region: Given, found: Mistake[]): void {
  if (!asObject(region.value)) return;
  const given = fieldsOf(region, REGION, found, true);
  checkAnchor(given('ast_anchor'), found);
  const lines = given('lines');
  found.push(...linesMistakes(lines.value, lines.path));
  for (const { field, ...items } of LISTS) {
    const list = given(field);
    checkIsList(list, found);
    for (const item of itemsOf(list)) checkItem(item, items, found);
  }
  const risks = given('risk_notes');
  if (Array.isArray(risks.value)) for (const item of itemsOf(risks)) checkRisk(item, found);
}

function checkItem(item: Given, { names, isReference }: Items, found: Mistake[]): void {
  if (!names) return;
  if (asObject(item.value)) {
    const given = fieldsOf(item, names, found);
    if (names === CONSTRAINT) checkChoice(given('source'), SOURCES, 'counts as inferred', found);
  } else if (isReference && asText(item.value) !== undefined) {
    add(found, item, 'not an object', 'read as a name');
  }
}

function checkRisk(item: Given, found: Mistake[]): void {
  if (textIn(item.value) === undefined) add(found, item, 'not a text', LEFT_OUT);
}

function checkAnchor(anchor: Given, found: Mistake[]): void {
  const { value } = anchor;
  if (isAbsent(value) || typeof value === 'string') return;
  if (!asObject(value)) {
    add(found, anchor, 'not an object', LEFT_OUT);
    return;
  }
  const { value: name } = fieldsOf(anchor, ANCHOR, found)('name');
  // A name of nothing is how some say that they mean the whole file.
  if (name !== '' && !anchorOf({ name })) add(found, anchor, 'it has no name', LEFT_OUT);
}

function checkConcern(concern: Given, found: Mistake[]): void {
  if (!asObject(concern.value)) return;
  const regions = fieldsOf(concern, CONCERN, found)('regions');
  for (const region of itemsOf(regions)) checkItem(region, { names: DEPENDENCY }, found);
}
