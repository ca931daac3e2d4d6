import { UltragitError } from '../../errors.ts';

/** What is looked for: a word, or the words of a phrase in this order. */
export type Term = { text: string; pattern: RegExp };

/** A part of a text, from its first character to behind its last. */
export type Mark = readonly [start: number, end: number];

const MOST_TERMS = 32;
const LONGEST = 200;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** From the words of a command line: one with spaces in it was quoted, and is a phrase; so is what has quotes of its own. */
export function termsOf(words: readonly string[]): Term[] {
  const texts = words.flatMap(word =>
    /".*"/s.test(word)
      ? [...word.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, phrase, plain]) => phrase ?? plain ?? '')
      : [word],
  );
  const folded = texts.map(text => fold(text).trim().replace(/\s+/g, ' '));
  const terms = [...new Set(folded)].filter(text => text !== '');
  if (terms.length === 0) {
    throw new UltragitError('usage', 'There is no word to look for.', [
      'Name some: ultragit search retry backoff --kind rejected',
    ]);
  }
  if (terms.length > MOST_TERMS || terms.some(text => text.length > LONGEST)) {
    throw new UltragitError('usage', `A search has at most ${MOST_TERMS} words of ${LONGEST} characters.`, [
      'Leave some out.',
    ]);
  }
  return terms.map(text => ({ text, pattern: new RegExp(escaped(text).replaceAll(' ', '\\s+'), 'giu') }));
}

/** Full-width letters, ligatures and composed characters count as what they stand for; `i` folds the case. */
export function fold(text: string): string {
  return isPlain(text) ? text : text.normalize('NFKC');
}

/** Nothing but ASCII. */
export function isPlain(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/** Where a term begins a word of a folded text, `Jitter` in `fullJitter` and `full_jitter`, too. */
export function* marksOf({ pattern }: Term, text: string): Generator<Mark> {
  for (const match of text.matchAll(pattern)) {
    if (beginsWord(text, match.index)) yield [match.index, match.index + match[0].length];
  }
}

export function has(term: Term, text: string): boolean {
  return someMark(term, text, () => true);
}

/** Whether it stands there as a whole word, and not as the beginning of a longer one. */
export function hasWhole(term: Term, text: string): boolean {
  return someMark(term, text, end => !LETTER.test(text[end] ?? ' '));
}

/** As `marksOf`, for which a pattern is copied each time: this is asked of every text of every note. */
function someMark({ pattern }: Term, text: string, isWanted: (end: number) => boolean): boolean {
  pattern.lastIndex = 0;
  let isThere = false;
  for (let match = pattern.exec(text); match && !isThere; match = pattern.exec(text)) {
    isThere = beginsWord(text, match.index) && isWanted(match.index + match[0].length);
  }
  pattern.lastIndex = 0;
  return isThere;
}

function beginsWord(text: string, at: number): boolean {
  const [before, first] = [text[at - 1] ?? ' ', text[at] ?? ' '];
  if (!LETTER.test(before) || !LETTER.test(first)) return true;
  if (UNSPACED.test(before) || UNSPACED.test(first)) return true;
  return /\p{Lu}/u.test(first) && /[\p{Ll}\p{N}]/u.test(before);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
