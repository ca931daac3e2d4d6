import type { Block } from './blocks.ts';

/** Blocks for a file, a pull request or a model: headings, lists, no colour. */
export function renderMarkdown(blocks: readonly Block[]): string {
  const out: string[] = [];
  for (const block of blocks) {
    switch (block.kind) {
      case 'title':
        out.push(`# ${paragraph(block.text)}`, '', ...(block.detail ? [paragraph(block.detail), ''] : []));
        break;
      case 'section':
        out.push(`## ${paragraph(block.text)}`, '');
        break;
      case 'item':
        out.push(`## ${paragraph(block.text)}`, '', block.badges.map(badge => badge.text).join(' · '), '');
        break;
      case 'text':
        out.push(paragraph(block.text), '');
        break;
      case 'field':
        out.push(...(block.label ? [`**${block.label}**`, ''] : []));
        out.push(...block.entries.map(entry => `- ${paragraph(entry.text)}`), '');
        break;
      case 'footer':
        out.push(`_${paragraph(block.text)}_`, '');
        break;
      case 'notice':
        out.push(`> ${paragraph(block.text)}${block.fix ? ` ${paragraph(block.fix)}` : ''}`, '');
        break;
      case 'lines':
        out.push(
          '```',
          ...block.lines.map(({ lead = '', text }) => lead + text.replaceAll('```', "'''")),
          '```',
          '',
        );
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
