/** Chronicle writes as prose what has fields of its own in the canonical annotation. */

/** With white space around it: a hyphen inside a word is none. */
const DASH = /\s(?:—|–|--?)\s/;
const MOST_OF_A_NAME = 200;

type Dependency = { file: string; anchor?: string; nature: string };

/** "Depends on FILE:ANCHOR — assumption"; undefined where a text is anything else. */
export function dependencyInProse(text: string): Dependency | undefined {
  const start = /^depends on /i.exec(text);
  const rest = text.slice(start?.[0].length);
  const dash = DASH.exec(rest);
  if (!start || !dash) return undefined;
  const place = rest.slice(0, dash.index);
  const colon = place.search(/:(?!:)/);
  const file = (colon < 0 ? place : place.slice(0, colon)).replace(/^(\.\/)+/, '');
  const isPath = file !== '' && !/[\s:]/.test(file) && (colon >= 0 || /[./]/.test(file));
  const nature = rest.slice(dash.index + dash[0].length).trim();
  if (!isPath || nature === '') return undefined;
  const anchor = colon < 0 ? '' : place.slice(colon + 1).trim();
  return { file, anchor: anchor === '' ? undefined : anchor, nature };
}

export type Rejected = { approach: string; reason?: string };

/** What a writer puts into `revisit_when`: a clause, with its "when" or without. */
export function revisit(condition: string): string {
  const isClause = /^(?:when|if|once|after|before|as soon|at|by|on|in|until|every)\b/i.test(condition);
  return isClause ? `revisit ${condition}` : `revisit when ${condition}`;
}

/**
 * "APPROACH: reason" and "APPROACH — reason" are taken apart where the first part is one clause that can stand
 * alone. A text with a dash on both sides of an aside, or with a label in front ("Tried: …"), stays whole.
 */
export function rejectedInProse(text: string): Rejected {
  const separator = /:\s|\s(?:—|–|--?)\s/.exec(text);
  if (!separator) return { approach: text };
  const approach = text.slice(0, separator.index);
  const reason = text.slice(separator.index + separator[0].length).trim();
  const isLabel = separator[0].startsWith(':') && approach.trim().split(/\s+/, 3).length < 3;
  const [firstSentence = ''] = reason.split(/[.!?](?:\s|$)/, 1);
  const isAside = !separator[0].startsWith(':') && DASH.test(firstSentence);
  const isSafe = isClause(approach) && reason !== '' && !isLabel && !isAside;
  return isSafe ? { approach, reason } : { approach: text };
}

function isClause(text: string): boolean {
  const isShort = text.trim() !== '' && text.length <= MOST_OF_A_NAME;
  return isShort && !/[.!?;]\s|\n/.test(text) && isBalanced(text);
}

/** No quotation, code or parenthesis is open at its end. */
function isBalanced(text: string): boolean {
  const count = (char: string) => text.split(char).length - 1;
  return count('`') % 2 === 0 && count('"') % 2 === 0 && count('(') === count(')');
}
