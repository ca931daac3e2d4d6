/**
 * How many tokens a text may cost a language model: never fewer than a real tokenizer counts on real
 * answers, without the start-up that a real one costs. Runs of letters, digits and signs are counted apart,
 * because ids and punctuation cost far more than prose of the same length.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let kind = -1;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const next = kindOf(text.charCodeAt(at));
    if (next === kind) {
      run++;
    } else {
      tokens += cost(kind, run);
      kind = next;
      run = 1;
    }
  }
  return Math.ceil(tokens + cost(kind, run));
}

const LETTER = 0;
const DIGIT = 1;
const SPACE = 2;
const SIGN = 3;
const OTHER = 4;

function kindOf(code: number): number {
  if (code >= 0x80) return OTHER;
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return LETTER;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  return code === 0x20 ? SPACE : SIGN;
}

function cost(kind: number, run: number): number {
  if (kind === LETTER) return Math.ceil(run / 5);
  if (kind === DIGIT) return Math.ceil(run / 3);
  if (kind === SPACE) return run > 1 ? 1 : 0;
  if (kind === SIGN) return Math.ceil(run / 2);
  return run < 0 ? 0 : run * 1.5;
}
