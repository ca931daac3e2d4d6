import { listItems, sectionsOf } from '../markdown.ts';

type Place = { file: string; lines?: { start: number; end: number } };

const MOST = 20;

/** The heading of a list of files. */
export const RELATED_FILES = /^(?:related|affected) files$/i;

/** The files and lines that a text lists as those that it is about. */
export function relatedFiles(markdown: string): Place[] {
  const sections = sectionsOf(markdown).filter(({ title }) => RELATED_FILES.test(title));
  const places = sections
    .flatMap(({ text }) => listItems(text))
    .slice(0, MOST)
    .map(placeOf)
    .filter(place => place !== undefined);
  const files = places.map(({ file }) => file);
  return places.filter(({ file, lines }, at) => lines !== undefined || files.indexOf(file) === at);
}

/** `src/cache.py:12-30 (why)`. Only the file is taken of what names several places in it. */
function placeOf(item: string): Place | undefined {
  const [word = ''] = item.slice(0, 500).replaceAll('`', '').split(/\s/);
  const found = /^(?:\.\/)*([\w@.][^:*?<>,]*)(?::(\d{1,7})(?:-(\d{1,7}))?)?(,[\d,-]*)?$/.exec(word);
  const file = found?.[1] ?? '';
  if (!/[./]/.test(file) || file.includes('..')) return undefined;
  const start = Number(found?.[2] ?? 0);
  const end = Number(found?.[3] ?? start);
  const isOne = start > 0 && end >= start && found?.[4] === undefined;
  return isOne ? { file, lines: { start, end } } : { file };
}
