/** Which lines of a file an action is about, in the file as it is on disk. */

import type { LineRange } from '../annotation/schema.ts';
import { mapLines } from '../pipeline/lines/map-lines.ts';
import { intersection, span } from '../pipeline/lines/range.ts';
import type { ToolCall } from './event.ts';
import { hunkLines } from './hunk-lines.ts';
import type { Action, Edit } from './targets.ts';

/** A tool that replaces text in more places than this is asked about from its first to its last. */
const MOST_RANGES = 8;
/** Beyond so many places of one text, they are not told apart. */
const MOST_PLACES = 100;
/** All edits of a call together look through so many characters, in about a second: nothing can interrupt them. */
const MOST_CHARACTERS = 50_000_000;

/** Undefined where it concerns the whole file, or where the lines can't be told: they are never guessed. None for no change. */
export function editedLines(
  action: Action,
  moment: ToolCall['moment'],
  data: Buffer,
): LineRange[] | undefined {
  const lines = linesOf(data.toString());
  const found = rangesOf(action, moment, lines);
  const inFile = found?.flatMap(range => intersection(range, { start: 1, end: lines.length }) ?? []);
  return found?.length === 0 || (inFile && inFile.length > 0) ? joined(inFile ?? []) : undefined;
}

function rangesOf(action: Action, moment: ToolCall['moment'], lines: string[]): LineRange[] | undefined {
  switch (action.kind) {
    case 'read':
      return action.lines && [action.lines];
    case 'edits':
      if (action.before !== undefined) return changedLines(lines, linesOf(action.before));
      return moment === 'before' ? replaced(action.edits, lines) : replaced(undone(action.edits), lines);
    case 'hunks':
      return hunkLines(action.hunks, moment, lines);
    case 'insert':
      return [{ start: action.after, end: action.after + 1 }];
    case 'cell':
      return cellLines(action.id, lines);
    case 'write': {
      const other = moment === 'before' ? action.content : action.before;
      return other === undefined ? undefined : changedLines(lines, linesOf(other));
    }
    default:
      return undefined;
  }
}

/** A final newline ends the last line and does not begin another. */
function linesOf(text: string): string[] {
  const lines = text.replace(/\r\n/g, '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** After the edits, the file is brought back step by step. */
function undone(edits: readonly Edit[]): Edit[] {
  return edits.map(({ from, to, all }) => ({ from: to, to: from, all })).reverse();
}

/** Each edit finds the text that the ones before it left; a line that one of them made stands for those it replaced. */
function replaced(edits: readonly Edit[], lines: readonly string[]): LineRange[] | undefined {
  const found: LineRange[] = [];
  let current: Line[] = lines.map((text, at) => ({ text, of: { start: at + 1, end: at + 1 } }));
  let effort = 0;
  for (const edit of edits) {
    const from = edit.from.replace(/\r\n/g, '\n');
    const text = current.map(line => line.text).join('\n');
    const places = from === '' ? [] : placesOf(from, `${text}\n`);
    effort += text.length * (places.length + 1);
    if (places.length > MOST_PLACES && edits.length === 1) return [fromFirstToLast(places, text)];
    if (places.length === 0 || places.length > MOST_PLACES || effort > MOST_CHARACTERS) return undefined;
    for (const place of places.reverse()) {
      const { of, lines: left } = replaceAt(current, text, place, from, edit.to);
      found.push(of);
      current = left;
    }
  }
  return found;
}

function fromFirstToLast(places: readonly number[], text: string): LineRange {
  return { start: lineAt(text, places[0] ?? 0) + 1, end: lineAt(text, places.at(-1) ?? 0) + 1 };
}

/** The lines that are left, and those that were replaced. */
function replaceAt(
  lines: readonly Line[],
  text: string,
  place: number,
  from: string,
  to: string,
): { lines: Line[]; of: LineRange } {
  const [first, last] = [lineAt(text, place), lineAt(text, place + from.replace(/\n$/, '').length)];
  const touched = lines.slice(first, last + 1).map(line => line.of);
  const of = touched.reduce(span, touched[0] ?? { start: 1, end: 1 });
  const before = text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
  const made = `${before}${to.replace(/\r\n/g, '\n')}`.split('\n').map(part => ({ text: part, of }));
  const rest = restOfLine(text, place + from.length);
  return { of, lines: [...lines.slice(0, first), ...withRest(made, rest, of), ...lines.slice(last + 1)] };
}

type Line = { text: string; of: LineRange };

/** What follows a replaced text on its last line; undefined where that text ended with the line. */
function restOfLine(text: string, at: number): string | undefined {
  if (text[at - 1] === '\n') return undefined;
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 ? undefined : end);
}

function withRest(made: Line[], rest: string | undefined, of: LineRange): Line[] {
  const last = made.at(-1);
  if (rest === undefined) return last?.text === '' ? made.slice(0, -1) : made;
  return [...made.slice(0, -1), { text: `${last?.text ?? ''}${rest}`, of }];
}

function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

/** From 0. */
function lineAt(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Lines that another version does not have, and both lines around a place where it has more. */
function changedLines(here: readonly string[], other: readonly string[]): LineRange[] {
  const { unchanged, origin } = mapLines(here, other);
  const touched: LineRange[] = [];
  for (let line = 1; line <= here.length; line++) {
    if (unchanged[line] === 0) touched.push({ start: line, end: line });
  }
  let before = 0;
  for (let line = 1; line <= other.length; line++) {
    const same = origin[line] ?? 0;
    if (same > 0) before = same;
    else if (unchanged[before + 1] !== 0) touched.push({ start: before, end: before + 1 });
  }
  return touched;
}

/** A notebook is JSON: its cells are objects of one list, each begun and ended by a line of its own. */
function cellLines(id: string, lines: readonly string[]): LineRange[] | undefined {
  const named = lines.findIndex(line => line.includes('"id"') && line.includes(JSON.stringify(id)));
  const start = lines.findLastIndex((line, at) => at < named && /^\s*\{$/.test(line));
  const indent = /^\s*/.exec(lines[start] ?? '')?.[0] ?? '';
  const end = lines.findIndex((line, at) => at > named && (line === `${indent}}` || line === `${indent}},`));
  return named < 0 || start < 0 || end < 0 ? undefined : [{ start: start + 1, end: end + 1 }];
}

/** In order, those that touch as one. */
function joined(ranges: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && (range.start <= last.end + 1 || result.length === MOST_RANGES))
      result[result.length - 1] = span(last, range);
    else result.push(range);
  }
  return result;
}
