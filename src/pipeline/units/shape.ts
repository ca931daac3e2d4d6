import type { LineRange } from '../../annotation/schema.ts';
import { lastWord, mentionsWord } from '../lines/mentions.ts';
import { isWordy } from '../lines/recognise.ts';
import type { Side } from '../lines/sides.ts';
import { linesWith } from './lines-with.ts';

/** What the indentation of lines tells, where no grammar has been asked. */

const COMMENT = /^\s*(\/\/|\/\*|\*|#(?!\[|!\[|\s*(?:define|include|if|else|endif|pragma)\b)|--|;)/;
const ATTRIBUTE = /^\s*(@|#!?\[|\[[A-Z])/;
const CLOSING = /^\s*([)\]}>]|end\b|fi\b|done\b|esac\b)/;

/** Shorter ranges look whole wherever they are put. */
const LEAST_LINES = 3;

/** What a range looks like that begins with the declaration of a name, and the line that its code begins at. */
export type Look = { kind: 'unit' | 'list'; code: number };

/**
 * Takes a range and a name; says whether it looks like all of one unit of that name, or like a list of which that is the
 * first. Its first line of code declares the name; in a unit, what follows is indented deeper until the line that closes
 * it, and nothing above or below belongs to it; in a list, nothing is indented deeper.
 */
export function lookOf(lines: readonly string[], range: LineRange, name: string): Look | undefined {
  if (range.end - range.start + 1 < LEAST_LINES || range.end > lines.length) return undefined;
  const code = skip(lines, range, text => COMMENT.test(text));
  const declared = skip(lines, { ...range, start: code }, text => COMMENT.test(text) || ATTRIBUTE.test(text));
  if (!declares(textAt(lines, declared), textAt(lines, range.end), lastWord(name))) return undefined;
  const depth = depthOf(textAt(lines, declared));
  const inside = lines.slice(declared, range.end).filter(text => isWordy(text) && !CLOSING.test(text));
  if (inside.every(text => depthOf(text) === depth)) return { kind: 'list', code };
  if (inside.some(text => depthOf(text) <= depth)) return undefined;
  const isWhole = endsHere(lines, range.end, depth) && beginsHere(lines, range.start, depth);
  return isWhole ? { kind: 'unit', code } : undefined;
}

/** Whether a file declares a name in one line only, as far as its text tells. */
export function isDeclaredOnce(lines: readonly string[], name: string): boolean {
  return declaring(lines, lastWord(name)).length === 1;
}

/** The same for two versions: of the old one, only lines that today's has not are looked at. */
export function isDeclaredOnceInBoth(
  { before, after }: { before: Side; after: Side },
  name: string,
): boolean {
  const word = lastWord(name);
  const [text, ...others] = declaring(after.lines, word);
  if (text === undefined || others.length > 0) return false;
  const changed = before.lacking.filter(line => declares(textAt(before.lines, line), '', word));
  return before.count(text) + changed.length === 1;
}

function declaring(lines: readonly string[], word: string | undefined): string[] {
  return word === undefined ? [] : linesWith(lines, word).filter(line => declares(line, '', word));
}

/** Words, a receiver or types before a name: it is declared there. What uses it has brackets or a dot before it. */
const BEFORE_NAME = /^(?:\s*func \([^()]*\) |[\w\s*&<>:,[\]$~?]*)$/;

/** Without any word before it, as for a method, the name is also at the beginning of a call, which ends in `)`. */
function declares(text: string, last: string, word: string | undefined): boolean {
  const at = word === undefined ? -1 : text.indexOf(word);
  if (at < 0 || !mentionsWord([text], word)) return false;
  const before = text.slice(0, at);
  return BEFORE_NAME.test(before) && (before.trim() !== '' || !/\)[;,]?\s*$/.test(last));
}

/** The first line of a range that is neither blank nor idle in that way. */
function skip(lines: readonly string[], range: LineRange, isSkipped: (text: string) => boolean): number {
  let line = range.start;
  while (line < range.end && (textAt(lines, line).trim() === '' || isSkipped(textAt(lines, line)))) line++;
  return line;
}

/** The last line is no blank one, and what comes next is not deeper; a bracket there closes something further out. */
function endsHere(lines: readonly string[], end: number, depth: number): boolean {
  if (textAt(lines, end).trim() === '') return false;
  let next = end + 1;
  while (next <= lines.length && textAt(lines, next).trim() === '') next++;
  if (next > lines.length) return true;
  const text = textAt(lines, next);
  return CLOSING.test(text) ? depthOf(text) < depth : depthOf(text) <= depth;
}

/** What is just above is blank, further out, or closes something else: no comment and no attribute of this unit. */
function beginsHere(lines: readonly string[], start: number, depth: number): boolean {
  if (textAt(lines, start).trim() === '') return false;
  const above = start > 1 ? textAt(lines, start - 1) : '';
  if (above.trim() === '' || depthOf(above) < depth) return true;
  return !COMMENT.test(above) && !ATTRIBUTE.test(above) && /[;}]\s*$|\bend\s*$/.test(above);
}

function textAt(lines: readonly string[], line: number): string {
  return lines[line - 1] ?? '';
}

function depthOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** Whether a line has nothing that runs: blank, a comment, or brackets alone. */
export function isIdle(text: string): boolean {
  return !isWordy(text) || COMMENT.test(text) || CLOSING.test(text);
}
