/** The lines of a message, without what the tools on its way did to them. */

import { WRITTEN_NEWLINE } from './vocabulary.ts';

/** Stands for a block of code: text, and no part of what is above or below it. */
export const CODE = '```';

export function linesOf(message: string): string[] {
  const lines: string[] = [];
  for (const line of message.split(/\r\n|\n|\r/)) {
    if (WRITTEN_NEWLINE.test(line)) for (const part of line.split('\\n')) lines.push(part.trimEnd());
    else lines.push(line.trimEnd());
  }
  return lines.some(isFence) ? withoutCode(lines) : lines;
}

/** Code between fences is an example. A fence that is never closed is just text. */
function withoutCode(lines: readonly string[]): string[] {
  const unclosed = lines.filter(isFence).length % 2 === 1 ? lines.findLastIndex(isFence) : -1;
  const kept: string[] = [];
  let inCode = false;
  for (const [at, line] of lines.entries()) {
    const turns = isFence(line) && at !== unclosed;
    if (turns) inCode = !inCode;
    if (turns && inCode) kept.push(CODE);
    else if (!turns && !inCode) kept.push(line);
  }
  return kept;
}

function isFence(line: string): boolean {
  return line.startsWith('```');
}

/** A body that was indented as a whole, as by a tool that passed it on, without that. */
export function outdented(lines: readonly string[]): readonly string[] {
  const indents = lines.filter(line => line !== '').map(line => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const least = indents.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER);
  return lines.map(line => line.slice(least));
}

/** Runs of lines between blank ones. */
export function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [];
  let above = '';
  for (const line of lines) {
    if (line !== '' && above === '') paragraphs.push([line]);
    else if (line !== '') paragraphs.at(-1)?.push(line);
    above = line;
  }
  return paragraphs;
}
