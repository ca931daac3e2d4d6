import type { LineRange } from '../../annotation/schema.ts';

/** One of the two versions of a file that are compared. Lines are strings of bytes (latin1), without their newline. */
export type Side = {
  readonly lines: readonly string[];
  /** Each line as a number; equal, in both versions, for lines that differ in white space only. */
  readonly ids: Int32Array;
  /** By id: how many lines have it. Computed when first asked for. */
  readonly counts: Int32Array;
  /** By word: the line that has it, or 0 where several have. Computed when first asked for. */
  readonly lineOfWord: ReadonlyMap<string, number>;
  /** By `wordKey`: the line that has exactly these words, or 0 where several have. Computed when first asked for. */
  readonly lineOfWords: ReadonlyMap<string, number>;
};

/** Ids by the text of a line and, for a text not seen before, by the text without white space. */
type Known = { texts: Map<string, number>; keys: Map<string, number> };

type WordsOf = (line: string) => readonly string[];

/** A version with which others can be compared; its lines are looked at once for all of them. */
export type Numbered = { side: Side; known: Known; wordsOf: WordsOf };

export function numbered(lines: readonly string[]): Numbered {
  const known: Known = { texts: new Map(), keys: new Map() };
  const ids = Int32Array.from(lines, line => idOf(line, known));
  const wordsOf = rememberWords(known.texts);
  return { side: side(lines, ids, wordsOf), known, wordsOf };
}

/** Versions of a file have most of their lines in common. */
function rememberWords(texts: ReadonlyMap<string, unknown>): WordsOf {
  const known = new Map<string, readonly string[]>();
  return line => {
    const words = known.get(line) ?? wordsOf(line);
    if (texts.has(line)) known.set(line, words);
    return words;
  };
}

/** The lines of another version with ids that can be compared with those of a numbered one. */
export function comparedWith({ known, wordsOf }: Numbered, lines: readonly string[]): Side {
  const own: Known = { texts: new Map(), keys: new Map() };
  const ids = Int32Array.from(lines, line => known.texts.get(line) ?? idOf(line, own, known.keys));
  return side(lines, ids, wordsOf);
}

function side(lines: readonly string[], ids: Int32Array, wordsOf: WordsOf): Side {
  let counts: Int32Array | undefined;
  let lineOfWord: Map<string, number> | undefined;
  let lineOfWords: Map<string, number> | undefined;
  return {
    lines,
    ids,
    get counts() {
      counts ??= countIds(ids);
      return counts;
    },
    get lineOfWord() {
      lineOfWord ??= indexWords(lines, wordsOf);
      return lineOfWord;
    },
    get lineOfWords() {
      lineOfWords ??= indexLines(lines, wordsOf);
      return lineOfWords;
    },
  };
}

function idOf(line: string, { texts, keys }: Known, others?: ReadonlyMap<string, number>): number {
  const known = texts.get(line);
  if (known !== undefined) return known;
  const key = line.replace(/\s+/g, '');
  const id = others?.get(key) ?? keys.get(key) ?? (others?.size ?? 0) + keys.size;
  if (!others?.has(key)) keys.set(key, id);
  texts.set(line, id);
  return id;
}

/** The parts of a line that a formatter leaves alone. Bytes outside ASCII are parts of words. */
export function wordsOf(line: string): string[] {
  return line.match(/[\w\x80-\xff]+/g) ?? [];
}

export function wordKey(line: string): string {
  return wordsOf(line).join(' ');
}

export type Word = { text: string; line: number };

export function wordsIn(lines: readonly string[], { start, end }: LineRange): Word[] {
  const words: Word[] = [];
  for (let line = start; line <= end; line++) {
    for (const text of wordsOf(lines[line - 1] ?? '')) words.push({ text, line });
  }
  return words;
}

function countIds(ids: Int32Array): Int32Array {
  const counts = new Int32Array(1 + ids.reduce((most, id) => Math.max(most, id), -1));
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

function indexWords(lines: readonly string[], wordsOf: WordsOf): Map<string, number> {
  const lineOf = new Map<string, number>();
  for (const [at, text] of lines.entries()) {
    for (const word of wordsOf(text)) lineOf.set(word, (lineOf.get(word) ?? at + 1) === at + 1 ? at + 1 : 0);
  }
  return lineOf;
}

function indexLines(lines: readonly string[], wordsOf: WordsOf): Map<string, number> {
  const lineOf = new Map<string, number>();
  for (const [at, text] of lines.entries()) {
    const key = wordsOf(text).join(' ');
    lineOf.set(key, lineOf.has(key) ? 0 : at + 1);
  }
  return lineOf;
}
