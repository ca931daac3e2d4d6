import { withCleanTexts } from '../annotation/sanitise.ts';
import { type Block, type Entry, type Inline, joined, plainText, spansOf } from './blocks.ts';

/** Blocks for a file, a pull request or a model: headings, lists, no colour. */
export function renderMarkdown(blocks: readonly Block[]): string {
  return `${withCleanTexts(blocks).flatMap(renderBlock).join('\n').trimEnd()}\n`;
}

function renderBlock(block: Block): string[] {
  switch (block.kind) {
    case 'title': {
      const detail = inline(block.detail ?? '');
      const label = block.label ? [`_${block.label}_`, ''] : [];
      return [`# ${heading(block.text)}`, '', ...(detail ? [detail, ''] : []), ...label];
    }
    case 'section':
      return [`## ${heading(block.text)}`, ''];
    case 'item': {
      const badges = joined(
        block.badges.map(({ text }) => text),
        ' · ',
      );
      return [`## ${heading(block.text)}`, '', ...(block.badges.length > 0 ? [inline(badges), ''] : [])];
    }
    case 'text':
      return [inline(block.text), ''];
    case 'field':
      return [
        ...(block.label ? [`**${block.label}**`, ''] : []),
        ...block.entries.map(entry => `- ${inline(wholeOf(entry))}`),
        '',
      ];
    case 'footer':
      return [`_${inline(block.text)}_`, ''];
    case 'notice':
      return [`> ${inline(block.text)}${block.fix ? ` ${inline(block.fix)}` : ''}`, ''];
    case 'lines': {
      const lines = block.lines.map(({ lead = '', mark, text }) => lead + (mark ? `${mark} ` : '') + text);
      const fence = '`'.repeat(Math.max(3, longestFence(lines.join('\n')) + 1));
      return [fence, ...lines, fence, ''];
    }
  }
}

function wholeOf({ mark, text, parts = [] }: Entry): Inline {
  const said = joined([text, ...parts], ' · ');
  return mark === undefined ? said : [`${mark} `, ...spansOf(said)];
}

/** A number sign at its end would close it. */
function heading(text: Inline): string {
  return inline(text).replace(/(?<=\s)#+$/, '\\$&');
}

/** One line in which only code is markup. */
function inline(text: Inline): string {
  const whole = plainText(text);
  const context = { links: /^\s*\[|\][([:]/.test(whole), strikes: whole.split('~').length > 2 };
  const shown = spansOf(text).map((span, index) =>
    typeof span === 'string'
      ? escapeText(index === 0 ? span.trimStart() : span, context)
      : codeSpan(span.code),
  );
  return escapeStart(shown.join('').trim(), typeof spansOf(text)[0] === 'string');
}

function codeSpan(name: string): string {
  const fence = '`'.repeat(longestFence(name) + 1);
  const pad = /^`|`$|^ .* $/.test(name) ? ' ' : '';
  return `${fence}${pad}${name}${pad}${fence}`;
}

function longestFence(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
}

const OWN_CODE = /(?<!`)(`+)(?!`)[^`](?:.*?[^`])??\1(?!`)/;
const ADDRESS = /https?:\/\/[^\s<>`]*[^\s<>`.,;:!?)'"]/;
const MARKUP = /[\\`*_~[<&]/;
const PIECES = new RegExp(`${OWN_CODE.source}|${ADDRESS.source}|${MARKUP.source}`, 'g');

type Context = { links: boolean; strikes: boolean };

/** Text of a note as it is: the code that it marks stays code, and what would be markup by accident is none. */
function escapeText(text: string, context: Context): string {
  const line = text.replace(/(?<!\s)\s*\n\s*/g, ' ');
  return line.replace(PIECES, (piece, _fence, at: number) => {
    const rest = line.slice(at + piece.length);
    if (piece.length === 1) {
      return IS_MARKUP[piece]?.(line[at - 1] ?? '', rest, context) === false ? piece : escaped(piece);
    }
    if (piece.startsWith('`')) return piece;
    const isPlain = /^[.,;:!?)'"]*(?:\s|$)/.test(rest) && !/[*~\\]|\b_|_\b|\]\(|&#?\w+(?:;|$)/.test(piece);
    return isPlain ? piece : `<${piece}>`;
  });
}

const WORD = /^[\p{L}\p{N}]/u;

/** Whether a character would be markup, by what is before and after it; one that is not here always may be. */
const IS_MARKUP: Record<string, (before: string, rest: string, context: Context) => boolean> = {
  '\\': (_, rest) => /^(?:$|\s|[!-/:-@[-`{-~]|https?:)/.test(rest),
  '*': (before, rest) => before !== ' ' || rest[0] !== ' ',
  _: (before, rest) => !WORD.test(before) || !WORD.test(rest) || /^https?:/.test(rest),
  '~': (_before, _rest, { strikes }) => strikes,
  '[': (_before, _rest, { links }) => links,
  '<': (_, rest) => /^[a-z/!?]/i.test(rest),
  '&': (_, rest) => /^#?\w+;/.test(rest),
};

function escaped(character: string): string {
  return { '<': '&lt;', '&': '&amp;' }[character] ?? `\\${character}`;
}

/** No heading, list, quote or rule. */
function escapeStart(text: string, isText: boolean): string {
  if (!isText) return text;
  return text
    .replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|[-=]+\s*$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
