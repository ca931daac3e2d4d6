import type { Region } from '../../annotation/schema.ts';
import type { SaidText } from './said-in.ts';
import { fold, has, hasWhole, type Term } from './terms.ts';

/** The texts of an annotation that have what is looked for, and how well they do. */
export type Match = {
  hits: SaidText[];
  /** How many of the terms one text has, then how many of these as whole words. */
  quality: number;
};

const MOST_HITS = 5;

/**
 * All terms must be in the texts of one annotation, or in the names of its file and unit. What only the names have is a
 * weak match; then the first text is shown.
 */
export function match(terms: readonly Term[], texts: readonly SaidText[], region: Region): Match | undefined {
  const [first] = texts;
  if (!first) return undefined;
  const names = fold(`${region.file} ${region.ast_anchor?.name ?? ''}`);
  const found = texts.map(said => {
    const text = fold(textOf(said));
    return { said, text, terms: terms.filter(term => has(term, text)) };
  });
  const isThere = (term: Term) => found.some(text => text.terms.includes(term)) || has(term, names);
  if (!terms.every(isThere)) return undefined;
  const most = found.reduce((best, { terms: own }) => Math.max(best, own.length), 0);
  const whole = found
    .filter(({ terms: own }) => own.length === most)
    .map(({ text, terms: own }) => own.filter(term => hasWhole(term, text)).length);
  const hits = found
    .filter(({ terms: own }) => own.length > 0)
    .sort((a, b) => b.terms.length - a.terms.length);
  return {
    hits: hits.length > 0 ? hits.slice(0, MOST_HITS).map(({ said }) => said) : [first],
    quality: most * (terms.length + 1) + whole.reduce((best, count) => Math.max(best, count), 0),
  };
}

/** All of it that a reader sees. */
function textOf({ text, reason = '', on = '' }: SaidText): string {
  return [text, reason, on].filter(part => part !== '').join('\n');
}
