/**
 * YAML front matter as tools write it: texts, lists of texts, and no more. A value of another kind (a map,
 * an anchor, a tag) is left out, and its neighbours are kept. Takes time in proportion to the text.
 */

import { readYamlValue } from './yaml-value.ts';

export type FrontMatter = ReadonlyMap<string, string | string[]>;

export type MatterDocument = { matter: FrontMatter; body: string };

/** A front matter, and where the body after it begins. */
type Block = { matter: FrontMatter; end: number };

const RULE = /^---[ \t]*$/;
const KEY = /^([A-Za-z_][\w-]*)[ \t]*:(?=[ \t]|$)/;

/** The documents of a note, which writers put one after the other; none where it does not begin with one. */
export function readFrontMatter(text: string): MatterDocument[] {
  const lines = text.split('\n').map(line => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const start = lines.findIndex(line => line.trim() !== '');
  const first = blockAt(lines, start);
  if (!first) return [];
  const [firstKey = ''] = first.matter.keys();

  const documents: MatterDocument[] = [];
  let open = first;
  for (let at = first.end; at < lines.length; at++) {
    const next = blockAt(lines, at);
    // A rule in the body of a document is followed by anything but a front matter of the same writer.
    if (!next?.matter.has(firstKey) || next.matter.size < 2) continue;
    documents.push({ matter: open.matter, body: bodyOf(lines, open.end, at) });
    open = next;
    at = next.end - 1;
  }
  documents.push({ matter: open.matter, body: bodyOf(lines, open.end, lines.length) });
  return documents;
}

export function matterText(matter: FrontMatter, key: string): string | undefined {
  const value = matter.get(key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A list, also where its writer has put its items on one line, between commas. */
export function matterList(matter: FrontMatter, key: string): string[] {
  const value = matter.get(key) ?? [];
  const items = typeof value === 'string' ? value.split(',') : value;
  return items.map(item => item.trim()).filter(item => item !== '');
}

function bodyOf(lines: readonly string[], start: number, end: number): string {
  return lines.slice(start, end).join('\n').trim();
}

function blockAt(lines: readonly string[], at: number): Block | undefined {
  if (!RULE.test(lines[at] ?? '') || !KEY.test(lines[at + 1] ?? '')) return undefined;
  let rule = at + 1;
  while (rule < lines.length && !RULE.test(lines[rule] ?? '')) rule++;
  const whole = rule < lines.length ? entriesOf(lines, at + 1, rule) : undefined;
  if (whole) return { matter: whole, end: rule + 1 };
  // Where its end is missing, it goes on as long as lines look like it.
  let end = at + 1;
  while (end < rule && belongsToMatter(lines[end] ?? '')) end++;
  return { matter: entriesOf(lines, at + 1, end) ?? new Map(), end };
}

function belongsToMatter(line: string): boolean {
  return KEY.test(line) || /^(?:[ \t]|-[ \t])[ \t]*\S/.test(line);
}

/** The keys and values of some lines; undefined where one of them is no line of a front matter. */
function entriesOf(lines: readonly string[], start: number, end: number): FrontMatter | undefined {
  const matter = new Map<string, string | string[]>();
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.startsWith('#')) continue;
    const found = KEY.exec(line);
    if (!found) return undefined;
    const more: string[] = [];
    const isList = line.slice(found[0].length).trim() === '';
    while (at + 1 < end && continues(lines[at + 1] ?? '', isList)) more.push(lines[++at] ?? '');
    const value = readYamlValue(line.slice(found[0].length), more);
    if (value !== undefined) matter.set(found[1] ?? '', value);
  }
  return matter;
}

function continues(line: string, isList: boolean): boolean {
  return /^[ \t]/.test(line) || line === '' || (isList && /^-(?:[ \t]|$)/.test(line));
}
