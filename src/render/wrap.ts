/** Text of one look and one address; a run that is kept together breaks only where it is wider than a line. */
export type Run<Look> = { text: string; look?: Look; keep?: boolean; href?: string };

/** A character as a reader sees it, whatever it is made of. */
type Cell<Look> = { text: string; width: number; run: Run<Look> };
/** Cells without a place to break, and the space before them. */
type Word<Look> = { gap: Cell<Look>[]; cells: Cell<Look>[] };

/** A column for each character: Latin, Greek, Cyrillic, dashes, arrows, and what trees are drawn with. */
const NARROW =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u22ff\u2500-\u25fc]*$/;
const OWN_INDENT = /^ *(?:(?:[-*•]|\d+[.)]) +)?/;
const SEPARATOR = /^[/\\?&=_:,;.#-]$/;
const DASH = /^[·—–]$/;
const HANGUL = /\p{Script=Hangul}/u;
const CLOSING =
  /^[\p{Pe}\p{Pf}!%,.:;?、。，．：；？！％・…‥々ー～ヽヾゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ'"]/u;
const OPENING = /^[\p{Ps}\p{Pi}]/u;

/** How wide a text is on a terminal, and which characters a reader sees in it. */
export type Ruler = { columns(text: string): number; characters(text: string): string[] };

const NARROW_RULER: Ruler = { columns: text => text.length, characters: text => text.split('') };

/** A ruler for this text. To know wide characters costs more than all the rest of rendering: few need it. */
export async function rulerFor(text: string): Promise<Ruler> {
  if (NARROW.test(text)) return NARROW_RULER;
  const { default: stringWidth } = await import('string-width');
  const segmenter = new Intl.Segmenter();
  return {
    columns: part => (NARROW.test(part) ? part.length : stringWidth(part)),
    characters: part =>
      NARROW.test(part) ? part.split('') : Array.from(segmenter.segment(part), ({ segment }) => segment),
  };
}

/**
 * Lines of at most `width` columns, as a terminal counts them. Breaks at spaces and between characters of scripts that are
 * written without them; a word that is wider than a line, wherever it must. A line break in the text stays one.
 */
export function wrap<Look>(
  ruler: Ruler,
  runs: readonly Run<Look>[],
  width: number,
  { hang = 0 }: { hang?: number } = {},
): Run<Look>[][] {
  return paragraphs(runs).flatMap((paragraph, index) => {
    const own = OWN_INDENT.exec(paragraph.map(({ text }) => text).join(''))?.[0].length ?? 0;
    const deep = (index === 0 ? hang : 0) + Math.min(own, width >> 1);
    return fill(wordsOf(ruler, paragraph), width, Math.min(deep, width >> 1));
  });
}

/** The text, or its beginning with an ellipsis. */
export function cut(ruler: Ruler, text: string, width: number): string {
  if (ruler.columns(text) <= width) return text;
  let shown = '';
  let used = 1;
  for (const part of ruler.characters(text)) {
    used += ruler.columns(part);
    if (used > width) break;
    shown += part;
  }
  return `${shown.trimEnd()}…`;
}

function paragraphs<Look>(runs: readonly Run<Look>[]): Run<Look>[][] {
  const all: Run<Look>[][] = [[]];
  for (const run of runs) {
    for (const [index, text] of run.text.replaceAll('\t', '  ').split('\n').entries()) {
      if (index > 0) all.push([]);
      all.at(-1)?.push({ ...run, text });
    }
  }
  return all;
}

function wordsOf<Look>(ruler: Ruler, paragraph: readonly Run<Look>[]): Word<Look>[] {
  const words: Word<Look>[] = [{ gap: [], cells: [] }];
  let word = words[0] as Word<Look>;
  for (const run of paragraph) {
    for (const text of ruler.characters(run.text)) {
      const cell = { text, width: ruler.columns(text), run };
      const last = word.cells.at(-1);
      const space = isSpace(cell);
      if (last && (space || mayBreak(last, cell))) {
        word = { gap: [], cells: [] };
        words.push(word);
      }
      (space ? word.gap : word.cells).push(cell);
    }
  }
  return withDashes(words);
}

/** A dash or dot between two words belongs to the one before it. */
function withDashes<Look>(words: readonly Word<Look>[]): Word<Look>[] {
  const joined: Word<Look>[] = [];
  for (const { gap, cells } of words) {
    const before = joined.at(-1);
    const isDash = cells.length === 1 && DASH.test(cells[0]?.text ?? '');
    if (isDash && before && before.cells.length > 0) before.cells.push(...gap, ...cells);
    else joined.push({ gap, cells: [...cells] });
  }
  return joined;
}

function isSpace<Look>({ text, run }: Cell<Look>): boolean {
  return (text === ' ' || text === '\u3000') && !run.keep;
}

/** As in Chinese and Japanese, and around emoji; Korean has spaces. */
function mayBreak<Look>(before: Cell<Look>, after: Cell<Look>): boolean {
  if (before.text === ' ' || after.text === ' ' || (before.run === after.run && before.run.keep))
    return false;
  if (!isIdeograph(before) && !isIdeograph(after)) return false;
  return !OPENING.test(before.text) && !CLOSING.test(after.text);
}

function isIdeograph<Look>({ text, width }: Cell<Look>): boolean {
  return width > 1 && !HANGUL.test(text);
}

function fill<Look>(words: readonly Word<Look>[], width: number, hang: number): Run<Look>[][] {
  const indent: Cell<Look>[] = hang > 0 ? [{ text: ' '.repeat(hang), width: hang, run: { text: '' } }] : [];
  const lines: Cell<Look>[][] = [[]];
  let line = lines[0] as Cell<Look>[];
  let used = 0;
  const put = (cells: readonly Cell<Look>[]) => {
    line.push(...cells);
    used += widthOf(cells);
  };
  const newLine = () => {
    line = [...indent];
    lines.push(line);
    used = hang;
  };
  for (const { gap, cells } of words.filter(word => word.cells.length > 0)) {
    const wide = widthOf(cells);
    const isFirst = lines.length === 1 && used === 0;
    if (used + widthOf(gap) + wide <= width) {
      put([...gap, ...cells]);
      continue;
    }
    if (!isFirst) newLine();
    else if (widthOf(gap) < width >> 1) put(gap);
    let rest: readonly Cell<Look>[] = cells;
    while (used + widthOf(rest) > width) {
      const head = headOf(rest, width - used);
      put(head);
      rest = withoutSpace(rest.slice(head.length));
      newLine();
    }
    put(rest);
  }
  return lines.map(cells => runsOf(withoutSpace([...cells].reverse()).reverse()));
}

/** As much of a word as there is room for, up to a separator if that is not too short. */
function headOf<Look>(cells: readonly Cell<Look>[], room: number): Cell<Look>[] {
  let used = 0;
  let count = 0;
  for (const { width } of cells) {
    used += width;
    if (used > room) break;
    count++;
  }
  for (let at = count; at > count / 2; at--) {
    if (SEPARATOR.test(cells[at - 1]?.text ?? '')) return cells.slice(0, at);
  }
  return cells.slice(0, Math.max(1, count));
}

function withoutSpace<Look>(cells: readonly Cell<Look>[]): Cell<Look>[] {
  const first = cells.findIndex(({ text }) => text !== ' ');
  return first === -1 ? [] : cells.slice(first);
}

function widthOf<Look>(cells: readonly Cell<Look>[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}

function runsOf<Look>(cells: readonly Cell<Look>[]): Run<Look>[] {
  const runs: Run<Look>[] = [];
  let of: Run<Look> | undefined;
  for (const { text, run } of cells) {
    const last = runs.at(-1);
    if (last && run === of) last.text += text;
    else runs.push({ text, ...(run.look && { look: run.look }), ...(run.href && { href: run.href }) });
    of = run;
  }
  return runs;
}
