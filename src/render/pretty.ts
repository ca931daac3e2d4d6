import type { Block, Tone } from './blocks.ts';

export type Look = { colour: boolean; width: number };

const CODES: Record<Tone | 'bold', string> = { bold: '1', good: '32', warn: '33', bad: '31', quiet: '2' };
const LABEL_WIDTH = 13;

/** Blocks for a terminal: wrapped to its width, coloured where it may be. */
export function renderPretty(blocks: readonly Block[], look: Look): string {
  const paint = (tone: Tone | 'bold' | undefined, text: string) =>
    look.colour && tone ? `\x1b[${CODES[tone]}m${text}\x1b[0m` : text;
  const wide = Math.max(40, Math.min(look.width, 110));
  const out: string[] = [];
  for (const block of blocks) {
    switch (block.kind) {
      case 'title':
        out.push(paint('bold', block.text) + (block.detail ? paint('quiet', `  ${block.detail}`) : ''));
        break;
      case 'section':
        out.push('', paint('bold', block.text));
        break;
      case 'item': {
        const badges = block.badges.map(badge => paint(badge.tone, badge.text)).join(paint('quiet', ' · '));
        out.push('', `${paint('bold', block.text)}   ${badges}`);
        break;
      }
      case 'text':
        out.push(...wrap(block.text, wide - 2).map(line => `  ${line}`));
        break;
      case 'field':
        out.push(...labelled(block, wide, paint));
        break;
      case 'footer':
        out.push(...wrap(block.text, wide - 2).map(line => paint('quiet', `  ${line}`)));
        break;
      case 'notice':
        out.push(
          '',
          ...wrap(block.text, wide - 6).map((line, at) =>
            paint('quiet', `${at === 0 ? 'note: ' : '      '}${line}`),
          ),
        );
        if (block.fix) out.push(...wrap(block.fix, wide - 6).map(line => `      ${line}`));
        break;
      case 'lines':
        out.push(
          ...block.lines.map(
            ({ lead, text, tone }) => (lead ? paint('quiet', lead) : '') + paint(tone, text),
          ),
        );
        break;
    }
  }
  return `${out.join('\n')}\n`;
}

function labelled(
  block: Extract<Block, { kind: 'field' }>,
  wide: number,
  paint: (tone: Tone | 'bold' | undefined, text: string) => string,
): string[] {
  const indent = block.label === '' ? 2 : LABEL_WIDTH + 2;
  const mark = block.entries.length > 1 || block.label === '' ? '• ' : '';
  return block.entries.flatMap((entry, index) => {
    const lines = wrap(entry.text, wide - indent - mark.length);
    return lines.map((line, at) => {
      const label =
        block.label !== '' && index === 0 && at === 0
          ? `  ${block.label}`.padEnd(indent)
          : ' '.repeat(indent);
      const lead = at === 0 ? mark : ' '.repeat(mark.length);
      return `${paint('quiet', label)}${paint(entry.tone, lead + line)}`;
    });
  });
}

/** Breaks at spaces; a line break in the text stays one. Wide characters count twice. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap(paragraph => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.replaceAll('\t', '  ').split(' ')) {
      if (line !== '' && columns(line) + 1 + columns(word) > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    return [...lines, line];
  });
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/gu;

function columns(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}
