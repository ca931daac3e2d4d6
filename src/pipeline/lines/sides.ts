import type { LineRange } from '../../annotation/schema.ts';

/** One of the two versions of a file that are compared. Lines are strings of bytes (latin1), without their newline. */
export type Side = {
  readonly lines: readonly string[];
  /** Each line as a number; equal, in both versions, for lines that differ in white space only. */
  readonly ids: Int32Array;
  /** By id: the line that has it, below 0 where several have, 0 where none has. Computed when first asked for. */
  readonly lineOfId: Int32Array;
  /** The line that has a word; 0 where several have, undefined where none has. */
  lineOfWord(word: string): number | undefined;
  /** The same for a line that has exactly the words of a `wordKey`. */
  lineOfWords(key: string): number | undefined;
};

/** Texts by number, in the order in which they were seen; equal ids for texts that differ in white space only. */
type Texts = { numbers: Map<string, number>; ids: number[]; keys: Map<string, number> };

/** A version with which others can be compared; its lines are looked at once for all of them. */
export type Numbered = { side: Side; texts: Texts; words: () => Lists };

export function numbered(lines: readonly string[]): Numbered {
  const texts: Texts = { numbers: new Map(), ids: [], keys: new Map() };
  const numbers = Int32Array.from(lines, line => numberOf(line, texts));
  const ids = numbers.map(number => texts.ids[number] ?? 0);
  const words = once(() => listWords(texts.numbers.keys()));
  return { side: side({ lines, ids, numbers, words, others: [] }), texts, words };
}

/** The lines of another version with ids that can be compared with those of a numbered one. */
export function comparedWith({ texts, words }: Numbered, lines: readonly string[]): Side {
  const own: Texts = { numbers: new Map(), ids: [], keys: new Map() };
  const [ids, numbers] = [new Int32Array(lines.length), new Int32Array(lines.length)];
  const others: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const number = texts.numbers.get(line) ?? -1;
    numbers[at] = number;
    ids[at] = (number < 0 ? own.ids[numberOf(line, own, texts.keys)] : texts.ids[number]) ?? 0;
    if (number < 0) others.push(at + 1);
  }
  return side({ lines, ids, numbers, words, others });
}

type Parts = Pick<Side, 'lines' | 'ids'> & {
  /** Each line by its text in the numbered version, below 0 where that has no such text. */
  numbers: Int32Array;
  /** The words of the texts that the numbered version has. */
  words: () => Lists;
  /** Lines of other texts. */
  others: readonly number[];
};

/** Versions have most of their lines in common, so only the words of the others are looked at for each version. */
function side({ lines, ids, numbers, words, others }: Parts): Side {
  const lineOfId = once(() => placesOf(ids));
  const places = once(() => placesOf(numbers));
  const own = once(() => indexWords(lines, others));
  const lineOf = (kind: keyof Lists) => {
    const known = new Map<string, number | undefined>();
    return (text: string) => {
      if (!known.has(text)) {
        const shared = soleLine(words()[kind].get(text) ?? [], places());
        known.set(text, joined(shared, own()[kind].get(text)));
      }
      return known.get(text);
    };
  };
  return {
    lines,
    ids,
    get lineOfId() {
      return lineOfId();
    },
    lineOfWord: lineOf('byWord'),
    lineOfWords: lineOf('byKey'),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Of a text that was not seen before, also the id, `others` being ids of keys that count, too. */
function numberOf(line: string, { numbers, ids, keys }: Texts, others?: ReadonlyMap<string, number>): number {
  const known = numbers.get(line);
  if (known !== undefined) return known;
  const key = line.replace(/\s+/g, '');
  const id = others?.get(key) ?? keys.get(key) ?? (others?.size ?? 0) + keys.size;
  if (!others?.has(key)) keys.set(key, id);
  numbers.set(line, ids.length);
  return ids.push(id) - 1;
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

/** By number: the line that has it, below 0 where several have, 0 where none has. */
function placesOf(numbers: Int32Array): Int32Array {
  let most = -1;
  for (const number of numbers) if (number > most) most = number;
  const places = new Int32Array(most + 1);
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? -1;
    if (number >= 0) places[number] = places[number] === 0 ? at + 1 : -1;
  }
  return places;
}

/** Numbers of texts by a word that they have, and by the key of all their words. */
type Lists = {
  byWord: ReadonlyMap<string, readonly number[]>;
  byKey: ReadonlyMap<string, readonly number[]>;
};

function listWords(texts: Iterable<string>): Lists {
  const byWord = new Map<string, number[]>();
  const byKey = new Map<string, number[]>();
  const add = (lists: Map<string, number[]>, key: string, number: number) => {
    const list = lists.get(key);
    if (!list) lists.set(key, [number]);
    else if (list.at(-1) !== number) list.push(number);
  };
  let number = 0;
  for (const text of texts) {
    const words = wordsOf(text);
    for (const word of words) add(byWord, word, number);
    add(byKey, words.join(' '), number);
    number++;
  }
  return { byWord, byKey };
}

/** Lines by a word that they have, and by the key of all their words; 0 where several have it. */
type Index = { [Kind in keyof Lists]: ReadonlyMap<string, number> };

function indexWords(lines: readonly string[], which: readonly number[]): Index {
  const byWord = new Map<string, number>();
  const byKey = new Map<string, number>();
  for (const line of which) {
    const words = wordsOf(lines[line - 1] ?? '');
    for (const word of words) byWord.set(word, (byWord.get(word) ?? line) === line ? line : 0);
    const key = words.join(' ');
    byKey.set(key, byKey.has(key) ? 0 : line);
  }
  return { byWord, byKey };
}

/** The line in which one of some texts is; 0 where they are in several lines. */
function soleLine(texts: readonly number[], places: Int32Array): number | undefined {
  let found: number | undefined;
  for (const text of texts) {
    const line = places[text] ?? 0;
    if (line === 0) continue;
    if (line < 0 || found !== undefined) return 0;
    found = line;
  }
  return found;
}

function joined(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : 0;
}
