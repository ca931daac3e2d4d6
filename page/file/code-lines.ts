import type { Token } from './highlight.ts';

/** Longer lines are cut where they are shown, and say so. */
export const LONGEST_SHOWN = 2_000;

/** The lines of a file, without their ends; none behind the last line feed. */
export function codeLines(text: string): string[] {
  const lines = text.split('\n').map(line => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function tokensOf(line: string, highlighted: readonly Token[] | undefined): readonly Token[] {
  const isSame = highlighted?.reduce((sum, { text }) => sum + text.length, 0) === line.length;
  return highlighted && isSame ? highlighted : [{ text: line.slice(0, LONGEST_SHOWN) }];
}
