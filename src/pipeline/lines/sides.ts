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
  /** Lines of texts that the other version has not. */
  readonly lacking: readonly number[];
  /** How many lines have a text of the other version, 2 where several have. */
  count(text: string): 0 | 1 | 2;
};

/** Texts by number, in the order in which they were seen; equal ids for texts that differ in white space only. */
class Texts {
  readonly keys = new Map<string, number>();
  readonly ids: number[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  #lists?: Lists;
  #listed = 0;
  readonly #others: ReadonlyMap<string, number>;

  /** Keys of other texts count, too: what has one of them has its id. */
  constructor(others: ReadonlyMap<string, number> = new Map()) {
    this.#others = others;
  }

  get size(): number {
    return this.#texts.length;
  }

  known(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const key = text.replace(/\s+/g, '');
    const id = this.#others.get(key) ?? this.keys.get(key) ?? this.#others.size + this.keys.size;
    if (!this.#others.has(key)) this.keys.set(key, id);
    this.ids.push(id);
    this.#texts.push(text);
    this.#numbers.set(text, this.ids.length - 1);
    return this.ids.length - 1;
  }

  /** Made when first asked for, of all texts that were seen until then. */
  get lists(): Lists {
    this.#lists ??= { byWord: new Map(), byKey: new Map() };
    for (; this.#listed < this.#texts.length; this.#listed++) {
      const words = wordsOf(this.#texts[this.#listed] ?? '');
      for (const word of words) add(this.#lists.byWord, word, this.#listed);
      add(this.#lists.byKey, words.join(' '), this.#listed);
    }
    return this.#lists;
  }
}

/** Numbers of texts, in order, by a word that they have, and by the key of all their words. */
type Lists = { byWord: Map<string, number[]>; byKey: Map<string, number[]> };

function add(lists: Map<string, number[]>, key: string, number: number): void {
  const list = lists.get(key);
  if (!list) lists.set(key, [number]);
  else if (list.at(-1) !== number) list.push(number);
}

/** A version with which others can be compared; its lines are looked at once for all of them. */
export type Numbered = {
  readonly side: Side;
  readonly texts: Texts;
  /** What the version that was compared last has and this one has not, and those before it: most have it in common. */
  others: Texts;
  last: Lines;
};

/** The lines of a version, each by its number among the texts: below 0 where the numbered version has no such text. */
type Lines = Pick<Side, 'lines' | 'ids'> & { numbers: Int32Array };

export function numbered(lines: readonly string[]): Numbered {
  const texts = new Texts();
  const numbers = Int32Array.from(lines, line => texts.numberOf(line));
  const ids = numbers.map(number => texts.ids[number] ?? 0);
  const own = { lines, ids, numbers };
  const others = new Texts(texts.keys);
  return { side: side(own, { texts, others }, []), texts, others, last: own };
}

/** Of many versions that have little in common, texts are forgotten. */
const MOST_OTHERS = { perLine: 4, least: 1_000 };

/** The lines of another version with ids that can be compared with those of a numbered one. */
export function comparedWith(later: Numbered, lines: readonly string[]): Side {
  forgetOthers(later);
  const { texts, others, last } = later;
  const [ids, numbers] = [new Int32Array(lines.length), new Int32Array(lines.length)];
  const lacking: number[] = [];
  // Versions that are compared in turn have most of their strings in common, shifted by what was added between.
  const growth = lines.length - last.lines.length;
  let shift = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line !== last.lines[at - shift] && line === last.lines[at - growth]) shift = growth;
    const isKnown = line === last.lines[at - shift];
    const number = (isKnown ? last.numbers[at - shift] : numberOf(line, later)) ?? 0;
    numbers[at] = number;
    ids[at] = (number < 0 ? others.ids[-1 - number] : texts.ids[number]) ?? 0;
    if (number < 0) lacking.push(at + 1);
  }
  later.last = { lines, ids, numbers };
  return side(later.last, { texts, others }, lacking);
}

function numberOf(line: string, { texts, others }: Numbered): number {
  return texts.known(line) ?? -1 - (others.known(line) ?? others.numberOf(detached(line)));
}

/** A copy: a line is part of its version for V8, which would hold all of it as long as the line. */
function detached(line: string): string {
  return Buffer.from(line, 'latin1').toString('latin1');
}

function forgetOthers(later: Numbered): void {
  if (later.others.size <= MOST_OTHERS.perLine * later.side.lines.length + MOST_OTHERS.least) return;
  later.others = new Texts(later.texts.keys);
  later.last = { lines: [], ids: new Int32Array(0), numbers: new Int32Array(0) };
}

/** Versions have most of their texts in common, so the words of each text are looked at once for all of them. */
function side(
  { lines, ids, numbers }: Lines,
  { texts, others }: Pick<Numbered, 'texts' | 'others'>,
  lacking: readonly number[],
): Side {
  const lineOfId = once(() => placesOf(ids));
  const places = once(() => placesOf(numbers));
  const otherPlaces = once(() => placesAmong(numbers, lacking));
  const lineOf = (kind: keyof Lists) => {
    const known = new Map<string, number | undefined>();
    return (text: string) => {
      if (!known.has(text)) {
        const shared = soleLine(texts.lists[kind].get(text) ?? [], places());
        const own =
          lacking.length > 0 ? soleLine(others.lists[kind].get(text) ?? [], otherPlaces()) : undefined;
        known.set(text, joined(shared, own));
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
    lacking,
    count: text => {
      const line = places()[texts.known(text) ?? -1] ?? 0;
      return line === 0 ? 0 : line > 0 ? 1 : 2;
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
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

/** The same for the texts that the numbered version lacks, whose numbers count down from -1. */
function placesAmong(numbers: Int32Array, lines: readonly number[]): Int32Array {
  let most = -1;
  for (const line of lines) most = Math.max(most, -1 - (numbers[line - 1] ?? 0));
  const places = new Int32Array(most + 1);
  for (const line of lines) {
    const number = -1 - (numbers[line - 1] ?? 0);
    places[number] = places[number] === 0 ? line : -1;
  }
  return places;
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
