import { memento } from './dialects/memento.ts';
import { textDialectOf } from './dialects/registry.ts';
import type { Fault } from './json-fault.ts';
import { addMistakes, type Mistake, type Mistakes, NOT_READ, type Path } from './mistake.ts';
import { loadNoteTrees, type NoteTree } from './note-tree.ts';
import { noteText } from './open-note.ts';
import { createPlacer } from './place.ts';
import { readNote } from './read-note.ts';
import { type Parsed, parseNoteText } from './repair.ts';
import { mendedIn } from './repair-flaws.ts';
import { oneLine } from './sanitise.ts';

/** What a note got wrong: where, counted from 1, in which field, and what was done about it. */
export type Flaw = { line?: number; column?: number; field?: string; problem: string; done: string };

/** A flaw by its offset in the text of the note. */
type Spotted = { offset?: number; path?: Path; problem: string; done: string };

const LONGEST_FIELD = 120;

/**
 * All that is wrong with a note, in the order of its text. Takes any bytes, and never throws. `further` is what somebody
 * knows of it who has more than its text.
 */
export async function flawsOf(
  data: Uint8Array,
  noteref: string,
  further: Mistakes['list'] = [],
): Promise<Flaw[]> {
  const text = noteText(data);
  const { mistakes, problem } = readNote(data, noteref);
  for (const { document, ...mistake } of further) addMistakes(mistakes, document, [], [mistake]);
  const dialect = textDialectOf(text, noteref);
  // There is nothing wrong with a note that is no annotation.
  if (dialect === memento) return [];
  const spotted = dialect === undefined ? await spotInJson(text, mistakes) : mistakes.list.map(withoutPlace);
  if (spotted.length === 0 && problem !== undefined) spotted.push({ problem, done: NOT_READ });
  if (mistakes.more > 0) spotted.push({ problem: `${mistakes.more} more flaws`, done: 'not listed' });
  return withPlaces(text, spotted);
}

/** Paths of a text that is not JSON are only those of what was made of it. */
function withoutPlace({ path, problem, done }: Mistake): Spotted {
  return { path: path.filter(key => typeof key === 'string').slice(-1), problem, done };
}

async function spotInJson(text: string, mistakes: Mistakes): Promise<Spotted[]> {
  const parsed = parseNoteText(text);
  const treeOf = await loadTrees(text, parsed);
  const spotted: Spotted[] = parsed.fault ? [unreadable(parsed.fault)] : [];
  for (const { document, ...mended } of mendedIn(text, parsed)) {
    const { start = 0 } = parsed.documents[document ?? -1] ?? {};
    const path = document === undefined ? undefined : treeOf(document)?.around(mended.offset - start);
    spotted.push({ ...mended, path });
  }
  for (const mistake of mistakes.list) {
    const { start = 0, fault } = parsed.documents[mistake.document] ?? {};
    if (fault) spotted.push(unreadable(fault));
    else spotted.push(spot(mistake, treeOf(mistake.document), start));
  }
  return distinctOf(spotted);
}

/** Where a mistake is; in a dialect that has no such path, only what it is about can be told. */
function spot(mistake: Mistake, tree: NoteTree | undefined, start: number): Spotted {
  const { path, inName, problem, done } = mistake;
  const found = tree?.find(path, inName);
  if (!found || (found.path.length === 0 && path.length > 1)) return withoutPlace(mistake);
  return { offset: start + found.offset, path: found.path, problem, done };
}

function unreadable({ offset, problem, reason }: Fault): Spotted {
  const said = problem.replace(/^the note is /, '');
  return { offset, problem: reason === undefined ? said : `${said}: ${reason}`, done: NOT_READ };
}

/** A tree for each document that is asked for, and no other: a note may have very many. */
async function loadTrees(
  text: string,
  { documents }: Parsed,
): Promise<(document: number) => NoteTree | undefined> {
  const makeTree = await loadNoteTrees();
  const trees = new Map<number, NoteTree | undefined>();
  return number => {
    const { start, end, value } = documents[number] ?? {};
    if (value === undefined) return undefined;
    if (!trees.has(number)) trees.set(number, makeTree(text.slice(start, end)));
    return trees.get(number);
  };
}

/** What is said once at many places of an annotation was wrong once. */
function distinctOf(spotted: readonly Spotted[]): Spotted[] {
  return [...new Map(spotted.map(item => [JSON.stringify(item), item])).values()];
}

function withPlaces(text: string, spotted: readonly Spotted[]): Flaw[] {
  const placeOf = createPlacer(text);
  const inOrder = [...spotted].sort((a, b) => (a.offset ?? text.length) - (b.offset ?? text.length));
  return inOrder.map(({ offset, path = [], problem, done }) => ({
    ...(offset === undefined ? {} : placeOf(offset)),
    ...(path.length === 0 ? {} : { field: fieldOf(path) }),
    problem,
    done,
  }));
}

/** `regions[1].lines`; a name that is none in a program stands in quotes. */
function fieldOf(path: Path): string {
  const parts = path.map(key => {
    if (typeof key === 'number') return `[${key}]`;
    const name = String(key).slice(0, LONGEST_FIELD);
    return /^[\w$-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(oneLine(name))}]`;
  });
  const field = parts.join('').replace(/^\./, '');
  return field.length > LONGEST_FIELD ? `${field.slice(0, LONGEST_FIELD - 1)}…` : field;
}
