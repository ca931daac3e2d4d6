/** What is under a heading, without what is under the next one; before the first heading, level 0. */
export type Section = { level: number; title: string; text: string };

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const FENCE = /^ {0,3}(```|~~~)/;
const LONGEST_TITLE = 200;

/** The sections of a text, one after the other. A heading inside of a code block is none. */
export function sectionsOf(markdown: string): Section[] {
  const sections = [{ level: 0, title: '', lines: [] as string[] }];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const heading = fence === '' ? HEADING.exec(line) : null;
    if (heading?.[1] !== undefined) {
      sections.push({ level: heading[1].length, title: titleOf(heading[2] ?? ''), lines: [] });
      continue;
    }
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && fence === '') fence = mark;
    else if (mark === fence) fence = '';
    sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ level, title, lines }) => ({ level, title, text: lines.join('\n').trim() }));
}

/** A heading without its number, its emphasis and what closes it. */
function titleOf(heading: string): string {
  return heading
    .slice(0, LONGEST_TITLE)
    .replace(/^\d{1,3}[.)][ \t]+/, '')
    .replace(/[*_`]/g, '')
    .replace(/(?<![\s#:])[\s#:]+$/, '');
}

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,3}[.)])[ \t]+(\S.*)$/;

/** The outer items of the lists in a text, each with the lines that it is wrapped over. */
export function listItems(text: string): string[] {
  const items: string[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    const item = ITEM.exec(line);
    const isWrapped = open && !item && /^[ \t]+\S/.test(line);
    if (isWrapped) items.push(`${items.pop()} ${line.trim()}`);
    else open = item !== null && (item[1] ?? '').length < 2;
    if (open && item) items.push((item[2] ?? '').trim());
  }
  return items;
}
