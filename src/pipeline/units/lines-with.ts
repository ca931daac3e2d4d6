/** Lines by the words in them, of which many names are looked up. */
type Index = { asked: number; byWord?: ReadonlyMap<string, readonly string[]> };

const INDEXES = new WeakMap<readonly string[], Index>();

/** To look through all lines costs less than an index, where few names are asked for. */
const FEW = 8;

/** Letters that are never part of another word: what is around such a word is no part of it. */
const PLAIN_WORD = /^[\w$]+$/;

/** The lines that have a text, at least where it stands as a word of its own. */
export function linesWith(lines: readonly string[], word: string): readonly string[] {
  const index = INDEXES.get(lines) ?? { asked: 0 };
  INDEXES.set(lines, index);
  if (index.asked++ < FEW || !PLAIN_WORD.test(word)) return lines.filter(line => line.includes(word));
  index.byWord ??= indexed(lines);
  return index.byWord.get(word) ?? [];
}

function indexed(lines: readonly string[]): Map<string, string[]> {
  const byWord = new Map<string, string[]>();
  for (const line of lines) {
    for (const word of new Set(line.match(/[\w$]+/g))) {
      const known = byWord.get(word);
      if (known) known.push(line);
      else byWord.set(word, [line]);
    }
  }
  return byWord;
}
