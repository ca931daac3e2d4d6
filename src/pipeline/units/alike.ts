import { ContentCache } from '../../git/cache.ts';
import { wordsOf } from '../lines/sides.ts';

/** The text of a unit, and the last part of its name. */
export type Body = { lines: readonly string[]; name: string };

/** More words make a line no more telling. */
const MOST_WORDS = 8;

/** A line of one word, such as `else` or `return`, is in every function. */
const ONE_WORD = 0.25;

/**
 * How much two bodies are the same, from 0 to 1: the mean of what their lines and what their pairs of words in a row
 * share. Their own names count as one, so that a function that was only renamed is as it was.
 */
export function alike(one: Body, other: Body): number {
  return alikeTo(one)(other);
}

/** The same for one body and many others. */
export function alikeTo(one: Body): (other: Body) => number {
  const own = profileOf(one);
  return other => {
    const { lines, pairs } = profileOf(other);
    return (share(own.lines, lines) + share(own.pairs, pairs)) / 2;
  };
}

type Profile = { lines: Weights; pairs: Weights };

/** A lost unit is compared with many others, and each of these with many that were lost. */
const PROFILES = new ContentCache<Profile>(4_000_000);

function profileOf(body: Body): Profile {
  const key = `${body.name}\n${body.lines.join('\n')}`;
  const known = PROFILES.get(key);
  if (known) return known;
  const words = wordsByLine(body);
  const profile = { lines: linesIn(words), pairs: pairsIn(words) };
  PROFILES.set(key, profile, key.length);
  return profile;
}

function wordsByLine({ lines, name }: Body): string[][] {
  return lines
    .map(line => wordsOf(line).map(word => (word === name ? '\u0001' : word)))
    .filter(words => words.length > 0);
}

type Weights = Map<string, number>;

function linesIn(body: readonly string[][]): Weights {
  const weights: Weights = new Map();
  for (const words of body) {
    const weight = words.length === 1 ? ONE_WORD : Math.min(words.length, MOST_WORDS);
    add(weights, words.join(' '), weight);
  }
  return weights;
}

function pairsIn(body: readonly string[][]): Weights {
  const weights: Weights = new Map();
  const words = body.flat();
  for (const [at, word] of words.entries()) add(weights, `${word} ${words[at + 1] ?? ''}`, 1);
  return weights;
}

function add(weights: Weights, key: string, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}

function share(a: Weights, b: Weights): number {
  let [all, common] = [0, 0];
  for (const weight of b.values()) all += weight;
  for (const [key, weight] of a) {
    all += weight;
    common += Math.min(weight, b.get(key) ?? 0);
  }
  return all === 0 ? 0 : (2 * common) / all;
}
