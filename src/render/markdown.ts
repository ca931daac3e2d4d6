import type { Block } from './blocks.ts';

/** Blocks for a file, a pull request or a model: headings, lists, no colour. */
export function renderMarkdown(blocks: readonly Block[]): string {
  const out: string[] = [];
  for (const block of blocks) {
    switch (block.kind) {
      case 'title':
        out.push(`# ${escapeText(block.text)}`, '', ...(block.detail ? [escapeText(block.detail), ''] : []));
        break;
      case 'section':
        out.push(`## ${escapeText(block.text)}`, '');
        break;
      case 'item':
        out.push(`## ${escapeText(block.text)}`, '', block.badges.map(badge => badge.text).join(' · '), '');
        break;
      case 'text':
        out.push(paragraph(block.text), '');
        break;
      case 'field':
        out.push(...(block.label ? [`**${block.label}**`, ''] : []));
        out.push(...block.entries.map(entry => `- ${paragraph(entry.text)}`), '');
        break;
      case 'footer':
        out.push(`_${escapeText(block.text)}_`, '');
        break;
      case 'notice':
        out.push(`> ${escapeText(block.text)}${block.fix ? ` ${escapeText(block.fix)}` : ''}`, '');
        break;
      case 'lines':
        out.push('```', ...block.lines.map(line => line.text.replaceAll('```', "'''")), '```', '');
        break;
    }
  }
  return `${out.join('\n').trimEnd()}\n`;
}

/** Text from a note must not open a heading, a list or a tag of its own. */
function paragraph(text: string): string {
  return escapeText(text.replace(/\s*\n\s*/g, ' '));
}

function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/^([#>+*-]|\d+\.)(?=\s)/, '\\$1');
}
