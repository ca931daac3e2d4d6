// A version of a file with its outline, from its text.
import { splitLines } from '../../src/git/split-lines.ts';
import type { Parsed } from '../../src/pipeline/units/parsed.ts';
import { outline } from '../../src/syntax/outline.ts';

export async function parse(path: string, lines: readonly string[]): Promise<Parsed> {
  const data = Buffer.from(`${lines.join('\n')}\n`, 'latin1');
  const found = await outline(path, data);
  return { lines: splitLines(data), units: 'units' in found ? found.units : [] };
}

/** The lines of a text that is indented in a test as its code is. */
export function linesOfText(text: string): string[] {
  const lines = text.replace(/^\n/, '').trimEnd().split('\n');
  const margin = Math.min(
    ...lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length),
  );
  return lines.map(line => line.slice(margin));
}
