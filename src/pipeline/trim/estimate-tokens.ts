import {
  ACCENTED,
  LEADS,
  LETTERS,
  NO_SCRIPT,
  PAIR_COSTS,
  type Script,
  SIGNS,
  scriptInBlock,
} from './token-costs.ts';

/**
 * How many tokens a text costs a language model: close to what o200k_base counts, and not below it on real answers,
 * without the megabytes that a real tokenizer loads. The text is cut as that tokenizer cuts it, into words, numbers,
 * spaces and signs. Numbers and spaces cost what they cost there; words, signs and scripts what they cost on average
 * in commit messages, code, translations and answers; and all of it a little more.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(tokenCost(text));
}

/**
 * The same, not rounded, so that parts can be counted one by one: the items of a list as JSON, each with a comma after
 * it, and the answer with that list empty cost in sum never less than the whole answer, and hardly more.
 */
export function tokenCost(text: string): number {
  return tokensIn(countShares(text));
}

/** All costs below are multiples of one share of a token. */
const SHARES = 400;
/** In percent: a little more than it costs on average. */
const MARGIN = 106;

/** The same in shares of a token, without the margin: whole numbers, so that a sum does not depend on its order. */
export function countShares(text: string): number {
  const scan = new Scan(text);
  while (scan.at < text.length) scan.next();
  return scan.shares;
}

export function tokensIn(shares: number): number {
  return (shares * MARGIN) / (100 * SHARES);
}

class Scan {
  readonly text: string;
  at = 0;
  shares = 0;
  after: 'space' | 'digit' | 'other' = 'other';
  /** What the sign right before a word adds to it; the two cost 1 at least. */
  lead = 0;

  constructor(text: string) {
    this.text = text;
  }

  next(): void {
    const code = this.text.charCodeAt(this.at);
    if (isLetter(code)) this.word();
    else if (code >= 0x80) this.script();
    else if (isDigit(code)) this.number();
    else if (code <= SPACE) this.space();
    else this.signs();
  }

  /** Capitals and what is small after them: `camelCase` is two words, `HTTPServer` is one. */
  word(): void {
    const { text, at } = this;
    let [end, capitals, previous] = [at, 0, 0];
    let cost = this.lead;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (!isLetter(code)) break;
      if (code < SMALL_A) {
        if (end > at + capitals) break;
        capitals++;
      }
      const letter = code < 0x80 ? code & 0x1f : ACCENTED;
      cost += PAIR_COSTS[previous * LETTERS + letter] ?? 0;
      previous = letter;
    }
    cost += PAIR_COSTS[previous * LETTERS] ?? 0;
    cost += this.surcharge(end - at, capitals);
    this.take(end, Math.max(1, cost));
  }

  /** Words after a space are known best, without capitals; letters after a digit are those of an id. */
  surcharge(length: number, capitals: number): number {
    const shouted = capitals > 1 ? 0.1 * (capitals - 1) : 0;
    if (this.after === 'other') return shouted + 0.03 * (length - 1);
    if (this.after === 'space') return shouted + (capitals > 0 ? 0.28 : 0);
    return shouted + (length > 2 ? 0.23 * (length - 2) : 0);
  }

  script(): void {
    const { text, at } = this;
    const script = scriptOf(text.charCodeAt(at));
    let end = at + 1;
    while (end < text.length && scriptOf(text.charCodeAt(end)) === script) end++;
    let cost = script.run + script.each * (end - at);
    if (script.more)
      for (let next = at; next < end; next++) if (script.more.has(text.charCodeAt(next))) cost++;
    this.take(end, this.lead + cost);
  }

  number(): void {
    const { text, at } = this;
    let end = at + 1;
    while (end < text.length && isDigit(text.charCodeAt(end))) end++;
    this.take(end, Math.ceil((end - at) / 3), 'digit');
  }

  /** The last space belongs to the word or sign after it; those before it are one token. */
  space(): void {
    const { text, at } = this;
    let end = at + 1;
    while (end < text.length && text.charCodeAt(end) <= SPACE) end++;
    const last = text.charCodeAt(end - 1);
    const leads = end < text.length && (last === SPACE || last === TAB) && !isDigit(text.charCodeAt(end));
    this.take(end, end - at > (leads ? 1 : 0) ? 1 : 0, 'space');
    if (leads && last === TAB) this.lead = 0.3;
  }

  signs(): void {
    const { text, at } = this;
    let end = at + 1;
    while (end < text.length && isSign(text.charCodeAt(end))) end++;
    if (end > at + 1 || at === 0) this.take(end, runCost(text, at, end));
    else if (this.after === 'space' || end === text.length || !isLetter(text.charCodeAt(end)))
      this.take(end, 1);
    else {
      this.take(end, 0);
      this.lead = LEADS.get(text.charCodeAt(at)) ?? 0.8;
    }
    if (text.charCodeAt(end - 1) === BACKSLASH) this.escaped(end - at);
  }

  /** The letter of `\n` belongs to no word, but disturbs the next one. */
  escaped(signs: number): void {
    const { text, at } = this;
    if (signs > 1 && text.charCodeAt(at - 2) === BACKSLASH) return;
    if (at === text.length || !isLetter(text.charCodeAt(at))) return;
    this.take(at + 1, 1);
    this.lead = 0.3;
  }

  take(end: number, cost: number, after: Scan['after'] = 'other'): void {
    this.at = end;
    this.shares += Math.round(cost * SHARES);
    this.after = after;
    this.lead = 0;
  }
}

const [TAB, SPACE, COMMA, SMALL_A] = [0x09, 0x20, 0x2c, 0x61];
const [OPEN, BACKSLASH, CLOSE] = [0x5b, 0x5c, 0x5d];

/** In JSON, a list is cut from what is around it, and its items from each other: so the sum of parts is the whole. */
function runCost(text: string, from: number, to: number): number {
  let cost = 0;
  let start = from;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === CLOSE && at > start && text.charCodeAt(at - 1) !== CLOSE) {
      cost += signCost(text, start, at);
      start = at;
    } else if (code === OPEN || (code === COMMA && at > from)) {
      cost += signCost(text, start, at + 1);
      start = at + 1;
    }
  }
  return start < to ? cost + signCost(text, start, to) : cost;
}

function signCost(text: string, from: number, to: number): number {
  const length = to - from;
  if (length < 5) return SIGNS.get(text.slice(from, to)) ?? [1, 1, 1, 1.1, 1.6][length] ?? 0;
  for (let at = from + 1; at < to; at++) {
    if (text.charCodeAt(at) !== text.charCodeAt(from)) return 0.45 * length;
  }
  return 1 + length / 16;
}

function scriptOf(code: number): Script {
  if (code < 0x80 || isLetter(code)) return NO_SCRIPT;
  return scriptInBlock(code);
}

/** Of the Latin alphabet, with accents, too. */
function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return (code >= 0xc0 && code <= 0x24f) || (code >= 0x1e00 && code <= 0x1eff);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSign(code: number): boolean {
  return code > SPACE && code < 0x80 && !isLetter(code) && !isDigit(code);
}
