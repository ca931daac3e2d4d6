import { Misunderstood } from './misunderstood.ts';

/** What one letter of a name must be. */
type Test = (letter: string) => boolean;

/** A name of a pattern, letter by letter; `**` stands for any number of them. */
export type Letters = (Test | '**')[];

const ANY_LETTER: Test = () => true;

export function lettersOf(segment: string): Letters {
  const letters: Letters = [];
  const source = [...segment];
  for (let at = 0; at < source.length; ) {
    if (source[at] === '*' || source[at] === '?') {
      letters.push(source[at++] === '*' ? '**' : ANY_LETTER);
    } else if (source[at] === '[') {
      const end = endOfClass(source, at);
      letters.push(classOf(source.slice(at + 1, end)));
      at = end + 1;
    } else {
      const { letter, next } = letterAt(source, at);
      letters.push(other => other === letter);
      at = next;
    }
  }
  return letters;
}

/** Where the class that starts at `[` ends. As in a shell, a `]` that comes first belongs to it. */
export function endOfClass(source: ArrayLike<string>, start: number): number {
  const first = start + (isNegation(source[start + 1]) ? 2 : 1);
  for (let at = first; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']' && at > first) return at;
    else at += Math.max(0, (namedClass(source, at)?.[0].length ?? 0) - 1);
  }
  throw new Misunderstood('has a [ without its ]');
}

function namedClass(source: ArrayLike<string>, at: number): RegExpExecArray | null {
  if (source[at] !== '[' || source[at + 1] !== ':') return null;
  const next = Array.from({ length: LONGEST_CLASS }, (_, offset) => source[at + offset] ?? '');
  return /^\[:(\w*):\]/.exec(next.join(''));
}

function isNegation(letter: string | undefined): boolean {
  return letter === '!' || letter === '^';
}

/** The classes of POSIX that git knows; for all of them, letters are those of ASCII. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

const LONGEST_CLASS = '[:xdigit:]'.length;

/** From what is between the brackets. */
function classOf(inner: readonly string[]): Test {
  const isNegated = isNegation(inner[0]);
  const tests: Test[] = [];
  for (let at = isNegated ? 1 : 0; at < inner.length; ) {
    const { test, next } = memberAt(inner, at);
    tests.push(test);
    at = next;
  }
  return letter => tests.some(test => test(letter)) !== isNegated;
}

/** A named class, a range or a letter, and where the next one starts. */
function memberAt(source: readonly string[], at: number): { test: Test; next: number } {
  const named = namedClass(source, at);
  if (named) {
    const known = CLASSES[named[1] ?? ''];
    if (!known) throw new Misunderstood(`has an unknown class ${named[0]}`);
    return { test: letter => known.test(letter), next: at + named[0].length };
  }
  const low = letterAt(source, at);
  if (source[low.next] !== '-' || low.next + 1 === source.length) {
    return { test: other => other === low.letter, next: low.next };
  }
  const high = letterAt(source, low.next + 1);
  const [from, to] = [codeOf(low.letter), codeOf(high.letter)];
  return { test: other => codeOf(other) >= from && codeOf(other) <= to, next: high.next };
}

/** A letter that may be escaped, and where the next one starts. */
function letterAt(source: readonly string[], at: number): { letter: string; next: number } {
  const isEscaped = source[at] === '\\';
  const letter = source[isEscaped ? at + 1 : at];
  if (letter === undefined) throw new Misunderstood('ends in a backslash');
  return { letter, next: isEscaped ? at + 2 : at + 1 };
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}
