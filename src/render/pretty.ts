import { sanitise } from '../annotation/sanitise.ts';
import {
  type Badge,
  type Block,
  type Entry,
  type Inline,
  joined,
  type Line,
  plainText,
  spansOf,
  type Tone,
} from './blocks.ts';
import type { LinkTo } from './links.ts';
import { cut, type Ruler, type Run, rulerFor, wrap } from './wrap.ts';

export type Look = { colour: boolean; width: number; linkTo?: LinkTo };

type Style = Tone | 'bold';
type Page = { width: number; ruler: Ruler; linkTo?: LinkTo; paint(run: Run<Style>): string };

/** Of the 256 colours, whose shades no theme changes: these can be read on white and on black. */
export const LOOKS: Record<Style, string> = {
  bold: '1',
  good: '38;5;28',
  warn: '38;5;130',
  bad: '1;38;5;160',
  quiet: '38;5;243',
};

const NARROWEST = 40;
const WIDEST = 120;
const LABEL_WIDTH = 13;
/** Below this, a label has a line of its own. */
const ROOM_FOR_LABELS = 56;
/** The least that a commit is cut to: its id and the beginning of a word. */
const SHORTEST_PART = 16;

/** Blocks for a terminal: wrapped to its width, coloured where it may be. */
export async function renderPretty(
  blocks: readonly Block[],
  { colour, width, linkTo }: Look,
): Promise<string> {
  const page: Page = {
    linkTo,
    ruler: await rulerFor(JSON.stringify(blocks)),
    width: Math.max(NARROWEST, Math.min(width, WIDEST)),
    paint: ({ text, look, href }) => {
      const plain = sanitise(text);
      const shown = colour && look && plain.trim() !== '' ? `\x1b[${LOOKS[look]}m${plain}\x1b[0m` : plain;
      return href ? `\x1b]8;;${href}\x1b\\${shown}\x1b]8;;\x1b\\` : shown;
    },
  };
  return `${blocks.flatMap(block => renderBlock(block, page)).join('\n')}\n`;
}

function renderBlock(block: Block, page: Page): string[] {
  switch (block.kind) {
    case 'title': {
      const detail = joined([block.detail, block.label], ' · ');
      const more = plainText(detail) !== '' ? [{ text: '  ' }, ...styled(page, detail, 'quiet')] : [];
      const runs = [...styled(page, block.text, 'bold'), ...more];
      return laidOut(page, runs, { hang: 2 });
    }
    case 'section':
      return ['', ...laidOut(page, styled(page, block.text, 'bold'), { hang: 2 })];
    case 'item':
      return [
        '',
        ...laidOut(page, [...styled(page, block.text, 'bold'), ...badgeRuns(page, block.badges)], {
          hang: 2,
        }),
      ];
    case 'text':
      return laidOut(page, styled(page, block.text), { first: '  ' });
    case 'field':
      return renderField(block, page);
    case 'footer':
      return laidOut(page, styled(page, block.text, 'quiet'), { first: '  ' });
    case 'notice':
      return [
        '',
        ...laidOut(page, styled(page, block.text), { first: { text: 'note: ', look: 'quiet' } }),
        ...(block.fix === undefined ? [] : laidOut(page, styled(page, block.fix), { first: '      ' })),
      ];
    case 'lines':
      return block.lines.flatMap(line => renderLine(line, page));
  }
}

/** One run, or several where what is named has an address. */
function styled({ linkTo }: Pick<Page, 'linkTo'>, text: Inline, look?: Style): Run<Style>[] {
  const runs: Run<Style>[] = [];
  for (const span of spansOf(text)) {
    const of = typeof span === 'string' ? undefined : span.of;
    const href = of && linkTo?.(of);
    const shown = plainText([span]);
    const last = runs.at(-1);
    if (last && !last.href && !href) last.text += shown;
    else runs.push({ text: shown, ...(look && { look }), ...(href && { href }) });
  }
  return runs;
}

/** A separator stays at the end of its line. */
function badgeRuns(page: Page, badges: readonly Badge[]): Run<Style>[] {
  return badges.flatMap(({ text, tone }, index) => [
    { text: index === 0 ? '   ' : ' ' },
    ...styled(page, text, tone).map(run => ({ ...run, keep: true })),
    ...(index < badges.length - 1 ? [{ text: ' ·', look: 'quiet' as const, keep: true }] : []),
  ]);
}

type Layout = { first?: string | Run<Style> | Run<Style>[]; rest?: Run<Style>[]; hang?: number };

/** Wrapped, with what comes before the first line, and before each of the others. */
function laidOut(page: Page, runs: readonly Run<Style>[], { first = '', rest, hang = 0 }: Layout): string[] {
  const lead = typeof first === 'string' ? [{ text: first }] : Array.isArray(first) ? first : [first];
  const indent = lead.reduce((sum, { text }) => sum + page.ruler.columns(text), 0);
  const below = rest ?? [{ text: ' '.repeat(indent) }];
  return wrap(page.ruler, runs, page.width - indent, { hang }).map((line, at) =>
    line.length === 0 ? '' : [...(at === 0 ? lead : below), ...line].map(page.paint).join(''),
  );
}

