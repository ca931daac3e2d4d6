/**
 * How many tokens a text may cost a language model: never fewer than a real tokenizer counts on real
 * answers, without the start-up that a real one costs. The text is cut as tokenizers cut it; what a piece
 * costs was measured against cl100k_base and o200k_base, and rounded up.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let inName = false;
  for (const [piece] of text.matchAll(PIECES)) {
    const code = piece.charCodeAt(0);
    if (code >= 0x80) {
      tokens += scriptCost(code);
      inName = true;
    } else if (isLetter(code)) {
      tokens += wordCost(piece, inName);
      inName = false;
    } else {
      tokens += Math.ceil(piece.length / (isDigit(code) ? 3 : 2));
      inName = isDigit(code);
    }
  }
  return Math.ceil(tokens);
}

/** Words, also those inside camelCase; capitals; digits; signs; and all else one by one. One space is free. */
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+|(?<= ) +|[^A-Za-z0-9 \x80-\uffff]+|[\x80-\uffff]/g;

/** Ordinary words are cheap; what looks like an id, a hash or another language's word is not. */
function wordCost(word: string, inName: boolean): number {
  if (inName || !/[aeiouy]/i.test(word)) return Math.ceil(word.length / 2);
  return word.length < 6 ? 1 : 1 + Math.ceil((word.length - 5) / 3.5);
}

/** The last code of a range, and what a character up to there costs. */
const SCRIPTS: readonly [number, number][] = [
  [0x024f, 1.2], // Latin with accents
  [0x03ff, 1.4], // Greek
  [0x052f, 0.8], // Cyrillic
  [0x06ff, 1.3], // Armenian, Hebrew, Arabic
  [0x0dff, 1.6], // Indic
  [0x0e7f, 1.2], // Thai
  [0x1dff, 3], // Burmese, Georgian, Ethiopic and other rare scripts
  [0x1fff, 1.5], // Vietnamese, old Greek
  [0x206f, 1.2], // dashes and quotes
  [0x2fff, 2.5], // symbols
  [0x30ff, 1.4], // kana
  [0x9fff, 1.8], // Chinese characters
  [0xabff, 3],
  [0xd7ff, 1.5], // Korean
  [0xdfff, 2], // half of an emoji
];

function scriptCost(code: number): number {
  for (const [last, cost] of SCRIPTS) if (code <= last) return cost;
  return 3;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
