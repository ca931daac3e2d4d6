/** Finds the first place where a text stops being JSON, and says in plain words what is wrong there. */

export type Fault = {
  offset: number;
  /** About the note as a whole. */
  problem: string;
  /** About the place. */
  reason?: string;
};

/** Deeper than any annotation, and far from what a recursive reader can't take. */
export const MAX_DEPTH = 64;

const NOT_JSON = 'the note is not JSON';
const INVALID = 'the note is not valid JSON';

type Expected = 'document' | 'name' | 'colon' | 'value' | 'comma';

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /(?:true|false|null)\b/y;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Goes through one or more documents; undefined where they are sound. What `mend` takes care of, raw control
 * characters in texts and a comma before a closing bracket, is no fault.
 */
export function findFault(text: string): Fault | undefined {
  return new Walk(text).run();
}

class Walk {
  readonly #text: string;
  /** Offsets of the brackets that are open. */
  readonly #open: number[] = [];
  #at = 0;
  #expected: Expected = 'document';
  /** The text that ended last, which may have run on over a quote that is missing. */
  #last = { start: 0, end: 0 };

  constructor(text: string) {
    this.#text = text;
  }

  run(): Fault | undefined {
    for (;;) {
      this.#at = endOf(SPACE, this.#text, this.#at);
      if (this.#at >= this.#text.length) return this.#unclosed();
      const fault = this.#step(this.#text.charAt(this.#at));
      if (fault) return fault;
    }
  }

  #step(char: string): Fault | undefined {
    if (CLOSING[char] !== undefined) return this.#openBracket();
    if (char === '}' || char === ']') return this.#closeBracket(char);
    if (this.#expected === 'document') return notJson(this.#text, this.#at);
    if (char === '"') return this.#readText();
    if (char === ':' && this.#expected === 'colon') return this.#moveTo(this.#at + 1, 'value');
    if (char === ',' && this.#expected === 'comma') {
      return this.#moveTo(this.#at + 1, this.#isInObject() ? 'name' : 'value');
    }
    if (this.#expected !== 'value') return this.#unexpected(char);
    const end = Math.max(endOf(NUMBER, this.#text, this.#at), endOf(LITERAL, this.#text, this.#at));
    return end > this.#at ? this.#moveTo(end, 'comma') : this.#unexpected(char);
  }

  #openBracket(): Fault | undefined {
    if (this.#expected !== 'value' && this.#expected !== 'document') return this.#unexpected('{');
    if (this.#open.length === MAX_DEPTH) {
      return { offset: this.#at, problem: `the note is nested deeper than ${MAX_DEPTH} levels` };
    }
    this.#open.push(this.#at);
    return this.#moveTo(this.#at + 1, this.#isInObject() ? 'name' : 'value');
  }

  #closeBracket(char: string): Fault | undefined {
    const opening = this.#text.charAt(this.#open.at(-1) ?? -1);
    if (opening === '') return this.#fault(`nothing is open that this ${char} could close`);
    const isComplete = this.#expected === 'comma' || this.#expected === (char === '}' ? 'name' : 'value');
    if (!isComplete) return this.#unexpected(char);
    if (CLOSING[opening] !== char) return this.#fault(`${CLOSING[opening]} is missing before this`);
    this.#open.pop();
    return this.#moveTo(this.#at + 1, this.#open.length > 0 ? 'comma' : 'document');
  }

  #readText(): Fault | undefined {
    if (this.#expected !== 'name' && this.#expected !== 'value') return this.#unexpected('"');
    const end = textEnd(this.#text, this.#at);
    if (typeof end !== 'number') return end;
    this.#last = { start: this.#at, end };
    return this.#moveTo(end, this.#expected === 'name' ? 'colon' : 'comma');
  }

  #moveTo(at: number, expected: Expected): undefined {
    this.#at = at;
    this.#expected = expected;
  }

  #isInObject(): boolean {
    return this.#text[this.#open.at(-1) ?? 0] === '{';
  }

  #unclosed(): Fault | undefined {
    const offset = this.#open.at(-1);
    return offset === undefined ? undefined : invalid(offset, `this ${this.#text[offset]} is never closed`);
  }

  #unexpected(char: string): Fault {
    const { start, end } = this.#last;
    const isAfterText = end > 0 && endOf(SPACE, this.#text, end) === this.#at;
    if (isAfterText && hasRunOn(this.#text.slice(start, end))) {
      return invalid(start, 'this text is not closed');
    }
    if (isAfterText && end === this.#at && /[\p{L}\p{N}]/u.test(char)) {
      return this.#fault('the quote before this is not escaped');
    }
    return this.#fault(reasonFor(this.#expected, char));
  }

  #fault(reason: string): Fault {
    return invalid(this.#at, reason);
  }
}

function invalid(offset: number, reason: string): Fault {
  return { offset, problem: INVALID, reason };
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** Where its quote is missing, a text goes on to the first quote of a later line. */
function hasRunOn(text: string): boolean {
  const lineBreak = text.lastIndexOf('\n');
  return lineBreak >= 0 && /^[\s{[]*"$/.test(text.slice(lineBreak + 1));
}

function textEnd(text: string, start: number): number | Fault {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char !== '\\') continue;
    if (!/^(?:["\\/bfnrt\u0000-\u001f]|u[\da-fA-F]{4})/.test(text.slice(at + 1, at + 6))) {
      return invalid(at, 'JSON has no such escape; a backslash is written as two');
    }
    at++;
  }
  return invalid(start, 'this text is never closed');
}

function reasonFor(expected: Expected, char: string): string {
  if (/['\u2018-\u201f\u00ab\u00bb`]/.test(char)) return 'texts are in double quotes';
  if (/[/#]/.test(char)) return 'JSON has no comments';
  if (expected === 'comma') return 'a comma is missing before this';
  if (expected === 'colon') return 'a colon is missing before this';
  if (expected === 'name' && /[\w$]/.test(char)) return 'names are in double quotes';
  if (/[,:}\]]/.test(char)) return `a ${expected} is missing before this`;
  return `this is no ${expected} in JSON`;
}

function notJson(text: string, offset: number): Fault {
  const start = text.slice(offset, offset + 80);
  const reason = WRITTEN_OTHERWISE.find(([pattern]) => pattern.test(start))?.[1];
  const isFirst = offset === 0;
  return { offset, problem: NOT_JSON, reason: (isFirst ? reason : undefined) ?? outside(isFirst) };
}

const WRITTEN_OTHERWISE: readonly [RegExp, string][] = [
  [/^(?:<{7}|={7}|>{7})/, 'a conflict of a merge was left'],
  [/^```/, 'this is Markdown'],
  [/^(?:---|-[ \t]|[\w$-]+:(?:\s|$))/, 'this looks like YAML'],
];

function outside(isFirst: boolean): string {
  return isFirst ? 'it should begin with {' : 'this stands outside of the braces';
}