function renderField({ label, weight, entries }: Extract<Block, { kind: 'field' }>, page: Page): string[] {
  const own = entries.length === 1 && entries[0]?.mark === undefined ? entries[0]?.tone : undefined;
  const look: Style = weight === 'strong' ? 'bold' : (own ?? 'quiet');
  const bullet = entries.length > 1 || label === '' ? '• ' : '';
  const above = label !== '' && page.width < ROOM_FOR_LABELS;
  const indent = label === '' ? 2 : above ? 4 : LABEL_WIDTH + 2;
  const lines = entries.flatMap((entry, index) => {
    const shown = label !== '' && !above && index === 0;
    const gap = ' '.repeat(shown ? Math.max(1, indent - 2 - page.ruler.columns(label)) : indent);
    const lead: Run<Style>[] = shown
      ? [{ text: '  ' }, { text: label, look }, { text: gap }]
      : [{ text: gap }];
    const mark: Run<Style> =
      entry.tone && entry.mark === undefined ? { text: bullet, look: entry.tone } : { text: bullet };
    return laidOut(page, entryRuns(page, entry, page.width - indent - bullet.length), {
      first: [...lead, mark],
    });
  });
  return above ? [`  ${page.paint({ text: label, look })}`, ...lines] : lines;
}

function entryRuns(page: Page, entry: Entry, width: number): Run<Style>[] {
  const { mark = '', text, parts = [], tone, marks = [] } = entry;
  const lead: Run<Style>[] =
    mark === '' ? [] : [tone ? { text: mark, look: tone } : { text: mark }, { text: ' ' }];
  const room = width - (mark === '' ? 0 : page.ruler.columns(mark) + 1);
  if (parts.length === 0) return [...lead, ...setOff(styled(page, text), marks)];
  return [...lead, ...fitted(page, [...(plainText(text) ? [text] : []), ...parts], room)];
}

/** The marked parts of a text in bold. */
function setOff(runs: readonly Run<Style>[], marks: NonNullable<Entry['marks']>): Run<Style>[] {
  const left = [...marks].sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  const parted: Run<Style>[] = [];
  let before = 0;
  for (const run of runs) {
    const end = before + run.text.length;
    while (before < end) {
      while ((left.at(-1)?.[1] ?? end) <= before) left.pop();
      const [from, to] = left.at(-1) ?? [end, end];
      const isMarked = from <= before;
      const next = Math.min(end, isMarked ? to : from);
      const text = run.text.slice(run.text.length - (end - before), run.text.length - (end - next));
      parted.push(isMarked ? { ...run, text, look: 'bold' } : { ...run, text });
      before = next;
    }
  }
  return parted;
}

/** As many of the parts as one line has room for, the first of them whole and the others cut alike. */
function fitted(page: Page, parts: readonly Inline[], width: number): Run<Style>[] {
  const { ruler } = page;
  const [first = '', ...others] = parts;
  const widths = others.map(part => ruler.columns(plainText(part)));
  let count = others.length;
  let room = 0;
  for (; count > 0; count--) {
    room = width - ruler.columns(plainText(first)) - 3 * count;
    const least = widths.slice(0, count).reduce((sum, wide) => sum + Math.min(wide, SHORTEST_PART), 0);
    if (least <= room) break;
  }
  const most = fairShare(widths.slice(0, count), room);
  const shown = others.slice(0, count).map(part => cutPart(ruler, part, most));
  return styled(page, joined([first, ...shown], ' · '));
}

/** The name that it begins with keeps what it stands for. */
function cutPart(ruler: Ruler, part: Inline, width: number): Inline {
  const shown = cut(ruler, plainText(part), width);
  const [first] = spansOf(part);
  const begins = first !== undefined && typeof first !== 'string' && shown.startsWith(first.code);
  return begins ? [first, shown.slice(first.code.length)] : shown;
}

/** How wide each may be, so that together they fit: what a short one leaves is the others'. */
function fairShare(widths: readonly number[], room: number): number {
  let left = room;
  let share = 0;
  for (const [index, width] of [...widths].sort((a, b) => a - b).entries()) {
    share = Math.floor(left / (widths.length - index));
    if (width > share) return share;
    left -= width;
  }
  return Math.max(share, ...widths);
}

function renderLine({ lead = '', mark, text, tone }: Line, page: Page): string[] {
  const most = page.width >> 1;
  const branch = lead.length > most ? `…${lead.slice(1 - most)}` : lead;
  const below = branch.replace('├─', '│ ').replace('└─', '  ');
  const shown: Run<Style>[] =
    mark === undefined ? [] : [tone ? { text: mark, look: tone } : { text: mark }, { text: ' ' }];
  const indent = ' '.repeat(mark === undefined ? 2 : page.ruler.columns(mark) + 1);
  return laidOut(page, [{ text }], {
    first: [{ text: branch, look: 'quiet' }, ...shown],
    rest: [{ text: below, look: 'quiet' }, { text: mark === undefined ? '' : indent }],
  });
}
